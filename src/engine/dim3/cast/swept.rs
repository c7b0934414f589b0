//! All that a body sweeps while it moves: again a convex body.

use super::super::prelude::*;
use super::super::support::{Support, SupportPoint};

/// The convex hull of a shape here and the shape moved by `motion`.
#[derive(Clone, Copy, Debug)]
pub struct Swept<S> {
    /// Where it begins.
    pub shape: S,
    /// How it moves, in the shape's own frame.
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
