//! Laws: claims of a captured step, each with its value and the bound up to which rounding explains the value.
//!
//! - **Bound.** `c ε S + 2 own`: ε is the unit roundoff of the engine, S the sum of the absolute values of all terms of
//!   the law, and `own` the rounding error of this evaluation in `f64`, `c ε₅₃ S`.
//! - **Band.** Value at which the accusation begins, 4 × bound unless the law states another.

use serde::Serialize;

/// Unit roundoff of `f64`.
pub const EPS53: f64 = f64::EPSILON / 2.0;

/// Answer of a law or a stage; a later variant is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The value is at most the bound.
    Holds,
    /// The value is between bound and band, or nothing is claimed of it.
    Undecided,
    /// The value is above the band.
    Broken,
}

impl Verdict {
    /// Name that answers and sentences use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Undecided => "undecided",
            Self::Broken => "broken",
        }
    }
}

/// Stages of a step, in the order in which an engine runs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The numbers of the capture themselves.
    Data,
    /// Mass and inertia of the shapes.
    Shapes,
    /// Filter of the pairs that may collide.
    Filters,
    /// Candidate pairs and boxes.
    BroadPhase,
    /// Contact points and their normals.
    NarrowPhase,
    /// Constraint rows of contacts and joints.
    Rows,
    /// Impulses of the constraint rows.
    Solve,
    /// Velocities after the step.
    Velocity,
    /// Poses after the step.
    Pose,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Self; 9] = [
        Self::Data,
        Self::Shapes,
        Self::Filters,
        Self::BroadPhase,
        Self::NarrowPhase,
        Self::Rows,
        Self::Solve,
        Self::Velocity,
        Self::Pose,
    ];

    /// Name that answers and sentences use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Shapes => "shapes",
            Self::Filters => "filters",
            Self::BroadPhase => "broad phase",
            Self::NarrowPhase => "narrow phase",
            Self::Rows => "rows",
            Self::Solve => "solve",
            Self::Velocity => "velocity",
            Self::Pose => "pose",
        }
    }
}

/// Items that a law is about, by index; only those that are known are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Culprit {
    /// Index of the constraint row.
    pub row: Option<usize>,
    /// Index of the contact.
    pub contact: Option<usize>,
    /// Index of the joint.
    pub joint: Option<usize>,
    /// Index of the body.
    pub body: Option<usize>,
    /// Indices of two bodies.
    pub pair: Option<[usize; 2]>,
    /// Generalized degree of freedom.
    pub dof: Option<usize>,
}

impl Culprit {
    /// Culprit that is one body.
    pub fn body(body: usize) -> Self {
        Self { body: Some(body), ..Self::default() }
    }

    /// Culprit that is a pair of bodies.
    pub fn pair(pair: [usize; 2]) -> Self {
        Self { pair: Some(pair), ..Self::default() }
    }

    /// A contact of a pair of bodies.
    pub fn contact(contact: usize, pair: [usize; 2]) -> Self {
        Self { contact: Some(contact), pair: Some(pair), ..Self::default() }
    }

    /// A generalized degree of freedom.
    pub fn dof(dof: usize) -> Self {
        Self { dof: Some(dof), ..Self::default() }
    }
}

/// One evaluated law of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// Name of the law.
    pub name: &'static str,
    /// Deviation from the law, at least 0.
    pub value: f64,
    /// Largest value that rounding, or a claim of the engine, explains.
    pub bound: f64,
    /// Value above which the law is broken; infinite if nothing is claimed.
    pub band: f64,
    /// Unit of value and bound.
    pub unit: &'static str,
    /// Item that the law is about.
    pub culprit: Culprit,
    /// Change with which the law would hold; `None` if none is known.
    pub because: Option<String>,
}

impl Law {
    /// Creates a law whose band is 4 × bound.
    pub fn new(name: &'static str, value: f64, bound: f64, unit: &'static str, culprit: Culprit) -> Self {
        Self { name, value, bound, band: 4.0 * bound, unit, culprit, because: None }
    }

    /// Creates a law that is either true or false.
    pub fn exact(name: &'static str, holds: bool, culprit: Culprit) -> Self {
        Self::new(name, if holds { 0.0 } else { 1.0 }, 0.0, "1", culprit)
    }

    /// Returns the law with another band, which is at least the default one.
    #[must_use]
    pub fn with_band(mut self, band: f64) -> Self {
        self.band = self.band.max(band);
        self
    }

    /// Returns the law without an accusation: it is undecided above its bound.
    #[must_use]
    pub fn without_claim(mut self) -> Self {
        self.band = f64::INFINITY;
        self
    }

    /// Answer of the law. A value that is not a number is undecided.
    pub fn verdict(&self) -> Verdict {
        if self.value <= self.bound {
            Verdict::Holds // @compare
        } else if self.value > self.band {
            Verdict::Broken
        } else {
            Verdict::Undecided
        }
    }

    /// Value in multiples of the bound, by which laws of the same verdict are ordered.
    pub fn ratio(&self) -> f64 {
        if self.value == 0.0 { 0.0 } else { self.value / self.bound.max(f64::MIN_POSITIVE) }
    }

    /// Order by verdict, then by ratio.
    pub fn is_worse_than(&self, other: &Self) -> bool {
        (self.verdict(), self.ratio()) > (other.verdict(), other.ratio())
    }
}

/// Laws of a stage, and the fields that further laws need.
#[derive(Clone, Debug, PartialEq)]
pub struct StageResult {
    /// Stage of the laws.
    pub stage: Stage,
    /// Number of evaluated laws.
    pub count: usize,
    /// Laws in the order of their evaluation; empty unless they are listed.
    pub laws: Vec<Law>,
    /// Names of the fields that are missing for further laws.
    pub missing: Vec<String>,
    /// Worst law; `None` if no law was evaluated.
    worst: Option<Law>,
    /// Whether all laws are kept. Without them, a large step is judged several times faster: memory for tens of
    /// thousands of laws takes longer than their evaluation.
    lists_laws: bool,
}

impl StageResult {
    /// Creates a stage without laws.
    pub fn new(stage: Stage, lists_laws: bool) -> Self {
        Self { stage, count: 0, laws: Vec::new(), missing: Vec::new(), worst: None, lists_laws }
    }

    /// Adds a law to the stage.
    pub fn push(&mut self, law: Law) {
        self.count += 1;
        let is_worst = self.worst.as_ref().is_none_or(|known| law.is_worse_than(known));
        if self.lists_laws {
            self.laws.push(law.clone());
        }
        if is_worst {
            self.worst = Some(law);
        }
    }

    /// Notes that a field is missing.
    pub fn miss(&mut self, field: &str) {
        if !self.missing.iter().any(|known| known == field) {
            self.missing.push(field.to_owned());
        }
    }

    /// Worst law; `None` if no law was evaluated.
    pub fn worst(&self) -> Option<&Law> {
        self.worst.as_ref()
    }

    /// Verdict of the stage; `None` if no law was evaluated because fields are missing.
    pub fn verdict(&self) -> Option<Verdict> {
        match self.worst() {
            Some(law) => Some(law.verdict()),
            None if self.missing.is_empty() => Some(Verdict::Holds),
            None => None, // @silent
        }
    }
}
