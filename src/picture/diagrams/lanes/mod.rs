//! Lanes: number lines, one above the other, as a flat drawing. A lane has its name on the left, its note on the right,
//! and between them bars, bands, dots and lines at values of one scale, whose numbers are below all lanes.
//!
//! - **Steady layout**: all rows have one height, whatever they contain, and the widths of names and notes are rounded
//!   up, so that nothing moves between steps.
//! - **Many rows**: rows that are not legible are hidden (`hidden_rows`), and text moves next to the lanes (`lines`).
//! - **Many bars**: bars of many bodies have no numbers; density strips replace very many bars (`density`).

mod bar_words;
mod bars;
mod content;
mod density;
mod dots;
mod entry;
mod hidden_rows;
mod lane;
mod lines;
mod map;
mod scale;
mod table;
mod window;

use glam::{DVec2, DVec3};

use content::{LaneRows, is_group};
use dots::DotLimits;
use entry::EntryText;
pub use map::LaneMap;
pub(crate) use scale::numbers;
pub use scale::{power_of_ten, raised};
pub use table::shade_of;

use crate::flat::{Draw, Flat, Stroke};
use crate::marks::curve_points::{links, ring_points};
use crate::marks::theme::{Paper, faded};
use crate::space::parts::convex_pieces;
use crate::{Camera, Form, Mark, Picture, Role, Theme, layer};

/// Letter height of names and notes, points.
const NAME_SIZE: f64 = 13.0;

/// Least half width of a stripe, points.
const MIN_HALF_BAND: f64 = 1.5;

/// Half width up to which a stripe is drawn as one line, points.
const MAX_HALF_LINE: f64 = 2.0;

/// Radius of a ring around a dot, points: circles among lanes have no other size.
const RING_RADIUS: f64 = 9.0;

/// Stage of bars in the drawing order.
const BAR_STAGE: u8 = 3;

/// Flattens a picture of lanes in a pane of `size` points, leaving the first `top` points free.
pub fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, top: f64) -> Flat {
    let map = LaneMap::of(&picture.marks, camera, size, top);
    let bands = picture.marks.iter().filter_map(|mark| match &mark.form {
        Form::Band { ends, .. } => Some(*ends),
        _ => None,
    });
    let mut painter = Painter {
        theme,
        paper: theme.paper(),
        size,
        lines: bands.flatten().map(|value| map.x(value)).collect(),
        members: most_members_on_a_lane(&picture.marks),
        dot_limits: DotLimits::of(&picture.marks, &map),
        map,
        is_scale_empty: !picture.marks.iter().any(|mark| is_on_scale(&mark.form)),
        bar_words: Vec::new(),
        flat: Flat::default(),
    };
    let mut order: Vec<usize> = (0..picture.marks.len()).collect();
    order.sort_by_key(|&i| (stage(&picture.marks[i]), layer(picture.marks[i].role)));
    let first_bar = order.partition_point(|&i| stage(&picture.marks[i]) < BAR_STAGE);
    for &i in &order[..first_bar] {
        painter.draw_mark(i, &picture.marks[i]);
    }
    painter.draw_hidden_rows(&picture.marks);
    painter.draw_density(&picture.marks);
    for &i in &order[first_bar..] {
        painter.draw_mark(i, &picture.marks[i]);
    }
    painter.draw_words_of_bars();
    painter.flat
}

/// Whether a mark is at values of the scale.
fn is_on_scale(form: &Form) -> bool {
    !matches!(
        form,
        Form::Scale { .. } | Form::Entry { .. } | Form::Lane { .. } | Form::Columns { .. } | Form::Cell { .. }
    )
}

/// Whether a mark is a bar of one body among many.
fn is_member_bar(mark: &Mark) -> bool {
    mark.role == Role::Member && matches!(mark.form, Form::Interval { .. })
}

/// Largest number of members' bars on one lane, or outside all lanes if there are more.
fn most_members_on_a_lane(marks: &[Mark]) -> usize {
    let lanes = marks.iter().filter_map(|mark| match &mark.form {
        Form::Lane { rows, .. } => Some(*rows),
        _ => None,
    });
    let lanes: Vec<[f64; 2]> = lanes.collect();
    let mut counts = vec![0; lanes.len()];
    let mut outside = 0;
    for mark in marks.iter().filter(|mark| is_member_bar(mark)) {
        let Form::Interval { row, .. } = mark.form else { continue };
        match lanes.iter().position(|rows| row >= rows[0] && row < rows[1]) {
            Some(lane) => counts[lane] += 1,
            None => outside += 1,
        }
    }
    counts.into_iter().fold(outside, usize::max)
}

/// Stage of a mark in the drawing order: marks of higher stages cover those of lower ones.
fn stage(mark: &Mark) -> u8 {
    match &mark.form {
        // Lines of the scale are above ordinary lanes.
        Form::Scale { .. } | Form::Columns { .. } => 1,
        // A magnified lane has a background of its own, over the lines of the scale.
        Form::Lane { .. } if mark.role == Role::Region => 2,
        Form::Lane { .. } => 0,
        Form::Band { ends: [low, high], .. } if low != high => 2,
        Form::Polygon(_) => 2,
        Form::Density { .. } => BAR_STAGE,
        Form::Cell { framed, .. } => BAR_STAGE + 2 * u8::from(*framed),
        Form::Interval { solid, .. } => BAR_STAGE + u8::from(*solid),
        Form::Band { .. } => 5,
        Form::Point(_) => 7,
        _ => 6,
    }
}

/// Drawing of lanes in one pane.
struct Painter {
    map: LaneMap,
    theme: Theme,
    paper: Paper,
    /// Size of the pane, points.
    size: DVec2,
    /// Positions of lines across the lanes, points from the pane's left.
    lines: Vec<f64>,
    /// Largest number of members' bars on one lane.
    members: usize,
    /// Limits of the radii of dots that are close together.
    dot_limits: DotLimits,
    /// Whether no mark is at a value of the scale.
    is_scale_empty: bool,
    /// Words of bars, drawn over everything else.
    bar_words: Vec<bars::BarWords>,
    flat: Flat,
}

impl Painter {
    /// Position of a point of the picture in the pane, points.
    fn position(&self, p: DVec3) -> DVec2 {
        DVec2::new(self.map.x(p.x), self.map.y(p.y))
    }

    /// Draws a mark, unless its row is hidden.
    fn draw_mark(&mut self, index: usize, mark: &Mark) {
        if let Form::Lane { rows, name, .. } = &mark.form
            && is_group(&LaneRows { rows: *rows, role: mark.role })
        {
            return self.draw_group(index, *rows, name);
        }
        if hidden_rows::row(&mark.form).is_some_and(|row| self.map.hides(row)) {
            return;
        }
        let ink = self.theme.ink(mark.role);
        let style = Stroke::of(&ink);
        match &mark.form {
            Form::Scale { unit, decades, .. } => self.draw_scale(index, unit, *decades),
            Form::Columns { decades, unit, name, .. } => self.draw_columns(index, *decades, unit, name),
            Form::Entry { row, name, note, dot } => {
                self.draw_entry(index, mark.role, *row, EntryText { name, note, has_dot: *dot });
            }
            Form::Lane { rows, name, note } => self.draw_lane(index, mark.role, *rows, [name, note]),
            Form::Band { ends, rows } => self.draw_band(index, mark.role, *ends, *rows),
            Form::Interval { ends, row, thickness, solid, text } => {
                let bar =
                    bars::Bar { role: mark.role, ends: *ends, row: *row, thickness: *thickness, solid: *solid, text };
                self.draw_bar(index, &bar);
            }
            Form::Cell { .. } => self.draw_cell(index, mark),
            Form::Density { ends, rows, counts } => self.draw_counted_strip(index, *ends, *rows, counts),
            Form::Point(p) => self.draw_dot(index, mark.role, *p),
            Form::Segment([a, b]) | Form::Arrow { from: a, to: b } => {
                let arrow = matches!(mark.form, Form::Arrow { .. });
                let ends = vec![self.position(*a), self.position(*b)];
                self.flat.stroke(index, ends, &ink, Stroke { arrow, ..style });
            }
            Form::Polyline { points, closed } => {
                let mut chain: Vec<DVec2> = points.iter().map(|p| self.position(*p)).collect();
                if *closed && let Some(first) = chain.first().copied() {
                    chain.push(first);
                }
                self.flat.stroke(index, chain, &ink, style);
            }
            Form::Polygon(points) => self.draw_polygon(index, points, mark.role),
            Form::Circle { center, .. } => {
                let middle = self.position(*center);
                self.flat.stroke(index, ring_points(middle, RING_RADIUS), &ink, style);
            }
            Form::Label { at, .. } => {
                let at = self.position(*at);
                self.flat.words.push((index, at));
            }
            Form::Solid(_) | Form::Plane { .. } | Form::HalfSpace { .. } | Form::Arc { .. } | Form::Axis { .. } => {}
            Form::Tile { .. } | Form::Badge { .. } | Form::Link(_) => {}
        }
    }

    /// Draws a filled polygon with its outline.
    fn draw_polygon(&mut self, index: usize, points: &[DVec3], role: Role) {
        let ink = self.theme.ink(role);
        if points.iter().all(|p| p.is_finite()) {
            for piece in convex_pieces(points) {
                let piece = piece.into_iter().map(|p| self.position(p)).collect();
                self.flat.fill(index, piece, ink.fill);
            }
        }
        for [a, b] in links(points, true) {
            let ends = vec![self.position(a), self.position(b)];
            self.flat.line(index, ends, faded(ink.stroke, 0.6), 0.8, ink.dash);
        }
    }

    /// Draws a stripe with its two edges, or a line where both ends are equal.
    fn draw_band(&mut self, index: usize, role: Role, ends: [f64; 2], rows: [f64; 2]) {
        let ink = self.theme.ink(role);
        let [top, bottom] = rows.map(|row| self.map.y(row));
        let [(left, _), (right, _)] = ends.map(|value| self.map.clamped(value));
        if ![top, bottom, left, right].iter().all(|x| x.is_finite()) {
            return;
        }
        if ends[0] == ends[1] {
            if self.map.shows(ends[0]) {
                let line = vec![DVec2::new(left, top), DVec2::new(left, bottom)];
                self.flat.stroke(index, line, &ink, Stroke::of(&ink));
            }
            return;
        }
        // A stripe too narrow to be visible has the least visible width, and no edges.
        let middle = 0.5 * (left + right);
        let half = (0.5 * (right - left).abs()).max(MIN_HALF_BAND);
        let left = middle - half;
        let right = middle + half;
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(DVec2::from_array).to_vec();
        let color = if half > MAX_HALF_LINE { ink.fill } else { faded(ink.stroke, 0.55) };
        self.flat.push(index, Draw::Fill { points: corners, color, sharp: false });
        for (value, x) in ends.into_iter().zip([left, right]) {
            if self.map.shows(value) && half > MAX_HALF_LINE {
                let edge = vec![DVec2::new(x, top), DVec2::new(x, bottom)];
                self.flat.line(index, edge, ink.stroke, 1.2, ink.dash);
            }
        }
    }
}
