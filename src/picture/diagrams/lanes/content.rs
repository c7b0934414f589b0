//! Space that the marks of a pane of lanes need: rows, names and notes next to them, a scale and a table below.

use super::NAME_LETTERS;
use crate::picture::font::{self, Weight};
use crate::picture::{Form, Mark, Role};

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
pub(super) const GROUP: f64 = 11.5;

/// Gap between the name of a group and the names of its rows, points.
pub(super) const BETWEEN: f64 = 8.0;

/// Step of the gutters' widths, points. Widths are rounded up, so that another digit does not move everything.
const GUTTER_STEP: f64 = 24.0;

/// Start and end of a lane in rows, and its role.
pub(super) type LaneRows = ([f64; 2], Role);

/// Largest height of a lane that is one row, in rows, with some rounding.
pub(super) const ONE_ROW: f64 = 1.01;

/// Whether a lane is only the name of a group of rows.
pub(super) fn is_group((rows, role): &LaneRows) -> bool {
    *role == Role::Grid && rows[1] - rows[0] > ONE_ROW
}

/// Whether a lane with these rows is within a group.
pub(super) fn is_in_group(lanes: &[LaneRows], [low, high]: [f64; 2]) -> bool {
    lanes.iter().any(|lane| is_group(lane) && lane.0[0] <= low && lane.0[1] >= high)
}

/// Measures of the content that determine the layout.
pub(super) struct Content {
    /// Start of the first row and end of the last one.
    pub rows: [f64; 2],
    /// First row that is not text.
    pub bars: f64,
    /// Rows and roles of lanes.
    pub lanes: Vec<LaneRows>,
    /// Widths of the lanes' names, points.
    pub names: Vec<f64>,
    /// Width of the widest note, points.
    pub note: f64,
    /// First and last column of a table of shades.
    pub table: Option<[u32; 2]>,
    /// Ends of the scale: outer `None` without a scale, inner `None` where the camera gives them.
    pub scale: Option<Option<[f64; 2]>>,
    /// Greatest height of a row, points.
    pub highest: f64,
    /// Total height of scales below the rows, points.
    pub below: f64,
}

impl Content {
    /// Measures the marks of a pane.
    pub fn of(marks: &[Mark]) -> Self {
        let mut all = Self {
            rows: [f64::INFINITY, f64::NEG_INFINITY],
            bars: f64::INFINITY,
            lanes: Vec::new(),
            names: Vec::new(),
            note: 0.0,
            table: None,
            scale: None,
            highest: MAX_ROW,
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

    /// Adds a mark. Returns its rows; `None` for marks that are not in rows.
    fn add(&mut self, mark: &Mark) -> Option<[f64; 2]> {
        match &mark.form {
            Form::Lane { rows, name, note } => {
                let lane = (*rows, mark.role);
                self.names.push(if is_group(&lane) {
                    font::width(name, GROUP, Weight::Regular)
                } else {
                    font::width(name, NAME_LETTERS, Weight::SemiBold)
                });
                self.note = self.note.max(font::width(note, NAME_LETTERS, Weight::SemiBold));
                self.lanes.push(lane);
                Some(*rows)
            }
            Form::Band { rows, .. } | Form::Density { rows, .. } | Form::Cell { rows, .. } => Some(*rows),
            Form::Interval { row, thickness, .. } => Some([row - 0.5 * thickness, row + 0.5 * thickness]),
            Form::Entry { row, .. } => {
                // A remark below lanes does not limit the height of rows to that of text.
                self.highest = if mark.role == Role::Ghost { self.highest } else { MAX_TEXT_ROW };
                Some([row - 0.5, row + 0.5])
            }
            Form::Scale { ends, .. } => {
                self.below = self.below.max(SCALE_HEIGHT);
                self.scale = Some(*ends);
                None
            }
            Form::Columns { range, .. } => {
                self.below = SCALE_HEIGHT + SHADES_HEIGHT;
                self.highest = self.highest.min(MAX_CELL_ROW);
                self.table = Some(*range);
                None
            }
            _ => None,
        }
    }

    /// Width of the widest name among some lanes, points.
    fn widest(&self, which: impl Fn(&LaneRows) -> bool) -> f64 {
        let widths = self.lanes.iter().zip(&self.names).filter(|(lane, _)| which(lane));
        widths.map(|(_, wide)| *wide).fold(0.0, f64::max)
    }

    /// Whether a lane is a row of a group.
    fn is_grouped(&self, lane: &LaneRows) -> bool {
        !is_group(lane) && is_in_group(&self.lanes, lane.0)
    }

    /// Width of the names of grouped rows within the left gutter, and the widths of both gutters, points.
    pub fn gutters(&self) -> (f64, [f64; 2]) {
        let group = self.widest(is_group);
        let own = self.widest(|lane| self.is_grouped(lane));
        let own = if own > 0.0 { own + BETWEEN } else { 0.0 };
        let name = self.widest(|lane| !is_group(lane) && !self.is_grouped(lane));
        (own, [name.max(own + group), self.note].map(|wide| ((wide + 24.0) / GUTTER_STEP).ceil() * GUTTER_STEP))
    }
}
