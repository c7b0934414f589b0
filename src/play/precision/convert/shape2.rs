//! Conversion of a scene's shapes to 2D shapes of the engine. A segment or triangle is 2D if every z is 0.

use super::super::engine::dim2::shape::{Shape, ShapeError};
use super::super::engine::prelude::*;
use super::shape_error::SceneShapeError;
use super::size_limits;
use crate::scene::model;

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

/// Rounds each number to the engine's precision.
impl TryFrom<&model::Shape> for Shape {
    type Error = SceneShapeError;

    fn try_from(shape: &model::Shape) -> Result<Self, SceneShapeError> {
        use model::Shape as Scene;
        size_limits::check(shape)?;
        Ok(match shape {
            Scene::Circle { radius } => Self::circle(*radius as Real)?,
            Scene::Rectangle { half_extents: [x, y] } => Self::rectangle(Vec2::new(*x as Real, *y as Real))?,
            Scene::Polygon { points } => {
                Self::polygon(&points.iter().map(|[x, y]| Vec2::new(*x as Real, *y as Real)).collect::<Vec<_>>())?
            }
            Scene::Segment { points } => Self::polygon(&points_in_plane(points)?)?,
            Scene::Triangle { points } => Self::polygon(&points_in_plane(points)?)?,
            Scene::Capsule { radius, half_height, axis } => {
                let radius = *radius as Real;
                let half = *half_height as Real;
                match axis {
                    model::Axis::Y => Self::capsule(radius, half)?,
                    model::Axis::X => {
                        Self::capsule(radius, half)?; // reports an invalid field
                        Self::inflate(&Self::segment([Vec2::new(-half, 0.0), Vec2::new(half, 0.0)])?, radius)?
                    }
                    model::Axis::Z => {
                        return Err(SceneShapeError::at("axis", "must be `x` or `y` in a 2D query"));
                    }
                }
            }
            Scene::Inflate { radius, shape } => {
                let inner = Self::try_from(&**shape)
                    .map_err(|error| SceneShapeError::at(format!("shape.{}", error.field), error.message))?;
                Self::inflate(&inner, *radius as Real).map_err(|e| SceneShapeError::at("radius", e.to_string()))?
            }
            Scene::HalfSpace { .. } => return Err(SceneShapeError::at("type", model::Shape::UNBOUNDED)),
            Scene::Compound { .. } | Scene::TriangleMesh { .. } | Scene::HeightField { .. } => {
                return Err(SceneShapeError::at("type", super::shape3::HAS_CHILD_SHAPES));
            }
            Scene::Sphere { .. } | Scene::Box { .. } | Scene::Cylinder { .. } | Scene::Cone { .. } => {
                return Err(SceneShapeError::at("type", "is a 3D shape, which a 2D query cannot use"));
            }
            Scene::Ellipsoid { .. } | Scene::Polytope { .. } | Scene::Mesh { .. } | Scene::Affine { .. } => {
                return Err(SceneShapeError::at("type", "is not available in a 2D query"));
            }
        })
    }
}
