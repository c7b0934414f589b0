//! Answers of other engines, shown next to the answer of this program and checked by its certificate.

use serde::{Deserialize, Serialize};

use crate::model::{FramePose, is_default};

/// Answer of another engine. Quantities that it did not report are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Theirs")]
pub struct CapturedAnswer {
    /// Name and version of the engine.
    #[schemars(length(min = 1, max = 100))]
    pub engine: String,
    /// Frame of the answer, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub frame: u32,
    /// Signed distance, meters: positive when separate, minus the penetration depth when the bodies overlap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// Unit vector from A towards B, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// Contact points reported by the engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub points: Vec<CapturedPoint>,
    /// Friction impulse of the step on B, N·s, world frame, summed over all points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<[f64; 3]>,
    /// Coefficient of friction of the pair; the largest if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub friction_coefficient: Option<f64>,
    /// Poses of bodies in the frame. Only for `world` queries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10_000))]
    pub poses: Vec<FramePose>,
    /// Number of iterations of the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// Fields that were computed for the capture, not reported by the step itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 7))]
    pub recomputed: Vec<CapturedField>,
}

impl CapturedAnswer {
    /// Creates an answer without quantities.
    pub fn new(engine: impl Into<String>) -> Self {
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

    /// Depth of the deepest point, meters; `None` if no point has a depth.
    pub fn greatest_depth(&self) -> Option<f64> {
        self.points.iter().filter_map(|point| point.depth).reduce(f64::max)
    }
}

/// Contact point of another engine: one position, or one on each body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TheirPoint")]
pub struct CapturedPoint {
    /// Position, meters, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 3]>,
    /// Position on the surface of A, meters, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_a: Option<[f64; 3]>,
    /// Position on the surface of B, meters, world frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_b: Option<[f64; 3]>,
    /// Penetration depth at the point, meters; negative for separate bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Normal impulse of the step, N·s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<f64>,
}

impl CapturedPoint {
    /// Position at which the point is drawn, meters, world frame: the reported one, else the midpoint of the positions
    /// on the two bodies, else the only one of these. `None` if no position was reported.
    pub fn display_position(&self) -> Option<[f64; 3]> {
        self.position.or_else(|| self.midpoint()).or(self.on_a).or(self.on_b)
    }

    /// Midpoint of the positions on the two bodies, meters, world frame; `None` unless both were reported.
    fn midpoint(&self) -> Option<[f64; 3]> {
        let a = self.on_a?;
        let b = self.on_b?;
        Some([0, 1, 2].map(|axis| 0.5 * (a[axis] + b[axis])))
    }
}

/// Field of another engine's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TheirField")]
pub enum CapturedField {
    /// The signed distance.
    Distance,
    /// The contact normal.
    Normal,
    /// The points of contact.
    Points,
    /// The depths of the contact points.
    Depths,
    /// The impulses of the contact points.
    Impulses,
    /// The poses of bodies.
    Poses,
    /// The number of iterations.
    Iterations,
}
