//! How heavy a body is, where its center of mass lies and how hard it is to turn: its shape filled evenly, margin included
//! ([`filled`]); one without area is covered evenly along its length.

use super::super::mass::filled;
use super::super::prelude::*;
use super::ground::Solid;
use super::parts::{Body, Mass};
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

impl MassProperties {
    /// Of a body whose numbers were looked at.
    pub(super) fn of(body: &Body) -> Result<Self, MassError> {
        // A half-plane has no mass, and never moves.
        let Solid::Convex(shape) = &body.shape else {
            return Ok(Self { mass: 0.0, inverse_mass: 0.0, inertia: 0.0, inverse_inertia: 0.0, center: Vec2::ZERO });
        };
        let shape = filled(shape);
        let (unit, center) = (shape.unit, shape.center());
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
        let point = body.inertia.is_none() && shape.second == 0.0;
        let inverse_inertia = if point { 0.0 } else { 1.0 / inertia };
        if !(point || inverse_inertia.is_normal() && inertia.is_normal()) {
            return Err(MassError::Inertia);
        }
        Ok(Self { mass, inverse_mass, inertia, inverse_inertia, center })
    }
}
