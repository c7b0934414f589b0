//! Mass, center of mass and inertia of a body, for its shape filled evenly, margin included ([`filled`]). The mass of a
//! shape without area is spread evenly along its length.

use super::super::mass::filled;
use super::super::prelude::*;
use super::definitions::{Body, Mass};
use super::ground::Solid;
use crate::ask::Motion;

/// Mass properties of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, kg; 0 for a body that is not dynamic.
    pub mass: Real,
    /// Inverse mass, 1/kg; 0 for a body that is not dynamic.
    pub inverse_mass: Real,
    /// Inertia about the center of mass, kg m²; 0 for a body that does not rotate: one that is not dynamic, or a point.
    pub inertia: Real,
    /// Inverse inertia, 1/(kg m²); 0 for a body that does not rotate.
    pub inverse_inertia: Real,
    /// Center of mass in the body's frame, meters.
    pub center: Vec2,
}

/// Reason why a body has no mass properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MassError {
    /// A density without an area.
    NoArea,
    /// The mass or its inverse is not a normal number.
    Mass,
    /// The inertia or its inverse is not a normal number.
    Inertia,
}

impl MassProperties {
    /// Mass properties of a validated body.
    ///
    /// # Errors
    /// If a dynamic body has no finite mass or inertia in this precision.
    pub(super) fn of(body: &Body) -> Result<Self, MassError> {
        // A half-plane never moves, so its mass is not needed.
        let Solid::Convex(shape) = &body.shape else {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center: Vec2::ZERO });
        };
        let shape = filled(shape);
        let unit = shape.unit;
        let center = shape.center();
        if body.motion != Motion::Dynamic {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center });
        }
        let mass = match body.mass {
            Mass::Mass(mass) => mass,
            Mass::Density(_) if !shape.has_area => return Err(MassError::NoArea),
            Mass::Density(density) => density * (shape.content / unit / unit) as Real,
        };
        let inverse_mass = 1.0 / mass;
        if !(inverse_mass.is_normal() && mass.is_normal()) {
            return Err(MassError::Mass);
        }
        let inertia = body.inertia.unwrap_or(mass * (shape.second / shape.content / unit / unit) as Real);
        let is_point = body.inertia.is_none() && shape.second == 0.0;
        let inverse_inertia = if is_point { 0.0 } else { 1.0 / inertia };
        if !(is_point || inverse_inertia.is_normal() && inertia.is_normal()) {
            return Err(MassError::Inertia);
        }
        Ok(Self { mass, inverse_mass, inertia, inverse_inertia, center })
    }
}
