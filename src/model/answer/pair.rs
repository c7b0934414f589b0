//! Finding of a distance or overlap query: the signed distance of two bodies, with the bracket that proves it.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, FindingFacts, ProofExtent};

/// Signed distance of two bodies: positive apart, negative overlapping. Meters, world frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairFinding {
    /// Claim about the bodies.
    #[serde(skip)]
    pub status: PairStatus,
    /// Signed distance; `None` when the query did not request it, or when only the bracket is known.
    #[serde(serialize_with = "floats")]
    pub signed_distance: Option<f64>,
    /// Unit vector from A towards B along which the gap reaches the lower bound. `None` when no direction is known.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// Closest or deepest point of A; when no distance is known, the last point of A that was found.
    #[serde(serialize_with = "floats")]
    pub witness_a: DVec3,
    /// Closest or deepest point of B; when no distance is known, the last point of B that was found.
    #[serde(serialize_with = "floats")]
    pub witness_b: DVec3,
    /// Bracket of the true signed distance.
    #[serde(flatten)]
    pub proof: Proof,
}

/// Claim of an answer about two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairStatus {
    /// Proven to be apart.
    Separated,
    /// Proven to touch: the distance is zero to rounding.
    Touching,
    /// Proven to penetrate each other.
    Penetrating,
    /// The bodies share a point; the query did not distinguish touching from overlap.
    TouchingOrOverlapping,
    /// The query decides nothing by design, as a support query that finds no separation.
    Undecided,
    /// The bracket stayed wider than requested.
    NotConverged,
}

/// Lower and upper bound of the signed distance, rounding included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// Lower bound of the signed distance.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Upper bound of the signed distance.
    #[serde(serialize_with = "floats")]
    pub upper: f64,
    /// Requested bracket width; infinite when only the sign was requested. For a yes-or-no test of a half-space or of a
    /// batch line: the largest distance from 0 that the truth may have when the bracket contains 0.
    #[serde(serialize_with = "floats")]
    pub tolerance: f64,
}

impl PairFinding {
    /// Returns the closest or deepest points, of A and of B; `None` when no distance is known.
    pub fn witnesses(&self) -> Option<[DVec3; 2]> {
        self.signed_distance.map(|_| [self.witness_a, self.witness_b])
    }
}

impl FindingFacts for PairFinding {
    fn status(&self) -> &'static str {
        self.status.name()
    }

    fn proof_extent(&self) -> ProofExtent {
        self.status.proof_extent()
    }

    fn facts(&self) -> Vec<Fact> {
        let distance = self.signed_distance.map_or_else(|| Shown::from("unknown"), number::length);
        let mut facts = vec![
            Fact::length("signed distance", distance),
            Fact::length("lower bound", number::length(self.proof.lower)),
            Fact::length("upper bound", number::length(self.proof.upper)),
        ];
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        if let Some([a, b]) = self.witnesses() {
            let witnesses = [("witness on A", a), ("witness on B", b)];
            facts.extend(witnesses.map(|(name, point)| Fact::new(name, number::vector(point))));
        }
        facts
    }

    fn headline(&self) -> Option<Fact> {
        self.signed_distance.map(|distance| Fact::length("signed distance", number::length(distance)))
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        Some([self.proof.lower, self.proof.upper])
    }
}

impl PairStatus {
    /// Returns the claim in words, as reports and files print it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Penetrating => "penetrating",
            Self::TouchingOrOverlapping => "touching or overlapping",
            Self::Undecided => "undecided",
            Self::NotConverged => "not converged",
        }
    }

    /// Returns how far the claim's proof goes.
    pub(super) fn proof_extent(self) -> ProofExtent {
        match self {
            Self::Separated | Self::Touching | Self::Penetrating => ProofExtent::Proven,
            Self::TouchingOrOverlapping => ProofExtent::InPart,
            Self::Undecided => ProofExtent::Undecided,
            Self::NotConverged => ProofExtent::Open,
        }
    }
}

impl std::fmt::Display for PairStatus {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.name())
    }
}

impl Proof {
    /// Width of the bracket, meters, which bounds the error of any answer inside of it.
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the bracket is as narrow as requested; false for bounds that contradict each other or are NaN.
    pub fn holds(&self) -> bool {
        self.lower <= self.upper && self.width() <= self.tolerance
    }
}
