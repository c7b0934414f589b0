//! Changes of a body's velocity in a frame of a world, by cause.

use contact_lens_picture::Key;

/// Planar motion: x and y, and the rotation. Velocities in m/s and rad/s, displacements in meters and radians.
pub type PlanarMotion = [f64; 3];

/// Part of the change of a body's velocity.
#[derive(Clone, Debug, PartialEq)]
pub struct VelocityCause {
    /// Name of the cause: `gravity`, `push of ground`, `friction of ground`, `joint rope`.
    pub name: String,
    /// Change of the velocity, m/s and rad/s.
    pub change: PlanarMotion,
    /// Mark of the cause's constraint rows; `None` for gravity and forces.
    pub key: Option<Key>,
    /// Name of the other body of a contact; `None` for other causes.
    pub other_body: Option<String>,
}

/// Why the velocity of a body changed in a frame: `before` plus all causes is `after`, to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct VelocityChanges {
    /// Velocity before the frame, m/s and rad/s.
    pub before: PlanarMotion,
    /// Causes, the largest change first; those without any effect are left out.
    pub causes: Vec<VelocityCause>,
    /// Velocity after the frame, m/s and rad/s.
    pub after: PlanarMotion,
    /// Displacement by position corrections, which do not change the velocity, meters and radians.
    pub correction: PlanarMotion,
    /// Machine epsilon of the precision in which the world runs.
    pub epsilon: f64,
}

/// Rounding error of the numbers, relative to the largest one, in machine epsilons of the world's precision; and the
/// least such error, below which a number says nothing.
const ROUNDING: f64 = 64.0;
const LEAST_ROUNDING: f64 = 1e-9;

impl VelocityChanges {
    /// Magnitude up to which a velocity or a change is rounding error, m/s or rad/s.
    pub fn rounding(&self) -> f64 {
        let changes = self.causes.iter().flat_map(|cause| cause.change);
        let numbers = changes.chain(self.before).chain(self.after);
        let relative = (ROUNDING * self.epsilon).max(LEAST_ROUNDING);
        relative * numbers.fold(0.0, |largest, number| f64::max(largest, number.abs()))
    }

    /// Sum of the changes of all causes, m/s and rad/s.
    pub fn total(&self) -> PlanarMotion {
        [0, 1, 2].map(|axis| self.causes.iter().map(|cause| cause.change[axis]).sum())
    }
}
