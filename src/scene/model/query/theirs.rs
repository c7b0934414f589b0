//! What another engine answered to a question: shown beside the answer here, and judged by its proof.

use serde::{Deserialize, Serialize};

use crate::scene::model::{FramePose, is_default};

/// Another engine's answer. What it did not say is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theirs {
    /// Whose answer it is, with its version.
    #[schemars(length(min = 1, max = 100))]
    pub engine: String,
    /// The frame that it is about, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub frame: u32,
    /// Signed distance, meters: positive apart, minus the penetration depth when the bodies overlap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Unit vector from A towards B, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// Points of contact.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub points: Vec<TheirPoint>,
    /// The friction impulse of the step on B, newton seconds, world frame, added up over all points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<[f64; 3]>,
    /// The coefficient of friction of the pair: its greatest, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub friction_coefficient: Option<f64>,
    /// Where bodies of a world are in the frame. For `world`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10_000))]
    pub poses: Vec<FramePose>,
    /// How many iterations it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// What the engine did not say in the step itself but was computed for the capture: these fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 7))]
    pub recomputed: Vec<TheirField>,
}

impl Theirs {
    /// An answer that says nothing yet.
    pub fn of(engine: impl Into<String>) -> Self {
        Self {
            engine: engine.into(),
            frame: 0,
            distance: None,
            normal: None,
            points: Vec::new(),
            friction: None,
            friction_coefficient: None,
            poses: Vec::new(),
            iterations: None,
            recomputed: Vec::new(),
        }
    }
}

/// A point of contact of another engine: one position, or one on each body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TheirPoint {
    /// Where it is, world frame, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 3]>,
    /// On the surface of A.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_a: Option<[f64; 3]>,
    /// On the surface of B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_b: Option<[f64; 3]>,
    /// How deep the bodies overlap there, meters; negative where they are apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The normal impulse of the step, newton seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<f64>,
}

impl TheirPoint {
    /// Where it is drawn.
    pub fn place(&self) -> Option<[f64; 3]> {
        let middle = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]));
        self.position.or_else(|| Some(middle(self.on_a?, self.on_b?))).or(self.on_a).or(self.on_b)
    }
}

/// A field of another engine's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TheirField {
    /// The signed distance.
    Distance,
    /// The normal.
    Normal,
    /// The points of contact.
    Points,
    /// Their depths.
    Depths,
    /// Their impulses.
    Impulses,
    /// The poses of bodies.
    Poses,
    /// The number of iterations.
    Iterations,
}
