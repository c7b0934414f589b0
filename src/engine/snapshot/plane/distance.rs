//! State of the distance solver in the plane as plain data.

use super::super::Snapshot;
use super::super::answer::Answer;
use super::{epa, gjk};
use crate::step::Comparison;

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One iteration of GJK on the cores.
    Gjk,
    /// Setup of EPA's polygon from GJK's simplex, since the cores overlap.
    Overlap,
    /// One iteration of EPA.
    Expand,
    /// Subtraction of the balls' radii and choice of the ending.
    Conclusion,
}

/// Branch that gave the answer, with its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The shapes, balls included, are separate.
    Separated(gjk::Outcome),
    /// The cores are separate or touch at a vertex, and only the balls overlap.
    Shallow(gjk::Outcome),
    /// The cores overlap: EPA ran.
    Deep(epa::Outcome),
}

/// State of the distance solver in the plane. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// GJK on the cores, which finds their distance or an overlap.
    pub gjk: gjk::Gjk,
    /// Outcome of GJK; `None` while it runs.
    pub gjk_outcome: Option<gjk::Outcome>,
    /// EPA, which computes the depth of overlapping cores; `None` until it is needed.
    pub epa: Option<epa::Epa>,
    /// Outcome of EPA; `None` while it runs.
    pub epa_outcome: Option<epa::Outcome>,
    /// `μ_A` and `μ_B`: radii of the balls around the cores, meters.
    pub margins: [f64; 2],
    /// Distance and bracket with the balls included.
    pub answer: Answer,
    /// `|v| < μ_A + μ_B` for separate cores.
    pub margins_overlap: Comparison<f64>,
}

impl Snapshot for Distance {
    type Outcome = Outcome;
}
