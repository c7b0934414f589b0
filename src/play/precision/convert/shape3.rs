//! Conversion of a scene's shapes to 3D shapes of the engine.

use super::super::engine::dim3::shape::{Shape, ShapeError};
use super::super::engine::prelude::*;
use super::shape_error::SceneShapeError;
use super::size_limits;
use crate::scene::model;
use crate::watch;

/// Message for a body with child shapes in a query about convex bodies.
pub(in super::super) const HAS_CHILD_SHAPES: &str = "has several child shapes, but this query needs a convex shape; `distance` accepts \
    both, as do `intersects`, `ray`, `cast` and `manifold` in a batch";

impl From<ShapeError> for SceneShapeError {
    fn from(error: ShapeError) -> Self {
        Self { field: error.path(), message: error.to_string() }
    }
}

/// Rounds a vector to the engine's precision.
fn vector(p: &[f64; 3]) -> Vec3 {
    Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

/// Matrix with these rows.
fn matrix(rows: &[[f64; 3]; 3]) -> Mat3 {
    Mat3::from_cols(vector(&rows[0]), vector(&rows[1]), vector(&rows[2])).transpose()
}

/// Vertices of a mesh; an error if its file was not read.
fn mesh_vertices(shape: &model::Shape) -> Result<Vec<Vec3>, SceneShapeError> {
    let points = shape.points().ok_or_else(|| SceneShapeError::at("file", model::Content::UNREAD))?;
    Ok(points.iter().map(vector).collect())
}

/// Rounds a number to the engine's precision.
fn real(x: &f64) -> Real {
    *x as Real
}

/// Rounds each number to the engine's precision.
impl TryFrom<&model::Shape> for Shape {
    type Error = SceneShapeError;

    fn try_from(shape: &model::Shape) -> Result<Self, SceneShapeError> {
        use model::Shape as Scene;
        size_limits::check(shape)?;
        Ok(match shape {
            Scene::Sphere { radius } => Self::sphere(real(radius))?,
            Scene::Box { half_extents } => Self::cuboid(vector(half_extents))?,
            Scene::Cylinder { radius, half_height, axis } => Self::cylinder(real(radius), real(half_height), *axis)?,
            Scene::Cone { radius, half_height, axis } => Self::cone(real(radius), real(half_height), *axis)?,
            Scene::Capsule { radius, half_height, axis } => Self::capsule(real(radius), real(half_height), *axis)?,
            Scene::Ellipsoid { radii } => Self::ellipsoid(vector(radii))?,
            Scene::Segment { points } => Self::segment([vector(&points[0]), vector(&points[1])])?,
            Scene::Triangle { points } => Self::triangle([vector(&points[0]), vector(&points[1]), vector(&points[2])])?,
            Scene::Polytope { points } => {
                Self::polytope_with(&points.iter().map(vector).collect::<Vec<_>>(), watch::tick)?
            }
            Scene::Mesh { .. } => Self::polytope_with(&mesh_vertices(shape)?, watch::tick)?,
            Scene::Circle { .. } | Scene::Rectangle { .. } | Scene::Polygon { .. } => {
                return Err(SceneShapeError::at("type", "is a 2D shape, which a 3D query cannot use"));
            }
            Scene::HalfSpace { .. } => return Err(SceneShapeError::at("type", model::Shape::UNBOUNDED)),
            Scene::Compound { .. } | Scene::TriangleMesh { .. } | Scene::HeightField { .. } => {
                return Err(SceneShapeError::at("type", HAS_CHILD_SHAPES));
            }
            Scene::Affine { matrix: rows, offset, shape } => {
                let inner = Self::try_from(&**shape).map_err(SceneShapeError::inside)?;
                Self::affine(matrix(rows), vector(offset), inner)?
            }
            Scene::Inflate { radius, shape } => {
                let inner = Self::try_from(&**shape).map_err(SceneShapeError::inside)?;
                Self::inflate(inner, real(radius))?
            }
        })
    }
}

/// A 2D shape as a flat 3D one: polygons in z = 0, circles as cylinders of height 0. `None` for a 3D shape.
pub(in super::super) fn lifted(shape: &model::Shape) -> Option<model::Shape> {
    use model::Shape as Scene;
    match shape {
        Scene::Circle { radius } => Some(Scene::Cylinder { radius: *radius, half_height: 0.0, axis: model::Axis::Z }),
        Scene::Rectangle { half_extents: [x, y] } => {
            Some(Scene::Polytope { points: vec![[-x, -y, 0.0], [*x, -y, 0.0], [*x, *y, 0.0], [-x, *y, 0.0]] })
        }
        Scene::Polygon { points } => {
            Some(Scene::Polytope { points: points.iter().map(|[x, y]| [*x, *y, 0.0]).collect() })
        }
        Scene::Inflate { radius, shape } => {
            lifted(shape).map(|shape| Scene::Inflate { radius: *radius, shape: Box::new(shape) })
        }
        Scene::Sphere { .. } | Scene::Ellipsoid { .. } | Scene::Box { .. } => None,
        Scene::Cylinder { .. } | Scene::Cone { .. } | Scene::Capsule { .. } => None,
        Scene::Segment { .. } | Scene::Triangle { .. } | Scene::Polytope { .. } | Scene::Mesh { .. } => None,
        Scene::HalfSpace { .. } | Scene::Affine { .. } => None,
        Scene::Compound { .. } | Scene::TriangleMesh { .. } | Scene::HeightField { .. } => None,
    }
}
