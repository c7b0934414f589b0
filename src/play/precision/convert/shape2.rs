//! Conversion of a scene's shapes to 2D shapes of the engine. A segment or triangle is 2D if every z is 0.

use contact_lens_scene::model;

use super::super::engine::dim2::shape::{Shape, ShapeError};
use super::super::engine::prelude::*;
use super::shape_error::SceneShapeError;
use super::size_limits;

impl From<ShapeError> for SceneShapeError {
    fn from(error: ShapeError) -> Self {
        let field = match error {
            ShapeError::Length { field } => field.to_owned(),
            ShapeError::TooLarge { index } => format!("points[{index}]"),
            ShapeError::Points(_) => String::from("points"),
        };
        Self::at(field, error.to_string())
    }
}

/// Points with z = 0 in the engine's precision.
fn points_in_plane(points: &[[f64; 3]]) -> Result<Vec<Vec2>, SceneShapeError> {
    if let Some(i) = points.iter().position(|p| p[2] != 0.0) {
        return Err(SceneShapeError::at(format!("points[{i}][2]"), "must be 0 in a 2D query"));
    }
    Ok(points.iter().map(|p| Vec2::new(p[0] as Real, p[1] as Real)).collect())
}

/// Capsule along the x or the y axis, lengths in meters.
///
/// # Errors
/// A length is invalid, or the axis is z, which is not in the plane.
fn capsule_along(axis: model::Axis, radius: Real, half_height: Real) -> Result<Shape, SceneShapeError> {
    match axis {
        model::Axis::Y => Ok(Shape::capsule(radius, half_height)?),
        model::Axis::X => {
            // The constructor of a capsule along y reports invalid lengths by the names of the scene's fields.
            Shape::capsule(radius, half_height)?;
            let segment = Shape::segment([Vec2::new(-half_height, 0.0), Vec2::new(half_height, 0.0)])?;
            Ok(Shape::inflate(&segment, radius)?)
        }
        model::Axis::Z => Err(SceneShapeError::at("axis", "must be `x` or `y` in a 2D query")),
    }
}

/// Converts a shape of a scene: each number is rounded to the engine's precision.
///
/// # Errors
/// The engine has no such shape, or a number is invalid: the error names the field.
pub fn engine_shape(shape: &model::Shape) -> Result<Shape, SceneShapeError> {
    use model::Shape as SceneShape;
    size_limits::check(shape)?;
    Ok(match shape {
        SceneShape::Circle { radius } => Shape::circle(*radius as Real)?,
        SceneShape::Rectangle { half_extents: [x, y] } => Shape::rectangle(Vec2::new(*x as Real, *y as Real))?,
        SceneShape::Polygon { points } => {
            Shape::polygon(&points.iter().map(|[x, y]| Vec2::new(*x as Real, *y as Real)).collect::<Vec<_>>())?
        }
        SceneShape::Segment { points } => Shape::polygon(&points_in_plane(points)?)?,
        SceneShape::Triangle { points } => Shape::polygon(&points_in_plane(points)?)?,
        SceneShape::Capsule { radius, half_height, axis } => {
            capsule_along(*axis, *radius as Real, *half_height as Real)?
        }
        SceneShape::Inflate { radius, shape } => {
            let inner = engine_shape(shape)
                .map_err(|error| SceneShapeError::at(format!("shape.{}", error.field), error.message))?;
            Shape::inflate(&inner, *radius as Real).map_err(|e| SceneShapeError::at("radius", e.to_string()))?
        }
        SceneShape::HalfSpace { .. } => return Err(SceneShapeError::at("type", model::Shape::UNBOUNDED)),
        SceneShape::Compound { .. } | SceneShape::TriangleMesh { .. } | SceneShape::HeightField { .. } => {
            return Err(SceneShapeError::at("type", super::shape3::HAS_CHILD_SHAPES));
        }
        SceneShape::Sphere { .. } | SceneShape::Box { .. } | SceneShape::Cylinder { .. } | SceneShape::Cone { .. } => {
            return Err(SceneShapeError::at("type", "is a 3D shape, which a 2D query cannot use"));
        }
        SceneShape::Ellipsoid { .. }
        | SceneShape::Polytope { .. }
        | SceneShape::Mesh { .. }
        | SceneShape::Affine { .. } => {
            return Err(SceneShapeError::at("type", "is not available in a 2D query"));
        }
    })
}
