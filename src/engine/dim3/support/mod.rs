//! Support mappings (S0 "Support mapping", S2): `S(P, d)` is a point of `P` that maximizes `d · p`.

mod cso;
#[cfg(feature = "lessons")]
pub mod lesson;
mod scaled;
mod stepper;
#[cfg(test)]
mod tests;
pub use cso::{Cso, Vertex};
pub use scaled::Scaled;
pub use stepper::{Mapping, Outcome};

use std::rc::Rc;
use std::sync::Arc;

use super::prelude::*;

/// Which vertex (of a polytope, box, segment, triangle) or region (of a round shape) a support point belongs to.
/// Also the hint from which a hill climb starts. Numbers are local to a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Feature(pub u32);

/// A point of a shape that is farthest in some direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SupportPoint {
    /// In the frame in which the shape was asked.
    pub point: Vec3,
    /// The vertex or region it belongs to.
    pub feature: Feature,
}

/// The farthest point of one feature, and how it moves when the direction iterations.
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

/// A convex shape, known only by its farthest points. `&T`, `Rc<T>` and `Arc<T>` implement it too.
pub trait Support {
    /// A point that maximizes `d · p`. `d` need not be a unit vector; the zero vector gives some point of the shape,
    /// and `sign(0)` is `+1`. The result is finite for every finite `d`.
    fn support(&self, d: Vec3) -> SupportPoint;

    /// The same, started from the feature that answered a neighboring direction. Large polytopes climb from it.
    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        let _ = hint;
        self.support(d)
    }

    /// The farthest point in the unit direction `d` of one feature alone, with its derivative in the directions `across`.
    /// `None` when the shape does not know; whoever asks does without then.
    #[inline]
    fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        let _ = (d, feature, across);
        None
    }

    /// The same of the core.
    #[inline]
    fn second_order_of_core(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        self.second_order(d, feature, across)
    }

    /// The point that a feature of the core is: `None` of an edge or surface, along which support points slide.
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        let _ = feature;
        None
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
    fn inner_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let _ = (n, limit);
        Ball::point(touch)
    }

    /// Of a solid core that has flat facets only: the one whose plane is nearest to `point`. The ball about `point` whose
    /// radius is its clearance lies in the core, exact to rounding. `None` of all other cores, and where
    /// that would take long.
    #[inline]
    fn nearest_wall(&self, point: Vec3) -> Option<Facet> {
        let _ = point;
        None
    }

    /// Whether some feature of the core is curved, so that [`Support::second_order`] is worth asking.
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }

    /// A radius about the shape's own origin that holds the whole shape: the magnitude from which rounding errors are
    /// derived. In the shape's length unit, and never negative.
    fn radius(&self) -> Real;

    /// Radius of the ball that is added to the shape's core: `shape = core ⊕ ball`. A sphere's core is its center, a
    /// capsule's its segment. 0 where the core is the shape itself.
    #[inline]
    fn ball(&self) -> Real {
        0.0
    }

    /// The support mapping of the core, for algorithms: `d` is a unit vector, or at least of about that length.
    #[inline]
    fn support_core(&self, d: Vec3) -> SupportPoint {
        self.support(d)
    }

    /// The same, started from the feature that answered a neighboring direction.
    #[inline]
    fn support_core_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        let _ = hint;
        self.support_core(d)
    }

    /// Radius of a ball that belongs to the body but that [`Support::support`] leaves out: 0, but for a [`Core`].
    /// Signed distance of two bodies = signed distance of what is mapped − both margins, exactly, apart or overlapping.
    #[inline]
    fn margin(&self) -> Real {
        0.0
    }

    /// The same shape with all lengths multiplied by `factor`, a power of two, if it can be made so. A pair whose squares
    /// are no normal numbers is computed in such a unit; of other shapes the support points are multiplied.
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        let _ = factor;
        None
    }
}

/// Through a pointer the shape answers itself, its own methods before the trait's.
macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<T: Support + ?Sized> Support for $pointer {
            #[inline]
            fn support(&self, d: Vec3) -> SupportPoint {
                (**self).support(d)
            }
            #[inline]
            fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
                (**self).support_near(d, hint)
            }
            #[inline]
            fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
                (**self).second_order(d, feature, across)
            }
            #[inline]
            fn second_order_of_core(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
                (**self).second_order_of_core(d, feature, across)
            }
            #[inline]
            fn vertex(&self, feature: Feature) -> Option<Vec3> {
                (**self).vertex(feature)
            }
            #[inline]
            fn disc(&self, d: Vec3) -> Option<Disc> {
                (**self).disc(d)
            }
            #[inline]
            fn inner_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
                (**self).inner_ball(n, touch, limit)
            }
            #[inline]
            fn nearest_wall(&self, point: Vec3) -> Option<Facet> {
                (**self).nearest_wall(point)
            }
            #[inline]
            fn is_curved(&self) -> bool {
                (**self).is_curved()
            }
            #[inline]
            fn radius(&self) -> Real {
                (**self).radius()
            }
            #[inline]
            fn ball(&self) -> Real {
                (**self).ball()
            }
            #[inline(always)]
            fn support_core(&self, d: Vec3) -> SupportPoint {
                (**self).support_core(d)
            }
            #[inline]
            fn support_core_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
                (**self).support_core_near(d, hint)
            }
            #[inline]
            fn margin(&self) -> Real {
                (**self).margin()
            }
            fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
                (**self).in_unit(factor)
            }
        }
    )*};
}

through!(&T, Rc<T>, Arc<T>);

/// A shape's core alone. The ball that was taken off is its [`Support::margin`]: algorithms work on cores, where a sphere
/// is one point, and shift their bounds and witness points at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Core<S>(pub S);

impl<S: Support> Support for Core<S> {
    #[inline(always)]
    fn support(&self, d: Vec3) -> SupportPoint {
        self.0.support_core(d)
    }
    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.0.support_core_near(d, hint)
    }
    #[inline]
    fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        self.0.second_order_of_core(d, feature, across)
    }
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        self.0.vertex(feature)
    }
    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        self.0.disc(d)
    }
    #[inline]
    fn inner_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        self.0.inner_ball(n, touch, limit)
    }
    #[inline]
    fn nearest_wall(&self, point: Vec3) -> Option<Facet> {
        self.0.nearest_wall(point)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.0.is_curved()
    }
    #[inline]
    fn radius(&self) -> Real {
        self.0.radius()
    }
    #[inline]
    fn margin(&self) -> Real {
        self.0.ball() + self.0.margin()
    }
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        Some(Rc::new(Core(self.0.in_unit(factor)?)))
    }
}

/// A shape with its ball on, for algorithms that shall see its whole surface: the same shape, but it owns that a ball is
/// curved, and its discs lie on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole<S>(pub S);

impl<S: Support> Support for Whole<S> {
    #[inline]
    fn support(&self, d: Vec3) -> SupportPoint {
        self.0.support(d)
    }
    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.0.support_near(d, hint)
    }
    #[inline]
    fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        self.0.second_order(d, feature, across)
    }
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        self.0.vertex(feature).filter(|_| self.0.ball() == 0.0)
    }
    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let disc = self.0.disc(d)?;
        Some(Disc { center: disc.center + disc.normal * self.0.ball(), ..disc })
    }
    #[inline]
    fn inner_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let ball = self.0.ball();
        let core = self.0.inner_ball(n, touch - n * ball, (limit - ball).max(0.0));
        let radius = (core.radius + ball).min(limit);
        Ball { center: core.center + n * (core.radius + ball - radius), radius }
    }
    #[inline]
    fn nearest_wall(&self, point: Vec3) -> Option<Facet> {
        let ball = self.0.ball();
        // Outside of the core a facet's plane says nothing about the distance from its rim.
        let Facet { normal, clearance } =
            self.0.nearest_wall(point).filter(|facet| ball == 0.0 || facet.clearance >= 0.0)?;
        Some(Facet { normal, clearance: clearance + ball })
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.0.is_curved() || self.0.ball() > 0.0
    }
    #[inline]
    fn radius(&self) -> Real {
        self.0.radius()
    }
    #[inline]
    fn margin(&self) -> Real {
        self.0.margin()
    }
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        Some(Rc::new(Whole(self.0.in_unit(factor)?)))
    }
}
