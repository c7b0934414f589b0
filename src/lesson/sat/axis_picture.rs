//! World view of a tested axis: the axis with its projections or as an arrow, and the features of the bodies that
//! define it.

use contact_lens_model::snapshot::sat::Axis;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::projections::{AxisDrawing, ProjectedAxis};
use super::{SatContext, names};
use crate::{PairContext, WORLD};

/// Roles of the features of A and of B that define an axis.
const FEATURE_ROLES: [Role; 2] = [Role::IncidentA, Role::Incident];

/// Position of a segment's name, as a fraction from its start to its end.
const NAME_ON_SEGMENT: f64 = 0.25;

/// Largest distance of a vertex of a face from the plane of the face, as a fraction of the length of B's projection:
/// above rounding error.
const IN_FACE: f64 = 1e-6;

impl SatContext {
    /// Face of B whose outward normal is the axis, for an axis of two opposite faces of B: vertices in their order
    /// around the face, world. `None` for other axes.
    pub(super) fn face_along_axis(&self, axis: &ProjectedAxis) -> Option<Vec<DVec3>> {
        let Some(Axis::FaceB(index)) = axis.definition else { return None };
        let solid = &self.problem.solids[1];
        let face_axis = solid.face_axes.get(index as usize)?;
        let [Some(_), Some(_)] = face_axis.faces else { return None };
        let vertices: Vec<DVec3> = (0..solid.vertices.len() as u32).map(|v| self.vertex(1, v)).collect();
        let height = |p: &DVec3| axis.normal.dot(*p);
        let highest = vertices.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let tolerance = IN_FACE * (axis.b[1] - axis.b[0]);
        let mut face: Vec<DVec3> = vertices.into_iter().filter(|p| height(p) >= highest - tolerance).collect();
        let middle = face.iter().sum::<DVec3>() / face.len() as f64;
        let (x, y) = axis.normal.any_orthonormal_pair();
        let angle = |p: &DVec3| (*p - middle).dot(y).atan2((*p - middle).dot(x));
        face.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        (face.len() > 2).then_some(face)
    }
}

/// Adds an axis and the features of A and of B that define it, given by their vertices, with their names. An axis with
/// projections is drawn below the bodies; `touched` are the vertices of the facing features, up to which the separation
/// is drawn. `None` draws the axis as an arrow at a feature.
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
        // The side of a segment or a point is the body itself, which has a name already.
        let has_name = kind != "side" || !drawing.is_thin(body);
        let label = name.filter(|_| has_name).map(|name| format!("{kind} {name}"));
        add_feature(world, body, &features[body], label);
    }
}

/// Adds an edge or a face of A (0) or B (1), given by its vertices, world, with its name; draws nothing for fewer than
/// two vertices.
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

/// Picture of the pair in the world. It adds the names of bodies that are segments or points; other bodies have theirs
/// already.
pub(super) fn world_with_names(pair: &PairContext) -> Picture {
    let mut world = pair.backdrop().pictures.of(WORLD).clone();
    for (role, name) in [Role::ShapeA, Role::ShapeB].into_iter().zip(&pair.names) {
        let mut marks_of_body = world.marks.iter().filter(|mark| mark.role == role);
        let key_and_position = marks_of_body.find_map(|mark| match mark.form {
            Form::Segment([from, to]) => Some((mark.key.clone(), from.lerp(to, NAME_ON_SEGMENT))),
            Form::Point(at) => Some((mark.key.clone(), at)),
            _ => None,
        });
        if let Some((key, position)) = key_and_position {
            world.label(role, key, position, name.as_str());
        }
    }
    world
}
