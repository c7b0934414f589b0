//! Shapes in another size.

use crate::scene::model::Shape;

/// A shape in all directions `factor` times as large.
pub(in crate::app) fn scaled(shape: &Shape, factor: f64) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => *radius *= factor,
        Shape::Box { half_extents } => *half_extents = half_extents.map(|side| side * factor),
        Shape::Rectangle { half_extents } => *half_extents = half_extents.map(|side| side * factor),
        Shape::Cylinder { radius, half_height, .. }
        | Shape::Cone { radius, half_height, .. }
        | Shape::Capsule { radius, half_height, .. } => {
            (*radius, *half_height) = (*radius * factor, *half_height * factor)
        }
        Shape::Ellipsoid { radii } => *radii = radii.map(|radius| radius * factor),
        Shape::Segment { points } => *points = points.map(|point| point.map(|x| x * factor)),
        Shape::Triangle { points } => *points = points.map(|point| point.map(|x| x * factor)),
        Shape::Polytope { points } => points.iter_mut().flatten().for_each(|x| *x *= factor),
        Shape::Polygon { points } => points.iter_mut().flatten().for_each(|x| *x *= factor),
        Shape::Mesh { scale, .. } => *scale *= factor,
        Shape::HalfSpace { offset, .. } => *offset *= factor,
        Shape::Affine { matrix, offset, .. } => {
            matrix.iter_mut().flatten().chain(offset).for_each(|x| *x *= factor);
        }
        Shape::Inflate { radius, shape } => {
            *radius *= factor;
            **shape = scaled(shape, factor);
        }
        of_parts => super::parts::scale(of_parts, factor, scaled),
    }
    shape
}
