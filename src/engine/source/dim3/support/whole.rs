//! Whole shapes: cores that include their balls, for algorithms that need the surface itself.

use std::rc::Rc;

use super::{Ball, Disc, Facet, Feature, LocalGeometry, Support, SupportDerivative, SupportPoint};
use crate::dim3::numbers::squarable;
use crate::dim3::prelude::*;

/// The point of the whole shape, ball included, farthest along `d`, in the shape's own frame. `d` may have any length;
/// the zero vector gives some point of the shape.
#[inline]
pub fn farthest<S: Support + ?Sized>(shape: &S, d: Vec3) -> SupportPoint {
    let d = squarable(d);
    add_ball(shape.support(d), d, shape.margin())
}

/// The point farthest along `d` of the ball with the radius `margin` around the core's support point.
#[inline]
fn add_ball(core: SupportPoint, d: Vec3, margin: Real) -> SupportPoint {
    let point = if margin > 0.0 { core.point + d.normalize_or(Vec3::X) * margin } else { core.point };
    SupportPoint { point, feature: core.feature }
}

/// A shape whose core is another shape with its ball, and whose own margin is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole<S>(pub S);

impl<S: Support> Support for Whole<S> {
    #[inline]
    fn support(&self, d: Vec3) -> SupportPoint {
        farthest(&self.0, d)
    }
    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        let d = squarable(d);
        add_ball(self.0.support_near(d, hint), d, self.0.margin())
    }
    #[inline]
    fn bounding_radius(&self) -> Real {
        self.0.bounding_radius() + self.0.margin()
    }
    #[inline]
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        Some(self)
    }
}

impl SupportDerivative {
    /// Support point and derivative of `core ⊕ ball` at the unit vector `d`, given those of the core. The derivative is
    /// a quadratic form on the tangent vectors `x` and `y`; the ball has the radius `margin`.
    ///
    /// The support point of the ball is `margin · d / |d|`. Its derivative at `|d| = 1` is the matrix
    /// `margin · (1 − d dᵀ)`, whose value on two vectors `p` and `q` is `margin · (p·q − (d·p)(d·q))`.
    pub(in crate::dim3) fn inflated(self, d: Vec3, [x, y]: [Vec3; 2], margin: Real) -> Self {
        let dx = d.dot(x);
        let dy = d.dot(y);
        // For the pairs xx, xy, yy.
        let dot_products = [x.dot(x), x.dot(y), y.dot(y)];
        let components_along_d = [dx * dx, dx * dy, dy * dy];
        Self {
            point: self.point + d * margin,
            derivative: std::array::from_fn(|k| {
                self.derivative[k] + (dot_products[k] - components_along_d[k]) * margin
            }),
        }
    }
}

impl<S: Support> LocalGeometry for Whole<S> {
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        if self.0.margin() != 0.0 {
            return None;
        }
        self.0.local_geometry()?.vertex(feature)
    }
    #[inline]
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let core = self.0.local_geometry()?.support_derivative(d, feature, across)?;
        Some(core.inflated(d, across, self.0.margin()))
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.0.margin() > 0.0 || self.0.local_geometry().is_some_and(LocalGeometry::is_curved)
    }
    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let disc = self.0.local_geometry()?.disc(d)?;
        Some(Disc { center: disc.center + disc.normal * self.0.margin(), ..disc })
    }
    #[inline]
    fn inscribed_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        // The point at the depth m, the margin, below the touch point is on the core. A ball with the radius r inside
        // the core at that point becomes, inflated by m, a ball with the radius r + m inside the shape at the touch
        // point. If r + m exceeds the limit, the ball shrinks to the limit and its center moves along n by the
        // difference, so that its farthest point along n stays the same.
        let margin = self.0.margin();
        let touch = touch - n * margin;
        let core_limit = (limit - margin).max(0.0);
        let core = self.0.local_geometry().map_or(Ball::point(touch), |core| core.inscribed_ball(n, touch, core_limit));
        let radius = (core.radius + margin).min(limit);
        Ball { center: core.center + n * (core.radius + margin - radius), radius }
    }
    #[inline]
    fn nearest_facet(&self, point: Vec3) -> Option<Facet> {
        let margin = self.0.margin();
        // A point outside the core may be farther from the core than from the facet's plane: the ball around it with
        // the radius clearance + margin may then leave the shape.
        let facet = self.0.local_geometry()?.nearest_facet(point);
        let Facet { normal, clearance } = facet.filter(|facet| margin == 0.0 || facet.clearance >= 0.0)?;
        Some(Facet { normal, clearance: clearance + margin })
    }
    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        Some(Rc::new(Whole(self.0.local_geometry()?.in_unit(factor)?)))
    }
}
