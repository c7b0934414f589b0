//! Test whether all bodies of a scene lie in the plane z = 0, so that pictures of the scene are drawn from above.

use contact_lens_scene::model::{FieldValue, Scene, Shape, ShapeSpace};

/// Whether all bodies have planar shapes and origins in the plane z = 0. Rotations and frames are not considered.
pub fn is_in_plane(scene: &Scene) -> bool {
    scene.bodies.iter().all(|body| lies_in_plane(&body.shape) && body.position[2] == 0.0)
}

/// Whether a shape lies in the plane z = 0 of its own frame, or is a half-space with its normal in that plane.
fn lies_in_plane(shape: &Shape) -> bool {
    shape.kind().space == ShapeSpace::Plane
        || shape.fields().into_iter().any(|field| {
            matches!(field.value, FieldValue::Normal([_, _, 0.0]))
                || matches!(field.value, FieldValue::Points(points) if points.iter().all(|[_, _, z]| *z == 0.0))
        })
}
