//! Mapping of values and rows of lanes to points of a pane. A row is counted from the top of the content, the first row
//! from 0 to 1; a value is on the horizontal scale that all lanes have in common. The gutters, left and right of the
//! scale, have the names and notes of lanes.

use glam::DVec2;

use super::content::{Content, Gutters, LaneRows, ONE_ROW, ScaleEnds, is_in_group};
use super::lines::{AvailableHeight, Lines, RowRange, separate_text};
use super::table::Table;
use crate::picture::{Camera, Mark, Role};

/// Share of rows with names from which rows that do not fit are hidden instead of drawn too low.
const MIN_NAMED_SHARE: f64 = 0.7;

/// Least height of a row with a name, points. Rows that do not fit are hidden.
const MIN_ROW: f64 = 12.0;

/// Least height of a row in a named group, points: only the current row shows its own name.
const MIN_ROW_IN_GROUPS: f64 = 5.5;

/// Height of the strip above and below the visible rows that represents hidden rows, points.
const STRIP_HEIGHT: f64 = 15.0;

/// Space below the lanes and their scale, points.
const SPACE_BELOW: f64 = 10.0;

/// Height of the heading above a table of shades, points.
const HEADING_HEIGHT: f64 = 28.0;

/// Space between the outermost values and the gutters, points.
const INSET: f64 = 8.0;

/// Largest share of the pane's width for the names of rows.
const MAX_NAMES_SHARE: f64 = 0.4;

/// Largest share of the pane's width for the names of rows and groups.
const MAX_NAMES_SHARE_WITH_GROUPS: f64 = 0.46;

/// Least width of the lanes, as a share of the width right of the names.
const MIN_LANES_SHARE: f64 = 0.3;

/// Gap between the lanes with their notes and a table of shades, points.
const TABLE_GAP: f64 = 6.0;

/// Distance of the right end of notes from the table or from the pane's right, points.
const NOTES_MARGIN: f64 = 14.0;

/// Difference between two rows, which are whole numbers or nearly so, below which they are the same: rounding error.
const ROW_ROUNDING: f64 = 0.01;

/// Extent of text below the last lane from which it counts as a row, in rows.
const MIN_TEXT_BELOW: f64 = 0.9;

/// Mapping of values and rows to points of a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneMap {
    /// Start of the values' range, points from the pane's left.
    pub left: f64,
    /// End of the values' range, points from the pane's left.
    pub right: f64,
    /// Top of the first row, points from the pane's top.
    pub top: f64,
    /// Bottom of the last row, points from the pane's top.
    pub bottom: f64,
    /// Height of a row, points.
    pub row: f64,
    /// Right end of notes, points from the pane's left.
    pub notes: f64,
    /// Top of the scale's lines, points from the pane's top: below text that is above all bars.
    pub(super) scale_top: f64,
    /// Table of shades next to the lanes, if any.
    pub(super) table: Option<Table>,
    /// Width for the names of rows in groups, right of the groups' names, points; 0 without groups.
    pub(super) grouped_names: f64,
    /// Positions of lines of text, if not in rows.
    lines: Option<Lines>,
    /// Row at the top.
    first: f64,
    /// Visible rows, where not all rows are legible; `None` if all are visible.
    window: Option<Window>,
    /// Value in the middle.
    middle: f64,
    /// Difference between the value at either end and the one in the middle.
    half: f64,
}

/// Page of rows that is visible where not all fit: the one with the current row. Rows keep their places on their page
/// while steps advance.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    /// First visible row, and the end of the visible rows.
    rows: [f64; 2],
    /// Start of the tail, the last rows, which are always visible, and the end of all rows. The tail may be empty.
    tail: [f64; 2],
    /// Number of rows that fit, including those of the tail; the same in every step.
    capacity: f64,
}

impl Window {
    /// Window on lanes from `first` to `last` in `available` points; `None` where all rows are legible, or few have
    /// names.
    fn of(lanes: &[LaneRows], [first, last]: [f64; 2], available: f64) -> Option<Self> {
        // Lanes of the grid are a scale, which cannot be shown in part.
        let named_rows: Vec<[f64; 2]> = lanes
            .iter()
            .filter(|lane| lane.rows[1] - lane.rows[0] <= ONE_ROW && lane.role != Role::Grid)
            .map(|lane| lane.rows)
            .collect();
        let named = named_rows.len() as f64;
        let grouped = named_rows.iter().filter(|rows| is_in_group(lanes, **rows)).count() as f64;
        let legible = if grouped > 0.0 && grouped == named { MIN_ROW_IN_GROUPS } else { MIN_ROW };
        if available >= legible * (last - first) || named < MIN_NAMED_SHARE * (last - first) {
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
        let current = selected.reduce(|all, rows| [all[0].min(rows[0]), all[1].max(rows[1])]);
        let [from, to] = current.unwrap_or([first; 2]);
        let page = first + ((from - first) / count).floor() * count;
        let start = page.max(to - count).min(tail - count).max(first);
        // Rows are not shown in part.
        let starts = lanes.iter().map(|lane| lane.rows[0]).filter(|row| *row >= start - ROW_ROUNDING);
        let start = starts.fold(f64::INFINITY, f64::min).min(tail - 1.0).max(start);
        let count = count.min(tail - start);
        (start + count < tail || start > first).then_some(Self {
            rows: [start, start + count],
            tail: [tail, last],
            capacity,
        })
    }

    /// Whether the last rows directly follow the visible ones.
    fn reaches_tail(&self) -> bool {
        self.rows[1] >= self.tail[0] - 1e-9
    }

    /// Whether a row is one of the last rows.
    fn is_in_tail(&self, row: f64) -> bool {
        row >= self.tail[0] - 1e-9 && self.tail[0] < self.tail[1]
    }
}

/// Position of a line of text, points.
pub(super) struct LinePosition {
    /// Middle of the line, from the pane's top.
    pub y: f64,
    /// Right end, from the pane's left.
    pub right: f64,
    pub height: f64,
}

/// Hidden rows on one side of the visible ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HiddenRows {
    /// Start and end, rows.
    pub rows: [f64; 2],
    /// Middle of the strip that represents them, points from the pane's top.
    pub y: f64,
    /// Whether they are above the visible rows.
    pub above: bool,
}

impl LaneMap {
    /// Mapping for the marks of one pane of `size` points, below its first `top` points. The camera's target is the
    /// value in the middle, and half the height that it shows is half the width of the values.
    pub fn of(marks: &[Mark], camera: &Camera, size: DVec2, top: f64) -> Self {
        let all = Content::of(marks);
        let [first, last] = if all.rows[0] < all.rows[1] { all.rows } else { [0.0, 1.0] };
        let Gutters { left, right, grouped_names } = all.gutters();
        let share = if grouped_names > 0.0 { MAX_NAMES_SHARE_WITH_GROUPS } else { MAX_NAMES_SHARE };
        let left = if all.lanes.is_empty() { 2.0 * INSET } else { left.min(share * size.x) };
        let table = all.table.map(|range| Table::of(range, left, size.x, all.scale.is_some()));
        let width = table.map_or(size.x, |table| table.left - TABLE_GAP);
        let right = if all.lanes.is_empty() {
            width - 2.0 * INSET
        } else {
            (width - right).max(left + MIN_LANES_SHARE * (width - left))
        };
        // The meaning of shades is above them.
        let top = if table.is_some() { top.max(HEADING_HEIGHT) } else { top };
        let available = (size.y - top - all.height_below - SPACE_BELOW).max(1.0);
        let half = camera.half_height();
        let half = if half.is_finite() && half > 0.0 { half } else { 1.0 };
        let (middle, half) = match all.scale {
            Some(ScaleEnds::Fixed([low, high])) if low < high && (high - low).is_finite() => {
                (0.5 * (low + high), 0.5 * (high - low))
            }
            Some(ScaleEnds::Fixed(_) | ScaleEnds::FromCamera) | None => (camera.target.x, half),
        };
        let lanes = all.first_lane.min(last);
        let base = Self {
            left,
            right,
            top,
            bottom: top,
            row: 0.0,
            notes: width - NOTES_MARGIN,
            scale_top: top,
            table,
            grouped_names,
            lines: None,
            first,
            window: None,
            middle,
            half,
        };
        let text_rows = (lanes > first && lanes < last).then_some(lanes - first);
        let height = AvailableHeight { top, below: all.height_below };
        if let Some(separate) = separate_text(marks, RowRange { first, lanes, last }, size, height) {
            let row = separate.row.min(all.max_row_height);
            let map = base.with_rows(row, [separate.top, separate.top + row * (last - lanes)], text_rows, None);
            let left = map.left.max(separate.left);
            return Self { left, scale_top: separate.top, lines: Some(separate.lines), first: lanes, ..map };
        }
        match Window::of(&all.lanes, [first, last], available) {
            Some(window) => {
                let row = (available - 2.0 * STRIP_HEIGHT) / window.capacity;
                base.with_rows(row, [top, top + available], text_rows, Some(window))
            }
            None => {
                let row = (available / (last - first)).min(all.max_row_height);
                base.with_rows(row, [top, top + row * (last - first)], text_rows, None)
            }
        }
    }

    /// This mapping with rows `row` points high between `top` and `bottom`. The first `text_rows` are above the scale.
    fn with_rows(self, row: f64, [top, bottom]: [f64; 2], text_rows: Option<f64>, window: Option<Window>) -> Self {
        let scale_top = text_rows.map_or(top, |rows| top + row * rows);
        Self { row, top, bottom, scale_top, window, ..self }
    }

    /// Position of the line of text in a row, at most as far right as `right`; `None` where the line is hidden.
    pub(super) fn line(&self, row: f64, right: f64) -> Option<LinePosition> {
        match self.lines {
            Some(lines) => {
                lines.y(row).map(|y| LinePosition { y, right: lines.right.min(right), height: lines.height })
            }
            None => Some(LinePosition { y: self.y(row), right, height: self.row }),
        }
    }

    /// Horizontal range for the numbers below the lanes of a pane of the width `pane_width`, points from its left; text
    /// and a table may be next to it.
    pub(super) fn free_range(&self, pane_width: f64) -> [f64; 2] {
        let from = self.lines.map_or(4.0, |_| self.left - 4.0);
        [from, self.table.map_or(pane_width - 6.0, |table| table.left - 8.0)]
    }

    /// Greatest radius of dots, points: larger ones would overlap those of neighboring rows.
    pub(super) fn largest_dot(&self) -> f64 {
        let share = if self.lines.is_some() { 0.26 } else { 0.4 };
        (share * self.row - 0.5).max(2.0)
    }

    /// Position of a value, points from the pane's left.
    pub fn x(&self, value: f64) -> f64 {
        let left = self.left + INSET;
        let right = self.right - INSET;
        0.5 * (left + right) + (value - self.middle) / self.half * 0.5 * (right - left)
    }

    /// Position of a row, points from the pane's top. Hidden rows map to the start or end of the visible ones.
    pub fn y(&self, row: f64) -> f64 {
        match self.window {
            Some(window) if window.is_in_tail(row) && !window.reaches_tail() => {
                self.bottom - (window.tail[1] - row) * self.row
            }
            Some(window) => {
                let [from, to] = [window.rows[0], if window.reaches_tail() { window.tail[1] } else { window.rows[1] }];
                self.top + STRIP_HEIGHT + (row.clamp(from, to) - from) * self.row
            }
            None => self.top + (row - self.first) * self.row,
        }
    }

    /// Whether the middle of `row` is among the hidden rows.
    pub fn hides(&self, row: f64) -> bool {
        self.window.is_some_and(|window| {
            let is_shown = row >= window.rows[0] && row <= window.rows[1];
            !is_shown && !window.is_in_tail(row)
        })
    }

    /// Hidden rows above and below the visible ones.
    pub(super) fn hidden_rows(&self) -> impl Iterator<Item = HiddenRows> + use<> {
        let first = self.first;
        let row = self.row;
        let top = self.top;
        self.window.into_iter().flat_map(move |window| {
            let [from, to] = window.rows;
            let above = HiddenRows { rows: [first, from], y: top + 0.5 * STRIP_HEIGHT, above: true };
            let below = top + STRIP_HEIGHT + (to - from) * row + 0.5 * STRIP_HEIGHT;
            [above, HiddenRows { rows: [to, window.tail[0]], y: below, above: false }]
        })
    }

    /// Value at `x` points from the pane's left.
    pub fn value(&self, x: f64) -> f64 {
        let left = self.left + INSET;
        let right = self.right - INSET;
        self.middle + (x - 0.5 * (left + right)) / (0.5 * (right - left)).max(1e-9) * self.half
    }

    /// Whether a value is between the gutters.
    pub fn shows(&self, value: f64) -> bool {
        let x = self.x(value);
        x >= self.left - 0.5 && x <= self.right + 0.5
    }

    /// Position of a value, points from the pane's left, clamped to the range between the gutters, and whether the
    /// value is outside of this range.
    pub fn clamped(&self, value: f64) -> (f64, bool) {
        (self.x(value).clamp(self.left, self.right.max(self.left)), !self.shows(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Form;

    fn lanes(count: usize, role: Role, lit: usize) -> Vec<Mark> {
        let mut marks = Vec::with_capacity(count);
        for i in 0..count {
            let rows = [i as f64, i as f64 + 1.0];
            let form = Form::Lane { rows, name: format!("row {i}"), note: String::new() };
            marks.push(Mark { role: if i == lit { Role::Axis } else { role }, key: format!("{i}").into(), form });
        }
        marks
    }

    fn map(marks: &[Mark], height: f64) -> LaneMap {
        LaneMap::of(marks, &Camera::flat(), DVec2::new(300.0, height), 20.0)
    }

    #[test]
    fn of_many_rows_the_page_with_the_current_row_is_shown() {
        for lit in 0..40 {
            let map = map(&lanes(40, Role::Text, lit), 200.0);
            let middle = lit as f64 + 0.5;
            assert!(map.row >= MIN_ROW && !map.hides(middle), "row {lit}");
            assert!(map.y(middle) > map.top && map.y(middle) < map.bottom);
            let shown = (0..40).filter(|row| !map.hides(f64::from(*row) + 0.5)).count();
            let rest: f64 = map.hidden_rows().map(|rest| rest.rows[1] - rest.rows[0]).sum();
            assert_eq!(shown + rest as usize, 40);
        }
        // The next row is mostly on the same page, so the visible rows stay in place.
        let [before, after] = [4, 5].map(|lit| map(&lanes(40, Role::Text, lit), 200.0));
        assert_eq!(before, after);
    }

    #[test]
    fn rows_that_are_legible_and_scales_are_shown_whole() {
        assert!((0..40).all(|row| !map(&lanes(40, Role::Text, 3), 800.0).hides(f64::from(row) + 0.5)));
        let scale = map(&lanes(40, Role::Grid, 99), 200.0);
        assert!((0..40).all(|row| !scale.hides(f64::from(row) + 0.5)) && scale.hidden_rows().next().is_none());
    }
}
