//! **Mass properties**: how much a body holds, where its center of mass lies and how hard it is to turn, evenly filled.
//!
//! **Problem.** Of a body `K` of density `d`: the volume `∫ 1`, the center `∫ x / ∫ 1`, and the inertia about it,
//! `d ∫ (|x|² 1 − x xᵀ)`. **Source.** Beyond those of the house: for polytopes the moments of tetrahedra; for a ball around a polytope
//! Steiner's formula, derived for second moments over `steiner`; for one around a cylinder or cone the theorem of Pappus, over
//! `revolution`.
//!
//! **Which.** Exact to rounding: polytopes, boxes, triangles and segments, with or without a ball around them (so spheres and
//! capsules), cylinders and cones likewise, ellipsoids, and affine images of all these. An ellipsoid with a ball around it,
//! and an affine image of a curved body with one, unless its matrix is a rotation times a number or its parts have corners only, have
//! no closed form: [`MassError::NoClosedForm`].
//!
//! **Frame and units.** The body's own frame; meters, kilograms. **Rounding.** Lengths are taken from a point of the body,
//! without rounding, in a unit that makes the body about 1 large, and summed in numbers of 106 bits: a body far from its
//! origin, or a sliver, keeps its digits. Angles, roots of [`f64`], are off by a unit in its last place. Each answer is then rounded to this
//! precision once. What that cannot hold is [`MassError::OutOfRange`].
//!
//! **Parts** ([`properties_of_parts`]): each is weighed in its own frame, turned, moved to one point and added, in the same digits. Parts that
//! overlap count twice, and it is told that they do. A mesh holds what its surface encloses: tetrahedra from one vertex, with their signs;
//! every side of a triangle must be that of another, run through the other way.
//!
//! **Flat bodies** have the volume 0 and no inertia. Their center is that of their area, or length: what it tends to as a
//! margin shrinks.
//!
//! **Cost.** Linear in the corners of the faces.
//!
//! ```
//! use contact_lens_engine::double::Shape;
//! use contact_lens_engine::double::dim3::mass::properties;
//! use contact_lens_engine::glam::DVec3;
//!
//! let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p + DVec3::splat(1.0e6));
//! let body = properties(&Shape::polytope(&corners)?, 6.0)?;
//! assert_eq!((body.mass, body.center), (1.0, Some(DVec3::splat(1_000_000.25))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kinds;
mod moments;
mod parts;
mod principal;
mod revolution;
mod steiner;
#[cfg(test)]
mod tests;

use super::prelude::*;
use super::shape;
use crate::double_double::DoubleDouble;
use kinds::{Filled, Solid};
use moments::Vector;
pub use parts::properties_of_parts;
use shape::Shape;

/// What a body weighs, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Properties {
    /// m³; 0 of a flat body.
    pub volume: Real,
    /// kg.
    pub mass: Real,
    /// The center of mass; none of a flat body that is an image of a body without a center of symmetry.
    pub center: Option<Vec3>,
    /// About the center, kg m²; none of a flat body.
    pub inertia: Option<Mat3>,
    /// The same along the axes in which it is diagonal; none of a flat body.
    pub principal: Option<Principal>,
}

/// Principal axes of inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal {
    /// About each axis, kg m².
    pub moments: Vec3,
    /// From the principal axes to the body's frame. The identity where those are the body's own.
    pub rotation: Quat,
}

/// Why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassError {
    /// The density is not above 0, or not finite.
    Density,
    /// A ball around this kind of body leaves no closed form.
    NoClosedForm,
    /// A surface does not close, or its triangles do not all look outward, or all inward.
    Open,
    /// This quantity is too large or too small for this precision.
    OutOfRange {
        /// Which: `volume`, `mass`, `inertia`.
        quantity: &'static str,
    },
}

impl std::fmt::Display for MassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Density => write!(f, "the density must be finite and above 0"),
            Self::NoClosedForm => {
                write!(f, "an ellipsoid, or an affine image of a curved body, with a ball around it has no closed form")
            }
            Self::Open => {
                write!(
                    f,
                    "encloses nothing: each side of a triangle must be that of another, run through the other way"
                )
            }
            Self::OutOfRange { quantity } => write!(f, "the {quantity} is beyond the numbers of this precision"),
        }
    }
}

impl std::error::Error for MassError {}

/// The mass properties of a shape filled evenly with `density`, kg/m³.
///
/// # Errors
/// A density that is none, a shape without a closed form, and numbers that this precision does not hold.
pub fn properties(shape: &Shape, density: Real) -> Result<Properties, MassError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(MassError::Density);
    }
    match kinds::filled(shape, 0.0)? {
        Filled::Solid(body) => told(&body, density),
        Filled::Flat(center) => Ok(Properties { volume: 0.0, mass: 0.0, center, inertia: None, principal: None }),
    }
}

/// The mass properties of a solid.
fn told(body: &Solid, density: Real) -> Result<Properties, MassError> {
    let (own, unit) = (&body.moments, body.unit);
    let volume = sized("volume", own.volume.to_f64(), unit, 3)?;
    let weight = own.volume * f64::from(density);
    let mass = sized("mass", weight.to_f64(), unit, 3)?;
    // Beside the size of the body and what it is away from its own origin, less than rounding is 0.
    let beside = |k: usize| {
        let x = own.center().0[k] / unit + body.origin.0[k];
        x.beside(body.origin.0[k].to_f64().abs().max(1.0 / unit))
    };
    let center = Vector([0, 1, 2].map(beside));
    let matrix = moments::inertia(&own.central()).map(|row| row.map(|x| x * f64::from(density)));
    let (along, rotation) = principal::axes(&matrix);
    let real = |x: DoubleDouble| sized("inertia", x.to_f64(), unit, 5);
    let moments = [real(along[0])?, real(along[1])?, real(along[2])?];
    if moments.contains(&0.0) {
        return Err(MassError::OutOfRange { quantity: "inertia" });
    }
    let mut inertia = Mat3::ZERO;
    for (j, row) in matrix.iter().enumerate() {
        for (i, x) in row.iter().enumerate() {
            // Beside the diagonal an entry may be as small as it likes.
            inertia.col_mut(i)[j] = unscaled(x.to_f64(), unit, 5) as Real;
        }
    }
    let rotation = rotation.to_array().map(|x| x as Real);
    let principal = Principal { moments: Vec3::from(moments), rotation: Quat::from_array(rotation) };
    let center = Vec3::from(center.0.map(|x| x.to_f64() as Real));
    Ok(Properties { volume, mass, center: Some(center), inertia: Some(inertia), principal: Some(principal) })
}

/// `x / unitᵖ`.
fn unscaled(x: f64, unit: f64, power: usize) -> f64 {
    (0..power).fold(x, |x, _| x / unit)
}

/// The same in this precision, if that holds it.
fn sized(quantity: &'static str, x: f64, unit: f64, power: usize) -> Result<Real, MassError> {
    let real = unscaled(x, unit, power) as Real;
    if real.is_normal() { Ok(real) } else { Err(MassError::OutOfRange { quantity }) }
}
