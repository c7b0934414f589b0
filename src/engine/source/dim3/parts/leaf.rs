//! One part of a body, a convex shape with a ball around it, as a support mapping.

use super::prelude::*;
use super::shape::Shape;
use super::support::{Feature, LocalGeometry, SimpleCore, Support, SupportPoint};

/// A convex shape with a ball around it; unlike [`Shape::inflate`], it is made without allocation.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The shape, without the added ball.
    pub shape: Shape,
    /// Radius of the added ball, in the shape's length unit.
    pub ball: Real,
}

impl Support for Leaf {
    #[inline(always)]
    fn support(&self, d: Vec3) -> SupportPoint {
        self.shape.support(d)
    }

    #[inline]
    fn bounding_radius(&self) -> Real {
        self.shape.bounding_radius()
    }

    #[inline]
    fn margin(&self) -> Real {
        self.shape.margin() + self.ball
    }

    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.shape.support_near(d, hint)
    }

    /// The core's geometry; `None` if a ball is added, because [`LocalGeometry::in_unit`] of the shape would omit it.
    #[inline]
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        if self.ball == 0.0 { self.shape.local_geometry() } else { None }
    }

    #[inline(always)]
    fn simple_core(&self) -> Option<SimpleCore> {
        self.shape.simple_core()
    }
}
