//! Swept volume of a convex body in translation, as a shape: all points through which the body passes.

use crate::dim3::prelude::*;
use crate::dim3::support::{Support, SupportPoint};

/// Convex hull of a shape at the start and at the end of a translation.
#[derive(Clone, Copy, Debug)]
pub struct Swept<S> {
    /// Shape at its starting position.
    pub shape: S,
    /// Displacement from the start to the end, in the shape's own frame, length units.
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
