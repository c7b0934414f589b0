//! Content of the pictures of one sub-step (beat) of the separating-axis test: an axis with or without the projections
//! on it, or the skipped pairs of edges.

/// Content of the pictures of one beat of the separating-axis test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownAxis {
    /// Number of axes tested so far.
    pub tested: usize,
    /// Index of the shown axis in [`AxisLanes::axes`](super::AxisLanes::axes); `None` without one.
    pub current: Option<usize>,
    /// Whether the axis is shown with the projections on it.
    pub with_projections: bool,
    /// Whether this is the best axis so far instead of the one that is tested.
    pub is_best: bool,
    /// Whether skipped pairs of edges are shown instead of an axis.
    pub shows_skipped: bool,
}

impl ShownAxis {
    /// Axis with the index `number` that the step tests, after `tested` axes.
    pub(super) fn tested_now(tested: usize, number: usize, with_projections: bool) -> Self {
        Self { tested, current: Some(number), with_projections, is_best: false, shows_skipped: false }
    }

    /// Skipped pairs of edges, after `tested` axes.
    pub(super) fn skipped_pairs(tested: usize) -> Self {
        Self { tested, current: None, with_projections: true, is_best: false, shows_skipped: true }
    }

    /// Best of the first `tested` axes, which has the index `best`, with its projections.
    pub(super) fn best_so_far(tested: usize, best: Option<usize>) -> Self {
        Self { tested, current: best, with_projections: true, is_best: true, shows_skipped: false }
    }
}
