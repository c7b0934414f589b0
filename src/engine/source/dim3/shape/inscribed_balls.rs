//! Balls inside a shape that touch its surface at a given point: lower bounds of the shape's depth below that point.
//!
//! The point and the normal are rounded, so a radius computed from them could be too large. Therefore the radius is
//! first *chosen* by the space that the other facets leave below the point; then the ball around the chosen center is
//! *measured* by the center's distance from every facet. In all functions `n` is the outward unit normal of the
//! contact, `touch` the contact point on the surface, and `limit` the largest radius requested. The result is `touch`
//! as a ball of radius 0 if no larger ball is found.

use super::polytope::Plane;
use super::solid_of_revolution::{SolidOfRevolution, Upright};
use super::{Kind, Shape};
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::support::{Ball, Facet};

/// Largest value of 1 − cosine of the angle between a facet's normal and the contact normal for which the facet counts
/// as the contact's own. Own facets do not limit the chosen radius; only the measuring step tests them.
const OWN_FACET_COSINE_GAP: Real = 1.0e-4;

/// Number of facets above which the search through the facets is not tried, since EPA is faster.
const MANY_FACETS: usize = 512;

/// Cosine of the angle between a cylinder's axis and the contact normal above which the contact is on an end, else on
/// the side; at a contact the cosine is about 1 or 0.
const END_COSINE: Real = 0.5;

impl Shape {
    /// Implements [`LocalGeometry::inscribed_ball`](super::LocalGeometry::inscribed_ball).
    pub(super) fn core_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        match self.kind() {
            Kind::Box { half_extents } => box_ball(*half_extents, n, touch, limit),
            Kind::Polytope(polytope) => polytope_ball(polytope.planes(), n, touch, limit),
            Kind::Cylinder(solid) => solid.cylinder_ball(n, touch, limit),
            Kind::Cone(solid) => solid.cone_ball(n, touch, limit),
            Kind::Ellipsoid { radii } => ellipsoid_ball(*radii, n, limit).unwrap_or(Ball::point(touch)),
            Kind::Inflate { shape, .. } => shape.core_ball(n, touch, limit),
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Segment(_) | Kind::Triangle(_) => Ball::point(touch),
            Kind::Affine(_) => Ball::point(touch),
        }
    }

    /// Implements [`LocalGeometry::nearest_facet`](super::LocalGeometry::nearest_facet).
    pub(super) fn core_facet(&self, point: Vec3) -> Option<Facet> {
        match self.kind() {
            Kind::Box { half_extents } => Some(box_facet(*half_extents, point)),
            Kind::Polytope(polytope) => polytope_facet(polytope.planes(), point),
            Kind::Inflate { shape, .. } => shape.core_facet(point),
            Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => None,
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Segment(_) | Kind::Triangle(_) => None,
        }
    }
}

/// The ball below `touch` around the center at the depth of the lesser of `largest_radius` and `limit`. Its radius is
/// the measured `clearance` of the center, its distance from the surface.
#[inline]
fn ball_below(n: Vec3, touch: Vec3, limit: Real, largest_radius: Real, clearance: impl Fn(Vec3) -> Real) -> Ball {
    let chosen_radius = largest_radius.min(limit);
    let center = touch - n * chosen_radius;
    // Written so that NaN gives the point.
    let measured_radius = if chosen_radius > 0.0 { clearance(center) } else { 0.0 };
    if measured_radius > 0.0 { Ball { center, radius: measured_radius } } else { Ball::point(touch) }
}

/// Largest radius of a ball that touches the surface at the point `a` and stays below the facet `m·x ≤ δ`, where
/// `height = δ − m·a` and `cosine = m·n`. A ball of radius `r` has its center `height + r · cosine` below the facet,
/// which is at least `r` for `r ≤ height / (1 − cosine)`. Infinite for the contact's own facet.
#[inline]
fn largest_radius_below_facet(height: Real, cosine: Real) -> Real {
    if 1.0 - cosine > OWN_FACET_COSINE_GAP { height / (1.0 - cosine) } else { Real::INFINITY }
}

/// Ball below a point of a box with the half extents `half`.
fn box_ball(half: Vec3, n: Vec3, touch: Vec3, limit: Real) -> Ball {
    let half = half.to_array();
    let normal = n.to_array();
    let point = touch.to_array();
    let mut largest_radius = Real::INFINITY;
    for i in 0..3 {
        largest_radius = largest_radius.min(largest_radius_below_facet(half[i] - point[i], normal[i]));
        largest_radius = largest_radius.min(largest_radius_below_facet(half[i] + point[i], -normal[i]));
    }
    ball_below(n, touch, limit, largest_radius, |x| (Vec3::from(half) - x.abs()).min_element())
}

/// The facet of a box that is nearest to a point inside.
fn box_facet(half: Vec3, point: Vec3) -> Facet {
    // Depth of the point below the nearer of both facets on each axis.
    let below = half - point.abs();
    if below.x <= below.y && below.x <= below.z {
        Facet { normal: Vec3::new(point.x.signum(), 0.0, 0.0), clearance: below.x }
    } else if below.y <= below.z {
        Facet { normal: Vec3::new(0.0, point.y.signum(), 0.0), clearance: below.y }
    } else {
        Facet { normal: Vec3::new(0.0, 0.0, point.z.signum()), clearance: below.z }
    }
}

/// The facet nearest to a point inside a polytope; `None` if there are none or too many to search.
fn polytope_facet(planes: &[Plane], point: Vec3) -> Option<Facet> {
    if planes.len() > MANY_FACETS {
        return None;
    }
    let mut nearest: Option<Facet> = None;
    for plane in planes {
        let clearance = plane.offset - plane.normal.dot(point);
        if nearest.is_none_or(|facet| clearance < facet.clearance) {
            nearest = Some(Facet { normal: plane.normal, clearance });
        }
    }
    nearest
}

/// Ball below a point of a polytope. Every facet, however its normal was rounded, is beyond the plane through its
/// lowest vertex along that normal, so no point of the surface is nearer to the center than the nearest of these
/// planes.
fn polytope_ball(facets: &[Plane], n: Vec3, touch: Vec3, limit: Real) -> Ball {
    if facets.is_empty() {
        return Ball::point(touch);
    }
    let mut largest_radius = Real::INFINITY;
    for facet in facets {
        let height = facet.offset - facet.normal.dot(touch);
        largest_radius = largest_radius.min(largest_radius_below_facet(height, facet.normal.dot(n)));
    }
    ball_below(n, touch, limit, largest_radius, |x| {
        facets.iter().map(|facet| facet.offset - facet.normal.dot(x)).fold(Real::INFINITY, Real::min)
    })
}

/// A ball inside the ellipsoid that touches it at `a = D²n/h`, with `D = diag(radii)` and `h = |Dn|`: its radius is
/// `c²/h`, with `c` the least semi-axis, or `limit` if that is less. `None` if the radius is not positive.
///
/// With `S = D⁻²` the ellipsoid is `yᵀSy ≤ 1`, and `Sa = n/h`. The ball of radius `r` around `x = a − rn` is inside if
/// for some `λ ≥ 0`, for all `y`, `1 − yᵀSy ≥ λ(r² − |y − x|²)` (the S-lemma). Take `λ = 1/(hr)`. The difference of
/// both sides is `(y − a)ᵀ(λI − S)(y − a)`: at `y = a` both are 0, and so is the gradient
/// `−2Sa + 2λ(a − x) = −2n/h + 2λrn`. The difference is nowhere negative if `λ ≥ 1/c²`, which is `r ≤ c²/h`.
fn ellipsoid_ball(radii: Vec3, n: Vec3, limit: Real) -> Option<Ball> {
    let height = length(radii * n);
    let least_semi_axis = radii.min_element();
    let radius = (least_semi_axis * (least_semi_axis / height)).min(limit);
    if !(radius > 0.0) {
        return None;
    }
    let touch = radii * (radii * n / height);
    Some(Ball { center: touch - n * radius, radius })
}

impl SolidOfRevolution {
    /// Largest ball below a point of the cylinder's end or side.
    fn cylinder_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let up = self.axis.to_upright(n).y;
        let upright_touch = self.axis.to_upright(touch);
        let axis_distance = (upright_touch.x * upright_touch.x + upright_touch.z * upright_touch.z).sqrt();
        let largest_radius = if up.abs() > END_COSINE {
            self.half_height.min(self.radius - axis_distance)
        } else {
            self.radius.min(self.half_height - upright_touch.y.abs())
        };
        ball_below(n, touch, limit, largest_radius, |x| {
            let x = self.axis.to_upright(x);
            (self.half_height - x.y.abs()).min(self.radius - (x.x * x.x + x.z * x.z).sqrt())
        })
    }

    /// Largest ball below a point of the cone with the base radius `r` and the half height `h`. With
    /// `l = √(r² + (2h)²)` the side's normal is `(2h, r)/l` across and along the axis. For a ball of radius `R` below a
    /// point of the base at the distance `ρ` from the axis, the side requires `((r − ρ) 2h − r·R)/l ≥ R`. Below a point
    /// of the side at the height `y`, the base requires `y + h − R r/l ≥ R`, and the ball's center is on the axis at
    /// `R = ρ l/2h`.
    fn cone_ball(&self, n: Vec3, touch: Vec3, limit: Real) -> Ball {
        let up = self.axis.to_upright(n).y;
        let upright_touch = self.axis.to_upright(touch);
        let axis_distance = (upright_touch.x * upright_touch.x + upright_touch.z * upright_touch.z).sqrt();
        let r = self.radius;
        let tall = 2.0 * self.half_height;
        let slant = (r * r + tall * tall).sqrt();
        if !(slant > 0.0) {
            return Ball::point(touch);
        }
        let cos = tall / slant;
        let sin = r / slant;
        let largest_radius = if up < 0.0 {
            (r - axis_distance) * cos / (1.0 + sin)
        } else {
            ((upright_touch.y + self.half_height) / (1.0 + sin)).min(axis_distance / cos)
        };
        ball_below(n, touch, limit, largest_radius, |x| {
            let x = self.axis.to_upright(x);
            let axis_distance = (x.x * x.x + x.z * x.z).sqrt();
            (x.y + self.half_height).min((self.half_height - x.y) * sin - axis_distance * cos)
        })
    }
}
