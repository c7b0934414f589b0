//! Part of the world that a figure of one body's support point shows, and the side from which.

use glam::DVec3;

use crate::lesson::{Focus, PairContext, WORLD};
use crate::picture::{Camera, Form, Role};

/// Component along the direction of the line of sight, relative to the component across it: the supporting plane is not
/// seen edge-on, and the arrow of the direction is not foreshortened much.
const SLANT: f64 = 0.55;

/// Focus on body A (0) or B (1) and the arrow of the direction at its support point. `None` without a direction, and
/// without a drawn body.
pub(super) fn on_body(context: &PairContext, body: usize, [support, direction]: [DVec3; 2]) -> Option<Focus> {
    let along = direction.try_normalize()?;
    let role = [Role::ShapeA, Role::ShapeB][body & 1];
    let scenery = context.backdrop();
    let marks = scenery.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
    let mut points: Vec<DVec3> = marks.flat_map(|mark| points_of(&mark.form)).collect();
    if points.is_empty() {
        return None;
    }
    points.extend([support, support + along * context.direction_length()]);
    let across = Camera::perpendicular_to(along, &[]).axes().back;
    Some(Focus { side: Some(across + along * SLANT), points })
}

/// Vertices of a drawn body.
fn points_of(form: &Form) -> Vec<DVec3> {
    match form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Polygon(points) | Form::Polyline { points, .. } => points.clone(),
        Form::Segment(ends) => ends.to_vec(),
        Form::Point(at) => vec![*at],
        _ => Vec::new(),
    }
}
