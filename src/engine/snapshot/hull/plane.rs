//! Graham's scan and Jarvis's march as plain data. Points are numbered as they were given; turns are twice the signed area
//! of a triangle in the square of the input's unit, left positive, and exact in their signs.
//!
//! A stack and a list of corners as long as the hull are not copied for each of even more states: what a run has pushed
//! stands once, in [`Stack`] and in [`March`], and a state says how far it has come.

use std::sync::Arc;

use super::super::Snapshot;
use super::Dimension;
use crate::step::Comparison;

/// The state of Graham's scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Graham {
    /// The lowest point, of these the leftmost.
    pub pivot: u32,
    /// Points in the order of their angle about the pivot, which leads. Empty before the first step.
    pub sorted: Arc<[u32]>,
    /// Which of them is looked at next.
    pub next: usize,
    /// How many corners there are so far.
    pub corners: usize,
    /// The newest of them.
    pub top: Option<u32>,
    /// The corner that was dropped in the last iteration.
    pub dropped: Option<u32>,
    /// The test of the next iteration: the newest corner is dropped where it holds.
    pub turn: Option<Comparison<f64>>,
    /// How many points have not gone on the stack yet: the scan is done where it holds.
    pub left: Comparison<u32>,
}

impl Snapshot for Graham {
    type Outcome = Dimension;
}

/// The stacks of all states of a scan: a point is pushed once in a run, on top of one other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// By point: what it was pushed on.
    below: Vec<Option<u32>>,
}

impl Stack {
    /// `point` was pushed on `below`.
    pub fn push(&mut self, point: u32, below: Option<u32>) {
        let place = point as usize;
        if self.below.len() <= place {
            self.below.resize(place + 1, None);
        }
        self.below[place] = below;
    }

    /// The stack with this point on top, the top last; empty without one.
    pub fn under(&self, top: Option<u32>) -> Vec<u32> {
        let below = |point: &u32| self.below.get(*point as usize).copied().flatten();
        let mut stack: Vec<u32> = std::iter::successors(top, below).collect();
        stack.reverse();
        stack
    }

    /// What a point was pushed on.
    pub fn below(&self, point: u32) -> Option<u32> {
        self.below.get(point as usize).copied().flatten()
    }
}

/// The state of Jarvis's march.
#[derive(Clone, Debug, PartialEq)]
pub struct Jarvis {
    /// How many corners of [`March`] have been found.
    pub corners: usize,
    /// The newest of them.
    pub corner: u32,
    /// The best next corner so far.
    pub best: Option<u32>,
    /// Points from this one on have still to be compared.
    pub next: u32,
    /// The point that the next iteration looks at; none where all have been compared.
    pub point: Option<u32>,
    /// How that point compares with the best so far, where there is one.
    pub test: Option<Comparand>,
    /// How many points have still to be compared from the newest corner.
    pub left: u32,
}

impl Snapshot for Jarvis {
    type Outcome = Dimension;
}

/// A point `p` seen from the newest corner `c`, beside the best so far, `q`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparand {
    /// The turn of the triangle `c`, `q`, `p`. Where it is below 0, `p` lies to the right of the line to `q` and takes its
    /// place.
    pub turn: Comparison<f64>,
    /// Whether `p` lies on that line and farther out: then it takes the place, too.
    pub beyond: bool,
}

impl Comparand {
    /// Whether `p` takes the place of `q`.
    pub fn wins(&self) -> bool {
        self.turn.holds() || self.beyond
    }
}

/// The turns of the triangles `c`, `q`, `p` of all points `p` below a number that do not lie on `c`.
pub type Turns = Box<dyn Fn([u32; 2], u32) -> Vec<(u32, f64)> + Send + Sync>;

/// What stays over a march.
pub struct March {
    /// All its corners, counter-clockwise from the lowest point.
    pub corners: Vec<u32>,
    /// The engine's turns from `[c, q]` on, made when somebody looks: as a list of every state they would be as many as all
    /// comparisons of the run squared over the corners.
    pub turns: Turns,
}
