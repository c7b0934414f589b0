//! Pictures of one axis: the bodies at a time, the plane between them, and the common interval of all axes.

use glam::DVec3;

use super::SweepView;
use crate::lesson::cast::TIME;
use crate::lesson::{Pictures, WORLD};
use crate::picture::{Form, Role};
use crate::snapshot::cast::Tried;

impl SweepView<'_> {
    /// Pictures of the bodies at `t`, with the plane of `line` at the time when its shadows begin to overlap.
    pub(super) fn pictures(&self, tried: usize, line: Option<&Tried>, t: f64) -> Pictures {
        let context = self.context;
        let mut pictures = Pictures::default();
        let lit = (self.after.tried as usize).checked_sub(1);
        *pictures.edit(TIME.id) = context.lanes.picture(tried, lit.filter(|_| line.is_some()));
        let known = if tried > self.before.tried as usize { self.after } else { self.before };
        context.at_and_between(pictures.edit(WORLD), t, known.meet.map(|s| self.time(s)));
        let cso = pictures.edit("cso");
        if let Some(line) = line {
            let n = context.pair.space.cso(line.plane.normal);
            let middle = context.r() * t;
            let foot = middle - n * (middle.dot(n) - line.plane.offset);
            let seen = if context.path.is_planar { foot } else { context.patch_center(n, foot) };
            context.clip_plane(cso, "plane", (n, seen));
            cso.arrow(Role::Normal, "n", seen, seen + n * (0.3 * context.pair.bounding_radius()));
            self.between(&mut pictures, line, t);
        }
        let cso = pictures.edit("cso");
        let [from, to] = self.after.meet;
        if from <= to && tried > 0 {
            cso.segment(Role::Gap, "bracket", context.r() * self.time(from), context.r() * self.time(to));
        }
        crate::lesson::add_named_point(cso, Role::Closest, "x", context.r() * t, "x");
        pictures
    }

    /// Adds to the world the plane of an axis at the end of A's shadow.
    fn between(&self, pictures: &mut Pictures, line: &Tried, t: f64) {
        let context = self.context;
        let n = context.pair.space.cso(line.plane.normal);
        let home = context.pair.space.position + context.velocities[0] * t;
        let b = context.pair.space.position + context.r() * t;
        let aside = 0.5 * (b - context.pair.space.position);
        let foot = home + n * line.end_of_a + (aside - n * aside.dot(n));
        let world = pictures.edit(WORLD);
        if context.path.is_planar {
            let along = DVec3::new(-n.y, n.x, 0.0) * context.pair.bounding_radius();
            world.segment(Role::Bound, "plane", foot - along, foot + along);
        } else {
            let half_size = 0.38 * context.pair.bounding_radius();
            world.add(Role::Bound, "plane", Form::Plane { point: foot, normal: n, half_size });
        }
        world.arrow(Role::Normal, "n", foot, foot + n * (0.35 * context.pair.radii[0].max(context.pair.radii[1])));
    }
}
