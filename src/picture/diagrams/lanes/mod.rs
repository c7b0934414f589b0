//! Lanes: number lines, one above the other, as a flat drawing. Names are on the left; bars, bands, dots and lines on
//! one scale; notes on the right; the scale is below.
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
mod lines;
mod map;
mod scale;
mod table;

use glam::{DVec2, DVec3};

use content::{GROUP_GAP, GROUP_NAME_SIZE, LaneRows, is_group};
use dots::DotLimits;
use entry::EntryText;
pub use map::LaneMap;
pub(in crate::picture) use scale::numbers;
pub use scale::{power_of_ten, raised};
pub use table::shade_of;

use crate::picture::flat::{Align, Draw, Flat, Stroke, Words};
use crate::picture::font::{self, Weight, elide};
use crate::picture::marks::curve_points::{links, ring_points};
use crate::picture::marks::theme::{Ink, Paper, faded, word_color};
use crate::picture::space::parts::convex_pieces;
use crate::picture::{Camera, Form, Mark, Picture, Role, Theme, layer};

/// Letter height of names and notes, points.
const NAME_SIZE: f64 = 13.0;

/// Least letter height of names, points.
const MIN_NAME_SIZE: f64 = 9.0;

/// Least height of a row that shows its name, points: letters need some space above and below.
const MIN_NAMED_ROW: f64 = 8.0;

/// Space between the name of a group and the bar along its rows, points.
const GROUP_BAR_GAP: f64 = 5.0;

/// Distance of the ends of a group's bar from those of the group, points.
const GROUP_BAR_INSET: f64 = 4.0;

/// Least height of a row in a group that shows its name, points.
const MIN_NAMED_ROW_IN_GROUP: f64 = 10.0;

/// Least half width of a stripe, points.
const MIN_HALF_BAND: f64 = 1.5;

/// Half width up to which a stripe is drawn as one line, points.
const MAX_HALF_LINE: f64 = 2.0;

/// Radius of a ring around a dot, points: circles among lanes have no other size.
const RING_RADIUS: f64 = 9.0;

/// Width by which the frame of a magnified lane extends beyond the lanes, for the tips of bars, points.
const FRAME_OVERHANG: f64 = 8.0;

/// Line spacing of names that take several lines, in letter heights.
const LINE_SPACING: f64 = 1.15;

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

/// Largest number of members' bars on one lane; their total where there are no lanes.
fn most_members_on_a_lane(marks: &[Mark]) -> usize {
    let lanes = marks.iter().filter_map(|mark| match &mark.form {
        Form::Lane { rows, .. } => Some(*rows),
        _ => None,
    });
    let mut lanes: Vec<([f64; 2], usize)> = lanes.map(|rows| (rows, 0)).collect();
    let mut outside = 0;
    for mark in marks.iter().filter(|mark| is_member_bar(mark)) {
        let Form::Interval { row, .. } = mark.form else { continue };
        match lanes.iter_mut().find(|(rows, _)| row >= rows[0] && row < rows[1]) {
            Some((_, count)) => *count += 1,
            None => outside += 1,
        }
    }
    lanes.into_iter().map(|(_, count)| count).fold(outside, usize::max)
}

/// Stage of a mark in the drawing order: marks of higher stages cover those of lower ones.
fn stage(mark: &Mark) -> u8 {
    match &mark.form {
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

/// Fits a name into an area of the size `available` (points): in letters smaller than `size`, then wrapped, and only
/// then shortened. Returns the lines and their letter height.
fn fit_name(name: &str, size: f64, weight: Weight, available: DVec2) -> (Vec<String>, f64) {
    let sizes = [1.0, 0.9, 0.8, 0.7]
        .map(|factor| factor * size)
        .into_iter()
        .filter(|letters| *letters >= MIN_NAME_SIZE.min(size));
    if let Some(letters) = sizes.clone().find(|letters| font::width(name, *letters, weight) <= available.x) {
        return (vec![name.to_owned()], letters);
    }
    for letters in sizes {
        let lines = font::wrap(name, letters, weight, available.x);
        let fits = lines.iter().all(|line| font::width(line, letters, weight) <= available.x);
        if fits && LINE_SPACING * letters * lines.len() as f64 <= available.y {
            return (lines, letters);
        }
    }
    let least = MIN_NAME_SIZE.min(size);
    (vec![elide(name, least, weight, available.x)], least)
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
    /// Whether lanes are in groups with names.
    fn is_grouped(&self) -> bool {
        self.map.grouped_names > 0.0
    }

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
                let mut all: Vec<DVec2> = points.iter().map(|p| self.position(*p)).collect();
                all.extend(closed.then(|| all.first().copied()).flatten());
                self.flat.stroke(index, all, &ink, style);
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

    /// Draws a lane's name and note, the frame of the deciding lane, and the base line of any other.
    fn draw_lane(&mut self, index: usize, role: Role, rows: [f64; 2], [name, note]: [&str; 2]) {
        let [top, bottom] = rows.map(|row| self.map.y(row));
        // A lane without height only reserves space for its words; nothing is drawn.
        if !top.is_finite() || !bottom.is_finite() || rows[0] >= rows[1] {
            return;
        }
        let ink = self.theme.ink(role);
        let inside = self.size.x - 6.0;
        let is_selected = role == Role::Axis;
        if role == Role::Region {
            self.draw_magnified_frame(index, [top, bottom], &ink);
        }
        // Names shrink with their rows.
        let height = bottom - top;
        let size = (0.8 * height).clamp(MIN_NAME_SIZE, NAME_SIZE);
        let strong = !matches!(role, Role::Ghost | Role::Grid | Role::Text | Role::Idle);
        let weight = if strong { Weight::SemiBold } else { Weight::Regular };
        let (lines, letters) = fit_name(name, size, weight, DVec2::new(self.map.left - 16.0, height));
        if is_selected {
            // The frame is right of its group's name, which belongs to other rows too; a row without a group may have a
            // wider name.
            let widest = lines.iter().map(|line| font::width(line, letters, weight)).fold(0.0, f64::max);
            let name_width = (self.map.grouped_names - GROUP_GAP).max(widest);
            let frame_left = if self.is_grouped() { (self.map.left - 14.0 - name_width).max(2.0) } else { 6.0 };
            let a = DVec2::new(frame_left, top);
            let b = DVec2::new(inside, bottom);
            let corners = vec![a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y)];
            let frame = corners.iter().chain(&corners[..1]).copied().collect();
            self.flat.fill(index, corners, ink.fill);
            self.flat.line(index, frame, word_color(self.theme, role), 1.6, &[]);
        } else if !matches!(role, Role::Grid | Role::Region) && !self.is_grouped() && !name.is_empty() {
            // A lane of the grid is only a name; groups have separating lines of their own.
            let ends = [self.map.left, self.map.right].map(|x| DVec2::new(x, bottom - 0.5));
            self.flat.line(index, ends.to_vec(), faded(self.paper.hairline, 0.7), 1.0, &[]);
        }
        let color = match role {
            Role::Axis => self.paper.text,
            Role::Ghost | Role::Grid | Role::Idle => self.paper.faint,
            role => word_color(self.theme, role),
        };
        // Names that would run into one another are omitted, except that of the deciding lane; those in groups sooner,
        // since the group has a name.
        let min_height = if self.is_grouped() { MIN_NAMED_ROW_IN_GROUP } else { MIN_NAMED_ROW };
        if height < min_height && !is_selected {
            return;
        }
        let middle = 0.5 * (top + bottom);
        let gap = if role == Role::Region { FRAME_OVERHANG + 5.0 } else { 10.0 };
        for (k, text) in lines.iter().enumerate() {
            let line = middle + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * letters;
            let at = DVec2::new(self.map.left - gap, line + font::BASE_LINE * letters);
            self.flat.words(index, &Words { at, text, size: letters, align: Align::End, strong, color });
        }
        let at = DVec2::new(self.map.notes, middle + font::BASE_LINE * size);
        self.flat.words(index, &Words { at, text: note, size, align: Align::End, strong, color });
    }

    /// Draws background and frame of magnified lanes; lines of the scale do not pass through them.
    fn draw_magnified_frame(&mut self, index: usize, [top, bottom]: [f64; 2], ink: &Ink) {
        let [left, right] = [self.map.left - FRAME_OVERHANG, self.map.right + FRAME_OVERHANG];
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(DVec2::from_array);
        self.flat.fill(index, corners.to_vec(), self.paper.pane);
        self.flat.fill(index, corners.to_vec(), faded(ink.fill, 0.35));
        let frame = corners.iter().chain(&corners[..1]).copied().collect();
        self.flat.line(index, frame, self.paper.faint, 1.0, &[]);
    }

    /// Draws the name of a group of rows, left of their own names, with a bar along all of them, and the line below the
    /// group.
    fn draw_group(&mut self, index: usize, rows: [f64; 2], name: &str) {
        let [top, bottom] = rows.map(|row| self.map.y(row));
        if !top.is_finite() || !bottom.is_finite() || bottom - top < MIN_NAME_SIZE {
            return;
        }
        let end = self.map.left - 10.0 - self.map.grouped_names;
        let available = DVec2::new(end - GROUP_BAR_GAP - 6.0, bottom - top);
        let (lines, size) = fit_name(name, GROUP_NAME_SIZE, Weight::Regular, available);
        let middle = 0.5 * (top + bottom);
        for (k, text) in lines.iter().enumerate() {
            let line = middle + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * size;
            let at = DVec2::new(end - GROUP_BAR_GAP, line + font::BASE_LINE * size);
            let color = self.paper.text;
            self.flat.words(index, &Words { at, text, size, align: Align::End, strong: false, color });
        }
        if self.is_grouped() {
            let ends = [6.0, self.map.right].map(|x| DVec2::new(x, bottom));
            self.flat.line(index, ends.to_vec(), self.paper.hairline, 1.0, &[]);
            let bar = [top + GROUP_BAR_INSET, bottom - GROUP_BAR_INSET].map(|y| DVec2::new(end, y));
            self.flat.line(index, bar.to_vec(), self.paper.faint, 1.5, &[]);
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
