//! Convex shapes and their support mappings (`[ACD11]` "Support mapping", `[Bergen03 §4.3]`).
//!
//! **Frame.** Every shape has its own frame. Lengths are in meters.
//!
//! **Core.** Every shape is `core ⊕ ball` ([`Support::margin`]): a sphere is a point with a ball, a capsule a segment
//! with a ball.
//!
//! **Valid shapes only.** The constructors ensure that every length is finite, not negative and small enough for its
//! square to be finite. Sizes of 0 are valid: they give points, segments, discs.

mod affine;
mod core_support;
mod inscribed_balls;
mod octants;
mod polytope;
mod scaled;
#[cfg(feature = "serde")]
mod serialized;
mod simple_core;
mod solid_of_revolution;
mod support_derivative;
#[cfg(test)]
mod tests;
mod validate;

use std::rc::Rc;
use std::sync::Arc;

use super::numbers::length as vector_length;
use super::prelude::*;
use super::support::{Ball, Disc, Facet, Feature, LocalGeometry, SimpleCore, Support, SupportDerivative, SupportPoint};
pub use affine::Affine;
pub use contact_lens_model::ask::Axis;
use core_support::{box_support, ellipsoid_support, farthest, in_registers};
pub use polytope::Polytope;
pub use solid_of_revolution::SolidOfRevolution;
pub use validate::ShapeError;
use validate::{check_length, check_lengths, check_points};

/// Vertices of a box around the origin with these half extents; bit `k` of the index is set for a negative `k`th
/// coordinate.
pub(super) fn box_vertices(half_extents: [f64; 3]) -> [[f64; 3]; 8] {
    std::array::from_fn(|vertex| {
        std::array::from_fn(|k| if vertex >> k & 1 == 0 { half_extents[k] } else { -half_extents[k] })
    })
}

/// A valid convex shape in its own frame. Cheap to clone.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "serialized::SerializedShape", try_from = "serialized::SerializedShape"))]
pub struct Shape(Kind);

/// The kinds of shapes, with their sizes.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A ball centered at the origin.
    Sphere {
        /// Radius of the ball, meters.
        radius: Real,
    },
    /// An axis-aligned box centered at the origin.
    Box {
        /// Half the lengths of the edges along x, y and z, meters.
        half_extents: Vec3,
    },
    /// A cylinder with flat ends at ± half the height.
    Cylinder(SolidOfRevolution),
    /// A cone with its apex at + half the height and its base disc at − half the height.
    Cone(SolidOfRevolution),
    /// A capsule: a segment between ± its half height, with a ball added.
    Capsule(SolidOfRevolution),
    /// An ellipsoid centered at the origin.
    Ellipsoid {
        /// Semi-axes along x, y and z, meters.
        radii: Vec3,
    },
    /// The segment between two points.
    Segment([Vec3; 2]),
    /// The triangle of three points.
    Triangle([Vec3; 3]),
    /// The convex hull of points.
    Polytope(Arc<Polytope>),
    /// An affine image of a shape.
    Affine(Arc<Affine>),
    /// A shape with a ball added.
    Inflate {
        /// The shape without the ball.
        shape: Arc<Shape>,
        /// Radius of the ball, `μ`, meters.
        margin: Real,
    },
}

impl Shape {
    /// A ball of this radius; 0 gives a point.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn sphere(radius: Real) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Sphere { radius: check_length("radius", radius)? }))
    }

    /// A box whose edges along x, y and z have twice these lengths, meters. Zeros give a rectangle, a segment or a
    /// point.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Box { half_extents: check_lengths("half_extents", half_extents)? }))
    }

    /// A cylinder along `axis` between ± `half_height`.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn cylinder(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Cylinder(SolidOfRevolution::new(radius, half_height, axis)?)))
    }

    /// A cone along `axis` with its apex at + `half_height` and its base at − `half_height`.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn cone(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Cone(SolidOfRevolution::new(radius, half_height, axis)?)))
    }

    /// A segment along `axis` between ± `half_height` with a ball of `radius` added, so that its whole length is
    /// `2 (half_height + radius)`.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn capsule(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Capsule(SolidOfRevolution::new(radius, half_height, axis)?)))
    }

    /// An ellipsoid with these semi-axes along x, y and z, meters: the image of the unit ball under `diag(radii)`.
    /// Zeros flatten it.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large for its square: the error names the field.
    pub fn ellipsoid(radii: Vec3) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Ellipsoid { radii: check_lengths("radii", radii)? }))
    }

    /// The segment between two points, which may coincide.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite or too large for its square: the error names the point.
    pub fn segment(ends: [Vec3; 2]) -> Result<Self, ShapeError> {
        check_points(&ends)?;
        Ok(Self(Kind::Segment(ends)))
    }

    /// The triangle of three points, which may coincide or be collinear.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite or too large for its square: the error names the point.
    pub fn triangle(corners: [Vec3; 3]) -> Result<Self, ShapeError> {
        check_points(&corners)?;
        Ok(Self(Kind::Triangle(corners)))
    }

    /// The triangle of three points that the caller knows to be valid.
    #[inline]
    pub(super) fn triangle_of(corners: [Vec3; 3]) -> Self {
        Self(Kind::Triangle(corners))
    }

    /// The convex hull of points, which may be few, repeated, inside the hull or all in one plane.
    ///
    /// # Errors
    ///
    /// If there is no point, or a coordinate is not finite or too large for its square: the error names the point.
    pub fn polytope(points: &[Vec3]) -> Result<Self, ShapeError> {
        Self::polytope_with(points, || {})
    }

    /// The convex hull of points, as [`Shape::polytope`]. `between` is called after each step of the hull; a caller can
    /// unwind from it to cancel the construction, which is slow for very many points.
    ///
    /// # Errors
    ///
    /// As [`Shape::polytope`].
    pub fn polytope_with(points: &[Vec3], mut between: impl FnMut()) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Polytope(Arc::new(Polytope::new(points, &mut between)?))))
    }

    /// The affine image `M · P + N` of a shape `P`. `M` may be singular.
    ///
    /// # Errors
    ///
    /// If a number of the matrix or the offset is not finite, or the image is too large for the square of its size.
    pub fn affine(matrix: Mat3, offset: Vec3, shape: Shape) -> Result<Self, ShapeError> {
        Ok(Self(Kind::Affine(Arc::new(Affine::new(matrix, offset, shape)?))))
    }

    /// The shape with a ball of radius `margin` added. Inflating twice adds the radii.
    ///
    /// # Errors
    ///
    /// If the margin is negative or not finite, or the result is too large for the square of its size: the error names
    /// the field `radius`.
    pub fn inflate(shape: Shape, margin: Real) -> Result<Self, ShapeError> {
        check_length("radius", margin)?;
        check_length("radius", margin + shape.radius())?;
        Ok(Self(Kind::Inflate { shape: Arc::new(shape), margin }))
    }

    /// Radius of a ball around the shape's own origin that contains the shape, ball included; meters.
    #[inline]
    pub fn radius(&self) -> Real {
        self.bounding_radius() + self.margin()
    }

    /// The kind of the shape.
    #[inline]
    pub fn kind(&self) -> &Kind {
        &self.0
    }

    /// The core's farthest point along `d`, if the square of `d` is a normal number; otherwise some point of the core.
    /// The code for boxes and polytopes is inlined.
    #[inline(always)]
    fn core_support(&self, d: Vec3) -> SupportPoint {
        match &self.0 {
            Kind::Polytope(polytope) => in_registers(polytope.support(d)),
            Kind::Box { half_extents } => box_support(*half_extents, d),
            _ => in_registers(self.support_of_any_kind(d)),
        }
    }

    /// The core's farthest point along `d`, for every kind; [`Shape::core_support`] calls it for the kinds that it does
    /// not inline.
    fn support_of_any_kind(&self, d: Vec3) -> SupportPoint {
        match &self.0 {
            Kind::Polytope(polytope) => polytope.support(d),
            Kind::Box { half_extents } => box_support(*half_extents, d),
            Kind::Sphere { .. } => SupportPoint { point: Vec3::ZERO, feature: Feature(0) },
            Kind::Capsule(solid) => solid.segment(d),
            Kind::Cylinder(solid) => solid.cylinder(d),
            Kind::Cone(solid) => solid.cone(d),
            Kind::Ellipsoid { radii } => SupportPoint { point: ellipsoid_support(*radii, d), feature: Feature(0) },
            Kind::Segment(ends) => farthest(ends, d),
            Kind::Triangle(corners) => farthest(corners, d),
            Kind::Affine(affine) => affine.support(d),
            Kind::Inflate { shape, .. } => shape.support(d),
        }
    }

    /// Bounding radius of the core, for every kind.
    fn bounding_radius_of_any_kind(&self) -> Real {
        match &self.0 {
            Kind::Polytope(polytope) => polytope.radius(),
            Kind::Box { half_extents } => vector_length(*half_extents),
            Kind::Sphere { .. } => 0.0,
            Kind::Cylinder(solid) | Kind::Cone(solid) => vector_length(solid.rim()),
            Kind::Capsule(solid) => solid.half_height,
            Kind::Ellipsoid { radii } => radii.max_element(),
            Kind::Segment(ends) => validate::bounding_radius(ends),
            Kind::Triangle(corners) => validate::bounding_radius(corners),
            Kind::Affine(affine) => affine.radius(),
            Kind::Inflate { shape, .. } => shape.bounding_radius(),
        }
    }

    /// Radius of the ball, for every kind.
    #[inline]
    fn margin_of_any_kind(&self) -> Real {
        match &self.0 {
            Kind::Sphere { radius } => *radius,
            Kind::Capsule(solid) => solid.radius,
            Kind::Inflate { shape, margin } => shape.margin() + margin,
            Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => 0.0,
            Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) | Kind::Box { .. } => 0.0,
        }
    }
}

impl Support for Shape {
    #[inline(always)]
    fn support(&self, d: Vec3) -> SupportPoint {
        self.core_support(d)
    }

    #[inline]
    fn bounding_radius(&self) -> Real {
        match &self.0 {
            Kind::Polytope(polytope) => polytope.radius(),
            Kind::Box { half_extents } => vector_length(*half_extents),
            _ => self.bounding_radius_of_any_kind(),
        }
    }

    #[inline]
    fn margin(&self) -> Real {
        match &self.0 {
            Kind::Polytope(_) | Kind::Box { .. } => 0.0,
            _ => self.margin_of_any_kind(),
        }
    }

    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        match &self.0 {
            Kind::Polytope(polytope) => polytope.support_near(d, hint),
            _ => self.support(d),
        }
    }

    #[inline]
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        Some(self)
    }

    #[inline(always)]
    fn simple_core(&self) -> Option<SimpleCore> {
        self.simple_core_of_kind()
    }
}

impl LocalGeometry for Shape {
    #[inline]
    fn vertex(&self, feature: Feature) -> Option<Vec3> {
        self.core_vertex(feature)
    }

    #[inline]
    fn support_derivative(&self, d: Vec3, feature: Feature, across: [Vec3; 2]) -> Option<SupportDerivative> {
        self.core_support_derivative(d, feature, across)
    }

    #[inline]
    fn is_curved(&self) -> bool {
        self.core_is_curved()
    }

    #[inline]
    fn disc(&self, d: Vec3) -> Option<Disc> {
        self.core_disc(d)
    }

    #[inline]
    fn inscribed_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        self.core_ball(n, touch, limit)
    }

    #[inline]
    fn nearest_facet(&self, point: Vec3) -> Option<Facet> {
        self.core_facet(point)
    }

    fn in_unit(&self, factor: Real) -> Option<Rc<dyn Support>> {
        Some(Rc::new(self.scaled(factor)))
    }
}
