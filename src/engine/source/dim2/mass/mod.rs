//! **Mass properties in the plane**: area, mass, center of mass and inertia of an evenly filled body, margin included.
//!
//! - **Problem**: for a body of density `d`, the area `∫ 1`, the mass `d ∫ 1`, the center `∫ x / ∫ 1`, and the inertia
//!   `d ∫ |x|²` with `x` measured from the center; all integrals over the body.
//! - **Method**: no external source. The core is divided into triangles from one vertex. A margin `r` adds a strip of
//!   width `r` along every side and a sector at every vertex, each with area, center and second moment in closed form.
//! - **Frame and units**: the body's own frame; meters, kilograms.
//! - **Rounding**: lengths are measured from a vertex of the body, without rounding, in a unit in which the body's size
//!   is about 1. The core is summed in numbers of 106 bits, the margin and the products with the density in `f64`. Each
//!   result is then rounded to this precision; a result that is not a normal number is [`MassError::OutOfRange`].
//! - **Compounds** ([`properties_of_parts`]): the mass properties of each child shape are computed in its own frame,
//!   rotated, moved to one point and added, in the same precision. Overlapping children count twice, which is reported.
//! - **Flat bodies**: segments and points without margin have the area 0, the mass 0 and no inertia. Their center is
//!   that of their length, the limit for a shrinking margin.
//! - **Cost**: linear in the vertices.
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

pub use parts::{PropertiesOfParts, properties_of_parts};

use super::prelude::*;
use super::shape::Shape;
use super::trig::angle_of;
use crate::double_double::{DoubleDouble, unit_scale};
use glam::DVec2;

/// Mass properties of a body, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Properties {
    /// Area, m²; 0 for a flat body.
    pub area: Real,
    /// Mass of the body, kg; 0 for a flat body.
    pub mass: Real,
    /// Center of mass, meters.
    pub center: Vec2,
    /// Inertia about the center, kg m²; `None` for a flat body.
    pub inertia: Option<Real>,
}

/// Error of the mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassError {
    /// The density is not above 0, or not finite.
    Density,
    /// A quantity is too large or too small for this precision.
    OutOfRange {
        /// Name of the quantity: `area`, `mass`, `inertia`.
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

/// Returns the mass properties of a shape filled evenly with `density`, kg/m².
///
/// # Errors
/// If the density is not positive and finite, or a result is not a normal number in this precision.
pub fn properties(shape: &Shape, density: Real) -> Result<Properties, MassError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(MassError::Density);
    }
    properties_with_density(&filled(shape), density)
}

/// Returns the mass properties of a filled shape, in this precision.
fn properties_with_density(filled: &Filled, density: Real) -> Result<Properties, MassError> {
    let center = filled.center();
    if !filled.has_area {
        return Ok(Properties { area: 0.0, mass: 0.0, center, inertia: None });
    }
    // An area in the unit of the shape becomes m² by two divisions, a second moment m⁴ by four.
    let unit = filled.unit;
    let density = f64::from(density);
    Ok(Properties {
        area: in_range("area", filled.content / unit / unit)?,
        mass: in_range("mass", density * filled.content / unit / unit)?,
        center,
        inertia: Some(in_range("inertia", density * filled.second / unit / unit / unit / unit)?),
    })
}

/// Rounds a quantity to this precision; an error if the result is 0, subnormal, infinite or NaN.
fn in_range(quantity: &'static str, x: f64) -> Result<Real, MassError> {
    let real = x as Real;
    if real.is_normal() { Ok(real) } else { Err(MassError::OutOfRange { quantity }) }
}

/// An evenly filled shape, in a *unit* in which its size is about 1. A shape without area is filled along its length; a
/// point has the content 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    /// Area; for a shape without area its length, or 1 for a point.
    pub content: f64,
    /// Second moment `∫ |x|²` about the center, integrated over the area or the length; 0 for a point.
    pub second: f64,
    /// Whether the shape has an area.
    pub has_area: bool,
    /// Reference vertex, from which lengths are measured, body frame, meters.
    about: [f64; 2],
    /// Center of mass relative to the reference vertex, in the unit.
    center: [DoubleDouble; 2],
    /// Factor from meters to the unit, a power of two: a length in meters times `unit` is the length in the unit.
    pub unit: f64,
}

impl Filled {
    /// Returns the center of mass in the body's frame, meters.
    pub fn center(&self) -> Vec2 {
        let [x, y] = [0, 1].map(|k| {
            let about = self.about[k];
            (self.center[k] / self.unit + DoubleDouble::from(about))
                .zero_if_negligible(about.abs().max(1.0 / self.unit))
        });
        Vec2::new(x.to_f64() as Real, y.to_f64() as Real)
    }
}

/// Moments of a shape about one point, from which `x` is measured: area `∫ 1`, first moment `∫ x`, second moment
/// `∫ |x|²`.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    /// Area; for a shape without area its length, or 1 for a point.
    area: DoubleDouble,
    /// First moment, the integral of the position.
    first: [DoubleDouble; 2],
    /// Second moment, the integral of the squared distance.
    second: DoubleDouble,
}

impl Moments {
    /// Adds the moments of a piece about the same point.
    fn add(&mut self, area: DoubleDouble, first: [DoubleDouble; 2], second: DoubleDouble) {
        self.area = self.area + area;
        self.first = [self.first[0] + first[0], self.first[1] + first[1]];
        self.second = self.second + second;
    }

    /// Adds the moments of a piece about the same point, given in `f64`.
    fn add_rounded(&mut self, area: f64, first: DVec2, second: f64) {
        self.add(area.into(), first.to_array().map(DoubleDouble::from), second.into());
    }
}

/// Fills a shape evenly and returns its content, center and second moment.
pub(super) fn filled(shape: &Shape) -> Filled {
    let core = shape.core().iter().map(|p| [f64::from(p.x), f64::from(p.y)]);
    let about = core.clone().next().unwrap_or_default();
    let in_meters: Vec<[DoubleDouble; 2]> =
        core.map(|p| [0, 1].map(|k| DoubleDouble::difference(p[k], about[k]))).collect();
    let margin = f64::from(shape.margin());
    let sizes = in_meters.iter().flatten().map(|x| x.to_f64().abs());
    let unit = unit_scale(sizes.fold(margin, f64::max));
    let corners: Vec<[DoubleDouble; 2]> = in_meters.into_iter().map(|p| p.map(|x| x * unit)).collect();
    let mut sum = triangles(&corners);
    let rounded: Vec<DVec2> = corners.iter().map(|p| DVec2::from_array(p.map(DoubleDouble::to_f64))).collect();
    if margin > 0.0 {
        add_margin(&rounded, margin * unit, &mut sum);
    }
    let has_area = sum.area.to_f64() > 0.0;
    if !has_area {
        // A segment from the first vertex, which is the origin here, or a point.
        let along = rounded[rounded.len() - 1];
        let length = along.length();
        let content = if length > 0.0 { length } else { 1.0 };
        sum = Moments::default();
        sum.add_rounded(content, along * (0.5 * content), content * length * length / 3.0);
    }
    let center = sum.first.map(|x| x / sum.area);
    // Steiner's theorem: the second moment about the center is less than that about the reference vertex.
    let second = sum.second - (center[0] * center[0] + center[1] * center[1]) * sum.area;
    Filled { content: sum.area.to_f64(), second: second.to_f64().max(0.0), has_area, about, center, unit }
}

/// Returns the moments of the core about its first vertex, the origin here, from which it is divided into triangles.
fn triangles(corners: &[[DoubleDouble; 2]]) -> Moments {
    let mut sum = Moments::default();
    for pair in corners[1..].windows(2) {
        let [p, q] = [pair[0], pair[1]];
        let area = (p[0] * q[1] - p[1] * q[0]) * 0.5;
        let first = [0, 1].map(|k| (p[k] + q[k]) * area / 3.0);
        sum.add(area, first, area * (dot(p, p) + dot(p, q) + dot(q, q)) / 6.0);
    }
    sum
}

/// Returns the dot product of two vectors.
fn dot(a: [DoubleDouble; 2], b: [DoubleDouble; 2]) -> DoubleDouble {
    a[0] * b[0] + a[1] * b[1]
}

/// Adds the moments of a margin of radius `r` about the origin: a strip along each side and a sector at each vertex of
/// the core.
fn add_margin(core: &[DVec2], r: f64, sum: &mut Moments) {
    let count = core.len();
    for (i, &corner) in core.iter().enumerate() {
        let before = (i + count - 1) % count;
        // The side at index `i` starts at the vertex at index `i`.
        let [side_before, side] = [before, i].map(|start| core[(start + 1) % count] - core[start]);
        let [normal_before, normal] = [side_before, side].map(|side| -side.perp().normalize_or_zero());
        let length = side.length();
        if count > 1 {
            let middle = corner + side * 0.5 + normal * (0.5 * r);
            let area = length * r;
            // The strip is a rectangle of the sizes `length` and `r`.
            let about_middle = area * (length * length + r * r) / 12.0;
            sum.add_rounded(area, middle * area, about_middle + area * middle.length_squared());
        }
        // Angle of the sector, between the normals of the adjacent sides; a disc is one full sector.
        let angle = match count {
            1 => std::f64::consts::TAU,
            2 => std::f64::consts::PI,
            _ => angle_of(normal_before.dot(normal), normal_before.perp_dot(normal)),
        };
        let area = 0.5 * r * r * angle;
        // The sector's first moment about its vertex: r³/3 ∫ (cos, sin).
        let about_vertex = -(normal - normal_before).perp() * (r * r * r / 3.0);
        let second = 0.25 * r * r * r * r * angle + 2.0 * corner.dot(about_vertex) + area * corner.length_squared();
        sum.add_rounded(area, corner * area + about_vertex, second);
    }
}
