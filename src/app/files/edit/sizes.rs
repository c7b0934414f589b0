//! Scaling of a body's shape by the handles in the views, in all directions or along one axis of the shape.

use contact_lens_scene::model::{Exclusive, FieldValue, Shape};

/// Shape scaled by `factor` in all directions about its own origin.
pub(crate) fn scaled(shape: &Shape, factor: f64) -> Shape {
    let mut shape = shape.clone();
    scale(&mut shape, factor);
    shape
}

/// Scales a shape by `factor` in all directions about its own origin.
fn scale(shape: &mut Shape, factor: f64) {
    // The scaled matrix of an affine map scales the shape inside.
    let is_mapped = shape.fields().iter().any(|field| matches!(field.value, FieldValue::Matrix(_)));
    for field in shape.fields_mut() {
        scale_field(field.value, factor);
    }
    if !is_mapped {
        shape.children_mut().into_iter().for_each(|(_, child)| scale(child, factor));
    }
}

/// Scales a field of a shape by `factor` in all directions, without child shapes.
fn scale_field(value: FieldValue<'_, Exclusive>, factor: f64) {
    match value {
        FieldValue::BallRadius(length)
        | FieldValue::BaseRadius(length)
        | FieldValue::AddedRadius(length)
        | FieldValue::HalfHeight(length)
        | FieldValue::PlaneOffset(length)
        | FieldValue::HullScale(length)
        | FieldValue::SurfaceScale(length) => *length *= factor,
        FieldValue::HalfExtents(lengths) | FieldValue::SemiAxes(lengths) | FieldValue::Translation(lengths) => {
            lengths.iter_mut().for_each(|x| *x *= factor);
        }
        FieldValue::PlanarHalfExtents(lengths) | FieldValue::Cell(lengths) => {
            lengths.iter_mut().for_each(|x| *x *= factor);
        }
        FieldValue::Points(points) => points.iter_mut().flatten().for_each(|x| *x *= factor),
        FieldValue::PointList(points) | FieldValue::Vertices(points) => {
            points.iter_mut().flatten().for_each(|x| *x *= factor);
        }
        FieldValue::PlanarPointList(points) => points.iter_mut().flatten().for_each(|x| *x *= factor),
        FieldValue::Matrix(matrix) => matrix.iter_mut().flatten().for_each(|x| *x *= factor),
        FieldValue::Parts(parts) => {
            parts.iter_mut().flat_map(|part| &mut part.position).for_each(|x| *x *= factor);
        }
        FieldValue::Heights(heights) => heights.iter_mut().flatten().for_each(|x| *x *= factor),
        FieldValue::Axis(_)
        | FieldValue::Normal(_)
        | FieldValue::Inside(_)
        | FieldValue::File(_)
        | FieldValue::FilePart(_)
        | FieldValue::Up(_)
        | FieldValue::ShowsMesh(_)
        | FieldValue::Triangles(_)
        | FieldValue::OneSided(_) => {}
    }
}

/// Shape scaled by `factor` along one of its own axes (0 is x); `None` for shapes that would become another kind, such
/// as a sphere, and for shapes without a size along that axis.
pub(crate) fn scaled_along(shape: &Shape, axis: usize, factor: f64) -> Option<Shape> {
    let mut shape = shape.clone();
    let height_axis = height_axis(&shape);
    let mut has_size = false;
    for field in shape.fields_mut() {
        if let Some(lengths) = lengths_along(field.value, axis, height_axis) {
            lengths.into_iter().for_each(|x| *x *= factor);
            has_size = true;
        }
    }
    has_size.then_some(shape)
}

/// Index of the axis around which a shape is round; `None` for a shape without such an axis.
fn height_axis(shape: &Shape) -> Option<usize> {
    let mut fields = shape.fields().into_iter();
    fields.find_map(|field| if let FieldValue::Axis(axis) = field.value { Some(*axis as usize) } else { None })
}

/// Lengths of a field along one axis of the shape, which is round around the axis `height_axis`; `None` for a field
/// without a length along the axis, and for a radius in all directions.
fn lengths_along(value: FieldValue<'_, Exclusive>, axis: usize, height_axis: Option<usize>) -> Option<Vec<&mut f64>> {
    match value {
        // Across its axis, the shape stays round: the radius changes in both directions.
        FieldValue::BallRadius(radius) | FieldValue::BaseRadius(radius) => {
            height_axis.is_some_and(|height| height != axis).then(|| vec![radius])
        }
        FieldValue::HalfHeight(half_height) => (height_axis == Some(axis)).then(|| vec![half_height]),
        FieldValue::HalfExtents(lengths) | FieldValue::SemiAxes(lengths) | FieldValue::Translation(lengths) => {
            lengths.get_mut(axis).map(|length| vec![length])
        }
        FieldValue::PlanarHalfExtents(lengths) => lengths.get_mut(axis).map(|length| vec![length]),
        FieldValue::Points(points) => points.iter_mut().map(|point| point.get_mut(axis)).collect(),
        FieldValue::PointList(points) => points.iter_mut().map(|point| point.get_mut(axis)).collect(),
        FieldValue::PlanarPointList(points) => points.iter_mut().map(|point| point.get_mut(axis)).collect(),
        FieldValue::Matrix(matrix) => matrix.get_mut(axis).map(|row| row.iter_mut().collect()),
        FieldValue::AddedRadius(_)
        | FieldValue::Axis(_)
        | FieldValue::Normal(_)
        | FieldValue::PlaneOffset(_)
        | FieldValue::Inside(_)
        | FieldValue::Parts(_)
        | FieldValue::File(_)
        | FieldValue::FilePart(_)
        | FieldValue::HullScale(_)
        | FieldValue::SurfaceScale(_)
        | FieldValue::Up(_)
        | FieldValue::ShowsMesh(_)
        | FieldValue::Vertices(_)
        | FieldValue::Triangles(_)
        | FieldValue::OneSided(_)
        | FieldValue::Heights(_)
        | FieldValue::Cell(_) => None,
    }
}
