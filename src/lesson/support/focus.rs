//! Focus of a figure of one body's support point: the part of the world that the figure shows, and the side from which.

use contact_lens_picture::{Camera, Form, Role};
use glam::DVec3;

use crate::{Focus, PairContext, WORLD};

/// Component of the line of sight along the direction, as a fraction of the component across the direction: the
/// supporting plane is not seen edge-on, and the arrow of the direction is not foreshortened much.
const SLANT: f64 = 0.55;

/// Focus on body A (0) or B (1) and the arrow of `direction` at its support point `support`, world. `None` for a zero
/// direction, and without a drawn body.
pub(super) fn on_body(context: &PairContext, body: usize, support: DVec3, direction: DVec3) -> Option<Focus> {
    let along = direction.try_normalize()?;
    let role = [Role::ShapeA, Role::ShapeB][body & 1];
    let scenery = context.backdrop();
    let marks = scenery.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
    let mut points: Vec<DVec3> = marks.flat_map(|mark| points_of(&mark.form)).collect();
    if points.is_empty() {
        return None;
    }
    let tip_of_arrow = support + along * context.direction_length();
    points.extend([support, tip_of_arrow]);
    let across = Camera::perpendicular_to(along, &[]).axes().back;
    Some(Focus { side: Some(across + along * SLANT), points })
}

/// Vertices of a mark of a drawn body; empty for forms that bodies do not have.
fn points_of(form: &Form) -> Vec<DVec3> {
    match form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Polygon(points) | Form::Polyline { points, .. } => points.clone(),
        Form::Segment(ends) => ends.to_vec(),
        Form::Point(at) => vec![*at],
        _ => Vec::new(),
    }
}
