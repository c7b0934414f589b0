//! Test whether all bodies of a scene lie in the plane z = 0, so that pictures of the scene are drawn from above.

use contact_lens_scene::model::{Scene, Shape};

/// Whether all bodies have planar shapes and origins in the plane z = 0. Rotations and frames are not considered.
pub fn is_in_plane(scene: &Scene) -> bool {
    scene.bodies.iter().all(|body| lies_in_plane(&body.shape) && body.position[2] == 0.0)
}

/// Whether a shape lies in the plane z = 0 of its own frame, or is a half-space with its normal in that plane.
fn lies_in_plane(shape: &Shape) -> bool {
    match shape {
        Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. } => true,
        Shape::HalfSpace { normal, .. } => normal[2] == 0.0,
        Shape::Segment { points } => points.iter().all(|p| p[2] == 0.0),
        Shape::Triangle { points } => points.iter().all(|p| p[2] == 0.0),
        Shape::Sphere { .. }
        | Shape::Box { .. }
        | Shape::Cylinder { .. }
        | Shape::Cone { .. }
        | Shape::Capsule { .. }
        | Shape::Ellipsoid { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Affine { .. }
        | Shape::Inflate { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => false,
    }
}
