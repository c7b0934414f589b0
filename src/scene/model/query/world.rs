//! How a world is to be run.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::ask::{Clamp, PositionMode, WorldSolver};

/// Options of a world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WorldOptions {
    /// Of a frame, seconds; 1/60 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1e9), extend("exclusiveMinimum" = 0))]
    pub time_step: Option<f64>,
    /// Frames after the start; 120 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1_000_000_000))]
    pub steps: Option<u32>,
    /// Solves in a frame; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub substeps: Option<u32>,
    /// Turns over all constraints in a solve; 10 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub iterations: Option<u32>,
    /// One constraint after the other, or all at once.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: WorldSolver,
    /// Whether a solve starts from the impulses of the one before; true if absent, and never with `clamp` `each`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_start: Option<bool>,
    /// What is kept within its bounds; `accumulated` if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clamp: Option<Clamp>,
    /// How overlaps and errors of joints are taken back.
    #[serde(skip_serializing_if = "is_default")]
    pub position: PositionMode,
    /// Share of an error that is taken back in a solve, 0 to 1; 0.2 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub beta: Option<f64>,
    /// Overlap of a contact that is left, meters; 0.005 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1e9))]
    pub slop: Option<f64>,
    /// Of the springs that contacts are where `position` is `soft`, hertz; 30 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1e9))]
    pub contact_frequency: Option<f64>,
    /// Of those springs; 10 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1e9))]
    pub contact_damping_ratio: Option<f64>,
    /// Slower approaches do not bounce, meters a second; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1e9))]
    pub restitution_threshold: Option<f64>,
    /// Points up to this far apart are contacts too, meters; 0 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1e9))]
    pub speculative: Option<f64>,
}

impl WorldOptions {
    /// Seconds of a frame.
    pub fn time_step(&self) -> f64 {
        self.time_step.unwrap_or(1.0 / 60.0)
    }

    /// Frames after the start.
    pub fn steps(&self) -> u32 {
        self.steps.unwrap_or(120)
    }

    /// Solves in a frame.
    pub fn substeps(&self) -> u32 {
        self.substeps.unwrap_or(1)
    }
}
