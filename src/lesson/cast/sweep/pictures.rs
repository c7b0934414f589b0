//! Pictures of one axis: the bodies at a time, the plane between them, and the common interval of all axes.

use glam::DVec3;

use super::SweepView;
use super::projections::Projected;
use crate::lesson::cast::TIME;
use crate::lesson::cast::closest_points::projection_interval;
use crate::lesson::cast::world::middle;
use crate::lesson::{Focus, Pictures, WORLD};
use crate::picture::{Form, Role};
use crate::snapshot::cast::TestedAxis;

/// Plane that separates the bodies on an axis, or that B crosses when the projections begin to overlap.
pub(super) struct DrawnPlane {
    /// Unit normal from A to B, world.
    pub normal: DVec3,
    /// Extent of `A − B` along the normal, meters.
    offset: f64,
    /// End of A along the normal at the start, meters from the world's origin.
    end_of_a: f64,
}

/// Overlap of two projections, as a share of the bodies' size, below which they touch.
const TOUCHING: f64 = 1e-12;

/// Gap from A to B along a direction, meters; negative where their projections overlap.
fn gap_along(a: &[DVec3], b: &[DVec3], normal: DVec3) -> f64 {
    projection_interval(b, normal)[0] - projection_interval(a, normal)[1]
}

impl SweepView<'_> {
    /// Plane of an axis on the side of A where B is, if B does not move along the axis; on the side to which B moves,
    /// if the projections overlap at the start or before; otherwise on the side where B comes from.
    pub(super) fn drawn_plane(&self, tested: &TestedAxis) -> DrawnPlane {
        let context = self.context;
        let n = context.pair.space.cso(tested.plane.normal);
        let (Some(a), Some(b)) = (context.corners(0), context.corners(1)) else {
            let end_of_a = context.pair.space.position.dot(n) + tested.end_of_a;
            return DrawnPlane { normal: n, offset: tested.plane.offset, end_of_a };
        };
        let is_behind = if tested.w == 0.0 {
            gap_along(&a, &b, -n) > gap_along(&a, &b, n)
        } else {
            self.time(tested.span[0]) < 0.0
        };
        let normal = if is_behind { -n } else { n };
        let end_of_a = projection_interval(&a, normal)[1];
        DrawnPlane { normal, offset: end_of_a - projection_interval(&b, normal)[0], end_of_a }
    }

    /// Whether the projections on an axis without motion only touch.
    pub(super) fn touches_still(&self, tested: &TestedAxis) -> bool {
        self.drawn_plane(tested).offset.abs() < TOUCHING * self.context.pair.bounding_radius()
    }

    /// Axis of the step with both projections at `t`.
    pub(super) fn projected(&self, tested: &TestedAxis, t: f64) -> Option<Projected> {
        let name = &self.names[self.before.tested as usize].0;
        let normal = self.drawn_plane(tested).normal;
        Projected::new(self.context, name, normal, t, self.toward(normal))
    }

    /// Direction to the eye of a figure of the axis with this normal. Bodies in the plane z = 0 are seen from above.
    fn toward(&self, normal: DVec3) -> DVec3 {
        let bodies = [0, 1].map(|which| self.context.corners(which));
        let is_flat = bodies.iter().all(|body| body.as_ref().is_some_and(|body| body.iter().all(|p| p.z == 0.0)));
        if is_flat { DVec3::Z } else { self.camera.measuring(normal).axes().back }
    }

    /// Pictures of the bodies at `t`, with the plane of `line` at the time when its projections begin to overlap.
    pub(super) fn pictures(&self, tried: usize, line: Option<&TestedAxis>, t: f64) -> Pictures {
        let context = self.context;
        let mut pictures = Pictures::default();
        let lit = (self.after.tested as usize).checked_sub(1);
        *pictures.edit(TIME.id) = context.lanes.picture(tried, lit.filter(|_| line.is_some()));
        let known = if tried > self.before.tested as usize { self.after } else { self.before };
        context.at_and_between(pictures.edit(WORLD), t, known.overlap.map(|s| self.time(s)));
        let cso = pictures.edit("cso");
        if let Some(line) = line {
            let plane = self.drawn_plane(line);
            let n = plane.normal;
            let middle = context.r() * t;
            let foot = middle - n * (middle.dot(n) - plane.offset);
            let seen = if context.path.is_planar { foot } else { context.patch_center(n, foot) };
            if context.path.is_planar {
                context.clip_plane(cso, "plane", (n, seen));
            } else {
                // The figure looks along the plane, so hatching of its free side would be a comb.
                let half_size = 0.5 * context.pair.bounding_radius();
                cso.add(Role::Bound, "plane", Form::Plane { point: seen, normal: n, half_size });
            }
            context.normal(cso, seen, n, &self.axis_label());
            match self.projected(line, t).filter(|_| tried > self.before.tested as usize) {
                Some(projected) => {
                    projected.draw(pictures.edit(WORLD));
                    pictures.focus = Some(Focus { side: None, points: projected.shown(context) });
                }
                None => self.between(&mut pictures, &plane, t),
            }
            pictures = pictures.naming(Role::Normal, "tested axis").measuring(n);
        }
        let cso = pictures.edit("cso");
        let [from, to] = self.after.overlap.map(|s| self.time(s).min(context.shown));
        if from < to && tried > 0 {
            cso.segment(Role::Gap, "bracket", context.r() * from, context.r() * to);
            if line.is_none() {
                context.magnify(cso, [context.r() * from, context.r() * to]);
            }
        }
        // At the start, `x` is the origin, which has a mark of its own; a visible axis does not need its name.
        let shows_axis = line.is_some_and(|line| self.projected(line, t).is_some());
        if t > 0.0 || !shows_axis {
            context.x(cso, context.r() * t, "x");
        }
        pictures
    }

    /// Adds to the world the plane of an axis at the end of A's projection.
    fn between(&self, pictures: &mut Pictures, plane: &DrawnPlane, t: f64) {
        let context = self.context;
        let n = plane.normal;
        let shift = context.velocities[0] * t;
        let home = context.pair.space.position + shift;
        let centers = [0, 1].map(|which| Some(middle(&context.body(which))? + context.velocities[which] * t));
        let at = match (centers, context.path.is_planar) {
            // A line extends past both bodies.
            ([Some(a), Some(b)], true) => a.midpoint(b),
            _ => home + 0.5 * context.r() * t,
        };
        let foot = at + n * (plane.end_of_a + shift.dot(n) - at.dot(n));
        let world = pictures.edit(WORLD);
        if context.path.is_planar {
            let along = DVec3::new(-n.y, n.x, 0.0) * context.pair.bounding_radius();
            world.segment(Role::Bound, "plane", foot - along, foot + along);
        } else {
            let half_size = 0.38 * context.pair.bounding_radius();
            world.add(Role::Bound, "plane", Form::Plane { point: foot, normal: n, half_size });
        }
        let tip = foot + n * (0.35 * context.pair.radii[0].max(context.pair.radii[1]));
        world.arrow(Role::Normal, "n", foot, tip);
        world.label(Role::Normal, "n", tip, self.axis_label());
    }
}
