//! Nouns of the kinds of shapes, by which comments name bodies.

use contact_lens_scene::model::Shape;

/// Returns the nouns of the kind of a shape.
pub(super) fn nouns_of(shape: &Shape) -> &'static [&'static str] {
    match shape {
        Shape::Sphere { .. } => &["sphere", "ball", "circle"],
        Shape::Circle { .. } => &["circle", "ball", "disk"],
        Shape::Box { .. } => &["box", "cube", "cuboid"],
        Shape::Rectangle { .. } => &["box", "rectangle", "square"],
        Shape::Capsule { .. } => &["capsule"],
        Shape::Cylinder { .. } => &["cylinder"],
        Shape::Cone { .. } => &["cone"],
        Shape::Ellipsoid { .. } => &["ellipsoid"],
        Shape::HalfSpace { .. } => &["plane"],
        Shape::Polytope { .. } => &["hull", "polytope"],
        Shape::Polygon { .. } => &["polygon"],
        Shape::Mesh { .. } | Shape::TriangleMesh { .. } => &["mesh"],
        Shape::Segment { .. } => &["segment", "edge"],
        Shape::Triangle { .. } => &["triangle"],
        Shape::HeightField { .. } => &["heightfield", "terrain"],
        Shape::Compound { .. } => &["compound"],
        Shape::Inflate { .. } | Shape::Affine { .. } => &[],
    }
}
