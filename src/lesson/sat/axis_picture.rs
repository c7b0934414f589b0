//! World view of an axis: the axis, and the features of the bodies that define it.

use glam::DVec3;

use super::projections::{AxisDrawing, ProjectedAxis};
use super::{SatContext, names};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::Axis;

/// Roles of the features of A and of B that define an axis.
const FEATURE_ROLES: [Role; 2] = [Role::IncidentA, Role::Incident];

/// Height of a vertex above the plane of a face, as a fraction of the length of B's projection, up to which it is in
/// the plane.
const IN_FACE: f64 = 1e-6;

impl SatContext {
    /// Face of B whose outward normal is the axis, for an axis of two opposite faces of B: vertices in their order
    /// around the face, world. `None` for other axes.
    pub(super) fn face_along_axis(&self, axis: &ProjectedAxis) -> Option<Vec<DVec3>> {
        let Some(Axis::FaceB(index)) = axis.definition else { return None };
        let solid = &self.problem.solids[1];
        let line = solid.face_axes.get(index as usize)?;
        let [Some(_), Some(_)] = line.faces else { return None };
        let all: Vec<DVec3> = (0..solid.vertices.len() as u32).map(|v| self.vertex(1, v)).collect();
        let height = |p: &DVec3| axis.normal.dot(*p);
        let last = all.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let error = IN_FACE * (axis.b[1] - axis.b[0]);
        let mut face: Vec<DVec3> = all.into_iter().filter(|p| height(p) >= last - error).collect();
        let middle = face.iter().sum::<DVec3>() / face.len() as f64;
        let (x, y) = axis.normal.any_orthonormal_pair();
        let angle = |p: &DVec3| (*p - middle).dot(y).atan2((*p - middle).dot(x));
        face.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        (face.len() > 2).then_some(face)
    }
}

/// Adds the features that define an axis, with their names, and the axis: below the bodies with the projections, whose
/// facing features have the vertices `touched`, or without them as an arrow at a feature.
pub(super) fn add_axis(
    world: &mut Picture,
    drawing: &AxisDrawing,
    axis: &ProjectedAxis,
    features: [Vec<DVec3>; 2],
    touched: Option<&[DVec3]>,
) {
    match touched {
        Some(touched) => drawing.draw(world, axis, touched),
        None => drawing.draw_at_feature(world, axis, &features),
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
