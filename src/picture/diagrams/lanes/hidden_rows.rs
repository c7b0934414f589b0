//! Drawing of the strips that represent hidden rows of lanes, above and below the visible ones: the number of hidden
//! rows, and a tick at the value of each of their dots.

use glam::DVec2;

use super::Painter;
use super::content::{LaneRows, is_group};
use crate::flat::{Align, Draw};
use crate::font;
use crate::marks::theme::{Rgba, faded};
use crate::{Form, Mark, Role};

/// Height of the letters, points.
const LETTER_SIZE: f64 = 10.0;

/// Distance of the right end of the words from the lanes, points.
const WORDS_GAP: f64 = 10.0;

/// Half the height of a tick, points.
const HALF_TICK: f64 = 3.5;

/// Opacity of the line through a strip.
const LINE_OPACITY: f64 = 0.7;

/// Opacity of the ticks, which are less important than the dots of visible rows.
const TICK_OPACITY: f64 = 0.6;

/// Row of the middle of a mark, from the top of the first row; `None` for marks across all rows.
pub(super) fn row(form: &Form) -> Option<f64> {
    match form {
        Form::Lane { rows, .. } | Form::Density { rows, .. } | Form::Cell { rows, .. } => {
            Some(0.5 * (rows[0] + rows[1]))
        }
        Form::Interval { row, .. } | Form::Entry { row, .. } => Some(*row),
        Form::Point(p) | Form::Label { at: p, .. } | Form::Circle { center: p, .. } => Some(p.y),
        Form::Segment([a, b]) | Form::Arrow { from: a, to: b } => Some(0.5 * (a.y + b.y)),
        _ => None,
    }
}

impl Painter {
    /// Draws the strips that represent hidden rows.
    pub(super) fn draw_hidden_rows(&mut self, marks: &[Mark]) {
        for strip in self.map.hidden_rows() {
            let mut hidden: Vec<&Mark> = marks.iter().collect();
            hidden.retain(|mark| row(&mark.form).is_some_and(|row| row > strip.rows[0] && row < strip.rows[1]));
            let lanes = hidden.iter().filter(|mark| is_row(mark)).count();
            if lanes == 0 {
                continue;
            }
            let text = format!("{} {lanes} more", if strip.above { "↑" } else { "↓" });
            self.flat.under.push(Draw::Text {
                at: DVec2::new(self.map.left - WORDS_GAP, strip.y + font::BASE_LINE * LETTER_SIZE),
                text,
                size: LETTER_SIZE,
                align: Align::End,
                strong: false,
                color: self.paper.faint,
            });
            let ends = [self.map.left, self.map.right];
            self.flat.under.push(line(ends, [strip.y; 2], faded(self.paper.hairline, LINE_OPACITY)));
            for mark in hidden.into_iter().filter(|mark| mark.role != Role::Grid) {
                let Form::Point(p) = mark.form else { continue };
                if self.map.shows(p.x) {
                    let x = self.map.x(p.x);
                    let color = faded(self.theme.ink(mark.role).stroke, TICK_OPACITY);
                    self.flat.under.push(line([x; 2], [strip.y - HALF_TICK, strip.y + HALF_TICK], color));
                }
            }
        }
    }
}

/// Whether a mark is a lane that counts as a hidden row: it has a name, and is neither the name of a group nor of the
/// grid.
fn is_row(mark: &Mark) -> bool {
    match &mark.form {
        Form::Lane { rows, name, .. } => {
            let lane = LaneRows { rows: *rows, role: mark.role };
            !name.is_empty() && mark.role != Role::Grid && !is_group(&lane)
        }
        _ => false,
    }
}

/// A thin line from (`x[0]`, `y[0]`) to (`x[1]`, `y[1]`), points.
fn line(x: [f64; 2], y: [f64; 2], color: Rgba) -> Draw {
    let points = vec![DVec2::new(x[0], y[0]), DVec2::new(x[1], y[1])];
    Draw::Line { points, color, width: 1.0, dash: &[], phase: 0.0 }
}
