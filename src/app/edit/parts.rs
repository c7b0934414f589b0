//! Names and scaling of compound shapes.

use crate::scene::model::Shape;

/// Vertices of the default polytope.
pub(super) const TETRAHEDRON: [[f64; 3]; 4] = [[0.6, 0.0, -0.3], [-0.5, 0.0, -0.4], [0.0, 0.0, 0.6], [0.0, 0.8, 0.0]];

/// Name of a compound shape's kind.
pub(super) fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::TriangleMesh { .. } => "triangle mesh",
        Shape::HeightField { .. } => "height field",
        _ => "compound",
    }
}

/// Scales a compound shape by `factor`; `scaled` scales a child shape.
pub(super) fn scale(shape: &mut Shape, factor: f64, scaled: impl Fn(&Shape, f64) -> Shape) {
    match shape {
        Shape::Compound { parts } => {
            for part in parts {
                part.position = part.position.map(|x| x * factor);
                part.shape = scaled(&part.shape, factor);
            }
        }
        Shape::TriangleMesh { vertices, scale, file, .. } => {
            vertices.iter_mut().flatten().for_each(|x| *x *= factor);
            *scale *= if file.is_some() { factor } else { 1.0 };
        }
        Shape::HeightField { heights, cell } => {
            heights.iter_mut().flatten().chain(cell).for_each(|x| *x *= factor);
        }
        _ => {}
    }
}
