//! Measures of the content of a pane of lanes, from which its layout follows: its rows, the widths of names and notes,
//! the scale and the table. A lane is a row (or several) of a diagram whose values have a common horizontal scale; the
//! gutters are the strips left and right of the lanes, for their names and notes.

use super::NAME_SIZE;
use crate::font::{self, Weight};
use crate::{Form, Mark, Role};

/// Greatest height of a row of lanes, points.
const MAX_ROW: f64 = 112.0;

/// Greatest height of a line of text, points.
const MAX_TEXT_ROW: f64 = 27.0;

/// Greatest height of a row next to a table of cells, points.
const MAX_CELL_ROW: f64 = 92.0;

/// Height below the lanes for the numbers of the scale, points.
const SCALE_HEIGHT: f64 = 30.0;

/// Height below those numbers for the scale of shades of a table, points.
const SHADES_HEIGHT: f64 = 24.0;

/// Letter height of group names, points.
pub(super) const GROUP_NAME_SIZE: f64 = 11.5;

/// Gap between the name of a group and the names of its rows, points.
pub(super) const GROUP_GAP: f64 = 8.0;

/// Step of the gutters' widths, points. Widths are rounded up, so that another digit does not move everything.
const GUTTER_STEP: f64 = 24.0;

/// Space left and right of the words in a gutter together, points.
const GUTTER_MARGINS: f64 = 24.0;

/// Largest height of a lane that counts as one row, in rows: one row, and some rounding error.
pub(super) const ONE_ROW: f64 = 1.01;

/// Rows and role of a lane.
#[derive(Clone, Copy)]
pub(super) struct LaneRows {
    /// Start and end of the lane, in rows from the top.
    pub rows: [f64; 2],
    pub role: Role,
}

/// Ends of the scale below lanes.
#[derive(Clone, Copy)]
pub(super) enum ScaleEnds {
    /// Given by the mark of the scale, in the lanes' unit.
    Fixed([f64; 2]),
    /// Given by the camera.
    FromCamera,
}

/// Widths of the gutters left and right of the lanes, points.
pub(super) struct Gutters {
    /// Width of the left gutter, for names.
    pub left: f64,
    /// Width of the right gutter, for notes.
    pub right: f64,
    /// Part of the left gutter for the names of rows in groups, right of the groups' names; 0 without groups.
    pub grouped_names: f64,
}

/// Whether a lane is only the name of a group of rows: a lane of several rows in the role of the grid.
pub(super) fn is_group(lane: &LaneRows) -> bool {
    lane.role == Role::Grid && lane.rows[1] - lane.rows[0] > ONE_ROW
}

/// Whether a lane with the given start and end, in rows, is in one of the groups among `lanes`.
pub(super) fn is_in_group(lanes: &[LaneRows], [low, high]: [f64; 2]) -> bool {
    lanes.iter().any(|lane| is_group(lane) && lane.rows[0] <= low && lane.rows[1] >= high)
}

/// Measures of the content that determine the layout.
pub(super) struct Content {
    /// Start of the first row and end of the last one.
    pub rows: [f64; 2],
    /// Start of the first row that is not text; infinite without any.
    pub first_lane: f64,
    /// Lanes from top to bottom.
    pub lanes: Vec<LaneRows>,
    /// Widths of the lanes' names, points.
    name_widths: Vec<f64>,
    /// Width of the widest note, points.
    note_width: f64,
    /// First and last column of a table of shades; `None` without a table.
    pub table: Option<[u32; 2]>,
    /// Ends of the scale; `None` without a scale.
    pub scale: Option<ScaleEnds>,
    /// Greatest height of a row, points.
    pub max_row_height: f64,
    /// Total height of scales below the rows, points.
    pub height_below: f64,
}

impl Content {
    /// Measures the marks of a pane.
    pub fn of(marks: &[Mark]) -> Self {
        let mut content = Self {
            rows: [f64::INFINITY, f64::NEG_INFINITY],
            first_lane: f64::INFINITY,
            lanes: Vec::new(),
            name_widths: Vec::new(),
            note_width: 0.0,
            table: None,
            scale: None,
            max_row_height: MAX_ROW,
            height_below: 0.0,
        };
        for mark in marks {
            let Some([low, high]) = content.add(mark) else { continue };
            if low.is_finite() && high.is_finite() {
                content.rows = [content.rows[0].min(low), content.rows[1].max(high)];
                if !matches!(mark.form, Form::Entry { .. }) {
                    content.first_lane = content.first_lane.min(low);
                }
            }
        }
        content
    }

    /// Adds a mark. Returns its rows; `None` for marks that are not in rows.
    fn add(&mut self, mark: &Mark) -> Option<[f64; 2]> {
        match &mark.form {
            Form::Lane { rows, name, note } => {
                let lane = LaneRows { rows: *rows, role: mark.role };
                self.name_widths.push(if is_group(&lane) {
                    font::width(name, GROUP_NAME_SIZE, Weight::Regular)
                } else {
                    font::width(name, NAME_SIZE, Weight::SemiBold)
                });
                self.note_width = self.note_width.max(font::width(note, NAME_SIZE, Weight::SemiBold));
                self.lanes.push(lane);
                Some(*rows)
            }
            Form::Band { rows, .. } | Form::Density { rows, .. } | Form::Cell { rows, .. } => Some(*rows),
            Form::Interval { row, thickness, .. } => Some([row - 0.5 * thickness, row + 0.5 * thickness]),
            Form::Entry { row, .. } => {
                // A remark below lanes does not limit the height of rows to that of text.
                if mark.role != Role::Ghost {
                    self.max_row_height = MAX_TEXT_ROW;
                }
                Some([row - 0.5, row + 0.5])
            }
            Form::Scale { ends, .. } => {
                self.height_below = self.height_below.max(SCALE_HEIGHT);
                self.scale = Some(ends.map_or(ScaleEnds::FromCamera, ScaleEnds::Fixed));
                None
            }
            Form::Columns { range, .. } => {
                self.height_below = SCALE_HEIGHT + SHADES_HEIGHT;
                self.max_row_height = self.max_row_height.min(MAX_CELL_ROW);
                self.table = Some(*range);
                None
            }
            _ => None,
        }
    }

    /// Width of the widest name among the lanes that satisfy `condition`, points.
    fn widest_name(&self, condition: impl Fn(&LaneRows) -> bool) -> f64 {
        let widths = self.lanes.iter().zip(&self.name_widths).filter(|(lane, _)| condition(lane));
        widths.map(|(_, width)| *width).fold(0.0, f64::max)
    }

    /// Whether a lane is a row of a group.
    fn is_grouped(&self, lane: &LaneRows) -> bool {
        !is_group(lane) && is_in_group(&self.lanes, lane.rows)
    }

    /// Widths of the gutters for the names and notes.
    pub fn gutters(&self) -> Gutters {
        let group_name = self.widest_name(is_group);
        let grouped_name = self.widest_name(|lane| self.is_grouped(lane));
        let grouped_names = if grouped_name > 0.0 { grouped_name + GROUP_GAP } else { 0.0 };
        let name = self.widest_name(|lane| !is_group(lane) && !self.is_grouped(lane));
        Gutters {
            left: gutter_width(name.max(grouped_names + group_name)),
            right: gutter_width(self.note_width),
            grouped_names,
        }
    }
}

/// Width of a gutter for words of the width `words`, points.
fn gutter_width(words: f64) -> f64 {
    ((words + GUTTER_MARGINS) / GUTTER_STEP).ceil() * GUTTER_STEP
}
