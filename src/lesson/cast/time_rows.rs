//! Time view of casts: one row per axis or step with the time interval in which it allows contact, and a row of the
//! intersection of all intervals.

use std::ops::Range;

use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::interval_text::interval_text;
use super::{interval_end_text, seconds};
use crate::{Row, Table};

/// One row of the time view.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    /// Name at the left.
    pub name: String,
    /// Whether the row is a numbered step; consecutive steps whose bars have the same text are displayed as one row.
    pub numbered: bool,
    /// Role that colors the row.
    pub role: Role,
    /// Interval in which the row allows contact, seconds; infinite where it is unbounded, reversed where it is empty.
    pub span: [f64; 2],
    /// Intersection of the intervals of all rows up to this one, seconds.
    pub common: [f64; 2],
    /// Whether the row moved the start of the intersection, and whether it moved its end.
    pub moved: [bool; 2],
}

/// Largest number of displayed rows: more would not be legible.
const MAX_ROWS: usize = 5;

/// Largest number of rows of the table.
const MAX_TABLE_ROWS: usize = 200;

/// Space above the row of the intersection, in heights of a row.
const SPACE_ABOVE_INTERSECTION: f64 = 0.5;

/// Height of the row of the intersection with the space below it, in heights of a row.
const INTERSECTION_HEIGHT: f64 = 1.1;

/// Thickness of the bar of the intersection, in heights of a row.
const INTERSECTION_BAR: f64 = 0.6;

/// Height of the inset below the row of the intersection, with its connection and its two numbers, in heights of a row.
const INSET_HEIGHT: f64 = 2.9;

/// Space between rows where some are omitted, in heights of a row.
const OMITTED_HEIGHT: f64 = 0.7;

/// Thickness of a bar, in heights of a row.
pub(super) const BAR: f64 = 0.46;

/// Factor of the motion's duration from which on a time is long after the motion.
pub(super) const LONG_AFTER: f64 = 1e3;

/// Displayed row: one row of the run, or consecutive rows with the same text.
#[derive(Clone, Debug, PartialEq)]
struct DisplayedRow {
    /// Indices of the run's rows.
    rows: Range<usize>,
    /// Upper edge of the row, in heights of a row from the top of the view.
    top: f64,
}

/// All rows of a run.
#[derive(Clone, Debug)]
pub struct TimeRows {
    /// Rows in the order of the lanes.
    pub rows: Vec<TimeRow>,
    /// Displayed duration of the motion, seconds.
    pub duration: f64,
    /// Rows that have space in the view, from top to bottom.
    displayed: Vec<DisplayedRow>,
}

/// Text without a bar, centered at the time `t`, seconds, and at the height `row`, in heights of a row from the top.
pub(super) fn text_form(t: f64, row: f64, text: &str) -> Form {
    Form::Interval { ends: [t; 2], row, thickness: 0.0, solid: false, text: text.to_owned() }
}

/// Displayed rows of a time view that ends at `end`, seconds: consecutive steps with the same text are merged. Of more
/// than [`MAX_ROWS`] rows, the first ones that changed the intersection and the last row are shown.
fn displayed_rows(rows: &[TimeRow], end: f64) -> Vec<DisplayedRow> {
    let groups = rows_with_same_text(rows, end);
    let last = groups.len().saturating_sub(1);
    let omits_rows = groups.len() > MAX_ROWS;
    // The last row always has a place.
    let mut free_rows = MAX_ROWS - 1;
    let mut top = 0.0;
    let mut next_row = 0;
    let mut displayed = Vec::new();
    for (k, group) in groups.into_iter().enumerate() {
        if omits_rows && k != last {
            let changes_intersection = rows[group.clone()].iter().any(|row| row.moved.contains(&true));
            if free_rows == 0 || !changes_intersection {
                continue;
            }
            free_rows -= 1;
        }
        if group.start > next_row {
            top += OMITTED_HEIGHT;
        }
        next_row = group.end;
        displayed.push(DisplayedRow { rows: group, top });
        top += 1.0;
    }
    displayed
}

/// Groups of consecutive rows whose bars have the same text, as ranges of indices.
fn rows_with_same_text(rows: &[TimeRow], end: f64) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for i in 0..rows.len() {
        match groups.last_mut() {
            Some(group) if have_same_text(rows, end, group.start, i) => group.end = i + 1,
            _ => groups.push(i..i + 1),
        }
    }
    groups
}

/// Whether the rows with indices `i` and `j` are steps whose bars have the same text in a view that ends at `end`,
/// seconds.
fn have_same_text(rows: &[TimeRow], end: f64, i: usize, j: usize) -> bool {
    rows[i].numbered && rows[j].numbered && interval_text(rows[i].span, end) == interval_text(rows[j].span, end)
}

impl TimeRows {
    /// Table of the first `tried` rows; of more than [`MAX_TABLE_ROWS`] rows, the last ones.
    pub fn table(&self, tried: usize) -> Table {
        let end = tried.min(self.rows.len());
        let shown = end.saturating_sub(MAX_TABLE_ROWS)..end;
        let rows = shown.map(|i| {
            let row = &self.rows[i];
            Row {
                cells: vec![
                    row.name.as_str().into(),
                    interval_end_text(row.span, 0).into(),
                    interval_end_text(row.span, 1).into(),
                    format!("{} … {}", seconds(row.common[0]), seconds(row.common[1])).into(),
                ],
                key: Some(format!("axis/{i}").into()),
                chosen: row.moved.contains(&true),
            }
        });
        let columns = vec!["axis or step", "from", "to", "common time"];
        Table { title: "Time intervals", columns, rows: rows.collect() }
    }

    /// View of a run with these rows; `duration` is the displayed duration of the motion, seconds.
    pub fn new(rows: Vec<TimeRow>, duration: f64) -> Self {
        let displayed = displayed_rows(&rows, duration);
        Self { rows, duration, displayed }
    }

    /// Whether there is a row with this index; every row is displayed at least while it is the current one.
    pub fn has_row(&self, row: usize) -> bool {
        row < self.rows.len()
    }

    /// Upper edge of the row of the intersection, in heights of a row.
    pub(super) fn intersection_top(&self) -> f64 {
        self.displayed.last().map_or(0.0, |last| last.top + 1.0) + SPACE_ABOVE_INTERSECTION
    }

    /// Lower edge of the view, in heights of a row.
    fn bottom(&self) -> f64 {
        let is_magnified = self.rows.iter().any(|row| self.inset_range(row.common).is_some());
        self.intersection_top() + INTERSECTION_HEIGHT + if is_magnified { INSET_HEIGHT } else { 0.0 }
    }

    /// Picture of the marks that are the same in all steps: the scale and the displayed time.
    pub fn fixed_marks(&self) -> Picture {
        let mut picture = Picture::default();
        let rows = [0.0, self.bottom()];
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("s"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends: [0.0, self.duration], rows });
        picture
    }

    /// Adds the time that the user selected as a line with a handle.
    pub fn add_selected_time(&self, picture: &mut Picture, t: f64) {
        let rows = [0.0, self.intersection_top() + INTERSECTION_HEIGHT];
        picture.add(Role::Text, "moment", Form::Band { ends: [t; 2], rows });
        let knob = DVec3::new(t, 0.0, 0.0);
        picture.point(Role::Text, "moment", knob);
        picture.label(Role::Text, "moment", knob, format!("t = {}", seconds(t)));
    }

    /// Interval clipped to the displayed time.
    fn clipped(&self, [from, to]: [f64; 2]) -> [f64; 2] {
        [from.clamp(0.0, self.duration), to.clamp(0.0, self.duration)]
    }

    /// Picture after `tried` rows, with the row `current` framed, in front of a funnel that shows how the intersection
    /// narrows from row to row.
    pub fn picture(&self, tried: usize, current: Option<usize>) -> Picture {
        let mut picture = Picture::default();
        self.add_funnel(&mut picture, tried);
        let mut next_row = 0;
        for DisplayedRow { rows, top } in &self.displayed {
            let top = *top;
            let first = rows.start;
            let role = if first >= tried {
                Role::Ghost
            } else if current.is_some_and(|current| rows.contains(&current)) {
                Role::Axis
            } else {
                Role::Text
            };
            if first > next_row {
                let omitted_current = current.filter(|current| (next_row..first).contains(current));
                self.add_omitted(&mut picture, next_row..first, top, omitted_current, tried);
            }
            next_row = rows.end;
            let name = if rows.len() == 1 {
                self.rows[first].name.clone()
            } else {
                format!("steps {} – {}", first + 1, rows.end)
            };
            let form = Form::Lane { rows: [top, top + 1.0], name, note: String::new() };
            picture.add(role, format!("axis/{first}"), form);
            if first < tried {
                let has_numbers = rows.end >= tried || role == Role::Axis;
                let latest = rows.end.min(tried) - 1;
                self.add_bar(&mut picture, latest, top, has_numbers);
            }
        }
        let below = self.intersection_top();
        let lane = Form::Lane { rows: [below, below + 1.0], name: String::from("contact within"), note: String::new() };
        picture.add(Role::Gap, "all", lane);
        let tried_rows = &self.rows[..tried.min(self.rows.len())];
        if let Some(row) = tried_rows.last() {
            let ends_in_view = tried_rows.iter().any(|row| row.span[1] <= self.duration);
            self.add_intersection(&mut picture, row, below, ends_in_view);
            self.add_inset(&mut picture, tried_rows);
        }
        picture
    }

    /// Adds a low row for the omitted `rows` above the row at `top`: their number; or the row `current`, if this is one
    /// of them, with its bar if it is among the first `tried`.
    fn add_omitted(&self, picture: &mut Picture, rows: Range<usize>, top: f64, current: Option<usize>, tried: usize) {
        let place = [top - OMITTED_HEIGHT, top];
        let Some(current) = current else {
            return picture.lane(Role::Ghost, format!("break/{}", rows.end), place, format!("{} more", rows.len()));
        };
        picture.lane(Role::Axis, format!("axis/{current}"), place, self.rows[current].name.clone());
        if current < tried {
            self.add_bar(picture, current, top - 0.5 * OMITTED_HEIGHT - 0.5, true);
        }
    }

    /// Text in the place of the bar of an interval outside of the displayed time; `None` for other intervals.
    fn text_outside(&self, [from, to]: [f64; 2], row: f64) -> Option<Form> {
        let text = if to < 0.0 {
            format!("ended at {}", seconds(to))
        } else if from > LONG_AFTER * self.duration {
            // A time long after the end of the motion is meaningless as a number.
            String::from("not in this motion")
        } else if from > self.duration {
            format!("not before {}", seconds(from))
        } else {
            return None;
        };
        Some(text_form(0.5 * self.duration, row, &text))
    }

    /// Adds the bar of row `i`, whose upper edge is at `top`, in heights of a row. `has_numbers` says whether the step
    /// is about the row, so that the bar shows its ends in numbers: a column of numbers would be read as a table.
    fn add_bar(&self, picture: &mut Picture, i: usize, top: f64, has_numbers: bool) {
        let row = &self.rows[i];
        let [from, to] = row.span;
        if !(from <= to) {
            let never = text_form(0.5 * self.duration, top + 0.5, "never");
            return picture.add(Role::Text, format!("axis/{i}"), never);
        }
        if let Some(form) = self.text_outside(row.span, top + 0.5) {
            return picture.add(Role::Text, format!("axis/{i}"), form);
        }
        // An interval that extends beyond the motion's end has an arrow tip; one that begins before the start does not,
        // since the tip would cover the name of the row.
        let ends = [from.max(0.0), if to > self.duration { f64::INFINITY } else { to }];
        let text = if has_numbers { interval_text(row.span, self.duration) } else { String::new() };
        let solid = row.moved.contains(&true);
        let form = Form::Interval { ends, row: top + 0.5, thickness: BAR, solid, text };
        picture.add(row.role, format!("axis/{i}"), form);
    }

    /// Adds the intersection of the first `tried` rows, row by row, as a funnel.
    fn add_funnel(&self, picture: &mut Picture, tried: usize) {
        let mut previous = [0.0, self.duration];
        for DisplayedRow { rows, top } in self.displayed.iter().filter(|displayed| displayed.rows.start < tried) {
            let common = self.clipped(self.rows[rows.end.min(tried) - 1].common);
            let [from, to] = common;
            if from < to {
                let [left, right] = previous;
                let y = *top;
                let corners = vec![
                    DVec3::new(left, y, 0.0),
                    DVec3::new(right, y, 0.0),
                    DVec3::new(to, y + 1.0, 0.0),
                    DVec3::new(from, y + 1.0, 0.0),
                ];
                picture.add(Role::Gap, format!("funnel/{}", rows.start), Form::Polygon(corners));
            }
            previous = common;
        }
    }

    /// Adds the intersection of the intervals down to `row`, at the height `below`. `ends_in_view` says whether an
    /// interval ends within the displayed time.
    fn add_intersection(&self, picture: &mut Picture, row: &TimeRow, below: f64, ends_in_view: bool) {
        let [from, to] = row.common;
        if !(from <= to) {
            let no_time = text_form(0.5 * self.duration, below + 0.5, "no time");
            return picture.add(Role::Text, "all", no_time);
        }
        if let Some(form) = self.text_outside([from, to], below + 0.5) {
            return picture.add(Role::Text, "all", form);
        }
        // The end of the motion does not end the interval of possible contact.
        let shown_end = if to < self.duration {
            to
        } else if ends_in_view {
            self.duration
        } else {
            f64::INFINITY
        };
        let ends = [from, shown_end];
        // The inset has the numbers of a narrow interval, and the row those of an interval that it alone decides.
        let is_numbered_elsewhere = self.inset_range(ends).is_some() || row.span == row.common;
        let text = if is_numbered_elsewhere { String::new() } else { interval_text(ends, self.duration) };
        let bar = Form::Interval { ends, row: below + 0.5, thickness: INTERSECTION_BAR, solid: true, text };
        picture.add(Role::Gap, "all", bar);
        for end in ends.into_iter().filter(|t| (0.0..=self.duration).contains(t)) {
            picture.add(Role::Gap, "all", Form::Band { ends: [end; 2], rows: [0.0, below + 1.0] });
        }
    }
}
