//! Rules and claims of an engine, by which its step is judged. A rule that is absent is not judged.

use serde::{Deserialize, Serialize};

/// Rules and claims of the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Model {
    /// Law of the solve: `coulomb`, `convex`, `sequential`, `boxed` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve: Option<String>,
    /// Set of friction impulses: `cone`, `box`, `pyramid` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<String>,
    /// Number of friction rows per contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction_rows: Option<usize>,
    /// Number of sweeps over the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<usize>,
    /// Whether the sweep starts from the `warm` impulses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_start: Option<bool>,
    /// Order of the sweep: `rows`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Friction of contacts that do not push: `keep`, or released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_friction: Option<String>,
    /// Claimed residual of the solve, m/s (m/s² at the level of accelerations).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Claimed gap of the solve as a fraction of its cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap_tolerance: Option<f64>,
    /// Claimed error of contact points and normals, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrow_tolerance: Option<f64>,
    /// Rule of position correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionRule>,
    /// Approach speed above which contacts bounce, m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution_threshold: Option<f64>,
    /// Gap up to which the engine makes contacts, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Capacity of the list of contacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_contacts: Option<usize>,
    /// Rule that combines the coefficients of two bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combine_friction: Option<String>,
    /// Integrator of poses, or of generalized velocities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrator: Option<String>,
    /// Integrator of rotations: `exponential` (default) or `first_order`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<String>,
    /// Gyroscopic term: `none` (default), `explicit` or `implicit_body`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gyroscopic: Option<String>,
    /// Rule and place of damping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<Damping>,
    /// Softness of every row as a share of its diagonal `A_rr`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub softness: Option<f64>,
    /// Number of solves whose impulses are summed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substeps: Option<usize>,
    /// Velocity that the capture reports: `relaxed` if it is not the one that moved the poses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity_told: Option<String>,
    /// Rule of the collision filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// Name of the method; not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Name of the friction surface; not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
}

/// Rule of position correction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PositionRule {
    /// Kind: `baumgarte`, `split`, `soft` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Fraction of the error that is corrected per step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// Depth that is left uncorrected, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slop: Option<f64>,
    /// Depth below which split corrections act through the velocity, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_below: Option<f64>,
    /// Combination of bounce and correction: `max` (default) or `sum`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combine: Option<String>,
    /// Frequency of soft rows, Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<f64>,
    /// Damping ratio of soft rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping_ratio: Option<f64>,
}

/// Rule and place of damping.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Damping {
    /// Rule: `none`, `factor` or `implicit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Place: `before_forces`, `after_forces` or `after_solve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// Rule of the collision filter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Name of the rule; `masks` is the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
