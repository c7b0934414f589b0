//! Conversion of a scene's shapes to 3D shapes of the engine.

use contact_lens_long_run::watch;
use contact_lens_scene::model;

use super::super::engine::dim3::shape::{Shape, ShapeError};
use super::super::engine::prelude::*;
use super::shape_error::SceneShapeError;
use super::size_limits;

/// Message for a body with child shapes in a query about convex bodies.
pub(in super::super) const HAS_CHILD_SHAPES: &str = concat!(
    "has several child shapes, but this query needs a convex shape; `distance` accepts both, as do `intersects`, ",
    "`ray`, `cast` and `manifold` in a batch"
);

impl From<ShapeError> for SceneShapeError {
    fn from(error: ShapeError) -> Self {
        Self { field: error.path(), message: error.to_string() }
    }
}

/// Rounds a vector to the engine's precision.
fn vector(p: &[f64; 3]) -> Vec3 {
    Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

/// Matrix with these rows, rounded to the engine's precision.
fn matrix(rows: &[[f64; 3]; 3]) -> Mat3 {
    Mat3::from_cols(vector(&rows[0]), vector(&rows[1]), vector(&rows[2])).transpose()
}

/// Vertices of a mesh, rounded to the engine's precision; an error if its file was not read.
fn mesh_vertices(shape: &model::Shape) -> Result<Vec<Vec3>, SceneShapeError> {
    let points = shape.points().ok_or_else(|| SceneShapeError::at("file", model::Content::UNREAD))?;
    Ok(points.iter().map(vector).collect())
}

/// Rounds a number to the engine's precision.
fn real(x: &f64) -> Real {
    *x as Real
}

/// Converts a shape of a scene: each number is rounded to the engine's precision.
///
/// # Errors
/// The engine has no such shape, or a number is invalid: the error names the field.
pub fn engine_shape(shape: &model::Shape) -> Result<Shape, SceneShapeError> {
    use model::Shape as SceneShape;
    size_limits::check(shape)?;
    Ok(match shape {
        SceneShape::Sphere { radius } => Shape::sphere(real(radius))?,
        SceneShape::Box { half_extents } => Shape::cuboid(vector(half_extents))?,
        SceneShape::Cylinder { radius, half_height, axis } => Shape::cylinder(real(radius), real(half_height), *axis)?,
        SceneShape::Cone { radius, half_height, axis } => Shape::cone(real(radius), real(half_height), *axis)?,
        SceneShape::Capsule { radius, half_height, axis } => Shape::capsule(real(radius), real(half_height), *axis)?,
        SceneShape::Ellipsoid { radii } => Shape::ellipsoid(vector(radii))?,
        SceneShape::Segment { points } => Shape::segment([vector(&points[0]), vector(&points[1])])?,
        SceneShape::Triangle { points } => {
            Shape::triangle([vector(&points[0]), vector(&points[1]), vector(&points[2])])?
        }
        SceneShape::Polytope { points } => {
            Shape::polytope_with(&points.iter().map(vector).collect::<Vec<_>>(), watch::tick)?
        }
        SceneShape::Mesh { .. } => Shape::polytope_with(&mesh_vertices(shape)?, watch::tick)?,
        SceneShape::Circle { .. } | SceneShape::Rectangle { .. } | SceneShape::Polygon { .. } => {
            return Err(SceneShapeError::at("type", "is a 2D shape, which a 3D query cannot use"));
        }
        SceneShape::HalfSpace { .. } => return Err(SceneShapeError::at("type", model::Shape::UNBOUNDED)),
        SceneShape::Compound { .. } | SceneShape::TriangleMesh { .. } | SceneShape::HeightField { .. } => {
            return Err(SceneShapeError::at("type", HAS_CHILD_SHAPES));
        }
        SceneShape::Affine { matrix: rows, offset, shape } => {
            let inner = engine_shape(shape).map_err(SceneShapeError::inside)?;
            Shape::affine(matrix(rows), vector(offset), inner)?
        }
        SceneShape::Inflate { radius, shape } => {
            let inner = engine_shape(shape).map_err(SceneShapeError::inside)?;
            Shape::inflate(inner, real(radius))?
        }
    })
}

/// A 2D shape as a flat 3D one: polygons in z = 0, circles as cylinders of height 0. `None` for a 3D shape.
pub(in super::super) fn lifted(shape: &model::Shape) -> Option<model::Shape> {
    use model::Shape as SceneShape;
    match shape {
        SceneShape::Circle { radius } => {
            Some(SceneShape::Cylinder { radius: *radius, half_height: 0.0, axis: model::Axis::Z })
        }
        SceneShape::Rectangle { half_extents: [x, y] } => {
            Some(SceneShape::Polytope { points: vec![[-x, -y, 0.0], [*x, -y, 0.0], [*x, *y, 0.0], [-x, *y, 0.0]] })
        }
        SceneShape::Polygon { points } => {
            Some(SceneShape::Polytope { points: points.iter().map(|[x, y]| [*x, *y, 0.0]).collect() })
        }
        SceneShape::Inflate { radius, shape } => {
            lifted(shape).map(|shape| SceneShape::Inflate { radius: *radius, shape: Box::new(shape) })
        }
        SceneShape::Sphere { .. } | SceneShape::Ellipsoid { .. } | SceneShape::Box { .. } => None,
        SceneShape::Cylinder { .. } | SceneShape::Cone { .. } | SceneShape::Capsule { .. } => None,
        SceneShape::Segment { .. }
        | SceneShape::Triangle { .. }
        | SceneShape::Polytope { .. }
        | SceneShape::Mesh { .. } => None,
        SceneShape::HalfSpace { .. } | SceneShape::Affine { .. } => None,
        SceneShape::Compound { .. } | SceneShape::TriangleMesh { .. } | SceneShape::HeightField { .. } => None,
    }
}
