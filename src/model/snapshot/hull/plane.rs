//! States of Graham's scan and of Jarvis's march as plain data. Points are input indices. Orientations are twice the
//! signed area of a triangle in the square of the input's unit, positive to the left, with exact signs.
//!
//! Stacks and vertex lists are stored once per run, in [`Stack`] and [`March`]; a state holds only its position in
//! them.

use std::sync::Arc;

use super::super::Snapshot;
use super::Dimension;
use crate::step::Comparison;

/// State of Graham's scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Graham {
    /// The lowest point, the leftmost of several.
    pub pivot: u32,
    /// Points sorted by angle about the pivot, starting with the pivot. Empty before the first step.
    pub sorted: Arc<[u32]>,
    /// Index in `sorted` of the next point to push.
    pub next: usize,
    /// Number of candidate vertices on the stack.
    pub corners: usize,
    /// Newest vertex on the stack; `None` for an empty stack.
    pub top: Option<u32>,
    /// Vertex that the last iteration removed; `None` if it removed none.
    pub dropped: Option<u32>,
    /// Test of the next iteration, which drops the newest vertex if it holds; `None` with fewer than two vertices on
    /// the stack, and without a next point.
    pub turn: Option<Comparison<f64>>,
    /// Number of points still to be pushed, compared with 0; the scan ends there once the points are sorted.
    pub left: Comparison<u32>,
}

impl Snapshot for Graham {
    type Outcome = Dimension;
}

/// The stacks of all states of a scan. Each point is pushed once per run, always on top of the same point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// Point below each point on the stack.
    below: Vec<Option<u32>>,
}

impl Stack {
    /// Records that `point` was pushed on top of `below`.
    pub fn push(&mut self, point: u32, below: Option<u32>) {
        let index = point as usize;
        if self.below.len() <= index {
            self.below.resize(index + 1, None);
        }
        self.below[index] = below;
    }

    /// Returns the stack whose top is `top`, top last; empty if `top` is `None`.
    pub fn under(&self, top: Option<u32>) -> Vec<u32> {
        let mut stack: Vec<u32> = std::iter::successors(top, |point| self.below(*point)).collect();
        stack.reverse();
        stack
    }

    /// Returns the point that `point` was pushed on top of; `None` for the first point of the stack.
    pub fn below(&self, point: u32) -> Option<u32> {
        self.below.get(point as usize).copied().flatten()
    }
}

/// State of Jarvis's march.
#[derive(Clone, Debug, PartialEq)]
pub struct Jarvis {
    /// Number of vertices of [`March`] found.
    pub corners: usize,
    /// Newest vertex, as a point index.
    pub corner: u32,
    /// Best candidate for the next vertex; `None` before the first comparison.
    pub best: Option<u32>,
    /// Index of the first point that is not yet compared.
    pub next: u32,
    /// Point of the next iteration; `None` if all points have been compared.
    pub point: Option<u32>,
    /// Comparison of that point with the best candidate; `None` without a candidate.
    pub test: Option<JarvisTest>,
    /// Number of points still to be compared for the newest vertex.
    pub left: u32,
}

impl Snapshot for Jarvis {
    type Outcome = Dimension;
}

/// Comparison of a point `p` with the best candidate `q`, seen from the newest vertex `c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JarvisTest {
    /// Orientation of the triangle `c`, `q`, `p`. If it is negative, `p` lies to the right of the line to `q` and
    /// replaces `q`.
    pub turn: Comparison<f64>,
    /// Whether `p` lies on that line beyond `q`; then `p` replaces `q`, too.
    pub beyond: bool,
}

impl JarvisTest {
    /// Returns whether `p` replaces `q`.
    pub fn wins(&self) -> bool {
        self.turn.holds() || self.beyond
    }
}

/// Computes, for the vertex `c`, the candidate `q` and an index, the orientation of the triangle `c`, `q`, `p` for
/// every point `p` below that index that does not coincide with `c`, paired with `p`.
pub type Turns = Box<dyn Fn([u32; 2], u32) -> Vec<(u32, f64)> + Send + Sync>;

/// Constants of a march.
pub struct March {
    /// All vertices, counter-clockwise from the lowest point.
    pub corners: Vec<u32>,
    /// Orientations for given `[c, q]`, computed by the engine on demand: storing them for every state would take
    /// memory quadratic in the number of comparisons.
    pub turns: Turns,
}
