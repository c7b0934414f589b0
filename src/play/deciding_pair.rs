//! The pair of child shapes that decides a result, as a scene of its own with two bodies. A body may be a tree of child
//! shapes (compound, mesh or height field); the result of a query names one child shape of each body, and a scene with
//! these two alone lets the user step through the query of that pair.
//!
//! The path of a child shape has its index at each level of the tree, outermost first; the last index of a path into a
//! mesh or height field is that of a triangle.

use contact_lens_model::answer::{Finding, PartsContact};
use contact_lens_scene::List;
use contact_lens_scene::model::{Body, Query, Scene, Shape};
use glam::{DQuat, DVec3};

use super::QueryError;

/// The child shape of `body` with the path `path`, as a body of its own at the same place in the world frame; `None` if
/// there is no such child shape.
pub(super) fn child_shape_as_body(body: &Body, path: &[u32]) -> Option<Body> {
    let body_position = DVec3::from(body.position);
    let body_rotation = body.unit_rotation();
    let piece = body.shape.pieces().into_iter().find(|piece| path.starts_with(&piece.path))?;
    let mut names = piece.names.clone();
    let shape = match piece.shape.surface() {
        None => piece.shape.clone(),
        Some((vertices, triangles)) => {
            let index = *path.get(piece.path.len())?;
            names.push(format!("triangle {index}"));
            let triangle = triangles.get(index as usize)?;
            Shape::Triangle { points: triangle.map(|vertex| vertices[vertex as usize]) }
        }
    };
    let name = if names.is_empty() { body.name.clone() } else { format!("{}: {}", body.name, names.join(", ")) };
    let rotates = body.angular_velocity() != [0.0; 3];
    // A rotating child shape must rotate about the origin of its body, so it keeps that origin and moves within its
    // frame.
    let shape = if rotates && !piece.is_unmoved() { moved_shape(shape, piece.position, piece.rotation) } else { shape };
    let mut child = Body { name, shape, ..body.clone() };
    if !rotates && !piece.is_unmoved() {
        let position = body_position + body_rotation * piece.position;
        let rotation = body_rotation * piece.rotation;
        child.position = position.to_array();
        child.rotation = rotation.to_array();
        child.angle = None;
    }
    Some(child)
}

/// A shape, rotated by `rotation` and then translated by `offset` (meters) in the frame of its body.
fn moved_shape(shape: Shape, offset: DVec3, rotation: DQuat) -> Shape {
    let rows = glam::DMat3::from_quat(rotation).transpose();
    Shape::Affine { matrix: rows.to_cols_array_2d(), offset: offset.to_array(), shape: Box::new(shape) }
}

/// Whether a query is about at least one body with child shapes.
pub fn has_child_shapes(scene: &Scene, query: &Query) -> bool {
    scene.subjects(query).is_ok_and(|subjects| subjects.iter().any(|subject| subject.body.shape.has_children()))
}

/// The pair of child shapes that decides the result `finding` of a query in a frame: a scene with these two as bodies,
/// at their poses in that frame, and with the same query. For contacts it is the pair with the deepest point.
///
/// # Errors
/// The result is not about child shapes, or no pair decides it.
pub fn deciding_pair(scene: &Scene, query: &Query, frame: usize, finding: &Finding) -> Result<Scene, QueryError> {
    let paths = match finding {
        Finding::Parts(found) => found.part_a.clone().zip(found.part_b.clone()),
        Finding::PartsInFlight(found) => found.part_a.clone().zip(found.part_b.clone()),
        Finding::PartsInContact(found) => {
            found.deepest().map(|PartsContact { part_a, part_b, .. }| (part_a.clone(), part_b.clone()))
        }
        _ => None,
    };
    let (path_a, path_b) = paths.ok_or_else(no_deciding_pair)?;
    let subjects = scene
        .subjects(query)
        .map_err(|missing| QueryError::new("", format!("There is no body `{}`.", missing.name)))?;
    let [a, b] = <[_; 2]>::try_from(subjects).map_err(|_| QueryError::new("", "The query is not about two bodies."))?;
    let mut bodies = Vec::with_capacity(2);
    for (subject, path) in [(a, path_a), (b, path_b)] {
        let mut body = subject.body.clone();
        let (position, rotation) = subject.track.pose(frame);
        body.set_pose(position, rotation);
        bodies.push(child_shape_as_body(&body, &path).ok_or_else(no_deciding_pair)?);
    }
    let mut ask = query.ask.clone();
    ask.expect_nothing();
    if let Some([a, b]) = ask.pair_mut() {
        *a = bodies[0].name.clone();
        *b = bodies[1].name.clone();
    }
    let name = format!("{} and {}", bodies[0].name, bodies[1].name);
    let query = Query::new(ask.algorithm().id(), ask);
    Ok(Scene { queries: vec![query], ..Scene::new(name, scene.dimension, List::from(bodies)) })
}

/// Error for a result that no pair of child shapes decides.
fn no_deciding_pair() -> QueryError {
    QueryError::new("", "No pair of child shapes decides this result.")
}
