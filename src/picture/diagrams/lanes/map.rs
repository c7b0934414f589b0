//! Mapping of values and rows of lanes to points of a pane. A row is counted from the top of the content, the first row
//! from 0 to 1; a value is on the horizontal scale that all lanes have in common. The gutters, left and right of the
//! scale, have the names and notes of lanes.

use glam::DVec2;

use super::content::{Content, Gutters, ScaleEnds};
use super::lines::{AvailableHeight, Lines, RowRange, separate_text};
use super::table::Table;
use super::window::{STRIP_HEIGHT, Window};
use crate::{Camera, Mark};

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

/// Distance of the numbers below the lanes from the pane's left, or left of the lanes into the text next to them,
/// points.
const NUMBERS_LEFT: f64 = 4.0;

/// Distance of the numbers below the lanes from a table next to them, points.
const NUMBERS_TABLE_GAP: f64 = 8.0;

/// Distance of the numbers below the lanes from the pane's right, points.
const NUMBERS_RIGHT: f64 = 6.0;

/// Largest radius of a dot, as a share of a row's height.
const MAX_DOT_SHARE: f64 = 0.4;

/// Largest radius of a dot in lanes next to text, as a share of a row's height.
const MAX_DOT_SHARE_NEXT_TO_TEXT: f64 = 0.26;

/// Reduction of a dot's largest radius, points, which keeps dots of neighboring rows apart.
const DOT_GAP: f64 = 0.5;

/// Largest radius of a dot in the lowest rows, points: smaller dots would not be visible.
const MIN_LARGEST_DOT: f64 = 2.0;

/// Distance outside the range between the gutters up to which a value counts as visible, points: rounding error.
const EDGE_TOLERANCE: f64 = 0.5;

/// Least half width of the lanes, points: avoids a division by zero.
const MIN_HALF_WIDTH: f64 = 1e-9;

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

/// Range of values that the lanes show.
struct ValueRange {
    /// Value in the middle.
    middle: f64,
    /// Difference between the value at either end and the one in the middle; above 0.
    half: f64,
}

impl ValueRange {
    /// Range of a fixed scale with finite, different ends, else the range that the camera gives; ±1 around the camera's
    /// target if that range is empty or infinite.
    fn of(scale: Option<ScaleEnds>, camera: &Camera) -> Self {
        if let Some(ScaleEnds::Fixed([low, high])) = scale
            && low < high
            && (high - low).is_finite()
        {
            return Self { middle: 0.5 * (low + high), half: 0.5 * (high - low) };
        }
        let half = camera.half_height();
        let half = if half.is_finite() && half > 0.0 { half } else { 1.0 };
        Self { middle: camera.target.x, half }
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
        let content = Content::of(marks);
        let [first, last] = if content.rows[0] < content.rows[1] { content.rows } else { [0.0, 1.0] };
        let Gutters { left, right, grouped_names } = content.gutters();
        let share = if grouped_names > 0.0 { MAX_NAMES_SHARE_WITH_GROUPS } else { MAX_NAMES_SHARE };
        let left = if content.lanes.is_empty() { 2.0 * INSET } else { left.min(share * size.x) };
        let table = content.table.map(|range| Table::of(range, left, size.x, content.scale.is_some()));
        let width = table.map_or(size.x, |table| table.left - TABLE_GAP);
        let right = if content.lanes.is_empty() {
            width - 2.0 * INSET
        } else {
            (width - right).max(left + MIN_LANES_SHARE * (width - left))
        };
        // The meaning of shades is above them.
        let top = if table.is_some() { top.max(HEADING_HEIGHT) } else { top };
        let available = (size.y - top - content.height_below - SPACE_BELOW).max(1.0);
        let ValueRange { middle, half } = ValueRange::of(content.scale, camera);
        let lanes = content.first_lane.min(last);
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
        let height = AvailableHeight { top, below: content.height_below };
        if let Some(separate) = separate_text(marks, RowRange { first, lanes, last }, size, height) {
            let row = separate.row.min(content.max_row_height);
            let map = base.with_rows(row, [separate.top, separate.top + row * (last - lanes)], text_rows, None);
            let left = map.left.max(separate.left);
            return Self { left, scale_top: separate.top, lines: Some(separate.lines), first: lanes, ..map };
        }
        match Window::of(&content.lanes, [first, last], available) {
            Some(window) => {
                let row = (available - 2.0 * STRIP_HEIGHT) / window.capacity;
                base.with_rows(row, [top, top + available], text_rows, Some(window))
            }
            None => {
                let row = (available / (last - first)).min(content.max_row_height);
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
        let from = if self.lines.is_some() { self.left - NUMBERS_LEFT } else { NUMBERS_LEFT };
        let to = match self.table {
            Some(table) => table.left - NUMBERS_TABLE_GAP,
            None => pane_width - NUMBERS_RIGHT,
        };
        [from, to]
    }

    /// Greatest radius of dots, points: larger ones would overlap those of neighboring rows.
    pub(super) fn largest_dot(&self) -> f64 {
        let share = if self.lines.is_some() { MAX_DOT_SHARE_NEXT_TO_TEXT } else { MAX_DOT_SHARE };
        (share * self.row - DOT_GAP).max(MIN_LARGEST_DOT)
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
        self.middle + (x - 0.5 * (left + right)) / (0.5 * (right - left)).max(MIN_HALF_WIDTH) * self.half
    }

    /// Whether a value is between the gutters.
    pub fn shows(&self, value: f64) -> bool {
        let x = self.x(value);
        x >= self.left - EDGE_TOLERANCE && x <= self.right + EDGE_TOLERANCE
    }

    /// Position of a value, points from the pane's left, clamped to the range between the gutters, and whether the
    /// value is outside of this range.
    pub fn clamped(&self, value: f64) -> (f64, bool) {
        (self.x(value).clamp(self.left, self.right.max(self.left)), !self.shows(value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::window::MIN_ROW;
    use super::*;
    use crate::{Form, Role};

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
