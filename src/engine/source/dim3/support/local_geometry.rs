//! Optional geometry of a shape's core in addition to its support mapping: vertices, curvature, flat discs and facets,
//! and inscribed balls.

use std::rc::Rc;

use super::{Feature, Support};
use crate::dim3::prelude::*;

/// Support point of one feature, with its derivative with respect to the direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportDerivative {
    /// `s(d)`: the point of this feature farthest along `d`, in the shape's own frame. Another feature may be farther.
    pub point: Vec3,
    /// `∂s/∂d` at unit `d` as a quadratic form on two tangent vectors `x` and `y`: its entries `xx`, `xy`, `yy`, in the
    /// shape's length unit. They are radii of curvature: zero for a vertex, `r, 0, r` for a sphere of radius `r` and
    /// orthonormal `x` and `y`.
    pub derivative: [Real; 3],
}

/// A flat disc in a shape's surface: the end of a cylinder, the base of a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Center of the disc, in the shape's own frame.
    pub center: Vec3,
    /// Unit normal of the disc, outward.
    pub normal: Vec3,
    /// Radius, in the shape's length unit.
    pub radius: Real,
}

impl Disc {
    /// Unit vector from the center towards the foot of `point` in the disc's plane; `None` unless the foot is beyond
    /// the rim.
    pub fn direction_beyond_rim(&self, point: Vec3) -> Option<Vec3> {
        let arm = self.arm_in_plane(point);
        if arm.length_squared() > self.radius * self.radius { arm.try_normalize() } else { None }
    }

    /// Vector from the center to the foot of `point` in the disc's plane.
    fn arm_in_plane(&self, point: Vec3) -> Vec3 {
        let arm = point - self.center;
        arm - self.normal * arm.dot(self.normal)
    }

    /// Three points of the rim that form an equilateral triangle, the first in the direction of the foot of `point` in
    /// the disc's plane.
    pub fn rim_triangle(&self, point: Vec3) -> [Vec3; 3] {
        let arm = self.arm_in_plane(point);
        let x = arm.try_normalize().unwrap_or_else(|| self.normal.any_orthonormal_vector());
        let y = self.normal.cross(x);
        // Cosine and sine of 120°.
        let cos = -0.5;
        let sin = 0.75_f64.sqrt() as Real;
        [x, x * cos + y * sin, x * cos - y * sin].map(|d| self.center + d * self.radius)
    }
}

/// Ball inscribed in a shape; its radius is 0 if no larger ball is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Center, in the shape's own frame.
    pub center: Vec3,
    /// Radius, in the shape's length unit, not negative.
    pub radius: Real,
}

impl Ball {
    /// The point `center` as a ball of radius 0.
    #[inline]
    pub fn point(center: Vec3) -> Self {
        Self { center, radius: 0.0 }
    }
}

/// A flat facet of a shape, and the depth of a given point below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    /// Unit normal, outward, in the shape's own frame.
    pub normal: Vec3,
    /// Depth of the point below the facet's plane, in the shape's length unit; negative above the plane.
    pub clearance: Real,
}

/// Geometry of a shape's core at its features, used by Newton's method and by proofs of a depth without a polytope.
/// Directions, points and results are about the core, without its margin, in the shape's own frame. Every method is
/// optional.
pub trait LocalGeometry {
    /// The point of a vertex feature; `None` for an edge or surface, along which support points slide.
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        let _ = feature;
        None
    }

    /// Point of one feature farthest along the unit vector `d`, with its derivative along the tangent vectors `across`;
    /// `None` if the derivative is unknown. The default covers vertices, which do not move.
    #[inline]
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let _ = (d, across);
        Some(SupportDerivative { point: self.vertex(feature)?, derivative: [0.0; 3] })
    }

    /// Whether some feature of the core is curved, so that [`LocalGeometry::support_derivative`] has a use.
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }

    /// The flat disc of the core whose normal does not point away from `d`; `None` if there is none.
    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let _ = d;
        None
    }

    /// A ball in the core whose surface comes near `touch`, a point of the core in its supporting plane with the unit
    /// normal `n`, and whose radius is about `limit` if a ball of that size fits. The ball is inside the core to
    /// rounding.
    #[inline]
    fn inscribed_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let _ = (n, limit);
        Ball::point(touch)
    }

    /// The facet whose plane is nearest to `point`, a point inside the core, for a solid core that has flat facets
    /// only. The ball around `point` with the clearance as its radius is inside the core, to rounding. The clearance is
    /// negative for a point outside. `None` for all other cores, and where the search would be slow.
    #[inline]
    fn nearest_facet(&self, point: Vec3) -> Option<Facet> {
        let _ = point;
        None
    }

    /// The whole shape, margin included, with all lengths multiplied by `factor`, a power of two; `None` if it cannot
    /// be scaled. Pairs whose squared lengths leave the range of normal numbers are computed in such a unit; for shapes
    /// without scaling the answers are multiplied instead.
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        let _ = factor;
        None
    }
}
