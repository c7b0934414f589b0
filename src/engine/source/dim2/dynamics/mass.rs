//! Mass, center of mass and moment of inertia of a body of a world, for its shape filled evenly, margin included
//! ([`filled`]). The mass of a shape without area is spread evenly along its length.

use super::definitions::{Body, Mass};
use super::ground::Solid;
use crate::dim2::mass::filled;
use crate::dim2::prelude::*;
use contact_lens_model::ask::Motion;

/// Mass properties of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, kg; 0 for a body that is not dynamic.
    pub mass: Real,
    /// Inverse mass, 1/kg; 0 for a body that is not dynamic.
    pub inverse_mass: Real,
    /// Moment of inertia about the center of mass, kg m²; 0 for a body that impulses do not rotate: one that is not
    /// dynamic, and a point whose inertia is not given.
    pub inertia: Real,
    /// Inverse moment of inertia, 1/(kg m²); 0 for a body that impulses do not rotate.
    pub inverse_inertia: Real,
    /// Center of mass in the body's frame, meters; the origin for a half-plane.
    pub center: Vec2,
}

/// Reason why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MassError {
    /// The body has a density, but its shape has no area.
    NoArea,
    /// The mass or its inverse is not a normal number.
    Mass,
    /// The inertia or its inverse is not a normal number.
    Inertia,
}

impl MassProperties {
    /// Returns the mass properties of a body whose numbers are validated.
    ///
    /// # Errors
    /// For a dynamic body: if it has a density and its shape has no area, or if its mass, its inertia or the inverse of
    /// one is not a normal number in this precision. A point without a given inertia has the inertia 0, which is valid.
    pub(super) fn of(body: &Body) -> Result<Self, MassError> {
        // A half-plane never moves, so its mass is not needed.
        let Solid::Convex(shape) = &body.shape else {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center: Vec2::ZERO });
        };
        // Dividing a length in the unit of the filled shape by `unit` gives meters, so an area takes two divisions.
        let shape = filled(shape);
        let unit = shape.unit;
        let center = shape.center();
        if body.motion != Motion::Dynamic {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center });
        }
        let mass = match body.mass {
            Mass::Mass(mass) => mass,
            Mass::Density(_) if !shape.has_area => return Err(MassError::NoArea),
            Mass::Density(density) => {
                let area = shape.content / unit / unit;
                density * area as Real
            }
        };
        let inverse_mass = 1.0 / mass;
        if !(inverse_mass.is_normal() && mass.is_normal()) {
            return Err(MassError::Mass);
        }
        // Mean square of the distance from the center of mass, m²: the inertia of 1 kg.
        let mean_square_distance = shape.second / shape.content / unit / unit;
        let inertia = body.inertia.unwrap_or(mass * mean_square_distance as Real);
        let is_point = body.inertia.is_none() && shape.second == 0.0;
        let inverse_inertia = if is_point { 0.0 } else { 1.0 / inertia };
        let has_normal_inertia = inverse_inertia.is_normal() && inertia.is_normal();
        if !is_point && !has_normal_inertia {
            return Err(MassError::Inertia);
        }
        Ok(Self { mass, inverse_mass, inertia, inverse_inertia, center })
    }
}
