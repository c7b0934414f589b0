//! Drawing of an axis next to the bodies at one time, with the projections of both bodies as bars on it.

use contact_lens_picture::Picture;
use glam::DVec3;

use crate::cast::CastContext;
use crate::cast::closest_points::projection_interval;
use crate::sat::projections::{AxisDrawing, ProjectedAxis};

/// Cosine of the angle between an axis and the line of sight above which projections are too short to be seen.
const ALONG_SIGHT: f64 = 0.8;

/// Rounding error of an end of a projection, as a fraction of the pair's size.
const ROUNDING: f64 = 1e-9;

/// Axis of a step, with the projections of both bodies at one time.
pub(super) struct AxisWithProjections {
    drawing: AxisDrawing,
    axis: ProjectedAxis,
}

/// Point that is farthest along a direction; the origin without points.
fn farthest_point(points: &[DVec3], along: DVec3) -> DVec3 {
    points.iter().copied().max_by(|p, q| p.dot(along).total_cmp(&q.dot(along))).unwrap_or_default()
}

impl CastContext {
    /// Vertices of A (0) or B (1) at time `t`, seconds; world, meters. `None` for a body with curved surfaces.
    fn vertices_at(&self, which: usize, t: f64) -> Option<Vec<DVec3>> {
        let shift = self.velocities[which] * t;
        Some(self.vertices(which)?.into_iter().map(|p| p + shift).collect())
    }
}

impl AxisWithProjections {
    /// Axis called `name` along the unit vector `normal`, with the projections at time `t`, seconds, for an eye in the
    /// direction of the unit vector `toward`. `None` for curved bodies, and for an axis nearly along the line of sight.
    pub(super) fn new(context: &CastContext, name: &str, normal: DVec3, t: f64, toward: DVec3) -> Option<Self> {
        if normal.dot(toward).abs() > ALONG_SIGHT || !t.is_finite() {
            return None;
        }
        let vertices = [context.vertices_at(0, t)?, context.vertices_at(1, t)?];
        let origin = context.pair.space.position;
        // Projections are measured from the origin of the axis.
        let a = projection_interval(&vertices[0], normal).map(|x| x - origin.dot(normal));
        let b = projection_interval(&vertices[1], normal).map(|x| x - origin.dot(normal));
        let supports = [farthest_point(&vertices[0], normal), farthest_point(&vertices[1], -normal)];
        let axis = ProjectedAxis {
            name: name.to_owned(),
            description: String::new(),
            definition: None,
            group: 0,
            normal,
            a,
            b,
            supports,
            was_best: false,
            above: false,
        };
        let drawing = AxisDrawing::new(origin, vertices, toward, ROUNDING * context.pair.bounding_radius());
        Some(Self { drawing, axis })
    }

    /// Adds the axis and the projections.
    pub(super) fn draw(&self, world: &mut Picture) {
        self.drawing.draw_projections(world, &self.axis);
    }

    /// Points that a figure shows: the bodies now, at the start and at the end of the motion, and the axis.
    pub(super) fn figure_points(&self, context: &CastContext) -> Vec<DVec3> {
        let mut points = self.drawing.figure_points(&self.axis, &[Vec::new(), Vec::new()], true);
        for which in 0..2 {
            points.extend(context.vertices(which).into_iter().flatten());
            points.extend(context.vertices_at(which, context.duration).into_iter().flatten());
        }
        points.retain(|point| point.is_finite());
        points
    }
}
