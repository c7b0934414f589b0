//! How heavy a body is, where its center of mass lies and how hard it is to turn: its shape filled evenly, margin included.
//!
//! A core with a ball of radius `r` is the core, a strip of width `r` along every side and a sector at every corner; each
//! has its area, its center and its second moment in closed form.

use super::super::prelude::*;
use super::super::shape::Shape;
use super::parts::{Body, Mass};
use super::trig;
use crate::ask::Motion;

/// What solves ask of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg; 0 of a body that is not dynamic, which has none.
    pub mass: Real,
    /// 1/kg; 0 of a body that is not dynamic.
    pub inverse_mass: Real,
    /// About the center of mass, kg m²; 0 of a body that does not turn: one that is not dynamic, or a point.
    pub inertia: Real,
    /// 1/(kg m²); 0 of a body that does not turn.
    pub inverse_inertia: Real,
    /// The center of mass in the body's frame.
    pub center: Vec2,
}

/// Why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MassError {
    /// A density, and no area.
    NoArea,
    /// A mass without an inverse.
    Mass,
    /// An inertia without an inverse.
    Inertia,
}

/// An area with its first and second moment about one point.
#[derive(Clone, Copy, Debug, Default)]
struct Filled {
    area: Real,
    first: Vec2,
    second: Real,
}

impl Filled {
    fn add(&mut self, area: Real, center: Vec2, about_center: Real) {
        self.area += area;
        self.first += center * area;
        self.second += about_center + area * center.length_squared();
    }
}

/// Area, center and second moment about the center of an evenly filled shape; of one without area, length or 1 in place
/// of the area. Lengths are those of a shape whose unit makes its size about 1.
fn filled(shape: &Shape) -> (Real, Vec2, Real, bool) {
    let core = shape.core();
    let about = core[0];
    let mut sum = Filled::default();
    for pair in core[1..].windows(2) {
        let [p, q] = [pair[0] - about, pair[1] - about];
        let area = 0.5 * p.perp_dot(q);
        sum.area += area;
        sum.first += (p + q) * (area / 3.0);
        sum.second += area / 6.0 * (p.dot(p) + p.dot(q) + q.dot(q));
    }
    if shape.margin() > 0.0 {
        rim(shape, about, &mut sum);
    }
    let has_area = sum.area > 0.0;
    if !has_area {
        sum = Filled::default();
        let along = *core.last().unwrap_or(&about) - about;
        let length = along.length();
        let weight = if length > 0.0 { length } else { 1.0 };
        sum.add(weight, along * 0.5, weight * length * length / 12.0);
    }
    let center = sum.first / sum.area;
    (sum.area, about + center, (sum.second - sum.area * center.length_squared()).max(0.0), has_area)
}

/// The strips along the sides and the sectors at the corners.
fn rim(shape: &Shape, about: Vec2, sum: &mut Filled) {
    let (core, r) = (shape.core(), shape.margin());
    let count = core.len();
    let side = |i: usize| core[(i + 1) % count] - core[i];
    // Outward of the side that ends at, and of the one that begins at, corner i; a disc has one whole sector.
    let outward = |i: usize| -side(i).perp().normalize_or_zero();
    for (i, corner) in core.iter().enumerate() {
        let corner = *corner - about;
        let length = side(i).length();
        if count > 1 {
            let middle = corner + side(i) * 0.5 + outward(i) * (0.5 * r);
            sum.add(length * r, middle, length * r * (length * length + r * r) / 12.0);
        }
        let [from, to] = [outward((i + count - 1) % count), outward(i)];
        let turn = match count {
            1 => 2.0 * std::f64::consts::PI as Real,
            2 => std::f64::consts::PI as Real,
            _ => trig::angle(Vec2::new(from.dot(to), from.perp_dot(to))),
        };
        let area = 0.5 * r * r * turn;
        // The sector's first moment about its corner: r³/3 ∫ (cos, sin).
        let own = -(to - from).perp() * (r * r * r / 3.0);
        sum.area += area;
        sum.first += corner * area + own;
        sum.second += 0.25 * r * r * r * r * turn + 2.0 * corner.dot(own) + area * corner.length_squared();
    }
}

impl MassProperties {
    /// Of a body whose numbers were looked at.
    pub(super) fn of(body: &Body) -> Result<Self, MassError> {
        // In a unit that makes the shape's size about 1, so that no power of it is lost.
        let unit = super::super::rounding::unit_scale(body.shape.radius());
        let (area, center, second, has_area) = filled(&body.shape.scaled(unit));
        let center = center / unit;
        if body.motion != Motion::Dynamic {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center });
        }
        let mass = match body.mass {
            Mass::Mass(mass) => mass,
            Mass::Density(_) if !has_area => return Err(MassError::NoArea),
            Mass::Density(density) => density * (area / unit / unit),
        };
        let inverse_mass = 1.0 / mass;
        if !(inverse_mass.is_normal() && mass.is_normal()) {
            return Err(MassError::Mass);
        }
        let inertia = body.inertia.unwrap_or(mass * (second / area / unit / unit));
        let point = body.inertia.is_none() && second == 0.0;
        let inverse_inertia = if point { 0.0 } else { 1.0 / inertia };
        if !(point || inverse_inertia.is_normal() && inertia.is_normal()) {
            return Err(MassError::Inertia);
        }
        Ok(Self { mass, inverse_mass, inertia, inverse_inertia, center })
    }
}
