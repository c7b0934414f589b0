//! State of the planar distance solver as plain data. The solver runs GJK on the cores of both shapes, and EPA if the
//! cores overlap; the balls around the cores are subtracted at the end.

use super::super::Snapshot;
use super::super::answer::Answer;
use super::{epa, gjk};
use crate::step::Comparison;

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One iteration of GJK on the cores.
    Gjk,
    /// Setup of EPA's initial polygon from GJK's simplex, which contains the origin: the cores overlap.
    Overlap,
    /// One iteration of EPA.
    Expand,
    /// Subtraction of `μ_A + μ_B` and choice of the ending.
    Conclusion,
}

/// Branch that gave the answer, with the ending of the algorithm that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// GJK: the distance of the cores is at least `μ_A + μ_B`.
    Separated(gjk::Outcome),
    /// GJK: the cores are separate or touch at a vertex, nearer than `μ_A + μ_B`, so that only the balls overlap.
    Shallow(gjk::Outcome),
    /// EPA: the cores overlap.
    Deep(epa::Outcome),
}

/// State of the planar distance solver. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// GJK on the cores, which finds their distance or an overlap.
    pub gjk: gjk::Gjk,
    /// Ending of GJK; `None` while GJK runs.
    pub gjk_outcome: Option<gjk::Outcome>,
    /// EPA, which computes the depth of overlapping cores; `None` before it starts and for separate cores.
    pub epa: Option<epa::Epa>,
    /// Ending of EPA; `None` before EPA ends and for separate cores.
    pub epa_outcome: Option<epa::Outcome>,
    /// `μ_A` and `μ_B`: radii of the balls around the cores, meters.
    pub margins: [f64; 2],
    /// Signed distance of the shapes and its bracket, with the balls included.
    pub answer: Answer,
    /// Comparison `|v| < μ_A + μ_B` of the distance of separate cores with the radii: whether the balls overlap.
    pub margins_overlap: Comparison<f64>,
}

impl Snapshot for Distance {
    type Outcome = Outcome;
}
