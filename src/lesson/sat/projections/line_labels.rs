//! Labels of the lines of the listing that test one axis. A run tests its axes alone, in rows of three (two boxes), or
//! several at once while it walks over the Gauss sphere, and the listing has lines for each.

/// Labels of one line of the listing, which differ with the way in which a run tests its axes.
pub(super) struct LineLabels {
    /// For an axis that a step tests alone.
    pub(super) alone: &'static str,
    /// For an axis of a row of three of two boxes, which one step tests.
    pub(super) in_row: &'static str,
    /// For a face normal in a run that walks over the Gauss sphere.
    pub(super) walked_face: &'static str,
    /// For an edge pair in a run that walks over the Gauss sphere.
    pub(super) walked_edges: &'static str,
}

/// Labels of the line that chooses an axis.
pub(super) const AXIS_LABELS: LineLabels =
    LineLabels { alone: "axis", in_row: "row", walked_face: "four", walked_edges: "walk" };

/// Labels of the line that computes the gap.
pub(super) const GAP_LABELS: LineLabels =
    LineLabels { alone: "gap", in_row: "row-gap", walked_face: "four-gap", walked_edges: "walk-gap" };

/// Labels of the line that keeps the best axis.
pub(super) const BEST_LABELS: LineLabels =
    LineLabels { alone: "best", in_row: "best", walked_face: "again", walked_edges: "again" };
