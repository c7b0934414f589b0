//! The cores of shapes as points, segments, triangles and boxes.

use super::solid_of_revolution::Upright;
use super::{Kind, Shape};
use crate::dim3::prelude::*;
use crate::dim3::support::SimpleCore;

impl Shape {
    /// The core, if it is a point, a segment, a triangle or a box.
    #[inline(always)]
    pub(super) fn simple_core_of_kind(&self) -> Option<SimpleCore> {
        match &self.0 {
            Kind::Sphere { .. } => Some(SimpleCore::Point(Vec3::ZERO)),
            Kind::Box { half_extents } => Some(SimpleCore::Box(*half_extents)),
            Kind::Capsule(solid) => {
                let end = solid.axis.rotate_from_upright(Vec3::new(0.0, solid.half_height, 0.0));
                Some(SimpleCore::Segment([end, -end]))
            }
            Kind::Segment(ends) => Some(SimpleCore::Segment(*ends)),
            Kind::Triangle(corners) => Some(SimpleCore::Triangle(*corners)),
            Kind::Inflate { shape, .. } => shape.simple_core_of_inflated(),
            Kind::Polytope(_) | Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => None,
        }
    }

    /// The simple core of the shape inside a ball; not inlined, since it is recursive.
    #[inline(never)]
    fn simple_core_of_inflated(&self) -> Option<SimpleCore> {
        self.simple_core_of_kind()
    }
}
