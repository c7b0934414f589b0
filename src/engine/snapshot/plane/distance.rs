//! The full answer in the plane as plain data.

use super::super::Snapshot;
use super::super::answer::Answer;
use super::{epa, gjk};
use crate::step::Comparison;

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One iteration of GJK on the cores.
    Gjk,
    /// The cores overlap: a polygon is made of GJK's simplex.
    Overlap,
    /// One iteration of EPA.
    Expand,
    /// The balls are taken off: how the query ends.
    Conclusion,
}

/// Which branch the answer came from, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The shapes are apart, balls included.
    Separated(gjk::Outcome),
    /// The cores are apart, or touch in a corner, and only the balls overlap.
    Shallow(gjk::Outcome),
    /// The cores overlap: EPA.
    Deep(epa::Outcome),
}

/// The state. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// What the next step does.
    pub phase: Phase,
    /// Finds the distance of the cores, or that they overlap.
    pub gjk: gjk::Gjk,
    /// How GJK ended, once it has.
    pub end: Option<gjk::Outcome>,
    /// Measures how deep cores overlap, once that is known.
    pub epa: Option<epa::Epa>,
    /// How EPA ended, once it has.
    pub ended: Option<epa::Outcome>,
    /// `μ_A` and `μ_B`: radii of the balls around the cores.
    pub margins: [f64; 2],
    /// What is known now, balls included.
    pub answer: Answer,
    /// `|v| < μ_A + μ_B`, of cores that are apart
    pub margins_overlap: Comparison<f64>,
}

impl Snapshot for Distance {
    type Outcome = Outcome;
}
