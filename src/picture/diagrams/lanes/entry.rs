//! Lines of text among lanes: a name on the left, a value on the right.

use glam::DVec2;

use super::lane::{LINE_SPACING, fit_name};
use super::map::LinePosition;
use super::{NAME_SIZE, Painter};
use crate::Role;
use crate::flat::{Align, Words};
use crate::font::{self, Weight};
use crate::marks::theme::word_color;

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

/// Letter height of an entry, as a share of the height of its row.
const LETTERS_PER_ROW: f64 = 0.9;

/// Height that the lines of a name may take, in heights of the row.
const NAME_HEIGHT: f64 = 1.1;

/// Margin left and right of words on a background, points.
const BACKGROUND_MARGIN: f64 = 2.0;

/// Half the height of a background, in letter heights.
const HALF_BACKGROUND: f64 = 0.6;

/// Words of a [`Form::Entry`](crate::Form::Entry).
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
        let height = NAME_SIZE.min(LETTERS_PER_ROW * row_height).max(MIN_SIZE_BY_HEIGHT);
        let size = note_size([name, note], height, weight, right - left);
        let at = DVec2::new(right, y + font::BASE_LINE * size);
        self.flat.words(index, &Words { at, text: note, size, align: Align::End, strong, color });
        let remainder = right - left - font::width(note, size, weight) - GAP;
        if remainder > height {
            let available = if note.is_empty() { right - left } else { remainder };
            let (lines, size) = fit_name(name, height, weight, DVec2::new(available, NAME_HEIGHT * row_height));
            for (k, line) in lines.iter().enumerate() {
                let y = y + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * size;
                // A background keeps the lines of the scale off the remark.
                if role == Role::Ghost && self.map.left < self.map.right {
                    self.draw_background(index, DVec2::new(left, y), font::width(line, size, weight), size);
                }
                let at = DVec2::new(left, y + font::BASE_LINE * size);
                self.flat.words(index, &Words { at, text: line, size, align: Align::Start, strong, color });
            }
        }
    }

    /// Draws a rectangle in the pane's color behind words of the width `width` whose letters are `size` high, points;
    /// `start` is the left end of the line through the middle of the letters.
    fn draw_background(&mut self, index: usize, start: DVec2, width: f64, size: f64) {
        let corner = DVec2::new(start.x - BACKGROUND_MARGIN, start.y - HALF_BACKGROUND * size);
        let across = DVec2::new(width + 2.0 * BACKGROUND_MARGIN, 0.0);
        let down = DVec2::new(0.0, 2.0 * HALF_BACKGROUND * size);
        let corners = vec![corner, corner + across, corner + across + down, corner + down];
        self.flat.fill(index, corners, self.paper.pane);
    }
}

/// Letter height of an entry's value, points: the largest of a few, at most `height`, in which name and value fit next
/// to each other into the width `available` (points), else in which the value fits; [`MIN_LETTER_SIZE`] if in none.
fn note_size([name, note]: [&str; 2], height: f64, weight: Weight, available: f64) -> f64 {
    let sizes = [height, 0.9 * height, 0.8 * height, MIN_LETTER_SIZE];
    for size in sizes {
        if font::width(note, size, weight) + font::width(name, size, weight) + GAP <= available {
            return size;
        }
    }
    for size in sizes {
        if font::width(note, size, weight) <= available {
            return size;
        }
    }
    MIN_LETTER_SIZE
}
