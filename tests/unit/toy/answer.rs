//! What the toy finds out: an answer of its own, in which reports, programs and expectations find its fields.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::{Fact, FindingFacts, ProofExtent, number};

/// The gap of two bodies on one line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GapFinding {
    /// How far apart the shadows of the two are, meters; negative where they overlap.
    #[serde(serialize_with = "floats")]
    pub gap: f64,
    /// The line; unit vector from A towards B, world frame.
    #[serde(serialize_with = "floats")]
    pub normal: DVec3,
}

impl FindingFacts for GapFinding {
    fn status(&self) -> &'static str {
        "measured"
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        vec![Fact::of("gap", self.gap, "m"), Fact::new("n", number::vector(self.normal))]
    }

    fn normal(&self) -> Option<DVec3> {
        Some(self.normal)
    }
}
