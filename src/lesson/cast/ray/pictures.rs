//! Pictures of a step of the GJK ray cast: the simplex, the support points, the plane and the ray.

use contact_lens_model::snapshot::cast::RayCast;
use contact_lens_model::snapshot::simplex::{Subset, members};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::{RayView, ShownPart};
use crate::cast::TIME;
use crate::cast::cso::ClippingPlane;
use crate::{Pictures, WORLD, add_named_point};

/// Radius around the simplex, the new support point and `x`, relative to the pair's size, below which their marks cover
/// each other, so that they get an inset.
const CLOSE_TOGETHER: f64 = 0.05;

/// Radius of the inset on these points, relative to the radius around them.
const INSET_MARGIN: f64 = 1.3;

impl RayView<'_> {
    /// Position of vertex `i` of the state's simplex, configuration space, meters.
    pub(super) fn vertex(&self, state: &RayCast, i: usize) -> DVec3 {
        self.context().pair.space.cso(state.simplex[i].w)
    }

    /// Adds the vertices `subset` of the state's simplex with the edges or the face that they span.
    pub(super) fn add_simplex(&self, cso: &mut Picture, state: &RayCast, subset: Subset, role: Role) {
        let vertices: Vec<DVec3> = members(subset).map(|i| self.vertex(state, i)).collect();
        for (i, p) in members(subset).zip(&vertices) {
            cso.point(role, format!("simplex/{i}"), *p);
        }
        match vertices[..] {
            [] | [_] => {}
            [p, q] => cso.segment(role, "simplex", p, q),
            [_, _, _] => cso.add(role, "simplex", Form::Polygon(vertices)),
            _ => {
                for (k, p) in vertices.iter().enumerate() {
                    vertices[..k].iter().for_each(|q| cso.segment(role, "simplex", *p, *q));
                }
            }
        }
    }

    /// Adds the names of the vertices of `W`.
    pub(super) fn add_vertex_names(&self, cso: &mut Picture) {
        for i in members(self.after.filled) {
            cso.label(Role::Simplex, self.vertex_mark(i), self.vertex(self.after, i), self.vertex_name(i));
        }
    }

    /// Mark id of vertex `i` of `W ∪ {p}`, which the reduction keeps or removes.
    pub(super) fn vertex_mark(&self, i: usize) -> String {
        let is_kept = self.after.filled >> i & 1 == 1;
        if is_kept { format!("simplex/{i}") } else { format!("removed/{i}") }
    }

    /// Name of vertex `i` of `W ∪ {p}`: `p` for the new support point.
    pub(super) fn vertex_name(&self, i: usize) -> String {
        if i == usize::from(self.after.slot) { String::from("p") } else { format!("w{i}") }
    }

    /// Adds the points of A and B whose difference is the new support point, at the bodies' positions at time `t`,
    /// seconds.
    fn add_new_support_points(&self, pictures: &mut Pictures, t: f64) {
        let context = self.context();
        let p = self.after.p();
        let world = pictures.edit(WORLD);
        let a = context.pair.space.world(p.a) + context.velocities[0] * t;
        let b = context.pair.space.world(p.b) + context.velocities[1] * t;
        add_named_point(world, Role::NewSupport, "a", a, "a");
        add_named_point(world, Role::NewSupport, "b", b, "b");
    }

    /// Pictures of a beat that shows results up to `part`: the world, the times, and the configuration space without
    /// the simplex, which the beat adds.
    pub(super) fn pictures(&self, part: ShownPart) -> Pictures {
        let context = self.context();
        let mut pictures = Pictures::default();
        let is_clipped = part >= ShownPart::Clip;
        // The time view shows the rows of the completed steps, and this step's row from the clipping on.
        let shown_rows = self.step.number + usize::from(is_clipped);
        let mut ray = self.step.ray(is_clipped);
        let p = context.pair.space.cso(self.after.p().w);
        let n = context.pair.space.cso(self.after.search_direction);
        if part == ShownPart::Clip {
            // Margins around the cores move the plane outward.
            ray.plane = Some(ClippingPlane { normal: n, point: p + n * self.after.progress.margin });
        } else {
            ray.times[0] = ray.times[1];
        }
        let upper = if part == ShownPart::Pierced { self.after } else { self.before }.progress.bracket[1];
        context.add_bodies_and_bracket(pictures.edit(WORLD), ray.times[1], [ray.bracket[0], upper]);
        *pictures.edit(TIME.id) = context.time_rows.picture(shown_rows, Some(self.step.number));
        context.add_ray_state(pictures.edit("cso"), &ray);
        if part <= ShownPart::Clip {
            add_named_point(pictures.edit("cso"), Role::NewSupport, "p", p, "p");
        }
        if part == ShownPart::Support {
            self.add_new_support_points(&mut pictures, ray.times[1]);
            context.magnify_difference(pictures.edit("cso"));
        }
        pictures
    }

    /// Adds the simplex before the step, with its name `W`.
    pub(super) fn add_simplex_before(&self, cso: &mut Picture) {
        let before = self.before;
        self.add_simplex(cso, before, before.filled, Role::Simplex);
        self.add_simplex_name(cso, before, before.filled);
    }

    /// Adds an inset on the simplex before the step, the new support point and `x`, if they are close together.
    pub(super) fn add_inset_on_simplex(&self, cso: &mut Picture, x: DVec3) {
        let p = self.context().pair.space.cso(self.after.p().w);
        if self.before.filled == 0 {
            return;
        }
        let vertices = members(self.before.filled).map(|i| self.vertex(self.before, i));
        let points: Vec<DVec3> = vertices.chain([p, x]).collect();
        let low = points.iter().copied().fold(p, DVec3::min);
        let high = points.iter().copied().fold(p, DVec3::max);
        let radius = 0.5 * low.distance(high);
        if radius > 0.0 && radius < CLOSE_TOGETHER * self.context().pair.bounding_radius() {
            cso.magnify(low.midpoint(high), INSET_MARGIN * radius);
        }
    }

    /// Adds the name `W` at the middle of the vertices `subset` of the state's simplex.
    pub(super) fn add_simplex_name(&self, cso: &mut Picture, state: &RayCast, subset: Subset) {
        let sum: DVec3 = members(subset).map(|i| self.vertex(state, i)).sum();
        let count = subset.count_ones();
        match members(subset).next() {
            Some(i) if count == 1 => cso.label(Role::Simplex, format!("simplex/{i}"), sum, "W"),
            Some(_) => cso.label(Role::Simplex, "simplex", sum / f64::from(count), "W"),
            None => {}
        }
    }
}
