//! The answer to a query as everyone above the engine reads it: `f64`, world frame, plain words.

use glam::DVec3;

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

    /// Whether the question stays open.
    pub fn is_open(self) -> bool {
        matches!(self, Self::NotConverged | Self::Undecided)
    }
}

impl std::fmt::Display for PairStatus {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(self.name())
    }
}

/// An answer with its certificate. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Positive apart, negative overlapping; `None` when only a bracket is known.
    pub signed_distance: Option<f64>,
    /// Unit vector from A towards B; zero when none is known.
    pub normal: DVec3,
    /// On A.
    pub witness_a: DVec3,
    /// On B.
    pub witness_b: DVec3,
    /// The bracket that holds the true signed distance.
    pub proof: Proof,
    /// What the answer claims.
    pub status: PairStatus,
    /// How the algorithm ended, as its `Outcome` is called.
    pub outcome: &'static str,
    /// One line in plain words.
    pub say: String,
    /// Iterations of the outer loop.
    pub iterations: u32,
}

/// Lower and upper bound of the signed distance, rounding included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// Not above the truth.
    pub lower: f64,
    /// Not below the truth.
    pub upper: f64,
    /// The width that was asked for.
    pub tolerance: f64,
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
}
