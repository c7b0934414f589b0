//! What is known of two bodies: how far apart they are or how deep they overlap, with the bracket that proves it.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, Found, Standing};

/// What is known of two bodies. Signs as everywhere: positive apart, negative overlapping.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairFinding {
    /// What is claimed.
    #[serde(skip)]
    pub status: PairStatus,
    /// `None` where it was not asked, or where only the bracket is known.
    #[serde(serialize_with = "floats")]
    pub signed_distance: Option<f64>,
    /// Unit vector from A towards B; along it the gap reaches the lower bound. `None` where no direction is known.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// The closest or deepest point of A; where no distance is known, the point of A that was found last.
    #[serde(serialize_with = "floats")]
    pub witness_a: DVec3,
    /// The same of B.
    #[serde(serialize_with = "floats")]
    pub witness_b: DVec3,
    /// What proves it: the bracket that holds the true signed distance.
    #[serde(flatten)]
    pub proof: Proof,
}

/// What an answer claims about two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairStatus {
    /// Proven apart.
    Separated,
    /// Proven to touch within rounding.
    Touching,
    /// Proven to overlap.
    Penetrating,
    /// They share a point; whether they overlap was not asked.
    TouchingOrOverlapping,
    /// The question was too small to tell, as one support point is.
    Undecided,
    /// The bracket stayed wider than was asked for.
    NotConverged,
}

/// Lower and upper bound of the signed distance, rounding included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// Not above the truth.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Not below the truth.
    #[serde(serialize_with = "floats")]
    pub upper: f64,
    /// The width that was asked for; infinite where only the sign was. Of a test that a line of a batch asks for, how far from 0 the
    /// truth may be where the bracket holds it.
    #[serde(serialize_with = "floats")]
    pub tolerance: f64,
}

impl PairFinding {
    /// The closest or deepest points, where a distance is known.
    pub fn witnesses(&self) -> Option<[DVec3; 2]> {
        self.signed_distance.map(|_| [self.witness_a, self.witness_b])
    }
}

impl Found for PairFinding {
    fn status(&self) -> &'static str {
        self.status.name()
    }

    fn standing(&self) -> Standing {
        self.status.standing()
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
    /// In words, as reports and files have it.
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

    /// What such a claim is worth.
    pub(super) fn standing(self) -> Standing {
        match self {
            Self::Separated | Self::Touching | Self::Penetrating => Standing::Proven,
            Self::TouchingOrOverlapping => Standing::InPart,
            Self::Undecided => Standing::Undecided,
            Self::NotConverged => Standing::Open,
        }
    }
}

impl std::fmt::Display for PairStatus {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.name())
    }
}

impl Proof {
    /// Upper minus lower: the error, whatever the algorithm did.
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// Whether the bracket is as narrow as was asked for. Bounds that contradict each other, or are no numbers, prove nothing.
    pub fn holds(&self) -> bool {
        self.lower <= self.upper && self.width() <= self.tolerance
    }

    /// Whether both can hold the truth, when bounds may be off by `rounding`, a length.
    pub fn meets(&self, other: &Self, rounding: f64) -> bool {
        self.lower <= other.upper + rounding && other.lower <= self.upper + rounding
    }
}
