//! Finding of a query about two half-spaces that no translation separates: their overlap is unbounded, so it has no
//! depth.

use serde::Serialize;

use super::{Fact, FindingFacts, ProofExtent};

/// Unbounded overlap of two half-spaces, whose normals are not opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnboundedFinding {
    /// Whether the bodies overlap; always true.
    pub intersects: bool,
    /// Whether the query requested a distance, which does not exist here, or only the sign.
    #[serde(skip)]
    pub distance_requested: bool,
}

impl FindingFacts for UnboundedFinding {
    fn status(&self) -> &'static str {
        "unbounded"
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let intersects = if self.intersects { "yes" } else { "no" };
        vec![Fact::new("overlap", intersects), Fact::new("depth", "unbounded")]
    }
}
