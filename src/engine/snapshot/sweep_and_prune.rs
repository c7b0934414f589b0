//! Sweep and prune over the boxes of a frame as plain data: in space, and in the plane. World frame, meters.

use std::sync::Arc;

use glam::DVec3;

use super::Snapshot;

/// How a frame ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The lists were empty before: all boxes have been put in.
    Built,
    /// Some pair began or ended.
    PairsChanged,
    /// The pairs are those of the frame before.
    PairsUnchanged,
}

/// What a swap of two neighbors on one axis does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A min comes below a max, and the boxes overlap on all axes.
    Begins,
    /// A max comes below a min: the pair is none anymore.
    Ends,
    /// Both are mins or both are maxes: which boxes overlap does not change.
    SameKind,
    /// A min comes below a max, but the boxes are apart on this axis.
    Apart(usize),
    /// A min comes below a max, and the pair has begun in this frame, by a swap on an axis before.
    Began,
    /// A max comes below a min, but the two are no pair: another axis holds them apart, or ended it before.
    NoPair,
}

/// Two bodies, the smaller number first.
pub type Pair = [u32; 2];

/// The least and the largest corner of a box; z = 0 in the plane. Ends may be infinite.
pub type Corners = [DVec3; 2];

/// `x`, `y` or `z`.
pub fn axis_name(axis: usize) -> &'static str {
    ["x", "y", "z"].get(axis).copied().unwrap_or("w")
}

/// One end of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Whose.
    pub body: u32,
    /// Whether it is the upper one.
    pub is_max: bool,
}

/// One end of a box on one axis, and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Which.
    pub end: End,
    /// Where it is, meters.
    pub value: f64,
}

/// A swap of two neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// On which axis.
    pub axis: usize,
    /// The end that went down.
    pub mover: Endpoint,
    /// The end that it passed, which went up.
    pub passed: Endpoint,
    /// What became of the pair.
    pub verdict: Verdict,
}

impl Swap {
    /// The two bodies.
    pub fn pair(&self) -> Pair {
        let [a, b] = [self.mover.end.body, self.passed.end.body];
        [a.min(b), a.max(b)]
    }
}

/// What a step did. `S` is a swap in the numbers of whoever sorts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Action<S = Swap> {
    /// Nothing yet.
    #[default]
    Start,
    /// So many bodies are gone: their ends were taken out of all lists, their pairs ended.
    Removed(usize),
    /// The new ends of all boxes stand in the lists, still in the old order.
    Written,
    /// Two neighbors changed places.
    Swapped(S),
    /// No neighbors are out of order on any axis.
    Sorted,
    /// So many bodies came: their ends were sorted, merged into the lists, and swept for pairs.
    Inserted(usize),
}

impl<S> Action<S> {
    /// The same with another swap.
    pub fn map<T>(self, other: impl FnOnce(S) -> T) -> Action<T> {
        match self {
            Self::Start => Action::Start,
            Self::Removed(count) => Action::Removed(count),
            Self::Written => Action::Written,
            Self::Swapped(swap) => Action::Swapped(other(swap)),
            Self::Sorted => Action::Sorted,
            Self::Inserted(count) => Action::Inserted(count),
        }
    }
}

/// The state. Lists, boxes and pairs are counted, not copied: a frame may have 20 000 ends on an axis and as many steps.
/// What changes from step to step is in [`Frame::now`], and what all steps led to in [`Found`].
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What this step did.
    pub now: Action,
    /// Of a swap: the ends around it in the list after it, in order; of a long list some to either side.
    pub near: Vec<End>,
    /// Of a swap: whether the pair of the two is one that has ended in this frame.
    pub has_ended: bool,
    /// How many ends each list has.
    pub ends: usize,
    /// How many pairs there are.
    pub pairs: usize,
    /// How many of them the frame before did not have.
    pub began: usize,
    /// How many pairs only the frame before had.
    pub ended: usize,
    /// Swaps of this frame, by axis.
    pub swaps: Vec<u64>,
    /// Of them those that were of two mins or of two maxes.
    pub idle: u64,
}

impl Frame {
    /// Swaps on all axes.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }
}

impl Snapshot for Frame {
    type Outcome = Outcome;
}

/// What a frame has found at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// 3, in the plane 2.
    pub axes: usize,
    /// The boxes, by body; `None` for one that is not there.
    pub boxes: Arc<[Option<Corners>]>,
    /// Those of the frame before; all `None` in the first.
    pub former: Arc<[Option<Corners>]>,
    /// All pairs, in order.
    pub pairs: Vec<Pair>,
    /// Those that the frame before did not have, in order.
    pub began: Vec<Pair>,
    /// Those that only the frame before had, in order.
    pub ended: Vec<Pair>,
    /// Swaps by axis.
    pub swaps: Vec<u64>,
}
