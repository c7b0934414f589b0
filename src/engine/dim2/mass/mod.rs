//! **Mass properties in the plane**: how much a body holds, where its center of mass lies and how hard it is to turn, evenly filled, margin
//! included.
//!
//! **Problem.** Of a body `K` of density `d`: the area `∫ 1`, the center `∫ x / ∫ 1`, and the inertia about it, `d ∫ |x|²`.
//!
//! **Source.** Beyond those of the house. The core is cut into triangles from one corner; a core with a ball of radius `r` is the
//! core, a strip of width `r` along every side and a sector at every corner; each has its area, its center and its second moment in
//! closed form.
//!
//! **Frame and units.** The body's own frame; meters, kilograms. **Rounding.** Lengths are taken from a corner of the body, without
//! rounding, in a unit that makes the body about 1 large; the core is summed in numbers of 106 bits, the rim in `f64`. Each
//! answer is rounded to this precision once. What that cannot hold is [`MassError::OutOfRange`].
//!
//! **Parts** ([`properties_of_parts`]): each is weighed in its own frame, turned, moved to one point and added, in the same digits. Parts that
//! overlap count twice, and it is told that they do.
//!
//! **Flat bodies**, segments and points without margin, have the area 0 and no inertia. Their center is that of their length: what
//! it tends to as a margin shrinks. **Cost.** Linear in the corners.
//!
//! ```
//! use contact_lens_engine::double::dim2::{mass::properties, shape::Shape};
//! use contact_lens_engine::glam::DVec2;
//!
//! let body = properties(&Shape::rectangle(DVec2::new(1.0, 0.5))?, 3.0)?;
//! assert_eq!((body.area, body.mass, body.center, body.inertia), (2.0, 6.0, DVec2::ZERO, Some(2.5)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod parts;
#[cfg(test)]
mod tests;

pub use parts::properties_of_parts;

use super::prelude::*;
use super::shape::Shape;
use super::trig::angle_of;
use crate::double_double::{DoubleDouble, unit_scale};
use glam::DVec2;

/// What a body weighs, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Properties {
    /// m²; 0 of a flat body.
    pub area: Real,
    /// kg.
    pub mass: Real,
    /// The center of mass.
    pub center: Vec2,
    /// About the center, kg m²; none of a flat body.
    pub inertia: Option<Real>,
}

/// Why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassError {
    /// The density is not above 0, or not finite.
    Density,
    /// This quantity is too large or too small for this precision.
    OutOfRange {
        /// Which: `area`, `mass`, `inertia`.
        quantity: &'static str,
    },
}

impl std::fmt::Display for MassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Density => write!(f, "the density must be finite and above 0"),
            Self::OutOfRange { quantity } => write!(f, "the {quantity} is beyond the numbers of this precision"),
        }
    }
}

impl std::error::Error for MassError {}

/// The mass properties of a shape filled evenly with `density`, kg/m².
///
/// # Errors
/// A density that is none, and numbers that this precision does not hold.
pub fn properties(shape: &Shape, density: Real) -> Result<Properties, MassError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(MassError::Density);
    }
    told(&filled(shape), density)
}

/// The mass properties of a filled shape.
fn told(filled: &Filled, density: Real) -> Result<Properties, MassError> {
    let center = filled.center();
    if !filled.has_area {
        return Ok(Properties { area: 0.0, mass: 0.0, center, inertia: None });
    }
    let (unit, density) = (filled.unit, f64::from(density));
    let sized = |quantity: &'static str, x: f64| {
        let real = x as Real;
        if real.is_normal() { Ok(real) } else { Err(MassError::OutOfRange { quantity }) }
    };
    Ok(Properties {
        area: sized("area", filled.content / unit / unit)?,
        mass: sized("mass", density * filled.content / unit / unit)?,
        center,
        inertia: Some(sized("inertia", density * filled.second / unit / unit / unit / unit)?),
    })
}

/// An evenly filled shape, in a unit in which it is about 1 large. Of one without area, what is evenly covered is its length, or
/// the point that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    /// Area; without one the length, or 1 of a point.
    pub content: f64,
    /// About the center.
    pub second: f64,
    /// Whether it has an area.
    pub has_area: bool,
    /// A corner, meters, and the center from there, in the unit.
    about: [f64; 2],
    center: [DoubleDouble; 2],
    /// Lengths are meters times this: a power of two.
    pub unit: f64,
}

impl Filled {
    /// Meters, in the body's frame.
    pub fn center(&self) -> Vec2 {
        let [x, y] = [0, 1].map(|k| {
            let about = self.about[k];
            (self.center[k] / self.unit + DoubleDouble::from(about)).beside(about.abs().max(1.0 / self.unit))
        });
        Vec2::new(x.to_f64() as Real, y.to_f64() as Real)
    }
}

/// An area with its first and second moment about one point.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    area: DoubleDouble,
    first: [DoubleDouble; 2],
    second: DoubleDouble,
}

impl Moments {
    fn add(&mut self, area: DoubleDouble, first: [DoubleDouble; 2], second: DoubleDouble) {
        self.area = self.area + area;
        self.first = [self.first[0] + first[0], self.first[1] + first[1]];
        self.second = self.second + second;
    }

    /// Adds a piece, about the same point.
    fn add_rounded(&mut self, area: f64, first: DVec2, second: f64) {
        self.add(area.into(), first.to_array().map(DoubleDouble::from), second.into());
    }
}

/// Content, center and second moment of a shape.
pub(super) fn filled(shape: &Shape) -> Filled {
    let wide = |p: Vec2| [f64::from(p.x), f64::from(p.y)];
    let about = wide(shape.core()[0]);
    let from = |p: &Vec2| {
        let p = wide(*p);
        [0, 1].map(|k| DoubleDouble::difference(p[k], about[k]))
    };
    let corners: Vec<[DoubleDouble; 2]> = shape.core().iter().map(from).collect();
    let margin = f64::from(shape.margin());
    let sizes = corners.iter().flatten().map(|x| x.to_f64().abs());
    let unit = unit_scale(sizes.fold(margin, f64::max));
    let corners: Vec<[DoubleDouble; 2]> = corners.into_iter().map(|p| p.map(|x| x * unit)).collect();
    let mut sum = triangles(&corners);
    let rounded: Vec<DVec2> = corners.iter().map(|p| DVec2::from_array(p.map(DoubleDouble::to_f64))).collect();
    if margin > 0.0 {
        rim(&rounded, margin * unit, &mut sum);
    }
    let has_area = sum.area.to_f64() > 0.0;
    if !has_area {
        let along = rounded[rounded.len() - 1];
        let length = along.length();
        let weight = if length > 0.0 { length } else { 1.0 };
        sum = Moments::default();
        sum.add_rounded(weight, along * (0.5 * weight), weight * length * length / 3.0);
    }
    let center = sum.first.map(|x| x / sum.area);
    let second = sum.second - (center[0] * center[0] + center[1] * center[1]) * sum.area;
    Filled { content: sum.area.to_f64(), second: second.to_f64().max(0.0), has_area, about, center, unit }
}

/// The core, cut into triangles from its first corner, which is the point that moments are about.
fn triangles(corners: &[[DoubleDouble; 2]]) -> Moments {
    let mut sum = Moments::default();
    for pair in corners[1..].windows(2) {
        let [p, q] = [pair[0], pair[1]];
        let area = (p[0] * q[1] - p[1] * q[0]) * 0.5;
        let dot = |a: [DoubleDouble; 2], b: [DoubleDouble; 2]| a[0] * b[0] + a[1] * b[1];
        let first = [0, 1].map(|k| (p[k] + q[k]) * area / 3.0);
        sum.add(area, first, area * (dot(p, p) + dot(p, q) + dot(q, q)) / 6.0);
    }
    sum
}

/// The strips along the sides and the sectors at the corners.
fn rim(core: &[DVec2], r: f64, sum: &mut Moments) {
    let count = core.len();
    let side = |i: usize| core[(i + 1) % count] - core[i];
    // Outward of the side that ends at, and of the one that begins at, corner i; a disc has one whole sector.
    let outward = |i: usize| -side(i).perp().normalize_or_zero();
    for (i, &corner) in core.iter().enumerate() {
        let length = side(i).length();
        if count > 1 {
            let middle = corner + side(i) * 0.5 + outward(i) * (0.5 * r);
            let area = length * r;
            let own = area * (length * length + r * r) / 12.0;
            sum.add_rounded(area, middle * area, own + area * middle.length_squared());
        }
        let [from, to] = [outward((i + count - 1) % count), outward(i)];
        let turn = match count {
            1 => std::f64::consts::TAU,
            2 => std::f64::consts::PI,
            _ => angle_of(from.dot(to), from.perp_dot(to)),
        };
        let area = 0.5 * r * r * turn;
        // The sector's first moment about its corner: r³/3 ∫ (cos, sin).
        let own = -(to - from).perp() * (r * r * r / 3.0);
        let second = 0.25 * r * r * r * r * turn + 2.0 * corner.dot(own) + area * corner.length_squared();
        sum.add_rounded(area, corner * area + own, second);
    }
}
