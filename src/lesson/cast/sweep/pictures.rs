//! Pictures of one axis of a sweep: the bodies at a time, the plane between them, and the interval of possible contact.

use contact_lens_model::snapshot::cast::TestedAxis;
use contact_lens_picture::{Form, Role};
use glam::DVec3;

use super::SweepView;
use super::projections::AxisWithProjections;
use crate::cast::TIME;
use crate::cast::closest_points::projection_interval;
use crate::cast::cso::ClippingPlane;
use crate::cast::world::body_center;
use crate::{Focus, Pictures, WORLD};

/// Overlap of two projections, as a fraction of the bodies' size, below which they touch.
const TOUCHING: f64 = 1e-12;

/// Half side of the square that represents a plane in configuration space, as a fraction of the bodies' size.
const CSO_PLANE_HALF_SIDE: f64 = 0.5;

/// Half side of the square that represents a plane in the world, as a fraction of the bodies' size.
const WORLD_PLANE_HALF_SIDE: f64 = 0.38;

/// Length of the arrow of an axis in the world, in half diagonals of the larger body.
const AXIS_LENGTH: f64 = 0.35;

/// Plane at an end of A's projection on an axis: it separates the bodies, or B crosses it when the projections begin to
/// overlap.
pub(super) struct DrawnPlane {
    /// Unit normal from A to B, world.
    pub normal: DVec3,
    /// Signed distance of the supporting plane of `A − B` from its origin, meters.
    offset: f64,
    /// Largest projection of A on the normal at the start, meters; projections are measured from the world's origin.
    end_of_a: f64,
}

/// Gap from A to B along a unit vector, meters; negative where their projections overlap.
fn gap_along(a: &[DVec3], b: &[DVec3], normal: DVec3) -> f64 {
    projection_interval(b, normal)[0] - projection_interval(a, normal)[1]
}

impl SweepView<'_> {
    /// Plane of an axis at one of the two ends of A: at the end where B is, if B does not move along the axis; at the
    /// end to which B moves, if the projections overlap at the start or before; otherwise at the end that B approaches.
    pub(super) fn drawn_plane(&self, tested: &TestedAxis) -> DrawnPlane {
        let context = self.context;
        let n = context.pair.space.cso(tested.plane.normal);
        let (Some(a), Some(b)) = (context.vertices(0), context.vertices(1)) else {
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

    /// Whether the projections on an axis along which B does not move only touch.
    pub(super) fn touches_still(&self, tested: &TestedAxis) -> bool {
        self.drawn_plane(tested).offset.abs() < TOUCHING * self.context.pair.bounding_radius()
    }

    /// Axis of the step with both projections at time `t`, seconds; `None` if it cannot be drawn.
    pub(super) fn axis_with_projections(&self, tested: &TestedAxis, t: f64) -> Option<AxisWithProjections> {
        let name = &self.names[self.before.tested as usize].short;
        let normal = self.drawn_plane(tested).normal;
        AxisWithProjections::new(self.context, name, normal, t, self.toward(normal))
    }

    /// Unit vector towards the eye of a figure of an axis with this normal: along z for bodies in the plane z = 0.
    fn toward(&self, normal: DVec3) -> DVec3 {
        let is_flat = |body| self.context.vertices(body).is_some_and(|vertices| vertices.iter().all(|p| p.z == 0.0));
        if is_flat(0) && is_flat(1) { DVec3::Z } else { self.camera.showing_length_along(normal).axes().back }
    }

    /// Pictures of the bodies at time `t`, seconds, after `tested` axes; with the projections on `axis`, or its plane.
    pub(super) fn pictures(&self, tested: usize, axis: Option<&TestedAxis>, t: f64) -> Pictures {
        let context = self.context;
        let mut pictures = Pictures::default();
        let is_result = tested > self.before.tested as usize;
        let current = (self.after.tested as usize).checked_sub(1);
        *pictures.edit(TIME.id) = context.time_rows.picture(tested, current.filter(|_| axis.is_some()));
        let state = if is_result { self.after } else { self.before };
        context.add_bodies_and_bracket(pictures.edit(WORLD), t, state.overlap.map(|s| self.time(s)));
        let projections = axis.and_then(|axis| self.axis_with_projections(axis, t));
        if let Some(axis) = axis {
            let plane = self.drawn_plane(axis);
            self.add_plane_to_cso(&mut pictures, &plane, t);
            match projections.as_ref().filter(|_| is_result) {
                Some(projections) => {
                    projections.draw(pictures.edit(WORLD));
                    pictures.focus = Some(Focus { side: None, points: projections.figure_points(context) });
                }
                None => self.add_plane_to_world(&mut pictures, &plane, t),
            }
            pictures = pictures.naming(Role::Normal, "tested axis").measuring(plane.normal);
        }
        let cso = pictures.edit("cso");
        let [from, to] = self.after.overlap.map(|s| self.time(s).min(context.duration));
        if from < to && tested > 0 {
            cso.segment(Role::Gap, "bracket", context.r() * from, context.r() * to);
            if axis.is_none() {
                context.add_inset(cso, [context.r() * from, context.r() * to]);
            }
        }
        // At the start, `x` is the origin, which has a mark of its own; a visible axis does not need its name.
        if t > 0.0 || projections.is_none() {
            context.add_x(cso, context.r() * t, "x");
        }
        pictures
    }

    /// Adds the plane of an axis and its normal to the configuration space, at the place nearest to `x` at time `t`,
    /// seconds.
    fn add_plane_to_cso(&self, pictures: &mut Pictures, plane: &DrawnPlane, t: f64) {
        let context = self.context;
        let cso = pictures.edit("cso");
        let n = plane.normal;
        let x = context.r() * t;
        let foot = x - n * (x.dot(n) - plane.offset);
        let shown_point = if context.path.is_planar { foot } else { context.patch_center(n, foot) };
        if context.path.is_planar {
            context.add_clipping_plane(cso, "plane", ClippingPlane { normal: n, point: shown_point });
        } else {
            // The figure looks along the plane, so the hatching of its free side would look like a comb.
            let half_size = CSO_PLANE_HALF_SIDE * context.pair.bounding_radius();
            cso.add(Role::Bound, "plane", Form::Plane { point: shown_point, normal: n, half_size });
        }
        context.add_normal(cso, shown_point, n, &self.axis_label());
    }

    /// Adds the plane of an axis at the end of A's projection to the world, with its normal, at time `t`, seconds.
    fn add_plane_to_world(&self, pictures: &mut Pictures, plane: &DrawnPlane, t: f64) {
        let context = self.context;
        let n = plane.normal;
        let shift = context.velocities[0] * t;
        let origin = context.pair.space.position + shift;
        let centers = [0, 1].map(|which| Some(body_center(&context.body(which))? + context.velocities[which] * t));
        let middle = match centers {
            // In the plane, the line of the axis is long enough for both bodies, so its middle is between them.
            [Some(a), Some(b)] if context.path.is_planar => a.midpoint(b),
            _ => origin + 0.5 * context.r() * t,
        };
        let foot = middle + n * (plane.end_of_a + shift.dot(n) - middle.dot(n));
        let world = pictures.edit(WORLD);
        if context.path.is_planar {
            let along = DVec3::new(-n.y, n.x, 0.0) * context.pair.bounding_radius();
            world.segment(Role::Bound, "plane", foot - along, foot + along);
        } else {
            let half_size = WORLD_PLANE_HALF_SIDE * context.pair.bounding_radius();
            world.add(Role::Bound, "plane", Form::Plane { point: foot, normal: n, half_size });
        }
        let tip = foot + n * (AXIS_LENGTH * context.pair.radii[0].max(context.pair.radii[1]));
        world.arrow(Role::Normal, "n", foot, tip);
        world.label(Role::Normal, "n", tip, self.axis_label());
    }
}
