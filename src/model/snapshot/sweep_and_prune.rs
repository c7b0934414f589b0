//! State of sweep and prune over the boxes of a frame as plain data, in space and in the plane. World frame, meters.

use std::sync::Arc;

use glam::DVec3;

use super::Snapshot;

/// Ending of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The lists were empty before: all boxes were inserted.
    Built,
    /// At least one pair began or ended.
    PairsChanged,
    /// The pairs equal those of the previous frame.
    PairsUnchanged,
}

/// Effect of a swap of two neighbors on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A min moves below a max, and the boxes overlap on all axes: a pair begins.
    Begins,
    /// A max moves below a min: a pair ends.
    Ends,
    /// Both are mins or both are maxes: the set of overlapping boxes does not change.
    SameKind,
    /// A min moves below a max, but the boxes are separate on this axis.
    Apart(usize),
    /// A min moves below a max, and the pair already began in this frame by a swap on an earlier axis.
    Began,
    /// A max moves below a min, but the boxes are not a pair: another axis separates them or ended the pair earlier.
    NoPair,
}

/// Indices of two bodies, the smaller first.
pub type Pair = [u32; 2];

/// Vertices of a box with its least and with its greatest coordinates, meters; z = 0 in the plane. Coordinates may be
/// infinite.
pub type Corners = [DVec3; 2];

/// Returns the name of an axis by its index: `x`, `y` or `z`; `w` for larger indices.
pub fn axis_name(axis: usize) -> &'static str {
    ["x", "y", "z"].get(axis).copied().unwrap_or("w")
}

/// An endpoint of a box on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Index of the body.
    pub body: u32,
    /// Whether it is the upper endpoint.
    pub is_max: bool,
}

/// An endpoint of a box on one axis, with its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Identity of the endpoint.
    pub end: End,
    /// Coordinate on the axis, meters.
    pub value: f64,
}

/// A swap of two neighboring endpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// Index of the axis.
    pub axis: usize,
    /// Endpoint that moved down.
    pub mover: Endpoint,
    /// Endpoint that moved up.
    pub passed: Endpoint,
    /// Effect on the pair.
    pub verdict: Verdict,
}

impl Swap {
    /// Returns the two bodies, the smaller index first.
    pub fn pair(&self) -> Pair {
        let [a, b] = [self.mover.end.body, self.passed.end.body];
        [a.min(b), a.max(b)]
    }
}

/// Action of a step. `S` is a swap in the sorter's number type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Action<S = Swap> {
    /// No action yet: the start of the frame.
    #[default]
    Start,
    /// This number of bodies was removed: their endpoints left all lists, their pairs ended.
    Removed(usize),
    /// The new coordinates of all boxes are in the lists, which are still in the old order.
    Written,
    /// Two neighbors were swapped.
    Swapped(S),
    /// The lists are in order on all axes.
    Sorted,
    /// This number of bodies was added: their endpoints were sorted, merged into the lists and swept for pairs.
    Inserted(usize),
}

impl<S> Action<S> {
    /// Converts the swap by `convert` and keeps the action.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Action<T> {
        match self {
            Self::Start => Action::Start,
            Self::Removed(count) => Action::Removed(count),
            Self::Written => Action::Written,
            Self::Swapped(swap) => Action::Swapped(convert(swap)),
            Self::Sorted => Action::Sorted,
            Self::Inserted(count) => Action::Inserted(count),
        }
    }
}

/// State of a frame. Lists, boxes and pairs are counted, not copied, because a frame may have 20 000 endpoints per axis
/// and as many steps. [`Frame::last_action`] holds the change by each step, [`FrameResult`] the result of all steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Action of the last step.
    pub last_action: Action,
    /// Endpoints around the swap in the list after it, in order; an excerpt of a long list. Empty if the step was no
    /// swap.
    pub near: Vec<End>,
    /// Whether the step was a swap of endpoints whose pair has ended in this frame.
    pub has_ended: bool,
    /// Number of endpoints in each list.
    pub ends: usize,
    /// Number of current pairs.
    pub pairs: usize,
    /// Number of current pairs that the previous frame did not have.
    pub began: usize,
    /// Number of pairs of the previous frame that ended.
    pub ended: usize,
    /// Number of swaps in this frame, per axis.
    pub swaps: Vec<u64>,
    /// Number of those swaps that were between two mins or two maxes.
    pub same_kind_swaps: u64,
}

impl Frame {
    /// Returns the number of swaps on all axes.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }
}

impl Snapshot for Frame {
    type Outcome = Outcome;
}

/// Result of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameResult {
    /// Number of axes: 3 in space, 2 in the plane.
    pub axes: usize,
    /// Box of each body; `None` if the body is absent.
    pub boxes: Arc<[Option<Corners>]>,
    /// Box of each body in the previous frame; all `None` in the first.
    pub previous_boxes: Arc<[Option<Corners>]>,
    /// All pairs of overlapping boxes, sorted.
    pub pairs: Vec<Pair>,
    /// Pairs that the previous frame did not have, sorted.
    pub began: Vec<Pair>,
    /// Pairs that only the previous frame had, sorted.
    pub ended: Vec<Pair>,
    /// Number of swaps, per axis.
    pub swaps: Vec<u64>,
}
