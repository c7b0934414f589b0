//! What an answer has found out, by kind, each kind with what proves it: `f64`, world frame, meters.

use glam::DVec3;

use super::number::{self, Shown};
use super::{
    ClassesFinding, ContactFinding, DifferenceFinding, FarthestFinding, HullFinding, ManifoldFinding, PairsFinding,
    SeparationFinding, WorldFinding,
};

/// What a run has found out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Finding {
    /// How far apart two bodies are, or how deep they overlap.
    Distance(PairFinding),
    /// Whether two bodies overlap. How far apart or how deep was not asked.
    Overlap(PairFinding),
    /// The farthest points of A along a direction and of B against it, and what this one direction tells of the pair.
    Support(PairFinding),
    /// The convex hull of the points of a body.
    Hull(HullFinding),
    /// The difference of two bodies, made explicitly.
    Difference(DifferenceFinding),
    /// The farthest point of a body along a direction.
    Farthest(FarthestFinding),
    /// The line on which the shadows of two bodies part most.
    Separation(SeparationFinding),
    /// When two bodies in flight first meet.
    FirstContact(ContactFinding),
    /// Where two bodies touch.
    Manifold(ManifoldFinding),
    /// Which of many boxes overlap.
    Pairs(PairsFinding),
    /// Which bodies a camera sees.
    Classes(ClassesFinding),
    /// What bodies have come to under forces, contacts and joints.
    World(Box<WorldFinding>),
}

/// What is known of two bodies. Signs as everywhere: positive apart, negative overlapping.
#[derive(Clone, Debug, PartialEq)]
pub struct PairFinding {
    /// What is claimed.
    pub status: PairStatus,
    /// `None` where it was not asked, or where only the bracket is known.
    pub signed_distance: Option<f64>,
    /// Unit vector from A towards B; along it the gap reaches the lower bound. `None` where no direction is known.
    pub normal: Option<DVec3>,
    /// The closest or deepest point of A; where no distance is known, the point of A that was found last.
    pub witness_a: DVec3,
    /// The same of B.
    pub witness_b: DVec3,
    /// What proves it: the bracket that holds the true signed distance.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// Not above the truth.
    pub lower: f64,
    /// Not below the truth.
    pub upper: f64,
    /// The width that was asked for; infinite where only the sign was.
    pub tolerance: f64,
}

/// What a finding is worth by its own proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// What was asked is proven.
    Proven,
    /// Something is proven, and it is not all that could be asked: an overlap without its depth.
    InPart,
    /// The question was too small to be decided by its answer, as that of one support point is.
    Undecided,
    /// The bracket stayed wider than was asked for.
    Open,
}

impl Standing {
    /// Whether something was to be decided, and was not.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Undecided | Self::Open)
    }
}

/// A named number, vector or word of a finding, as reports list them.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// In the reader's words: `signed distance`.
    pub name: &'static str,
    /// As shown, and every digit of it.
    pub value: Shown,
    /// What the digits count: `m`, `m²`; empty for words, counts and directions.
    pub unit: &'static str,
}

impl Finding {
    /// What is known of the distance of a pair, where that was asked.
    pub fn pair(&self) -> Option<&PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn pair_mut(&mut self) -> Option<&mut PairFinding> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => Some(pair),
            _ => None,
        }
    }

    /// Lower and upper bound of the signed distance of two bodies, meters, where the question was about two.
    pub fn bracket(&self) -> Option<[f64; 2]> {
        match self {
            Self::Separation(found) => Some(found.bracket()),
            _ => self.pair().map(|pair| [pair.proof.lower, pair.proof.upper]),
        }
    }

    /// What is claimed about two bodies.
    pub fn pair_status(&self) -> Option<PairStatus> {
        match self {
            Self::Separation(found) => Some(found.status),
            _ => self.pair().map(|pair| pair.status),
        }
    }

    /// The direction in which two bodies face each other, if it is about two and the direction is known.
    pub fn normal(&self) -> Option<DVec3> {
        match self {
            Self::Separation(found) => found.normal,
            Self::FirstContact(found) => found.normal,
            Self::Manifold(found) => found.normal,
            _ => self.pair()?.normal,
        }
    }

    /// In a word or two: `separated`.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => pair.status.name(),
            Self::Hull(hull) => hull.kind(),
            Self::Difference(_) => "difference",
            Self::Farthest(found) if found.proven => "farthest",
            Self::Farthest(_) => "not proven",
            Self::Classes(_) => "classified",
            Self::Separation(found) => found.status.name(),
            Self::FirstContact(found) => found.status,
            Self::Manifold(found) => found.status,
            Self::Pairs(found) => found.status(),
            Self::World(found) => found.status(),
        }
    }

    /// What it is worth.
    pub fn standing(&self) -> Standing {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => pair.status.standing(),
            Self::Hull(_) | Self::Difference(_) | Self::Pairs(_) | Self::Classes(_) => Standing::Proven,
            Self::Farthest(found) if found.proven => Standing::Proven,
            Self::Farthest(_) => Standing::Open,
            Self::Separation(found) => found.status.standing(),
            Self::FirstContact(found) => found.standing(),
            Self::Manifold(found) => found.standing(),
            Self::World(found) if found.diverged.is_some() => Standing::Open,
            Self::World(_) => Standing::Proven,
        }
    }

    /// The number that tells it best, with its name.
    pub fn headline(&self) -> Option<Fact> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => {
                pair.signed_distance.map(|distance| Fact::length("signed distance", number::length(distance)))
            }
            Self::Hull(hull) => hull.facts().into_iter().nth(1),
            Self::Difference(found) => found.facts().into_iter().nth(1),
            Self::Farthest(found) => found.facts().into_iter().next(),
            Self::Separation(found) => found.headline(),
            Self::FirstContact(found) => found.headline(),
            Self::Manifold(found) => Some(found.headline()),
            Self::Pairs(found) => found.facts().into_iter().next(),
            Self::Classes(found) => found.facts().into_iter().next(),
            Self::World(found) => found.facts().into_iter().next(),
        }
    }

    /// Everything in it, the most telling first.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Self::Distance(pair) | Self::Overlap(pair) | Self::Support(pair) => pair.facts(),
            Self::Hull(hull) => hull.facts(),
            Self::Difference(found) => found.facts(),
            Self::Farthest(found) => found.facts(),
            Self::Separation(found) => found.facts(),
            Self::FirstContact(found) => found.facts(),
            Self::Manifold(found) => found.facts(),
            Self::Pairs(found) => found.facts(),
            Self::Classes(found) => found.facts(),
            Self::World(found) => found.facts(),
        }
    }
}

impl PairFinding {
    /// The closest or deepest points, where a distance is known.
    pub fn witnesses(&self) -> Option<[DVec3; 2]> {
        self.signed_distance.map(|_| [self.witness_a, self.witness_b])
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

    fn standing(self) -> Standing {
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

impl Fact {
    /// A value without a unit.
    pub fn new(name: &'static str, value: impl Into<Shown>) -> Self {
        Self { name, value: value.into(), unit: "" }
    }

    /// A number that counts this unit.
    pub fn of(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self { unit, ..Self::new(name, number::number(value)) }
    }

    /// A length or a point, in meters.
    pub fn length(name: &'static str, value: Shown) -> Self {
        Self { unit: if value.exact.is_some() { "m" } else { "" }, ..Self::new(name, value) }
    }
}
