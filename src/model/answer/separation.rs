//! Finding of a separating-axis test: the axis with the largest gap, and the gap, without witness points.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, FindingFacts, PairStatus, ProofExtent, list_of};

/// Largest gap between the projections of two bodies on the axes that were tested. Lengths in meters, world frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeparationFinding {
    /// Claim about the bodies.
    #[serde(skip)]
    pub status: PairStatus,
    /// Largest gap: minus the depth in overlap, else a lower bound of the distance. `None` when no axis could be
    /// tested.
    #[serde(serialize_with = "floats")]
    pub separation: Option<f64>,
    /// Lower bound of the signed distance.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Upper bound of the signed distance; `None` when the bodies are apart, since the gap on an axis bounds their
    /// distance only from below, and when no axis could be tested.
    #[serde(serialize_with = "floats")]
    pub upper: Option<f64>,
    /// Unit vector from A towards B along the best axis; `None` when no axis could be tested.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// Short name of the best axis by its features: `a1` is the normal of face 1 of A, `a1 × b2` is perpendicular to an
    /// edge of each body.
    pub line: Option<String>,
    /// Number of axes that were tested.
    pub lines: u32,
    /// Number of edge pairs that were skipped because they make no face of `A − B`.
    pub skipped: u32,
    /// Short names of the other axes whose gap equals the largest one to rounding.
    pub ties: Vec<String>,
    /// Features that make the best axis; `None` when no axis could be tested.
    #[serde(skip)]
    pub axis: Option<AxisOrigin>,
    /// Features that make each of the axes in [`Self::ties`].
    #[serde(skip)]
    pub tied: Vec<AxisOrigin>,
}

/// Features of the bodies that make an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisOrigin {
    /// `face_a`, `face_b` (edges in the plane) or `edge_edge`. Bodies without volume also have `edge_a` and `edge_b`:
    /// axes in the body's own plane perpendicular to that edge, or axes along or across a body that is a segment or
    /// point.
    pub kind: &'static str,
    /// Point indices of the features of A and of B: the vertices of a face, counter-clockwise from outside, or the
    /// endpoints of an edge. Empty for a body that does not contribute.
    pub features: [Vec<u32>; 2],
}

impl FindingFacts for SeparationFinding {
    fn status(&self) -> &'static str {
        self.status.name()
    }

    fn proof_extent(&self) -> ProofExtent {
        self.status.proof_extent()
    }

    fn facts(&self) -> Vec<Fact> {
        let separation = self.separation.map_or_else(|| Shown::from("unknown"), number::length);
        let upper = self.upper.map_or_else(|| Shown::from("unknown"), number::length);
        let mut facts = vec![
            Fact::length("separation", separation),
            Fact::length("lower bound", number::length(self.lower)),
            Fact::length("upper bound", upper),
        ];
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        facts.extend(self.line.as_deref().map(|line| Fact::new("axis", line)));
        if !self.ties.is_empty() {
            facts.push(Fact::new("tied axes", list_of(self.ties.iter().cloned())));
        }
        facts.push(Fact::new("axes tested", number::count(self.lines as usize)));
        facts.push(Fact::new("axes skipped", number::count(self.skipped as usize)));
        facts
    }

    fn headline(&self) -> Option<Fact> {
        self.separation.map(|separation| Fact::length("separation", number::length(separation)))
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        Some([self.lower, self.upper.unwrap_or(f64::INFINITY)])
    }
}
