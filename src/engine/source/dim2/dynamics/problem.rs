//! The definition of a world that can be run: bodies, joints, gravity and options, all validated.

use super::check;
use super::definitions::{Body, Joint, Mass};
use super::error::{Fault, ProblemError};
use super::mass::{MassError, MassProperties};
use super::options::Options;
use crate::dim2::prelude::*;

/// A world that can be run: every number is validated.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Gravitational acceleration, world axes, m/s².
    gravity: Vec2,
    /// Bodies, which joints and results refer to by their indices.
    bodies: Vec<Body>,
    /// Mass properties of each body.
    masses: Vec<MassProperties>,
    /// Joints, which results refer to by their indices.
    joints: Vec<Joint>,
    /// Options of the run.
    options: Options,
}

impl Problem {
    /// Creates the problem if every number is valid.
    ///
    /// # Errors
    /// The first invalid field, in the order gravity, options, bodies, joints.
    pub fn new(gravity: Vec2, bodies: Vec<Body>, joints: Vec<Joint>, options: Options) -> Result<Self, ProblemError> {
        check::gravity(gravity)?;
        check::options(&options)?;
        let mut masses = Vec::with_capacity(bodies.len());
        for (index, body) in bodies.iter().enumerate() {
            check::body(index as u32, body)?;
            masses.push(MassProperties::of(body).map_err(|error| mass_error(index as u32, body, error))?);
        }
        for (index, joint) in joints.iter().enumerate() {
            check::joint(index as u32, joint, &bodies, &masses)?;
        }
        Ok(Self { gravity, bodies, masses, joints, options })
    }

    /// Returns the gravitational acceleration, world axes, m/s².
    pub fn gravity(&self) -> Vec2 {
        self.gravity
    }

    /// Returns the bodies, in the order in which they were given.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the mass properties of each body.
    pub fn masses(&self) -> &[MassProperties] {
        &self.masses
    }

    /// Returns the joints, in the order in which they were given.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Returns the options of the run.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

/// Returns the error of a body without mass properties, with the field that causes it.
fn mass_error(index: u32, body: &Body, error: MassError) -> ProblemError {
    let field = match (error, body.mass) {
        (MassError::Inertia, _) if body.inertia.is_some() => "inertia",
        (_, Mass::Density(_)) => "density",
        (_, Mass::Mass(_)) => "mass",
    };
    let fault = match error {
        MassError::NoArea => Fault::NoArea,
        MassError::Mass | MassError::Inertia => Fault::NoInverse,
    };
    ProblemError::body(index, field, fault)
}
