//! Mass properties of bodies of uniform density: mass, center of mass and inertia.
//!
//! - **Problem.** For a body `K` of density `d`: the volume `∫ 1`, the center `∫ x / ∫ 1`, and the inertia around the
//!   center, `d ∫ (|x|² 1 − x xᵀ)`.
//! - **Source.** The moments of tetrahedra for polytopes; Steiner's formula for a ball around a polytope, derived for
//!   second moments in `steiner`; the theorem of Pappus for a cylinder or cone with a ball around it, in `revolution`.
//! - **Shapes.** Exact to rounding: polytopes, boxes, triangles, segments, cylinders and cones, with or without a ball
//!   around them (so spheres and capsules), ellipsoids, and affine images of all these. Two kinds have no closed form
//!   ([`MassError::NoClosedForm`]): an ellipsoid with a ball around it, and an affine image of a curved body with a
//!   ball, unless the matrix is a multiple of a rotation.
//! - **Frame and units.** The body's own frame; meters, kilograms.
//! - **Rounding.** Lengths are measured exactly from a point of the body, in a unit in which the body's size is about
//!   1, and summed in numbers of 106 bits: a body far from its origin, or a sliver, keeps its digits. Angles, computed
//!   in [`f64`], have an error of one unit in the last place. Each result is rounded to this precision once. A result
//!   out of range is [`MassError::OutOfRange`].
//! - **Parts.** [`properties_of_parts`] evaluates each part in its own frame, rotates it, moves it to a common point
//!   and adds it, with the same number of digits. Overlapping parts count twice, which the result reports. A mesh is
//!   filled: its volume is that of tetrahedra from one vertex, with their signs; each edge must belong to as many
//!   triangles in one direction as in the other.
//! - **Flat bodies.** They have the volume 0 and no inertia. Their center is that of their area, or length: the limit
//!   for a vanishing margin.
//! - **Cost.** Linear in the number of face vertices.
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
use kinds::{Solid, UniformBody};
use moments::Vector;
pub use parts::{PropertiesOfParts, properties_of_parts};
pub(super) use parts::{is_closed, winds_around};
use principal::PrincipalAxes;
use shape::Shape;

/// Mass properties of a body, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Properties {
    /// Volume, m³; 0 for a flat body.
    pub volume: Real,
    /// Mass, kg; 0 for a flat body.
    pub mass: Real,
    /// Center of mass, meters; `None` if it is not known: for a flat image of a body without a center of symmetry, a
    /// flat mesh, and several flat parts.
    pub center: Option<Vec3>,
    /// Inertia tensor around the center, kg m²; `None` for a flat body.
    pub inertia: Option<Mat3>,
    /// Principal moments and axes of the inertia; `None` for a flat body.
    pub principal: Option<Principal>,
}

/// Principal axes of inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Principal {
    /// Moment of inertia around each principal axis, kg m².
    pub moments: Vec3,
    /// Rotation from the principal axes to the body's frame; the identity where both coincide.
    pub rotation: Quat,
}

/// Reason why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassError {
    /// The density is not positive, or not finite.
    Density,
    /// The body with a ball around it has no closed form: an ellipsoid, a mesh, or an affine image of a curved body.
    NoClosedForm,
    /// A surface is not closed, its triangles are not consistently oriented, or it is a height field.
    Open,
    /// A quantity is too large or too small for this precision.
    OutOfRange {
        /// Name of the quantity: `volume`, `mass` or `inertia`.
        quantity: &'static str,
    },
}

impl std::fmt::Display for MassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Density => write!(f, "the density must be finite and above 0"),
            Self::NoClosedForm => {
                write!(f, "an ellipsoid, a mesh or an affine image of a curved body has no closed form with a margin")
            }
            Self::Open => {
                write!(f, "the surface encloses nothing: two triangles must share each edge, in opposite directions")
            }
            Self::OutOfRange { quantity } => write!(f, "the {quantity} is beyond the numbers of this precision"),
        }
    }
}

impl std::error::Error for MassError {}

/// The mass properties of a shape of uniform `density`, kg/m³.
///
/// # Errors
/// The density is invalid, the shape has no closed form, or a result is out of range for this precision.
pub fn properties(shape: &Shape, density: Real) -> Result<Properties, MassError> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(MassError::Density);
    }
    match kinds::body_of(shape, 0.0)? {
        UniformBody::Solid(body) => properties_of_solid(&body, density),
        UniformBody::Flat(center) => Ok(Properties { volume: 0.0, mass: 0.0, center, inertia: None, principal: None }),
    }
}

/// The mass properties of a body with volume.
///
/// # Errors
/// A result is out of range for this precision.
fn properties_of_solid(body: &Solid, density: Real) -> Result<Properties, MassError> {
    let body_moments = &body.moments;
    let unit = body.unit;
    let volume = unscaled_in_range("volume", body_moments.volume.to_f64(), unit, 3)?;
    let scaled_mass = body_moments.volume * f64::from(density);
    let mass = unscaled_in_range("mass", scaled_mass.to_f64(), unit, 3)?;
    // Coordinates below the rounding error of the body's size and of its distance from the origin are set to 0.
    let center = Vector([0, 1, 2].map(|k| {
        let x = body_moments.center().0[k] / unit + body.origin.0[k];
        x.zero_if_negligible(body.origin.0[k].to_f64().abs().max(1.0 / unit))
    }));
    let inertia_of_density_1 = moments::inertia(&body_moments.central());
    let matrix = inertia_of_density_1.map(|row| row.map(|x| x * f64::from(density)));
    let PrincipalAxes { eigenvalues, rotation } = principal::principal_axes(&matrix);
    let [x, y, z] = eigenvalues.map(|x| unscaled_in_range("inertia", x.to_f64(), unit, 5));
    let moments = [x?, y?, z?];
    if moments.contains(&0.0) {
        return Err(MassError::OutOfRange { quantity: "inertia" });
    }
    let mut inertia = Mat3::ZERO;
    for (j, row) in matrix.iter().enumerate() {
        for (i, x) in row.iter().enumerate() {
            // Entries off the diagonal may underflow.
            inertia.col_mut(i)[j] = unscaled(x.to_f64(), unit, 5) as Real;
        }
    }
    let rotation = rotation.to_array().map(|x| x as Real);
    let principal = Principal { moments: Vec3::from(moments), rotation: Quat::from_array(rotation) };
    let center = Vec3::from(center.0.map(|x| x.to_f64() as Real));
    Ok(Properties { volume, mass, center: Some(center), inertia: Some(inertia), principal: Some(principal) })
}

/// Converts a quantity to meters: `x` divided by `unit` to the power of `power`. A quantity of the dimension m³ has the
/// power 3.
fn unscaled(x: f64, unit: f64, power: usize) -> f64 {
    (0..power).fold(x, |x, _| x / unit)
}

/// The result of [`unscaled`] in this precision.
///
/// # Errors
/// The result is not a normal number.
fn unscaled_in_range(quantity: &'static str, x: f64, unit: f64, power: usize) -> Result<Real, MassError> {
    let real = unscaled(x, unit, power) as Real;
    if real.is_normal() { Ok(real) } else { Err(MassError::OutOfRange { quantity }) }
}
