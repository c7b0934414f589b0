//! Scaling of a body's shape by the handles in the views, in all directions or along one axis of the shape.

use contact_lens_scene::model::Shape;

/// Shape scaled by `factor` in all directions about its own origin.
pub(crate) fn scaled(shape: &Shape, factor: f64) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => *radius *= factor,
        Shape::Box { half_extents } => *half_extents = half_extents.map(|side| side * factor),
        Shape::Rectangle { half_extents } => *half_extents = half_extents.map(|side| side * factor),
        Shape::Cylinder { radius, half_height, .. }
        | Shape::Cone { radius, half_height, .. }
        | Shape::Capsule { radius, half_height, .. } => {
            *radius *= factor;
            *half_height *= factor;
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
        Shape::Compound { parts } => {
            for part in parts {
                part.position = part.position.map(|x| x * factor);
                part.shape = scaled(&part.shape, factor);
            }
        }
        Shape::TriangleMesh { vertices, scale, file, .. } => {
            vertices.iter_mut().flatten().for_each(|x| *x *= factor);
            // `scale` applies to the vertices of a file only.
            *scale *= if file.is_some() { factor } else { 1.0 };
        }
        Shape::HeightField { heights, cell } => {
            heights.iter_mut().flatten().chain(cell).for_each(|x| *x *= factor);
        }
    }
    shape
}

/// Shape scaled by `factor` along one of its own axes (0 is x); `None` for shapes that would become another kind, such
/// as a sphere, and for shapes without a size along that axis.
pub(crate) fn scaled_along(shape: &Shape, axis: usize, factor: f64) -> Option<Shape> {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Box { half_extents } => half_extents[axis] *= factor,
        Shape::Rectangle { half_extents } => *half_extents.get_mut(axis)? *= factor,
        Shape::Ellipsoid { radii } => radii[axis] *= factor,
        Shape::Cylinder { radius, half_height, axis: height_axis }
        | Shape::Cone { radius, half_height, axis: height_axis }
        | Shape::Capsule { radius, half_height, axis: height_axis } => {
            // Across its axis, the shape stays round: the radius changes in both directions.
            let scaled_length = if *height_axis as usize == axis { half_height } else { radius };
            *scaled_length *= factor;
        }
        Shape::Segment { points } => points.iter_mut().for_each(|point| point[axis] *= factor),
        Shape::Triangle { points } => points.iter_mut().for_each(|point| point[axis] *= factor),
        Shape::Polytope { points } => points.iter_mut().for_each(|point| point[axis] *= factor),
        Shape::Polygon { points } if axis < 2 => points.iter_mut().for_each(|point| point[axis] *= factor),
        Shape::Affine { matrix, offset, .. } => {
            matrix[axis].iter_mut().for_each(|x| *x *= factor);
            offset[axis] *= factor;
        }
        Shape::Sphere { .. }
        | Shape::Circle { .. }
        | Shape::Polygon { .. }
        | Shape::Mesh { .. }
        | Shape::HalfSpace { .. }
        | Shape::Inflate { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => return None,
    }
    Some(shape)
}
