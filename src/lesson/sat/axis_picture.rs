//! World view of an axis: the axis, and the features of the bodies that define it.

use glam::DVec3;

use super::names;
use super::projections::{AxisDrawing, ProjectedAxis};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::Axis;

/// Roles of the features of A and of B that define an axis.
const FEATURE_ROLES: [Role; 2] = [Role::IncidentA, Role::Incident];

/// Adds the features that define an axis, with their names, and the axis: below the bodies with the projections, or
/// without them as an arrow at a feature.
pub(super) fn add_axis(
    world: &mut Picture,
    drawing: &AxisDrawing,
    axis: &ProjectedAxis,
    features: [Vec<DVec3>; 2],
    with_projections: bool,
) {
    match with_projections {
        true => drawing.draw(world, axis, &features.concat()),
        false => drawing.draw_at_feature(world, axis, &features),
    }
    let Some(definition) = axis.definition else { return };
    for (body, name) in names::feature_names(definition).into_iter().enumerate() {
        let kind = match definition {
            Axis::FaceA(_) | Axis::FaceB(_) if features[body].len() == 2 => "side",
            Axis::FaceA(_) | Axis::FaceB(_) => "face",
            Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => "edge",
        };
        // The name of a segment is that of its body.
        let name = name.filter(|_| kind != "side" || !drawing.is_thin(body)).map(|name| format!("{kind} {name}"));
        add_feature(world, body, &features[body], name);
    }
}

/// Adds an edge or a face of A (0) or B (1) with its name.
pub(super) fn add_feature(world: &mut Picture, body: usize, points: &[DVec3], name: Option<String>) {
    let role = FEATURE_ROLES[body];
    let key = names::FEATURE_KEYS[body];
    match points {
        [] | [_] => return,
        [from, to] => world.segment(role, key, *from, *to),
        _ => world.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
    if let Some(name) = name {
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        world.label(role, key, middle, name);
    }
}
