//! Choice of the rows of lanes that are visible in a pane that is too low for all of them. A row is counted from the
//! top of the content.

use super::content::{LaneRows, ONE_ROW, is_in_group};
use crate::Role;

/// Share of rows with names from which rows that do not fit are hidden instead of drawn too low.
const MIN_NAMED_SHARE: f64 = 0.7;

/// Least height of a row with a name, points. Rows that do not fit are hidden.
pub(super) const MIN_ROW: f64 = 12.0;

/// Least height of a row in a named group, points: only the current row shows its own name.
const MIN_ROW_IN_GROUPS: f64 = 5.5;

/// Height of the strip above and below the visible rows that represents hidden rows, points.
pub(super) const STRIP_HEIGHT: f64 = 15.0;

/// Difference between two rows, which are whole numbers or nearly so, below which they are the same: rounding error.
const ROW_ROUNDING: f64 = 0.01;

/// Extent of text below the last lane from which it counts as a row, in rows.
const MIN_TEXT_BELOW: f64 = 0.9;

/// Rounding error of rows, in rows, in the comparison of the visible rows with the tail.
const TAIL_ROUNDING: f64 = 1e-9;

/// Page of rows that is visible where not all fit: the one with the current row. Rows keep their places on their page
/// while steps advance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    /// First visible row, and the end of the visible rows.
    pub rows: [f64; 2],
    /// Start of the tail, the last rows, which are always visible, and the end of all rows. The tail may be empty.
    pub tail: [f64; 2],
    /// Number of rows that fit, including those of the tail; the same in every step.
    pub capacity: f64,
}

impl Window {
    /// Window on lanes from row `first` to row `last` in a height of `available` points; `None` where all rows are
    /// legible, or fewer than [`MIN_NAMED_SHARE`] of them have names.
    pub fn of(lanes: &[LaneRows], [first, last]: [f64; 2], available: f64) -> Option<Self> {
        // Lanes of the grid are a scale, which cannot be shown in part.
        let named_rows: Vec<[f64; 2]> = lanes
            .iter()
            .filter(|lane| lane.rows[1] - lane.rows[0] <= ONE_ROW && lane.role != Role::Grid)
            .map(|lane| lane.rows)
            .collect();
        let named = named_rows.len() as f64;
        let height = last - first;
        let grouped = named_rows.iter().filter(|rows| is_in_group(lanes, **rows)).count() as f64;
        let legible = if grouped > 0.0 && grouped == named { MIN_ROW_IN_GROUPS } else { MIN_ROW };
        if available >= legible * height || named < MIN_NAMED_SHARE * height {
            return None;
        }
        let final_lane = lanes.iter().find(|lane| lane.role == Role::Ghost && lane.rows[1] > last - ROW_ROUNDING);
        let tail = final_lane.map_or(last, |lane| lane.rows[0]);
        // Text below all lanes is always visible as well, unless it only extends slightly beyond the last lane.
        let lowest = named_rows.iter().map(|rows| rows[1]).fold(first, f64::max);
        let tail = tail.min(if lowest < last - MIN_TEXT_BELOW { lowest } else { last });
        // The number of rows is the same in every step, whatever is at the end.
        let capacity = ((available - 2.0 * STRIP_HEIGHT) / legible).floor().max(1.0 + last - tail);
        let count = (capacity - (last - tail)).floor().max(1.0);
        let selected = lanes.iter().filter(|lane| lane.role == Role::Axis).map(|lane| lane.rows);
        let current = selected.reduce(|union, rows| [union[0].min(rows[0]), union[1].max(rows[1])]);
        let [current_start, current_end] = current.unwrap_or([first; 2]);
        let page = first + ((current_start - first) / count).floor() * count;
        let start = page.max(current_end - count).min(tail - count).max(first);
        // The window starts with a whole row.
        let lane_starts = lanes.iter().map(|lane| lane.rows[0]).filter(|row| *row >= start - ROW_ROUNDING);
        let start = lane_starts.fold(f64::INFINITY, f64::min).min(tail - 1.0).max(start);
        let count = count.min(tail - start);
        let hides_rows = start + count < tail || start > first;
        hides_rows.then_some(Self { rows: [start, start + count], tail: [tail, last], capacity })
    }

    /// Whether the last rows directly follow the visible ones.
    pub fn reaches_tail(&self) -> bool {
        self.rows[1] >= self.tail[0] - TAIL_ROUNDING
    }

    /// Whether a row is one of the last rows.
    pub fn is_in_tail(&self, row: f64) -> bool {
        row >= self.tail[0] - TAIL_ROUNDING && self.tail[0] < self.tail[1]
    }
}
