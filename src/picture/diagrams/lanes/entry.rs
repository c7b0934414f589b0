//! Lines of text among lanes: a name on the left, a value on the right.

use glam::DVec2;

use super::map::LinePosition;
use super::{LINE_SPACING, NAME_SIZE, Painter, fit_name};
use crate::picture::Role;
use crate::picture::flat::{Align, Words};
use crate::picture::font::{self, Weight};
use crate::picture::marks::theme::word_color;

/// Distance of the words from the pane's edges, points.
const EDGE_MARGIN: f64 = 14.0;

/// Additional indent of words after a dot, points.
const DOT_INDENT: f64 = 18.0;

/// Distance of a dot's center from the pane's margin, points.
const DOT_OFFSET: f64 = 5.0;

/// Least letter height that a low row leads to, points; only a lack of width makes letters smaller.
const MIN_SIZE_BY_HEIGHT: f64 = 11.0;

/// Gap between the name and the value, points.
const GAP: f64 = 8.0;

/// Least letter height of a number that is too wide, points.
const MIN_LETTER_SIZE: f64 = 9.0;

/// Words of a [`Form::Entry`](crate::picture::Form::Entry).
pub(super) struct EntryText<'a> {
    /// Text on the left.
    pub name: &'a str,
    /// Value on the right; may be empty.
    pub note: &'a str,
    /// Whether the dot of its role is before the name.
    pub has_dot: bool,
}

impl Painter {
    /// Draws an entry. The value on the right becomes smaller before it would be clipped; the name before it is
    /// shortened where it does not fit.
    pub(super) fn draw_entry(&mut self, index: usize, role: Role, row: f64, text: EntryText<'_>) {
        let EntryText { name, note, has_dot } = text;
        let Some(LinePosition { y, right: line_end, height: row_height }) = self.map.line(row, self.size.x) else {
            return;
        };
        // A heading, which has neither dot nor value, spans the pane's width.
        let right = if note.is_empty() && !has_dot { self.size.x } else { line_end } - EDGE_MARGIN;
        let strong = role == Role::Simplex || role == Role::Axis;
        let ink = self.theme.ink(role);
        let weight = if strong { Weight::SemiBold } else { Weight::Regular };
        let left = EDGE_MARGIN + if has_dot { DOT_INDENT } else { 0.0 };
        if has_dot {
            self.flat.dot(index, DVec2::new(EDGE_MARGIN + DOT_OFFSET, y), &ink, ink.marker, self.theme);
        }
        let color = match role {
            Role::Simplex => word_color(self.theme, role),
            Role::Grid | Role::Ghost | Role::Idle => self.paper.faint,
            _ => self.paper.text,
        };
        let height = NAME_SIZE.min(0.9 * row_height).max(MIN_SIZE_BY_HEIGHT);
        let sizes = [height, 0.9 * height, 0.8 * height, MIN_LETTER_SIZE];
        let widths = sizes.map(|size| [note, name].map(|text| font::width(text, size, weight)));
        // The largest letters in which both fit, or at least the value.
        let fitting_both = widths.iter().position(|[note, name]| note + name + GAP <= right - left);
        let fitting = fitting_both.or(widths.iter().position(|[note, _]| *note <= right - left));
        let size = fitting.map_or(MIN_LETTER_SIZE, |k| sizes[k]);
        let at = DVec2::new(right, y + font::BASE_LINE * size);
        self.flat.words(index, &Words { at, text: note, size, align: Align::End, strong, color });
        let remainder = right - left - font::width(note, size, weight) - GAP;
        if remainder > height {
            let available = if note.is_empty() { right - left } else { remainder };
            let (lines, size) = fit_name(name, height, weight, DVec2::new(available, 1.1 * row_height));
            for (k, line) in lines.iter().enumerate() {
                let y = y + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * size;
                // A background keeps the lines of the scale off the remark.
                if role == Role::Ghost && self.map.left < self.map.right {
                    let corner = DVec2::new(left - 2.0, y - 0.6 * size);
                    let across = DVec2::new(font::width(line, size, weight) + 4.0, 0.0);
                    let down = DVec2::new(0.0, 1.2 * size);
                    let corners = vec![corner, corner + across, corner + across + down, corner + down];
                    self.flat.fill(index, corners, self.paper.pane);
                }
                let at = DVec2::new(left, y + font::BASE_LINE * size);
                self.flat.words(index, &Words { at, text: line, size, align: Align::Start, strong, color });
            }
        }
    }
}
