//! JSON form of constraint rows and of the arrays of a solve in generalized coordinates.

use serde::{Deserialize, Serialize};

use super::part::{MassMatrix, Part};

/// A constraint row `w = J u + γ λ − t`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Index of the contact to which the row belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<usize>,
    /// Index of the joint to which the row belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<usize>,
    /// Part of the contact or joint: `normal`, `friction 1`, `torsion`, `rolling 1`, or a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// Name of the first body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// Name of the second body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
    /// Jacobian: linear and angular part of a, then of b; or one number per degree of freedom.
    pub jacobian: Vec<f64>,
    /// Target velocity or acceleration.
    #[serde(default)]
    pub target: f64,
    /// Softness γ, at least 0.
    #[serde(default)]
    pub softness: f64,
    /// Effective mass as the engine stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_mass: Option<f64>,
    /// Least impulse; unbounded if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    /// Greatest impulse; unbounded if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    /// Index of the normal row whose impulse bounds this friction row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction_of: Option<usize>,
    /// Coefficient of friction of the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coefficient: Option<f64>,
    /// Impulse from which the solver started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm: Option<f64>,
    /// Impulse after the solve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<f64>,
    /// Edge of a friction pyramid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<usize>,
    /// Velocity of a moving surface along the row, m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface_velocity: Option<f64>,
    /// Degree of freedom of a row without bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dof: Option<usize>,
    /// Joint limit of a row without bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Equality constraint of a row without bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equality: Option<usize>,
}

/// Arrays of a solve in generalized coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generalized {
    /// Mass matrix M of the coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass_matrix: Option<MassMatrix>,
    /// Velocities before the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity_before: Option<Vec<f64>>,
    /// Velocities after the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity_after: Option<Vec<f64>>,
    /// Accelerations with the constraint forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<Vec<f64>>,
    /// Accelerations without the constraint forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smooth_acceleration: Option<Vec<f64>>,
    /// Forces without the constraint forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smooth_force: Option<Vec<f64>>,
    /// Matrix U with `v⁺ = v + h U⁻¹ (f + Jᵀλ)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_matrix: Option<MassMatrix>,
    /// Jacobian of each body, by name: 6 rows, linear and then angular velocity of the center of mass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinematics: Option<std::collections::BTreeMap<String, Vec<Vec<f64>>>>,
}
