//! Serialized form of shapes: an object with a `type` and the sizes of the constructor of that name. Reading one checks
//! its sizes as the constructors do.

use super::{Axis, Kind, Shape, ShapeError, SolidOfRevolution};
use crate::dim3::prelude::*;

/// A shape as data, which may be invalid.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum SerializedShape {
    Sphere { radius: Real },
    Box { half_extents: Vec3 },
    Cylinder { radius: Real, half_height: Real, axis: Axis },
    Cone { radius: Real, half_height: Real, axis: Axis },
    Capsule { radius: Real, half_height: Real, axis: Axis },
    Ellipsoid { radii: Vec3 },
    Segment { ends: [Vec3; 2] },
    Triangle { vertices: [Vec3; 3] },
    Polytope { points: Vec<Vec3> },
    Affine { matrix: Mat3, offset: Vec3, shape: std::boxed::Box<Self> },
    Inflate { shape: std::boxed::Box<Self>, margin: Real },
}

impl From<&Shape> for SerializedShape {
    fn from(shape: &Shape) -> Self {
        match shape.kind() {
            Kind::Sphere { radius } => Self::Sphere { radius: *radius },
            Kind::Box { half_extents } => Self::Box { half_extents: *half_extents },
            Kind::Cylinder(SolidOfRevolution { radius, half_height, axis }) => {
                Self::Cylinder { radius: *radius, half_height: *half_height, axis: *axis }
            }
            Kind::Cone(SolidOfRevolution { radius, half_height, axis }) => {
                Self::Cone { radius: *radius, half_height: *half_height, axis: *axis }
            }
            Kind::Capsule(SolidOfRevolution { radius, half_height, axis }) => {
                Self::Capsule { radius: *radius, half_height: *half_height, axis: *axis }
            }
            Kind::Ellipsoid { radii } => Self::Ellipsoid { radii: *radii },
            Kind::Segment(ends) => Self::Segment { ends: *ends },
            Kind::Triangle(vertices) => Self::Triangle { vertices: *vertices },
            Kind::Polytope(polytope) => Self::Polytope { points: polytope.points().to_vec() },
            Kind::Affine(affine) => Self::Affine {
                matrix: affine.matrix(),
                offset: affine.offset(),
                shape: std::boxed::Box::new(affine.shape().into()),
            },
            Kind::Inflate { shape, margin } => {
                Self::Inflate { shape: std::boxed::Box::new((&**shape).into()), margin: *margin }
            }
        }
    }
}

impl From<Shape> for SerializedShape {
    fn from(shape: Shape) -> Self {
        Self::from(&shape)
    }
}

impl TryFrom<SerializedShape> for Shape {
    type Error = ShapeError;

    fn try_from(data: SerializedShape) -> Result<Self, ShapeError> {
        match data {
            SerializedShape::Sphere { radius } => Self::sphere(radius),
            SerializedShape::Box { half_extents } => Self::cuboid(half_extents),
            SerializedShape::Cylinder { radius, half_height, axis } => Self::cylinder(radius, half_height, axis),
            SerializedShape::Cone { radius, half_height, axis } => Self::cone(radius, half_height, axis),
            SerializedShape::Capsule { radius, half_height, axis } => Self::capsule(radius, half_height, axis),
            SerializedShape::Ellipsoid { radii } => Self::ellipsoid(radii),
            SerializedShape::Segment { ends } => Self::segment(ends),
            SerializedShape::Triangle { vertices } => Self::triangle(vertices),
            SerializedShape::Polytope { points } => Self::polytope(&points),
            SerializedShape::Affine { matrix, offset, shape } => Self::affine(matrix, offset, Self::try_from(*shape)?),
            SerializedShape::Inflate { shape, margin } => Self::inflate(Self::try_from(*shape)?, margin),
        }
    }
}
