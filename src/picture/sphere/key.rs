//! Key of the marks on the sphere of directions, in the space below it: rows of swatches, words and a count. Small
//! panes have no key.

use glam::{DVec2, DVec3};

use super::{DASHES_OF_B, HOLLOW_RADIUS, Painter, hollow_marker};
use crate::flat::{Align, Draw, Stroke, Words};
use crate::font::{self, Weight};
use crate::{Form, Picture, Role};

/// Height of a row, points.
const ROW_HEIGHT: f64 = 21.0;

/// Margin between the key and the pane's edges, points.
const EDGE_MARGIN: f64 = 20.0;

/// Spacing of swatches, points.
const SWATCH_SPACING: f64 = 26.0;

/// Gap between the last swatch and the words, points.
const GAP: f64 = 8.0;

/// Height of the letters, points.
const LETTER_SIZE: f64 = 12.5;

/// Half the length of a swatch's line, points.
const HALF_LINE: f64 = 11.0;

/// Entry of the key.
struct Entry<'a> {
    /// Index of its mark.
    index: usize,
    role: Role,
    /// Row of the key, from 0.
    row: usize,
    /// Words on the left.
    name: &'a str,
    /// Number on the right.
    note: &'a str,
    /// Whether its swatch is a dot; otherwise it is a piece of line.
    dot: bool,
}

impl Painter {
    /// Draws the key, if it fits below the sphere. The swatches of entries in one row are side by side, followed by
    /// their words; only one entry of a row should have words.
    pub(super) fn draw_key(&mut self, picture: &Picture) {
        let entries = entries_of(picture);
        let rows = entries.iter().map(|entry| entry.row + 1).max().unwrap_or(0);
        let mut swatches = vec![0; rows];
        for entry in entries.iter().filter(|entry| has_swatch(entry.role)) {
            swatches[entry.row] += 1;
        }
        let left = EDGE_MARGIN + f64::from(swatches.into_iter().max().unwrap_or(0)) * SWATCH_SPACING + GAP;
        let widths = entries.iter().map(|entry| {
            let [name, note] = [entry.name, entry.note].map(|text| font::width(text, LETTER_SIZE, Weight::SemiBold));
            name + note
        });
        let widest = widths.fold(0.0, f64::max);
        let Some(sphere_bottom) = self.bottom_of_sphere() else { return };
        // Distance of the first row's middle from the sphere.
        let distance = self.top + self.size.y - EDGE_MARGIN - ROW_HEIGHT * (rows as f64 - 0.5) - sphere_bottom;
        // A key that does not fit as a whole is omitted.
        if rows == 0 || distance < 0.5 * ROW_HEIGHT || left + widest + GAP + EDGE_MARGIN > self.size.x {
            return;
        }
        let mut drawn_swatches = vec![0; rows];
        for Entry { index, role, row, name, note, dot } in entries {
            let y = self.top + self.size.y - EDGE_MARGIN - ROW_HEIGHT * ((rows - row) as f64 - 0.5);
            if has_swatch(role) {
                let x = EDGE_MARGIN + SWATCH_SPACING * (f64::from(drawn_swatches[row]) + 0.5);
                self.draw_swatch(index, role, DVec2::new(x, y), dot);
                drawn_swatches[row] += 1;
            }
            let paper = self.theme.paper();
            let base = y + font::BASE_LINE * LETTER_SIZE;
            let name = Words {
                at: DVec2::new(left, base),
                text: name,
                size: LETTER_SIZE,
                align: Align::Start,
                strong: false,
                color: paper.faint,
            };
            self.flat.words(index, &name);
            let at = DVec2::new(self.size.x - EDGE_MARGIN, base);
            let note = Words { at, text: note, align: Align::End, strong: true, color: paper.text, ..name };
            self.flat.words(index, &note);
        }
    }

    /// Distance of the sphere's lowest point from the top of the pane, points. `None` if the camera cannot see the
    /// sphere.
    fn bottom_of_sphere(&self) -> Option<f64> {
        let up = self.lens.axes().up;
        Some(self.project(DVec3::ZERO)?.y.max(self.project(-up)?.y))
    }

    /// Draws a swatch with its middle at `at`: a dot of the role if `dot`, otherwise a piece of an arc.
    fn draw_swatch(&mut self, index: usize, role: Role, at: DVec2, dot: bool) {
        let ink = self.theme.ink(role);
        let paper = self.theme.paper();
        if !dot {
            let dash = if role == Role::ShapeB { DASHES_OF_B } else { ink.dash };
            let ends = [-HALF_LINE, HALF_LINE].map(|x| at + DVec2::new(x, 0.0));
            return self.flat.stroke(index, ends.to_vec(), &ink, Stroke { dash, ..Stroke::of(&ink) });
        }
        match hollow_marker(role) {
            Some(marker) => {
                let draw = Draw::Dot { at, marker, radius: HOLLOW_RADIUS, color: paper.pane, rim: ink.stroke };
                self.flat.push(index, draw);
            }
            None => self.flat.dot(index, at, &ink, ink.marker, self.theme),
        }
    }
}

/// Entries among the marks of a picture.
fn entries_of(picture: &Picture) -> Vec<Entry<'_>> {
    let marks = picture.marks.iter().enumerate();
    let entries = marks.filter_map(|(index, mark)| match &mark.form {
        Form::Entry { row, name, note, dot } => {
            Some(Entry { index, role: mark.role, row: *row as usize, name, note, dot: *dot })
        }
        _ => None,
    });
    entries.collect()
}

/// Whether an entry of this role has a swatch; a sum of the rows above has none.
fn has_swatch(role: Role) -> bool {
    role != Role::Text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sphere::flatten;
    use crate::{Camera, Theme};

    fn drawn(size: DVec2) -> Vec<(String, DVec2)> {
        let mut picture = Picture::default();
        picture.point(Role::ShapeA, "n", DVec3::Z);
        let entry =
            |row: f64, name: &str, note: &str| Form::Entry { row, name: name.into(), note: note.into(), dot: true };
        picture.add(Role::ShapeA, "key/0", entry(0.0, "face of A", "4"));
        picture.add(Role::Text, "key/1", entry(1.0, "faces of A − B", "21"));
        let camera = Camera { orthographic: true, ..Camera::facing(DVec3::Z) };
        let flat = flatten(&picture, &camera, size, Theme::Light, 38.0);
        let texts = flat.items.iter().filter_map(|item| match &item.draw {
            Draw::Text { text, at, .. } => Some((text.clone(), *at)),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn a_key_is_below_the_sphere_or_omitted() {
        let tall = drawn(DVec2::new(360.0, 580.0));
        let words: Vec<&str> = tall.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(words, ["face of A", "4", "faces of A − B", "21"]);
        assert!(tall.iter().all(|(_, at)| at.y > 500.0 && at.y < 575.0), "{tall:?}");
        assert!(drawn(DVec2::new(360.0, 200.0)).is_empty(), "the sphere fills the pane");
        assert!(drawn(DVec2::new(120.0, 580.0)).is_empty(), "the words do not fit");
    }
}
