//! Placement of an inset, a box in which a detail of the drawing is drawn again: in a corner of the pane, or in the
//! middle of the upper or lower side, where it covers little of the drawing.

use glam::DVec2;

use super::PaneExtent;
use super::clipping::is_in_box;
use crate::flat::{Draw, Flat};
use crate::space::clip::clip_segment;

/// Cost of a place in the middle between two corners, in points of covered lines: corners are preferred.
const BETWEEN_CORNERS_COST: f64 = 150.0;

/// Cost of a place over the coordinate axes, in points of covered lines: more than a drawing usually costs.
const AXES_COST: f64 = 6000.0;

/// Side of the square in the lower left corner that the axes take, points.
const AXES_SIDE: f64 = 60.0;

/// Cost of covering text that the drawing itself contains, such as the number in a dot, in points of covered lines.
const NUMBER_COST: f64 = 240.0;

/// Cost of covering a dot, or a label next to a mark, in points of covered lines.
const DOT_COST: f64 = 60.0;

/// Cost of covering a point that the step is about, in points of covered lines.
const SUBJECT_COST: f64 = 3000.0;

/// Cost of a place whose middle is that of the magnified area, in points of covered lines; it falls linearly to 0 at a
/// distance of the pane's diagonal.
const NEARNESS_COST: f64 = 40.0;

/// Distance around the inset within which the drawing counts as covered, points.
const GAP_AROUND: f64 = 6.0;

/// Distance from the left and right side of the pane, points.
const MARGIN: f64 = 12.0;

/// Distance from the top of the pane, below its title, points.
const MARGIN_ABOVE: f64 = 32.0;

/// Distance from the bottom of the pane, above the scale bar, points.
const MARGIN_BELOW: f64 = 44.0;

/// Additional distance from the bottom of the pane in the lower left corner, where the axes are drawn, points.
const MARGIN_ABOVE_AXES: f64 = 44.0;

/// Box (top left and bottom right, points) of an inset of the given side: the corner of the pane with the least
/// drawing, or the middle of the upper or lower side where there is far less. `middle` is the middle of the magnified
/// area; of places with equal drawing, the one farther from it is chosen. The points `subjects`, which the step is
/// about, stay uncovered wherever a place allows it.
pub(super) fn place_inset(pane: PaneExtent, side: f64, drawn: &Flat, middle: DVec2, subjects: &[DVec2]) -> [DVec2; 2] {
    let left = MARGIN;
    let right = (pane.size.x - MARGIN - side).max(MARGIN);
    let center = 0.5 * (left + right);
    let top = pane.top.max(MARGIN_ABOVE);
    let bottom = (pane.size.y - MARGIN_BELOW - side).max(top);
    // Higher, above the axes drawn in that corner.
    let lower_left = (bottom - MARGIN_ABOVE_AXES).max(top);
    let candidates = [(right, top), (right, bottom), (left, top), (left, lower_left), (center, top), (center, bottom)];
    let place_cost = PlaceCost { size: pane.size, side, drawn, middle, subjects };
    let mut best = DVec2::new(right, top);
    let mut least_cost = None;
    for candidate in candidates.map(DVec2::from) {
        let is_between_corners = candidate.x == center && left < right;
        let cost = place_cost.cost(candidate) + if is_between_corners { BETWEEN_CORNERS_COST } else { 0.0 };
        if least_cost.is_none_or(|least: f64| cost.total_cmp(&least).is_lt()) {
            best = candidate;
            least_cost = Some(cost);
        }
    }
    [best, best + side]
}

/// Total length of the drawn lines inside a box, points.
pub(super) fn covered_length(drawn: &Flat, area: [DVec2; 2]) -> f64 {
    let lines = drawn.items.iter().filter_map(|item| match &item.draw {
        Draw::Line { points, .. } => Some(length_inside(points, area)),
        Draw::Fill { .. } | Draw::Dot { .. } | Draw::Text { .. } => None,
    });
    lines.sum()
}

/// Length of the part of a chain inside a box, points.
fn length_inside(points: &[DVec2], area: [DVec2; 2]) -> f64 {
    let parts = points.windows(2).filter_map(|ends| clip_segment([ends[0], ends[1]], area));
    parts.map(|[a, b]| a.distance(b)).sum()
}

/// Inputs of the cost of a place.
struct PlaceCost<'a> {
    /// Size of the pane, points.
    size: DVec2,
    /// Side of the inset, points.
    side: f64,
    /// Drawing of the pane; the inset will cover a part of it.
    drawn: &'a Flat,
    /// Middle of the magnified area, points.
    middle: DVec2,
    /// Points that the step is about.
    subjects: &'a [DVec2],
}

impl PlaceCost<'_> {
    /// Cost of a place with the top left corner `min`, in points of covered lines: the drawing and the axes that it
    /// covers, and its nearness to the magnified area.
    fn cost(&self, min: DVec2) -> f64 {
        let covered = [min - GAP_AROUND, min + self.side + GAP_AROUND];
        let mark_costs = self.drawn.items.iter().map(|item| match &item.draw {
            Draw::Dot { at, .. } if is_in_box(*at, covered) => DOT_COST,
            Draw::Text { at, .. } if is_in_box(*at, covered) => NUMBER_COST,
            Draw::Dot { .. } | Draw::Text { .. } | Draw::Fill { .. } | Draw::Line { .. } => 0.0,
        });
        let mark_cost: f64 = mark_costs.sum();
        let label_count = self.drawn.words.iter().filter(|(_, at)| is_in_box(*at, covered)).count() as f64;
        let subject_count = self.subjects.iter().filter(|at| is_in_box(**at, covered)).count() as f64;
        let relative_distance = self.middle.distance(min + 0.5 * self.side) / self.size.length();
        let is_over_axes = min.x < AXES_SIDE && min.y + self.side > self.size.y - AXES_SIDE;
        covered_length(self.drawn, covered)
            + mark_cost
            + DOT_COST * label_count
            + SUBJECT_COST * subject_count
            + NEARNESS_COST * (1.0 - relative_distance)
            + if is_over_axes { AXES_COST } else { 0.0 }
    }
}
