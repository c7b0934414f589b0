//! Derivative of a feature's support point in the direction: `∂s/∂d` at unit `d`.

use super::super::numbers::length;
use super::super::prelude::*;
use super::super::support::{Disc, Feature, Support, SupportDerivative};
use super::affine::Affine;
use super::solid_of_revolution::{BOTTOM, SolidOfRevolution, Upright};
use super::{Kind, Shape};

/// The matrix `XᵀX` of the two vectors, as a quadratic form: `xx`, `xy`, `yy`.
#[inline]
fn products([x, y]: [Vec3; 2]) -> [Real; 3] {
    [x.dot(x), x.dot(y), y.dot(y)]
}

/// `v ⊗ v` as a quadratic form on two vectors.
#[inline]
fn square(v: Vec3, [x, y]: [Vec3; 2]) -> [Real; 3] {
    let vx = v.dot(x);
    let vy = v.dot(y);
    [vx * vx, vx * vy, vy * vy]
}

impl Shape {
    /// Implements [`LocalGeometry::support_derivative`](super::LocalGeometry::support_derivative).
    pub(super) fn core_second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        match self.kind() {
            Kind::Cylinder(round) => round.rim_second_order(d, feature, across),
            Kind::Cone(round) if feature == BOTTOM => round.rim_second_order(d, feature, across),
            Kind::Ellipsoid { radii } => ellipsoid(*radii, d, across),
            Kind::Affine(affine) => affine.support_derivative(d, feature, across),
            Kind::Inflate { shape, .. } => shape.core_second_order(d, feature, across),
            Kind::Cone(_) | Kind::Capsule(_) | Kind::Sphere { .. } | Kind::Box { .. } => {
                self.without_derivative(feature)
            }
            Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) => self.without_derivative(feature),
        }
    }

    /// Second-order model of a vertex, which does not move with the direction.
    fn without_derivative(&self, feature: Feature) -> Option<SupportDerivative> {
        Some(SupportDerivative { point: self.core_vertex(feature)?, derivative: [0.0; 3] })
    }

    /// Implements [`LocalGeometry::vertex`](super::LocalGeometry::vertex).
    #[inline]
    pub(super) fn core_vertex(&self, feature: Feature) -> Option<Vec3> {
        match self.kind() {
            Kind::Polytope(polytope) => polytope.points().get(feature.0 as usize).copied(),
            Kind::Box { half_extents } => {
                let signs = [0, 1, 2].map(|bit| if feature.0 >> bit & 1 == 1 { -1.0 } else { 1.0 });
                Some(*half_extents * Vec3::from(signs))
            }
            _ => self.other_vertex(feature),
        }
    }

    fn other_vertex(&self, feature: Feature) -> Option<Vec3> {
        let index = feature.0 as usize;
        match self.kind() {
            Kind::Sphere { .. } => Some(Vec3::ZERO),
            Kind::Capsule(round) => Some(round.segment(round.towards(feature)).point),
            Kind::Segment(ends) => ends.get(index).copied(),
            Kind::Triangle(corners) => corners.get(index).copied(),
            Kind::Cone(round) if feature != BOTTOM => Some(round.axis.laid(Vec3::new(0.0, round.half_height, 0.0))),
            Kind::Affine(affine) => affine.vertex(feature),
            Kind::Inflate { shape, .. } => shape.core_vertex(feature),
            Kind::Cone(_) | Kind::Cylinder(_) | Kind::Ellipsoid { .. } => None,
            Kind::Polytope(_) | Kind::Box { .. } => None,
        }
    }

    /// The end of a cylinder or the base of a cone, if its normal has a positive component along `d`.
    pub(super) fn core_disc(&self, d: Vec3) -> Option<Disc> {
        match self.kind() {
            Kind::Cylinder(round) => round.end_disc(d),
            Kind::Cone(round) if round.axis.upright(d).y < 0.0 => round.end_disc(d),
            Kind::Inflate { shape, .. } => shape.core_disc(d),
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } | Kind::Ellipsoid { .. } => None,
            Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) | Kind::Affine(_) | Kind::Cone(_) => None,
        }
    }

    /// Implements [`LocalGeometry::is_curved`](super::LocalGeometry::is_curved).
    #[inline]
    pub(super) fn core_is_curved(&self) -> bool {
        match self.kind() {
            Kind::Polytope(_) | Kind::Box { .. } => false,
            _ => self.other_is_curved(),
        }
    }

    #[inline]
    fn other_is_curved(&self) -> bool {
        match self.kind() {
            Kind::Cylinder(round) | Kind::Cone(round) => round.radius > 0.0,
            Kind::Ellipsoid { .. } => true,
            Kind::Affine(affine) => affine.is_curved(),
            Kind::Inflate { shape, .. } => shape.core_is_curved(),
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Segment(_) | Kind::Triangle(_) => false,
            Kind::Polytope(_) | Kind::Box { .. } => false,
        }
    }
}

/// Second-order model of an ellipsoid: `s = D²d / |Dd|`, `∂s/∂d = (D² − s ⊗ s) / |Dd|`.
fn ellipsoid(radii: Vec3, d: Vec3, across: [Vec3; 2]) -> Option<SupportDerivative> {
    let height = length(radii * d);
    if !(height > 0.0) {
        return None;
    }
    let point = radii * (radii * d / height);
    let all = products(across.map(|x| radii * x));
    let along = square(point, across);
    Some(SupportDerivative { point, derivative: std::array::from_fn(|k| (all[k] - along[k]) / height) })
}

impl SolidOfRevolution {
    /// A direction in which the segment's or cylinder's end `feature` is the farthest.
    #[inline]
    fn towards(&self, feature: Feature) -> Vec3 {
        let up = if feature == BOTTOM { -1.0 } else { 1.0 };
        self.axis.laid(Vec3::new(0.0, up, 0.0))
    }

    /// Second-order model of a rim, whose point slides around the disc: `derivative = r/h · t ⊗ t` with `t` along the
    /// rim and `h` the component of `d` across the axis.
    fn rim_second_order(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let y = if feature == BOTTOM { -self.half_height } else { self.half_height };
        let d = self.axis.upright(d);
        let h = (d.x * d.x + d.z * d.z).sqrt();
        if !(h > EPS) {
            return None;
        }
        let along = self.axis.laid(Vec3::new(-d.z / h, 0.0, d.x / h));
        let point = Vec3::new(d.x / h * self.radius, y, d.z / h * self.radius);
        Some(SupportDerivative {
            point: self.axis.laid(point),
            derivative: square(along, across).map(|x| x * (self.radius / h)),
        })
    }

    /// The end disc on the side of `d`; `None` if its radius is 0.
    fn end_disc(&self, d: Vec3) -> Option<Disc> {
        let up = if self.axis.upright(d).y < 0.0 { -1.0 } else { 1.0 };
        let normal = self.axis.laid(Vec3::new(0.0, up, 0.0));
        (self.radius > 0.0).then(|| Disc { center: normal * self.half_height, normal, radius: self.radius })
    }
}

impl Affine {
    /// Second-order model of `M · s(Mᵀd)`. The inner direction is not a unit vector, so the derivative is taken at its
    /// unit vector and divided by its length.
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let back = self.matrix().transpose();
        let inner = back * d;
        let length = inner.length();
        if !(length > 0.0) {
            return None;
        }
        let shape = self.shape();
        let across = across.map(|x| back * x);
        let d = inner / length;
        let core = shape.core_second_order(d, feature, across)?;
        let SupportDerivative { point, derivative } = core.inflated(d, across, shape.margin());
        Some(SupportDerivative {
            point: self.matrix() * point + self.offset(),
            derivative: derivative.map(|x| x / length),
        })
    }

    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        if self.shape().margin() != 0.0 {
            return None;
        }
        Some(self.matrix() * self.shape().core_vertex(feature)? + self.offset())
    }

    fn is_curved(&self) -> bool {
        self.shape().margin() > 0.0 || self.shape().core_is_curved()
    }
}
