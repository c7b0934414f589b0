//! Shapes in another unit of length, for pairs so small or so large that squares of their lengths leave the range of
//! normal numbers.

use std::rc::Rc;

use super::{Ball, Cso, Disc, Facet, Feature, LocalGeometry, Support, SupportDerivative, SupportPoint};
use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;

/// A shape whose lengths are multiplied by a factor. The factor is a power of two, so that no coordinate is rounded.
#[derive(Clone)]
pub struct Scaled<'a> {
    /// The shape to which queries are forwarded.
    shape: Source<'a>,
    /// Factor by which the results of `shape` are multiplied; 1 for a rebuilt shape.
    factor: Real,
}

/// The shape to which a [`Scaled`] shape forwards its queries.
#[derive(Clone)]
enum Source<'a> {
    /// The shape rebuilt in the other unit.
    Rebuilt(Rc<dyn Support>),
    /// The original shape, whose results are multiplied.
    Original(&'a dyn Support),
}

impl<'a> Scaled<'a> {
    /// The shape with lengths multiplied by `factor`: rebuilt if it can be, otherwise converted result by result.
    fn new(shape: &'a dyn Support, factor: Real) -> Self {
        match shape.local_geometry().and_then(|geometry| geometry.in_unit(factor)) {
            Some(rebuilt) => Self { shape: Source::Rebuilt(rebuilt), factor: 1.0 },
            None => Self { shape: Source::Original(shape), factor },
        }
    }

    /// The shape to which queries are forwarded.
    fn shape(&self) -> &dyn Support {
        match &self.shape {
            Source::Rebuilt(shape) => &**shape,
            Source::Original(shape) => *shape,
        }
    }

    /// Converts a support point of the source to the other unit.
    fn scaled_point(&self, SupportPoint { point, feature }: SupportPoint) -> SupportPoint {
        SupportPoint { point: point * self.factor, feature }
    }
}

impl<A: Support, B: Support> Cso<A, B> {
    /// The pair with its lengths multiplied by a power of two, so that its magnitude is from 1 to 2; and that factor.
    pub(in crate::dim3) fn in_unit(&self) -> (Cso<Scaled<'_>, Scaled<'_>>, Real) {
        let factor = unit_scale(self.magnitude());
        let a = Scaled::new(&self.a, factor);
        let b = Scaled::new(&self.b, factor);
        (Cso { a, b, rotation: self.rotation, translation: self.translation * factor }, factor)
    }
}

impl Support for Scaled<'_> {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.scaled_point(self.shape().support(d))
    }
    fn bounding_radius(&self) -> Real {
        self.shape().bounding_radius() * self.factor
    }
    fn margin(&self) -> Real {
        self.shape().margin() * self.factor
    }
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.scaled_point(self.shape().support_near(d, hint))
    }
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        self.shape().local_geometry().map(|_| self as &dyn LocalGeometry)
    }
}

impl LocalGeometry for Scaled<'_> {
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        self.shape().local_geometry()?.vertex(feature).map(|vertex| vertex * self.factor)
    }
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let SupportDerivative { point, derivative } =
            self.shape().local_geometry()?.support_derivative(d, feature, across)?;
        Some(SupportDerivative { point: point * self.factor, derivative: derivative.map(|x| x * self.factor) })
    }
    fn is_curved(&self) -> bool {
        self.shape().local_geometry().is_some_and(LocalGeometry::is_curved)
    }
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let disc = self.shape().local_geometry()?.disc(d)?;
        Some(Disc { center: disc.center * self.factor, radius: disc.radius * self.factor, ..disc })
    }
    fn inscribed_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let Some(shape) = self.shape().local_geometry() else { return Ball::point(touch) };
        let ball = shape.inscribed_ball(n, touch / self.factor, limit / self.factor);
        Ball { center: ball.center * self.factor, radius: ball.radius * self.factor }
    }
    fn nearest_facet(&self, point: Vec3) -> Option<Facet> {
        let facet = self.shape().local_geometry()?.nearest_facet(point / self.factor)?;
        Some(Facet { clearance: facet.clearance * self.factor, ..facet })
    }
}
