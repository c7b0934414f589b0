//! A shape in another unit of length, for pairs so small that squares of their lengths are no normal numbers.

use std::rc::Rc;

use super::super::prelude::*;
use super::super::rounding::unit_scale;
use super::{Ball, Cso, Disc, Facet, Feature, SecondOrder, Support, SupportPoint};

/// A shape whose lengths are multiplied by a power of two, so that no coordinate is rounded.
#[derive(Clone)]
pub struct Scaled<'a> {
    shape: Source<'a>,
    factor: Real,
}

#[derive(Clone)]
enum Source<'a> {
    /// Made anew in the other unit.
    Own(Rc<dyn Support>),
    /// As it is: what it answers is multiplied.
    Lent(&'a dyn Support),
}

impl<'a> Scaled<'a> {
    fn new(shape: &'a dyn Support, factor: Real) -> Self {
        match shape.in_unit(factor) {
            Some(own) => Self { shape: Source::Own(own), factor: 1.0 },
            None => Self { shape: Source::Lent(shape), factor },
        }
    }

    fn shape(&self) -> &dyn Support {
        match &self.shape {
            Source::Own(shape) => &**shape,
            Source::Lent(shape) => *shape,
        }
    }

    fn point(&self, SupportPoint { point, feature }: SupportPoint) -> SupportPoint {
        SupportPoint { point: point * self.factor, feature }
    }

    fn second_order_of(&self, SecondOrder { point, curvature }: SecondOrder) -> SecondOrder {
        SecondOrder { point: point * self.factor, curvature: curvature.map(|x| x * self.factor) }
    }
}

impl<A: Support, B: Support> Cso<A, B> {
    /// The pair in a unit in which it is about one long, and by what its lengths are multiplied.
    pub(in super::super) fn in_unit(&self) -> (Cso<Scaled<'_>, Scaled<'_>>, Real) {
        let factor = unit_scale(self.magnitude());
        let (a, b) = (Scaled::new(&self.a, factor), Scaled::new(&self.b, factor));
        (Cso { a, b, rotation: self.rotation, translation: self.translation * factor }, factor)
    }
}

impl Support for Scaled<'_> {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.point(self.shape().support(d))
    }
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.point(self.shape().support_near(d, hint))
    }
    fn second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        self.shape().second_order(d, feature, across).map(|model| self.second_order_of(model))
    }
    fn second_order_of_core(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SecondOrder> {
        self.shape().second_order_of_core(d, feature, across).map(|model| self.second_order_of(model))
    }
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        self.shape().vertex(feature).map(|vertex| vertex * self.factor)
    }
    fn disc(&self, d: Vec3) -> Option<Disc> {
        let disc = self.shape().disc(d)?;
        Some(Disc { center: disc.center * self.factor, radius: disc.radius * self.factor, ..disc })
    }
    fn inner_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let ball = self.shape().inner_ball(n, touch / self.factor, limit / self.factor);
        Ball { center: ball.center * self.factor, radius: ball.radius * self.factor }
    }
    fn nearest_wall(&self, point: Vec3) -> Option<Facet> {
        let facet = self.shape().nearest_wall(point / self.factor)?;
        Some(Facet { clearance: facet.clearance * self.factor, ..facet })
    }
    fn is_curved(&self) -> bool {
        self.shape().is_curved()
    }
    fn radius(&self) -> Real {
        self.shape().radius() * self.factor
    }
    fn ball(&self) -> Real {
        self.shape().ball() * self.factor
    }
    fn support_core(&self, d: Vec3) -> SupportPoint {
        self.point(self.shape().support_core(d))
    }
    fn support_core_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.point(self.shape().support_core_near(d, hint))
    }
    fn margin(&self) -> Real {
        self.shape().margin() * self.factor
    }
}
