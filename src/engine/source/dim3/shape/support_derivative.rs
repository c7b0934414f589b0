//! Derivative of a feature's support point `s` with respect to the direction, `∂s/∂d` at a unit vector `d`. The
//! derivative is a symmetric matrix `Q`, given as a quadratic form on two vectors `x` and `y` across the direction: the
//! three products `x·Qx`, `x·Qy` and `y·Qy`.

use super::affine::Affine;
use super::solid_of_revolution::{BOTTOM, SolidOfRevolution, Upright};
use super::{Kind, Shape};
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::support::{Disc, Feature, Support, SupportDerivative};

/// Returns the identity matrix as a quadratic form on two vectors: `x·x`, `x·y`, `y·y`.
#[inline]
fn identity_form([x, y]: [Vec3; 2]) -> [Real; 3] {
    [x.dot(x), x.dot(y), y.dot(y)]
}

/// Returns the matrix `v ⊗ v` as a quadratic form on two vectors: `(v·x)²`, `(v·x)(v·y)`, `(v·y)²`.
#[inline]
fn square_form(v: Vec3, [x, y]: [Vec3; 2]) -> [Real; 3] {
    let vx = v.dot(x);
    let vy = v.dot(y);
    [vx * vx, vx * vy, vy * vy]
}

impl Shape {
    /// Implements [`LocalGeometry::support_derivative`](super::LocalGeometry::support_derivative).
    pub(super) fn core_support_derivative(
        &self,
        d: Vec3,
        feature: Feature,
        across: [Vec3; 2],
    ) -> Option<SupportDerivative> {
        match self.kind() {
            Kind::Cylinder(solid) => solid.rim_support_derivative(d, feature, across),
            Kind::Cone(solid) if feature == BOTTOM => solid.rim_support_derivative(d, feature, across),
            Kind::Ellipsoid { radii } => ellipsoid(*radii, d, across),
            Kind::Affine(affine) => affine.support_derivative(d, feature, across),
            Kind::Inflate { shape, .. } => shape.core_support_derivative(d, feature, across),
            Kind::Cone(_) | Kind::Capsule(_) | Kind::Sphere { .. } | Kind::Box { .. } => {
                self.vertex_support_derivative(feature)
            }
            Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) => self.vertex_support_derivative(feature),
        }
    }

    /// Support derivative of a vertex, which does not move with the direction; `None` for other features.
    fn vertex_support_derivative(&self, feature: Feature) -> Option<SupportDerivative> {
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
            _ => self.vertex_of_other_kind(feature),
        }
    }

    /// The point of a vertex feature of a shape other than a polytope or a box; `None` for an edge or a surface.
    fn vertex_of_other_kind(&self, feature: Feature) -> Option<Vec3> {
        let index = feature.0 as usize;
        match self.kind() {
            Kind::Sphere { .. } => Some(Vec3::ZERO),
            Kind::Capsule(solid) => Some(solid.segment(solid.direction_of_end(feature)).point),
            Kind::Segment(ends) => ends.get(index).copied(),
            Kind::Triangle(corners) => corners.get(index).copied(),
            Kind::Cone(solid) if feature != BOTTOM => {
                Some(solid.axis.rotate_from_upright(Vec3::new(0.0, solid.half_height, 0.0)))
            }
            Kind::Affine(affine) => affine.vertex(feature),
            Kind::Inflate { shape, .. } => shape.core_vertex(feature),
            Kind::Cone(_) | Kind::Cylinder(_) | Kind::Ellipsoid { .. } => None,
            Kind::Polytope(_) | Kind::Box { .. } => None,
        }
    }

    /// Implements [`LocalGeometry::disc`](super::LocalGeometry::disc): the end of a cylinder, or the base of a cone.
    pub(super) fn core_disc(&self, d: Vec3) -> Option<Disc> {
        match self.kind() {
            Kind::Cylinder(solid) => solid.end_disc(d),
            Kind::Cone(solid) if solid.axis.to_upright(d).y < 0.0 => solid.end_disc(d),
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
            _ => self.is_curved_of_any_kind(),
        }
    }

    /// Whether some feature of the core is curved, for every kind.
    #[inline]
    fn is_curved_of_any_kind(&self) -> bool {
        match self.kind() {
            Kind::Cylinder(solid) | Kind::Cone(solid) => solid.radius > 0.0,
            Kind::Ellipsoid { .. } => true,
            Kind::Affine(affine) => affine.is_curved(),
            Kind::Inflate { shape, .. } => shape.core_is_curved(),
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Segment(_) | Kind::Triangle(_) => false,
            Kind::Polytope(_) | Kind::Box { .. } => false,
        }
    }
}

/// Support derivative of an ellipsoid, with `D = diag(radii)`: `s = D²d / |Dd|`, `∂s/∂d = (D² − s ⊗ s) / |Dd|`. `None`
/// if `|Dd|`, the height of the supporting plane, is 0.
fn ellipsoid(radii: Vec3, d: Vec3, across: [Vec3; 2]) -> Option<SupportDerivative> {
    let height = length(radii * d);
    if !(height > 0.0) {
        return None;
    }
    let point = radii * (radii * d / height);
    let radii_form = identity_form(across.map(|x| radii * x));
    let point_form = square_form(point, across);
    Some(SupportDerivative { point, derivative: std::array::from_fn(|k| (radii_form[k] - point_form[k]) / height) })
}

impl SolidOfRevolution {
    /// A direction along the axis in which the end `feature` is the farthest.
    #[inline]
    fn direction_of_end(&self, feature: Feature) -> Vec3 {
        let up = if feature == BOTTOM { -1.0 } else { 1.0 };
        self.axis.rotate_from_upright(Vec3::new(0.0, up, 0.0))
    }

    /// Support derivative of the rim of the end `feature`, whose point slides around the disc: `∂s/∂d = r/h · t ⊗ t`,
    /// with the radius `r`, the unit tangent `t` of the rim and the length `h` of the component of `d` across the axis.
    /// `None` if `d` is along the axis to rounding: all points of the rim are then equally far.
    fn rim_support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let y = if feature == BOTTOM { -self.half_height } else { self.half_height };
        let d = self.axis.to_upright(d);
        let h = (d.x * d.x + d.z * d.z).sqrt();
        if !(h > EPS) {
            return None;
        }
        let tangent = self.axis.rotate_from_upright(Vec3::new(-d.z / h, 0.0, d.x / h));
        let point = Vec3::new(d.x / h * self.radius, y, d.z / h * self.radius);
        Some(SupportDerivative {
            point: self.axis.rotate_from_upright(point),
            derivative: square_form(tangent, across).map(|x| x * (self.radius / h)),
        })
    }

    /// The end disc whose normal does not point away from `d`; `None` if its radius is 0.
    fn end_disc(&self, d: Vec3) -> Option<Disc> {
        let up = if self.axis.to_upright(d).y < 0.0 { -1.0 } else { 1.0 };
        let normal = self.axis.rotate_from_upright(Vec3::new(0.0, up, 0.0));
        (self.radius > 0.0).then(|| Disc { center: normal * self.half_height, normal, radius: self.radius })
    }
}

impl Affine {
    /// Support derivative of `M · s(Mᵀd) + N`. The inner direction `Mᵀd` is not a unit vector, so the derivative is
    /// taken at its unit vector and divided by its length. `None` if that length is 0.
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        let transposed = self.matrix().transpose();
        let inner = transposed * d;
        let length = inner.length();
        if !(length > 0.0) {
            return None;
        }
        let shape = self.shape();
        let across = across.map(|x| transposed * x);
        let d = inner / length;
        let core = shape.core_support_derivative(d, feature, across)?;
        let SupportDerivative { point, derivative } = core.inflated(d, across, shape.margin());
        Some(SupportDerivative {
            point: self.matrix() * point + self.offset(),
            derivative: derivative.map(|x| x / length),
        })
    }

    /// Image of a vertex; `None` for other features, and if the inner shape has a ball, whose points slide.
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        if self.shape().margin() != 0.0 {
            return None;
        }
        Some(self.matrix() * self.shape().core_vertex(feature)? + self.offset())
    }

    /// Whether some feature of the image is curved.
    fn is_curved(&self) -> bool {
        self.shape().margin() > 0.0 || self.shape().core_is_curved()
    }
}
