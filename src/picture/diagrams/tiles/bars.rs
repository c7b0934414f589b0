//! Tiles with rows of bars: each row has its name on a line of its own above its bar, so that names and bars never
//! overlap.

use glam::{DVec2, DVec3};

use super::{LETTER_SIZE, PADDING};
use crate::flat::{Align, Draw};
use crate::font::{self, Weight};
use crate::marks::theme::word_color;
use crate::{Form, Mark, Role, Theme};

/// Greatest width of the bars' range, points.
const MAX_WIDTH: f64 = 640.0;

/// Greatest height of a row, points.
const MAX_ROW: f64 = 84.0;

/// Space above the first row, points.
const SPACE_ABOVE: f64 = 8.0;

/// Share of the unused height that is above the rows.
const FREE_ABOVE: f64 = 0.35;

/// Gap between the zero line and the name of a row, and between a bar and the name above it, points.
const NAME_GAP: f64 = 5.0;

/// Gap between a tick of the scale and its number, points.
const TICK_GAP: f64 = 2.0;

/// Corners and marks of a tile of `size` points, whose original corners are `low` and `high`, scaled so that one meter
/// is one point: values span the width, rows are one below the other.
pub(super) fn scale_rows(marks: &[Mark], [low, high]: [DVec3; 2], size: DVec2) -> ([DVec3; 2], Vec<Mark>) {
    let available = (size - 2.0 * PADDING).max(DVec2::ONE);
    let extent = (high - low).max(DVec3::splat(super::MIN_EXTENT));
    let across = available.x.min(MAX_WIDTH) / extent.x;
    let down = ((available.y - SPACE_ABOVE) / extent.y).min(MAX_ROW);
    let middle = 0.5 * (low.x + high.x);
    let top = SPACE_ABOVE + FREE_ABOVE * (available.y - SPACE_ABOVE - down * extent.y).max(0.0);
    let scaling = Scaling { middle, across, high: high.y, down, top };
    let scaled = marks.iter().map(|mark| Mark { form: scaling.apply(&mark.form), ..mark.clone() });
    let ends = [DVec3::new(-0.5 * available.x, -available.y, low.z), DVec3::new(0.5 * available.x, 0.0, low.z)];
    (ends, scaled.collect())
}

/// Mapping from a tile's meters to points: x about the middle, y down from `top`.
struct Scaling {
    /// Value in the middle of the tile.
    middle: f64,
    /// Points per meter along x.
    across: f64,
    /// Greatest y of the tile.
    high: f64,
    /// Points per meter along y.
    down: f64,
    /// Space above the greatest y, points.
    top: f64,
}

impl Scaling {
    /// Maps a point of the tile.
    fn place(&self, p: DVec3) -> DVec3 {
        DVec3::new((p.x - self.middle) * self.across, (p.y - self.high) * self.down - self.top, p.z)
    }

    /// Maps the points of a form that rows of bars consist of; other forms are unchanged.
    fn apply(&self, form: &Form) -> Form {
        let mut form = form.clone();
        match &mut form {
            Form::Point(at) | Form::Label { at, .. } => *at = self.place(*at),
            Form::Segment(ends) => *ends = ends.map(|p| self.place(p)),
            Form::Polygon(points) | Form::Polyline { points, .. } => {
                points.iter_mut().for_each(|p| *p = self.place(*p));
            }
            _ => {}
        }
        form
    }
}

/// Drawing of a label in a tile of `size` points: a row's name above its bar, or a number of the scale (role `Grid`)
/// below its tick. A name starts at the zero line, or ends there where that line is in the right half; `at` is the
/// intersection of the zero line with the upper side of the bar. `None` for marks other than labels.
pub(super) fn draw_name(mark: &Mark, at: DVec2, size: DVec2, theme: Theme) -> Option<Draw> {
    let Form::Label { text, .. } = &mark.form else { return None };
    let color = word_color(theme, mark.role);
    if mark.role == Role::Grid {
        let wide = font::width(text, LETTER_SIZE, Weight::Regular);
        let x = (at.x - 0.5 * wide).min(size.x - NAME_GAP - wide).max(NAME_GAP);
        let at = DVec2::new(x, at.y + LETTER_SIZE + TICK_GAP);
        let align = Align::Start;
        return Some(Draw::Text { at, text: text.clone(), size: LETTER_SIZE, align, strong: false, color });
    }
    let wide = font::width(text, LETTER_SIZE, Weight::SemiBold);
    let from = if at.x > 0.5 * size.x { at.x - NAME_GAP - wide } else { at.x + NAME_GAP };
    let x = from.min(size.x - NAME_GAP - wide).max(NAME_GAP);
    let at = DVec2::new(x, at.y - NAME_GAP);
    Some(Draw::Text { at, text: text.clone(), size: LETTER_SIZE, align: Align::Start, strong: true, color })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;
    use crate::diagrams::tiles;

    /// Three rows, from a long bar to none, in a tile.
    fn rows(ends: [f64; 2]) -> Picture {
        let mut picture = Picture::default();
        let corners = [DVec3::new(ends[0].min(0.0), -2.5, 0.0), DVec3::new(ends[1].max(0.0), 0.5, 0.0)];
        let caption = String::from("largest gaps");
        let note = String::new();
        picture.add(Role::Text, "pane", Form::Tile { corners, caption, note, legend: Vec::new(), bars: true });
        for row in 0..3 {
            let key = format!("row/{row}");
            let y = -f64::from(row);
            let corners = [(ends[0], -0.05), (ends[1], -0.05), (ends[1], -0.35), (ends[0], -0.35)];
            picture.add(
                Role::Text,
                key.clone(),
                Form::Polygon(corners.map(|(x, up)| DVec3::new(x, y + up, 0.0)).to_vec()),
            );
            picture.label(Role::Text, key, DVec3::new(0.0, y - 0.05, 0.0), "best pair of edges: \u{2212}1.049 mm");
        }
        picture
    }

    #[test]
    fn names_of_rows_are_above_their_bars_in_any_tile() {
        for size in [DVec2::new(300.0, 420.0), DVec2::new(820.0, 640.0), DVec2::new(260.0, 190.0)] {
            for ends in [[-1.0, 0.0], [0.0, 1.0], [-1.0, 0.4], [-0.3, 1.0], [0.0, 0.01]] {
                let picture = rows(ends);
                let flat = tiles::flatten(&picture, &crate::Camera::flat(), size, Theme::Light, 12.0);
                let bars: Vec<[DVec2; 2]> = flat.items.iter().filter_map(|item| filled(&item.draw)).collect();
                let names: Vec<[DVec2; 2]> = flat.items.iter().filter_map(|item| written(&item.draw)).collect();
                assert_eq!([bars.len(), names.len()], [3, 3], "{size} {ends:?}");
                for (k, [low, high]) in names.iter().enumerate() {
                    assert!(low.x > 0.0 && high.x < size.x, "{size} {ends:?}: a name leaves the tile");
                    for [least, most] in &bars {
                        let meets = low.cmplt(*most).all() && least.cmplt(*high).all();
                        assert!(!meets, "{size} {ends:?}: a name lies on a bar");
                    }
                    assert!(
                        high.y < bars[k][0].y && bars[k][0].y - high.y < 12.0,
                        "{size} {ends:?}: above its own bar"
                    );
                }
            }
        }
    }

    fn filled(draw: &Draw) -> Option<[DVec2; 2]> {
        let Draw::Fill { points, .. } = draw else { return None };
        Some([points.iter().copied().reduce(DVec2::min)?, points.iter().copied().reduce(DVec2::max)?])
    }

    fn written(draw: &Draw) -> Option<[DVec2; 2]> {
        let Draw::Text { at, text, size, .. } = draw else { return None };
        let wide = font::width(text, *size, Weight::SemiBold);
        Some([*at - DVec2::new(0.0, 0.8 * size), *at + DVec2::new(wide, 0.2 * size)])
    }
}
