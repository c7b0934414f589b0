//! Kinds of shapes that the user can choose for a body: their names, and the default shape of each kind.

use contact_lens_scene::model::{Axis, Shape};

/// Vertices of the default polytope, meters: an irregular tetrahedron with its base around the origin.
const TETRAHEDRON: [[f64; 3]; 4] = [[0.6, 0.0, -0.3], [-0.5, 0.0, -0.4], [0.0, 0.0, 0.6], [0.0, 0.8, 0.0]];

/// Kinds of shapes that a body can get, in the panel's order.
pub(crate) const SHAPE_KINDS: [&str; 13] = [
    "sphere",
    "box",
    "cylinder",
    "cone",
    "capsule",
    "ellipsoid",
    "segment",
    "triangle",
    "polytope",
    "circle",
    "rectangle",
    "polygon",
    "half-space",
];

/// Name of a shape's kind.
pub(crate) fn shape_kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Sphere { .. } => "sphere",
        Shape::Box { .. } => "box",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Cone { .. } => "cone",
        Shape::Capsule { .. } => "capsule",
        Shape::Ellipsoid { .. } => "ellipsoid",
        Shape::Segment { .. } => "segment",
        Shape::Triangle { .. } => "triangle",
        Shape::Polytope { .. } => "polytope",
        Shape::Mesh { .. } => "mesh",
        Shape::Circle { .. } => "circle",
        Shape::Rectangle { .. } => "rectangle",
        Shape::Polygon { .. } => "polygon",
        Shape::HalfSpace { .. } => "half-space",
        Shape::Affine { .. } => "affine image",
        Shape::Inflate { .. } => "inflated",
        Shape::Compound { .. } => "compound",
        Shape::TriangleMesh { .. } => "triangle mesh",
        Shape::HeightField { .. } => "height field",
    }
}

/// Default shape of a kind of [`SHAPE_KINDS`] at its origin: its largest extent along an axis is between 1 and 1.6 m; a
/// half-space is the one below y = 0. `None` for any other name.
pub(crate) fn default_shape(kind: &str) -> Option<Shape> {
    let radius = 0.5;
    let half_height = 0.5;
    let axis = Axis::Y;
    Some(match kind {
        "sphere" => Shape::Sphere { radius },
        "cylinder" => Shape::Cylinder { radius, half_height, axis },
        "cone" => Shape::Cone { radius, half_height, axis },
        "capsule" => Shape::Capsule { radius: 0.3, half_height, axis },
        "ellipsoid" => Shape::Ellipsoid { radii: [0.8, 0.5, 0.3] },
        "segment" => Shape::Segment { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]] },
        "triangle" => Shape::Triangle { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.8, 0.0]] },
        "polytope" => Shape::Polytope { points: TETRAHEDRON.to_vec() },
        "circle" => Shape::Circle { radius },
        "rectangle" => Shape::Rectangle { half_extents: [0.6, 0.4] },
        "polygon" => Shape::Polygon { points: vec![[-0.5, -0.4], [0.6, -0.3], [0.2, 0.6]] },
        "half-space" => Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 },
        "box" => Shape::Box { half_extents: [0.5; 3] },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_default_of_that_kind() {
        for kind in SHAPE_KINDS {
            assert_eq!(default_shape(kind).as_ref().map(shape_kind), Some(kind));
        }
    }
}
