//! Where a value and a row of lanes land in a pane.

use glam::DVec2;

use super::NAME;
use super::lines::{Lines, parted};
use super::table::Table;
use crate::picture::font::{self, Weight};
use crate::picture::{Camera, Form, Mark, Role};

/// From values and rows to points of a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneMap {
    /// Where values begin, points from the pane's left.
    pub left: f64,
    /// Where they end.
    pub right: f64,
    /// Where the first row begins, points from the pane's top.
    pub top: f64,
    /// Where the last row ends.
    pub bottom: f64,
    /// Height of a row, points.
    pub row: f64,
    /// Where notes end, points from the pane's left.
    pub notes: f64,
    /// Where lines of the scale begin, points from the pane's top: below words that stand above all bars.
    pub(super) scaled: f64,
    /// The table of shades beside the lanes, where there is one.
    pub(super) table: Option<Table>,
    /// Room for the names of rows, right of those of their groups, points.
    pub(super) own: f64,
    /// Where lines of words are, if not in rows.
    lines: Option<Lines>,
    /// The row that begins at the top.
    first: f64,
    /// Where not all rows are legible: those that are shown, and what stands in for the others.
    window: Option<Window>,
    /// The value in the middle, and from there to either end.
    middle: f64,
    half: f64,
}

/// No row is higher, points: lanes would drift apart. Lines of words are as in a text, lanes with cells beside them between.
const HIGHEST: f64 = 112.0;
const HIGHEST_OF_WORDS: f64 = 27.0;
const HIGHEST_OF_CELLS: f64 = 92.0;

/// Rows with a name of their own are no lower, points: of more, as many are shown as have the room. Where all rows stand in named
/// groups they may be lower: the row that is lit has its name, the others that of their group.
const LEGIBLE: f64 = 12.0;
const LEGIBLE_IN_GROUPS: f64 = 5.5;

/// Above and below the rows that are shown, where not all are: a strip that stands in for the others, points.
const STRIP: f64 = 15.0;

/// Rows that are shown of more: a page of them, so that they stand still while steps go from one to the next; of two pages the
/// one that has the row at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    /// The first row that is shown, and the end.
    rows: [f64; 2],
    /// The first of the rows at the end that are always shown, and the end of all.
    tail: [f64; 2],
    /// Rows for which there is room, with those at the end: in every step as many.
    many: f64,
}

impl Window {
    /// Of lanes from `first` to `last` with `room` for them, points; nothing where all are legible or not each has a name.
    fn of(lanes: &[([f64; 2], Role)], [first, last]: [f64; 2], room: f64) -> Option<Self> {
        // Lanes of the grid are a scale, of which no part stands for the whole.
        let has_name = |(rows, role): &&([f64; 2], Role)| rows[1] - rows[0] <= 1.01 && *role != Role::Grid;
        let named = lanes.iter().filter(has_name).count() as f64;
        let grouped = lanes.iter().filter(has_name).filter(|(rows, _)| is_in_group(lanes, *rows)).count() as f64;
        let legible = if grouped > 0.0 && grouped == named { LEGIBLE_IN_GROUPS } else { LEGIBLE };
        if room >= legible * (last - first) || named < 0.7 * (last - first) {
            return None;
        }
        let ends = |(rows, role): &&([f64; 2], Role)| *role == Role::Ghost && rows[1] > last - 0.01;
        let tail = lanes.iter().find(ends).map_or(last, |(rows, _)| rows[0]);
        // So are words below all lanes; what reaches a little beyond the last one is a part of it.
        let lowest = lanes.iter().filter(has_name).map(|(rows, _)| rows[1]).fold(first, f64::max);
        let tail = tail.min(if lowest < last - 0.9 { lowest } else { last });
        // As many rows in every step, whatever stands at the end.
        let many = ((room - 2.0 * STRIP) / legible).floor().max(1.0 + last - tail);
        let count = (many - (last - tail)).floor().max(1.0);
        let decides = |(rows, role): &([f64; 2], Role)| (*role == Role::Axis).then_some(*rows);
        let here = lanes.iter().filter_map(decides).reduce(|all, rows| [all[0].min(rows[0]), all[1].max(rows[1])]);
        let [from, to] = here.unwrap_or([first; 2]);
        let page = first + ((from - first) / count).floor() * count;
        let start = page.max(to - count).min(tail - count).max(first);
        // No row is shown in part.
        let begins = lanes.iter().map(|(rows, _)| rows[0]).filter(|begin| *begin >= start - 0.01);
        let start = begins.fold(f64::INFINITY, f64::min).min(tail - 1.0).max(start);
        let count = count.min(tail - start);
        (start + count < tail || start > first).then_some(Self {
            rows: [start, start + count],
            tail: [tail, last],
            many,
        })
    }

    /// Whether the rows at the end follow those that are shown.
    fn reaches_tail(&self) -> bool {
        self.rows[1] >= self.tail[0] - 1e-9
    }

    fn is_tail(&self, row: f64) -> bool {
        row >= self.tail[0] - 1e-9 && self.tail[0] < self.tail[1]
    }
}

/// The rows of a lane, and its role.
type LaneRows = ([f64; 2], Role);

/// Whether a lane is but the name of a group of rows.
pub(super) fn is_group((rows, role): &([f64; 2], Role)) -> bool {
    *role == Role::Grid && rows[1] - rows[0] > 1.01
}

fn is_in_group(lanes: &[([f64; 2], Role)], [low, high]: [f64; 2]) -> bool {
    lanes.iter().any(|lane| is_group(lane) && lane.0[0] <= low && lane.0[1] >= high)
}

/// Rows that are not shown, on one side of those that are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rest {
    /// From which row to which.
    pub rows: [f64; 2],
    /// The middle of the strip that stands in for them, points from the pane's top.
    pub y: f64,
    /// Whether they are above those that are shown.
    pub above: bool,
}

/// Below the lanes: the numbers of the scale, and the shades below those of a table, points.
const SCALE: f64 = 30.0;
const SHADES: f64 = 24.0;

/// Above a table of shades: its heading, points.
const HEADING: f64 = 28.0;

/// Gutters are as wide as so many whole steps, points, so that another digit does not move everything.
const STEP: f64 = 24.0;

/// Between the outermost values and the gutters, points.
const INSET: f64 = 8.0;

/// Height of the names of groups, and between them and those of rows, points.
pub(super) const GROUP: f64 = 11.5;
pub(super) const BETWEEN: f64 = 8.0;

/// What there is to find room for.
struct Content {
    /// The first row and the end of the last one.
    rows: [f64; 2],
    /// Where rows begin that are no words.
    bars: f64,
    /// Rows and roles of lanes.
    lanes: Vec<([f64; 2], Role)>,
    /// Widths of their names, and of the widest note, points.
    names: Vec<f64>,
    note: f64,
    /// The first and the last column of a table of shades.
    table: Option<[u32; 2]>,
    /// Whether there is a scale, and where it says so its ends.
    scale: Option<Option<[f64; 2]>>,
    /// No row is higher, and so much is below them, points.
    highest: f64,
    below: f64,
}

impl Content {
    fn of(marks: &[Mark]) -> Self {
        let mut all = Self {
            rows: [f64::INFINITY, f64::NEG_INFINITY],
            bars: f64::INFINITY,
            lanes: Vec::new(),
            names: Vec::new(),
            note: 0.0,
            table: None,
            scale: None,
            highest: HIGHEST,
            below: 0.0,
        };
        for mark in marks {
            let Some([low, high]) = all.add(mark) else { continue };
            if low.is_finite() && high.is_finite() {
                all.rows = [all.rows[0].min(low), all.rows[1].max(high)];
                all.bars = if matches!(mark.form, Form::Entry { .. }) { all.bars } else { all.bars.min(low) };
            }
        }
        all
    }

    /// Takes a mark in. Returns its rows, if it is in any.
    fn add(&mut self, mark: &Mark) -> Option<[f64; 2]> {
        match &mark.form {
            Form::Lane { rows, name, note } => {
                let lane = (*rows, mark.role);
                self.names.push(match is_group(&lane) {
                    true => font::width(name, GROUP, Weight::Regular),
                    false => font::width(name, NAME, Weight::SemiBold),
                });
                self.note = self.note.max(font::width(note, NAME, Weight::SemiBold));
                self.lanes.push(lane);
                Some(*rows)
            }
            Form::Band { rows, .. } | Form::Density { rows, .. } | Form::Cell { rows, .. } => Some(*rows),
            Form::Interval { row, thickness, .. } => Some([row - 0.5 * thickness, row + 0.5 * thickness]),
            Form::Entry { row, .. } => {
                // A remark below lanes is no reason for these to be as low as words.
                self.highest = if mark.role == Role::Ghost { self.highest } else { HIGHEST_OF_WORDS };
                Some([row - 0.5, row + 0.5])
            }
            Form::Scale { ends, .. } => {
                (self.below, self.scale) = (self.below.max(SCALE), Some(*ends));
                None
            }
            Form::Columns { range, .. } => {
                (self.below, self.highest) = (SCALE + SHADES, self.highest.min(HIGHEST_OF_CELLS));
                self.table = Some(*range);
                None
            }
            _ => None,
        }
    }

    /// How much of the left one is for names beside those of groups, and the widths of both gutters, points.
    fn gutters(&self) -> (f64, [f64; 2]) {
        let widest = |which: &dyn Fn(&LaneRows) -> bool| {
            let those = self.lanes.iter().zip(&self.names).filter(|(lane, _)| which(lane));
            those.map(|(_, wide)| *wide).fold(0.0, f64::max)
        };
        let grouped = |lane: &LaneRows| !is_group(lane) && is_in_group(&self.lanes, lane.0);
        let (group, own) = (widest(&is_group), widest(&grouped));
        let own = if own > 0.0 { own + BETWEEN } else { 0.0 };
        let name = widest(&|lane| !is_group(lane) && !grouped(lane));
        (own, [name.max(own + group), self.note].map(|wide| ((wide + 24.0) / STEP).ceil() * STEP))
    }
}

impl LaneMap {
    /// For the marks of one pane of `size` points, of which the first `top` are left free. The camera's target is the
    /// value in the middle, and half the height that it shows is half the width of the values.
    pub fn of(marks: &[Mark], camera: &Camera, size: DVec2, top: f64) -> Self {
        let all = Content::of(marks);
        let [first, last] = if all.rows[0] < all.rows[1] { all.rows } else { [0.0, 1.0] };
        let (own, [left, right]) = all.gutters();
        // Names of rows beside those of their groups leave these too little of the usual share.
        let share = if own > 0.0 { 0.46 } else { 0.4 };
        let left = if all.lanes.is_empty() { 2.0 * INSET } else { left.min(share * size.x) };
        let table = all.table.map(|range| Table::of(range, left, size.x, all.scale.is_some()));
        let wide = table.map_or(size.x, |table| table.left - 6.0);
        let right =
            if all.lanes.is_empty() { wide - 2.0 * INSET } else { (wide - right).max(left + 0.3 * (wide - left)) };
        // What the shades mean stands above them.
        let top = if table.is_some() { top.max(HEADING) } else { top };
        let room = (size.y - top - all.below - 10.0).max(1.0);
        let half = camera.half_height();
        let half = if half.is_finite() && half > 0.0 { half } else { 1.0 };
        let (middle, half) = match all.scale.flatten().filter(|[low, high]| low < high && (high - low).is_finite()) {
            Some([low, high]) => (0.5 * (low + high), 0.5 * (high - low)),
            None => (camera.target.x, half),
        };
        let lanes = all.bars.min(last);
        let map = |row: f64, [top, bottom]: [f64; 2], window| {
            let scaled = if lanes > first && lanes < last { top + row * (lanes - first) } else { top };
            let (notes, lines) = (wide - 14.0, None);
            Self { left, right, top, bottom, row, notes, scaled, table, own, lines, first, window, middle, half }
        };
        if let Some(parted) = parted(marks, [first, lanes, last], size, (top, all.below)) {
            let row = parted.row.min(all.highest);
            let whole = map(row, [parted.top, parted.top + row * (last - lanes)], None);
            let left = whole.left.max(parted.left);
            return Self { left, scaled: parted.top, lines: Some(parted.lines), first: lanes, ..whole };
        }
        match Window::of(&all.lanes, [first, last], room) {
            Some(window) => map((room - 2.0 * STRIP) / window.many, [top, top + room], Some(window)),
            None => {
                let row = (room / (last - first)).min(all.highest);
                map(row, [top, top + row * (last - first)], None)
            }
        }
    }

    /// A line of words: its middle, points from the pane's top, where it ends, from the left, and its height. None where there is no
    /// room for it.
    pub(super) fn line(&self, row: f64, right: f64) -> Option<[f64; 3]> {
        match self.lines {
            Some(lines) => lines.y(row).map(|y| [y, lines.right.min(right), lines.high]),
            None => Some([self.y(row), right, self.row]),
        }
    }

    /// What is free for the numbers below the lanes of a pane so wide, points from its left: words and a table may stand beside.
    pub(super) fn free(&self, wide: f64) -> [f64; 2] {
        let from = self.lines.map_or(4.0, |_| self.left - 4.0);
        [from, self.table.map_or(wide - 6.0, |table| table.left - 8.0)]
    }

    /// Dots are no larger, points: those of neighbors, or of the lines of one row below words, would lie over each other.
    pub(super) fn largest_dot(&self) -> f64 {
        let share = if self.lines.is_some() { 0.26 } else { 0.4 };
        (share * self.row - 0.5).max(2.0)
    }

    /// Points from the pane's left.
    pub fn x(&self, value: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        0.5 * (left + right) + (value - self.middle) / self.half * 0.5 * (right - left)
    }

    /// Points from the pane's top. Rows that are not shown lie where those that are begin or end.
    pub fn y(&self, row: f64) -> f64 {
        match self.window {
            Some(window) if window.is_tail(row) && !window.reaches_tail() => {
                self.bottom - (window.tail[1] - row) * self.row
            }
            Some(window) => {
                let [from, to] = [window.rows[0], if window.reaches_tail() { window.tail[1] } else { window.rows[1] }];
                self.top + STRIP + (row.clamp(from, to) - from) * self.row
            }
            None => self.top + (row - self.first) * self.row,
        }
    }

    /// Whether what is in the middle of `row` is not shown: there is room for other rows alone.
    pub fn hides(&self, row: f64) -> bool {
        let shown = |window: &Window| row >= window.rows[0] && row <= window.rows[1] || window.is_tail(row);
        self.window.is_some_and(|window| !shown(&window))
    }

    /// The rows that are not shown, above and below those that are.
    pub(super) fn rests(&self) -> impl Iterator<Item = Rest> + use<> {
        let (first, row, top) = (self.first, self.row, self.top);
        self.window.into_iter().flat_map(move |window| {
            let [from, to] = window.rows;
            let above = Rest { rows: [first, from], y: top + 0.5 * STRIP, above: true };
            let below = top + STRIP + (to - from) * row + 0.5 * STRIP;
            [above, Rest { rows: [to, window.tail[0]], y: below, above: false }]
        })
    }

    /// The value at so many points from the pane's left.
    pub fn value(&self, x: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        self.middle + (x - 0.5 * (left + right)) / (0.5 * (right - left)).max(1e-9) * self.half
    }

    /// Whether a value lies between the gutters.
    pub fn shows(&self, value: f64) -> bool {
        let x = self.x(value);
        x >= self.left - 0.5 && x <= self.right + 0.5
    }

    /// A value's place, brought to the nearer gutter where it lies beyond, and whether it does.
    pub fn clamped(&self, value: f64) -> (f64, bool) {
        (self.x(value).clamp(self.left, self.right.max(self.left)), !self.shows(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(count: usize, role: Role, lit: usize) -> Vec<Mark> {
        let lane = |i: usize| {
            let rows = [i as f64, i as f64 + 1.0];
            let form = Form::Lane { rows, name: format!("row {i}"), note: String::new() };
            Mark { role: if i == lit { Role::Axis } else { role }, key: format!("{i}").into(), form }
        };
        (0..count).map(lane).collect()
    }

    fn map(marks: &[Mark], height: f64) -> LaneMap {
        LaneMap::of(marks, &Camera::flat(), DVec2::new(300.0, height), 20.0)
    }

    #[test]
    fn of_many_rows_a_page_is_shown_and_the_row_at_hand_is_on_it() {
        for lit in 0..40 {
            let map = map(&lanes(40, Role::Text, lit), 200.0);
            let middle = lit as f64 + 0.5;
            assert!(map.row >= LEGIBLE && !map.hides(middle), "row {lit}");
            assert!(map.y(middle) > map.top && map.y(middle) < map.bottom);
            let shown = (0..40).filter(|row| !map.hides(f64::from(*row) + 0.5)).count();
            let rest: f64 = map.rests().map(|rest| rest.rows[1] - rest.rows[0]).sum();
            assert_eq!(shown + rest as usize, 40);
        }
        // The next row is on the same page, mostly: what is shown stands still.
        let [before, after] = [4, 5].map(|lit| map(&lanes(40, Role::Text, lit), 200.0));
        assert_eq!(before, after);
    }

    #[test]
    fn rows_that_are_legible_and_scales_are_shown_whole() {
        assert!((0..40).all(|row| !map(&lanes(40, Role::Text, 3), 800.0).hides(f64::from(row) + 0.5)));
        let scale = map(&lanes(40, Role::Grid, 99), 200.0);
        assert!((0..40).all(|row| !scale.hides(f64::from(row) + 0.5)) && scale.rests().next().is_none());
    }
}
