//! Pictures of a step of the GJK ray cast: the simplex, the support points, the plane and the ray.

use glam::DVec3;

use super::{Progress, RayView};
use crate::lesson::cast::TIME;
use crate::lesson::{Pictures, WORLD, add_named_point};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::cast::RayCast;
use crate::snapshot::simplex::{Subset, members};

impl RayView<'_> {
    /// Position of a vertex of `W ∪ {p}`, configuration space.
    pub(super) fn vertex(&self, run: &RayCast, i: usize) -> DVec3 {
        self.context().pair.space.cso(run.simplex[i].w)
    }

    /// Adds `W` or a subset of it.
    pub(super) fn simplex(&self, cso: &mut Picture, run: &RayCast, subset: Subset, role: Role) {
        let at: Vec<DVec3> = members(subset).map(|i| self.vertex(run, i)).collect();
        for (i, p) in members(subset).zip(&at) {
            cso.point(role, format!("simplex/{i}"), *p);
        }
        match at[..] {
            [] | [_] => {}
            [p, q] => cso.segment(role, "simplex", p, q),
            [_, _, _] => cso.add(role, "simplex", Form::Polygon(at)),
            _ => {
                for (k, p) in at.iter().enumerate() {
                    at[..k].iter().for_each(|q| cso.segment(role, "simplex", *p, *q));
                }
            }
        }
    }

    /// Adds the names of the vertices of `W`.
    pub(super) fn name_vertices(&self, cso: &mut Picture) {
        for i in members(self.after.filled) {
            let (key, name) = self.key_and_name(i);
            cso.label(Role::Simplex, key, self.vertex(self.after, i), name);
        }
    }

    /// Mark id and name of a vertex of `W ∪ {p}`.
    pub(super) fn key_and_name(&self, i: usize) -> (String, String) {
        let is_kept = self.after.filled >> i & 1 == 1;
        let key = if is_kept { format!("simplex/{i}") } else { format!("removed/{i}") };
        let name = if i == usize::from(self.after.slot) { String::from("p") } else { format!("w{i}") };
        (key, name)
    }

    /// Adds the points of A and B that form the new support point, with the bodies at time `t`.
    fn newest(&self, pictures: &mut Pictures, t: f64) {
        let context = self.context();
        let p = self.after.p();
        let world = pictures.edit(WORLD);
        for (key, point, v) in [("a", p.a, context.velocities[0]), ("b", p.b, context.velocities[1])] {
            add_named_point(world, Role::NewSupport, key, context.pair.space.world(point) + v * t, key);
        }
    }

    /// Pictures without the simplex. The plane and the normal are in the beats that use them.
    pub(super) fn pictures(&self, progress: Progress) -> Pictures {
        let context = self.context();
        let mut pictures = Pictures::default();
        let clipped = progress >= Progress::Clip;
        let known = self.step.number + usize::from(clipped);
        let mut ray = self.step.ray(clipped);
        let p = context.pair.space.cso(self.after.p().w);
        let n = context.pair.space.cso(self.after.p_direction);
        if progress == Progress::Clip {
            // Margins around the cores move the plane outward.
            ray.plane = Some((n, p + n * self.after.progress.margin));
        } else {
            ray.times[0] = ray.times[1];
        }
        let upper = if progress == Progress::Pierced { self.after } else { self.before }.progress.bracket[1];
        context.at_and_between(pictures.edit(WORLD), ray.times[1], [ray.bracket[0], upper]);
        *pictures.edit(TIME.id) = context.lanes.picture(known, Some(self.step.number));
        context.draw_ray(pictures.edit("cso"), &ray);
        if progress <= Progress::Clip {
            add_named_point(pictures.edit("cso"), Role::NewSupport, "p", p, "p");
        }
        if progress == Progress::Support {
            self.newest(&mut pictures, ray.times[1]);
        }
        pictures
    }

    /// Adds the simplex before the step, named `W`.
    pub(super) fn simplex_before(&self, cso: &mut Picture) {
        let before = self.before;
        self.simplex(cso, before, before.filled, Role::Simplex);
        self.name_simplex(cso, before, before.filled);
    }

    /// Adds the name `W` to a subset of the vertices of `W ∪ {p}`.
    pub(super) fn name_simplex(&self, cso: &mut Picture, run: &RayCast, subset: Subset) {
        let sum: DVec3 = members(subset).map(|i| self.vertex(run, i)).sum();
        let count = subset.count_ones();
        match members(subset).next() {
            Some(i) if count == 1 => cso.label(Role::Simplex, format!("simplex/{i}"), sum, "W"),
            Some(_) => cso.label(Role::Simplex, "simplex", sum / f64::from(count), "W"),
            None => {}
        }
    }
}
