//! What a shape may know of its core beyond the support mapping.

use std::rc::Rc;

use super::super::prelude::*;
use super::{Feature, Support};

/// The farthest point of one feature, and how it moves when the direction turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondOrder {
    /// `s(d)`, in the frame in which the shape was asked. Where another feature is farther, still this feature's.
    pub point: Vec3,
    /// `∂s/∂d` at unit `d` as a quadratic form on the two vectors `x`, `y` that were asked about: `xx`, `xy`, `yy`. Zero
    /// for a vertex, the radius of curvature for a round surface.
    pub curvature: [Real; 3],
}

/// A flat disc in a shape's surface: the end of a cylinder, the base of a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Of the disc.
    pub center: Vec3,
    /// Unit vector, outward.
    pub normal: Vec3,
    /// Length.
    pub radius: Real,
}

impl Disc {
    /// The way from the disc to a point of its plane beyond the rim: a unit vector.
    pub fn beyond(&self, point: Vec3) -> Option<Vec3> {
        let across = self.across(point);
        (across.length_squared() > self.radius * self.radius).then(|| across.try_normalize()).flatten()
    }

    /// From the center to the foot of `point` in the disc's plane.
    fn across(&self, point: Vec3) -> Vec3 {
        let arm = point - self.center;
        arm - self.normal * arm.dot(self.normal)
    }

    /// Three points of the rim whose triangle holds `point`, if the disc does.
    pub fn around(&self, point: Vec3) -> [Vec3; 3] {
        let across = self.across(point);
        let x = across.try_normalize().unwrap_or_else(|| self.normal.any_orthonormal_vector());
        let y = self.normal.cross(x);
        let (cos, sin) = (-0.5, 0.75_f64.sqrt() as Real);
        [x, x * cos + y * sin, x * cos - y * sin].map(|d| self.center + d * self.radius)
    }
}

/// A ball inside a shape; radius 0 where none is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// In the frame in which the shape was asked.
    pub center: Vec3,
    /// Length, not negative.
    pub radius: Real,
}

impl Ball {
    /// A point as a ball.
    #[inline]
    pub fn point(center: Vec3) -> Self {
        Self { center, radius: 0.0 }
    }
}

/// The flat facet of a shape that is nearest to a point of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    /// Unit vector, outward, in the frame in which the shape was asked.
    pub normal: Vec3,
    /// How far the point lies below the facet's plane; negative above it.
    pub clearance: Real,
}

/// The geometry of a shape's core at its features: what Newton's method and the proofs of a depth without a polytope ask
/// for. All of it is about the core, never the ball, in the shape's own frame; every method may be left out.
pub trait LocalGeometry {
    /// The point that a feature of the core is: `None` of an edge or surface, along which support points slide.
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        let _ = feature;
        None
    }

    /// The farthest point in the unit direction `d` of one feature alone, with its derivative in the directions `across`.
    /// `None` when that is not known. A vertex does not move, which needs no word from the shape.
    #[inline]
    fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        let _ = (d, across);
        Some(SecondOrder { point: self.vertex(feature)?, curvature: [0.0; 3] })
    }

    /// Whether some feature of the core is curved, so that [`LocalGeometry::second_order`] is worth asking.
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }

    /// The flat disc of the core that looks along `d` more than away from it.
    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let _ = d;
        None
    }

    /// A ball in the core whose surface comes near `touch`, a point of the core in its supporting plane with the unit
    /// normal `n`, and whose radius is about `limit` if one so large fits. That it lies in the core is exact to rounding.
    #[inline]
    fn inscribed_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let _ = (n, limit);
        Ball::point(touch)
    }

    /// Of a solid core that has flat facets only: the one whose plane is nearest to `point`. The ball about `point` whose
    /// radius is its clearance lies in the core, exact to rounding. `None` of all other cores, and where that would take
    /// long.
    #[inline]
    fn nearest_facet(&self, point: Vec3) -> Option<Facet> {
        let _ = point;
        None
    }

    /// The whole shape, ball included, with all lengths multiplied by `factor`, a power of two, if it can be made so. A
    /// pair whose squares are no normal numbers is computed in such a unit; of other shapes the answers are multiplied.
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        let _ = factor;
        None
    }
}
