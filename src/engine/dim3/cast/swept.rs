//! Swept volume of a convex body in translation, as a shape: the points that the body passes through.

use super::super::prelude::*;
use super::super::support::{Support, SupportPoint};

/// Convex hull of a shape and of the shape moved by `motion`.
#[derive(Clone, Copy, Debug)]
pub struct Swept<S> {
    /// Shape at its starting position.
    pub shape: S,
    /// Displacement from the start to the end of the translation, in the shape's own frame.
    pub motion: Vec3,
}

impl<S: Support> Support for Swept<S> {
    #[inline]
    fn support(&self, d: Vec3) -> SupportPoint {
        let SupportPoint { point, feature } = self.shape.support(d);
        let point = if d.dot(self.motion) > 0.0 { point + self.motion } else { point };
        SupportPoint { point, feature }
    }

    #[inline]
    fn bounding_radius(&self) -> Real {
        self.shape.bounding_radius() + self.motion.length()
    }

    #[inline]
    fn margin(&self) -> Real {
        self.shape.margin()
    }
}
