//! Plots as flat drawings: two axes with numbers, and lines, dots and words in the plane of both values.
//!
//! The picture of a plot has two [`Form::Axis`] marks that give the ranges. The positions of its other marks are
//! values: x on the horizontal axis, y on the vertical one. A [`Form::Entry`] is text in place of missing curves. Lines
//! are clipped at the frame, the rectangle between the axes; dots outside of it are skipped. The caller adds a label at
//! the end of each curve.
//!
//! The layout is in points, x right and y down from the upper left corner of the pane. A *compact* plot, low and with
//! names right of its curves, has less space below the frame and closer numbers.

mod ranges;

use glam::{DVec2, DVec3};

use self::ranges::{RIGHT_MARGIN, axis_ends, width_right_of_frame};
use super::lanes::{numbers, raised};
use crate::flat::{Align, Flat, Stroke, Words};
use crate::font::{self, Weight};
use crate::marks::curve_points::{links, ring_points};
use crate::marks::theme::{Paper, faded};
use crate::space::clip::{clip_polygon, clip_segment};
use crate::space::parts::convex_pieces;
use crate::{Form, Mark, Picture, Theme, layer};

/// Name of the axis that counts the iterations of a solver; it has no numbers between the integers.
const COUNTING_AXIS: &str = "iteration";

/// Width left of the frame for the numbers of the vertical axis, points.
const LEFT_MARGIN: f64 = 52.0;

/// Largest share of the pane's width left of the frame.
const MAX_LEFT_SHARE: f64 = 0.3;

/// Largest share of the pane's width for the names of curves.
const MAX_NAME_SHARE: f64 = 0.45;

/// Height below the frame for the numbers and name of the horizontal axis, points.
const MARGIN_BELOW: f64 = 48.0;

/// Height below the frame of a compact plot, points: the name of the horizontal axis is on the line of its numbers.
const COMPACT_MARGIN_BELOW: f64 = 28.0;

/// Height of the pane up to which a plot may be compact, points.
const MAX_COMPACT_HEIGHT: f64 = 230.0;

/// Least height of the frame, points: an axis has a length even in a pane without space.
const MIN_FRAME_HEIGHT: f64 = 1.0;

/// Height above the frame for the name of the vertical axis, points.
const MARGIN_ABOVE: f64 = 22.0;

/// Letter height of numbers and axis names, points.
const NUMBER_SIZE: f64 = 11.5;

/// Radius of a ring around a dot, points: circles in a plot have no other size.
const RING_RADIUS: f64 = 8.5;

/// Radius of the disk around a ring's center that labels avoid, points.
const RING_OBSTACLE: f64 = RING_RADIUS + 1.0;

/// Radius of the disks along a curve that labels avoid, points.
const CURVE_OBSTACLE: f64 = 2.0;

/// Largest spacing of the disks along a curve that labels avoid, points.
const OBSTACLE_SPACING: f64 = 10.0;

/// Distance outside the frame up to which a dot or label is drawn, points: rounding does not remove one on the edge.
const FRAME_TOLERANCE: f64 = 0.5;

/// Distance between the end of a line and the start of the next one above which a chain is interrupted, points.
const MIN_INTERRUPTION: f64 = 1e-6;

/// Distance of the baseline of the horizontal axis' numbers from the frame, points.
const NUMBERS_BELOW: f64 = 17.0;

/// Distance from the frame to the lower end of the area of those numbers that labels do not cover, points.
const NUMBERS_END_BELOW: f64 = 20.0;

/// Distance of the baseline of the horizontal axis' name from the frame, points; not in a compact plot.
const NAME_BELOW: f64 = 36.0;

/// Distance of the right end of the vertical axis' numbers from the frame, points.
const NUMBERS_LEFT: f64 = 8.0;

/// Distance of the left end of the vertical axis' name from the frame, points: left of its numbers.
const NAME_LEFT: f64 = 40.0;

/// Distance of the baseline of the vertical axis' name above the frame, points.
const NAME_ABOVE: f64 = 9.0;

/// Distance of a number's baseline below its value on the vertical axis, points: half the height of a digit.
const HALF_DIGIT: f64 = 4.0;

/// Least gap between an axis' name and a number on the same line, points.
const NAME_GAP: f64 = 8.0;

/// Gap between the frame and the area of numbers next to it that labels do not cover, points.
const NUMBERS_GAP: f64 = 3.0;

/// Least distance between the numbers of an axis, points.
const MIN_SPACING: f64 = 80.0;

/// Least distance between the numbers of a compact plot's vertical axis, points.
const COMPACT_MIN_SPACING: f64 = 27.0;

/// Opacity of axes and grid lines.
const AXIS_OPACITY: f64 = 0.7;

/// Width of axes, points.
const AXIS_WIDTH: f64 = 1.0;

/// Width of grid lines, points.
const GRID_WIDTH: f64 = 0.8;

/// Distance of text in place of curves from the left side of the pane, points.
const NOTE_LEFT: f64 = 14.0;

/// Letter height of text in place of curves, points.
const NOTE_SIZE: f64 = 13.0;

/// Height of a line of text in place of curves, points.
const NOTE_LINE: f64 = 18.0;

/// Least width to which text in place of curves is wrapped, points.
const MIN_NOTE_WIDTH: f64 = 40.0;

/// Flattens a plot in a pane of `size` points, leaving the first `top` points free.
pub fn flatten(picture: &Picture, size: DVec2, theme: Theme, top: f64) -> Flat {
    let across = axis_ends(picture, false);
    let up = axis_ends(picture, true);
    let right_margin = width_right_of_frame(picture, across);
    // The name of the horizontal axis fits in the space for names of curves right of the frame.
    let is_compact = size.y <= MAX_COMPACT_HEIGHT && right_margin > RIGHT_MARGIN;
    let below = if is_compact { COMPACT_MARGIN_BELOW } else { MARGIN_BELOW };
    let left = LEFT_MARGIN.min(MAX_LEFT_SHARE * size.x);
    let right = (size.x - right_margin).max((1.0 - MAX_NAME_SHARE) * size.x);
    let upper = top + MARGIN_ABOVE;
    let lower = (size.y - below).max(top + MARGIN_ABOVE + MIN_FRAME_HEIGHT);
    let frame = [DVec2::new(left, upper), DVec2::new(right, lower)];
    let mut painter = Painter {
        frame,
        pane_width: size.x,
        is_compact,
        low: DVec2::new(across[0], up[0]),
        high: DVec2::new(across[1], up[1]),
        theme,
        paper: theme.paper(),
        flat: Flat::default(),
    };
    let mut order: Vec<usize> = (0..picture.marks.len()).collect();
    order.sort_by_key(|&i| (stage(&picture.marks[i]), layer(picture.marks[i].role)));
    for i in order {
        painter.draw_mark(i, &picture.marks[i]);
    }
    // Curve labels stay off the numbers of the horizontal axis below the frame.
    painter.flat.taken.push([DVec2::new(0.0, frame[1].y + NUMBERS_GAP), size]);
    painter.flat
}

/// Drawing of a plot.
struct Painter {
    /// Top left and bottom right of the rectangle between the axes, points.
    frame: [DVec2; 2],
    /// Width of the pane, points.
    pane_width: f64,
    /// Whether the plot is compact: the name of the horizontal axis is on the line of its numbers.
    is_compact: bool,
    /// Least values on both axes.
    low: DVec2,
    /// Greatest values on both axes.
    high: DVec2,
    theme: Theme,
    paper: Paper,
    flat: Flat,
}

impl Painter {
    /// Position in the pane, points, of the values x and y of `p`.
    fn position(&self, p: DVec3) -> DVec2 {
        let share = (p.truncate() - self.low) / (self.high - self.low);
        let [a, b] = self.frame;
        DVec2::new(a.x + share.x * (b.x - a.x), b.y - share.y * (b.y - a.y))
    }

    /// Whether a point of the pane is in the frame, at most [`FRAME_TOLERANCE`] outside of it.
    fn is_in_frame(&self, p: DVec2) -> bool {
        let [low, high] = self.frame;
        p.is_finite() && p.cmpge(low - FRAME_TOLERANCE).all() && p.cmple(high + FRAME_TOLERANCE).all()
    }

    /// Draws a mark of the plot.
    fn draw_mark(&mut self, index: usize, mark: &Mark) {
        let ink = self.theme.ink(mark.role);
        match &mark.form {
            Form::Axis { up, decades, name, .. } => self.draw_axis(index, *up, *decades, name),
            Form::Point(p) => {
                let at = self.position(*p);
                if self.is_in_frame(at) {
                    self.flat.dot(index, at, &ink, ink.marker, self.theme);
                }
            }
            Form::Segment(ends) => self.draw_chain(index, mark, links(ends, false), false),
            Form::Arrow { from, to } => self.draw_chain(index, mark, links(&[*from, *to], false), true),
            Form::Polyline { points, closed } => self.draw_chain(index, mark, links(points, *closed), false),
            Form::Polygon(points) => self.draw_polygon(index, mark, points),
            Form::Circle { center, .. } => {
                let middle = self.position(*center);
                let ring = ring_points(middle, RING_RADIUS);
                self.flat.stroke(index, ring, &ink, Stroke { dash: &[], ..Stroke::of(&ink) });
                self.flat.dots.push((middle, RING_OBSTACLE));
            }
            Form::Label { at, .. } => {
                let at = self.position(*at);
                if self.is_in_frame(at) {
                    self.flat.words.push((index, at));
                }
            }
            Form::Entry { name, .. } => self.draw_note(index, name),
            // Forms of space, lanes and tiles have no place in a plot.
            Form::Badge { .. } | Form::Link(_) | Form::Plane { .. } | Form::HalfSpace { .. } => {}
            Form::Solid(_) | Form::Arc { .. } | Form::Lane { .. } | Form::Interval { .. } | Form::Density { .. } => {}
            Form::Band { .. } | Form::Scale { .. } | Form::Tile { .. } | Form::Cell { .. } | Form::Columns { .. } => {}
        }
    }

    /// Draws a filled polygon with its outline, clipped at the frame.
    fn draw_polygon(&mut self, index: usize, mark: &Mark, points: &[DVec3]) {
        let ink = self.theme.ink(mark.role);
        for piece in convex_pieces(points) {
            let piece = piece.into_iter().map(|p| self.position(p)).collect();
            self.flat.fill(index, clip_polygon(piece, self.frame), ink.fill);
        }
        self.draw_chain(index, mark, links(points, true), false);
    }

    /// Draws a chain of lines, clipped at the frame, with an arrow head at its end if `arrow`.
    fn draw_chain(&mut self, index: usize, mark: &Mark, lines: impl Iterator<Item = [DVec3; 2]>, arrow: bool) {
        let ink = self.theme.ink(mark.role);
        // Consecutive lines in the frame, not yet drawn.
        let mut visible: Vec<DVec2> = Vec::new();
        for [a, b] in lines {
            let ends = [self.position(a), self.position(b)];
            let Some([from, to]) = clip_segment(ends, self.frame) else { continue };
            // Labels avoid curves.
            let steps = (from.distance(to) / OBSTACLE_SPACING).ceil().max(1.0);
            let obstacles = (0..steps as usize).map(|k| (from.lerp(to, k as f64 / steps), CURVE_OBSTACLE));
            self.flat.dots.extend(obstacles);
            if visible.last().is_none_or(|last| last.distance(from) > MIN_INTERRUPTION) {
                let finished = std::mem::replace(&mut visible, vec![from]);
                self.flat.stroke(index, finished, &ink, Stroke::of(&ink));
            }
            visible.push(to);
        }
        self.flat.stroke(index, visible, &ink, Stroke { arrow, ..Stroke::of(&ink) });
    }

    /// Draws text in place of curves, wrapped to the pane's width.
    fn draw_note(&mut self, index: usize, text: &str) {
        let width = (self.frame[1].x + RIGHT_MARGIN - 2.0 * NOTE_LEFT).max(MIN_NOTE_WIDTH);
        let color = self.paper.faint;
        for (k, line) in font::wrap(text, NOTE_SIZE, Weight::Regular, width).into_iter().enumerate() {
            let at = DVec2::new(NOTE_LEFT, self.frame[0].y - MARGIN_ABOVE + NOTE_LINE * (k as f64 + 1.0));
            let words = Words { at, text: &line, size: NOTE_SIZE, align: Align::Start, strong: false, color };
            self.flat.words(index, &words);
        }
    }

    /// Right end of the horizontal axis' name, on its baseline, in the pane, points: below the numbers, or in a compact
    /// plot on their line, right of them where there is space.
    fn name_end_below(&self, name: &str) -> DVec2 {
        let b = self.frame[1];
        if !self.is_compact {
            return DVec2::new(b.x, b.y + NAME_BELOW);
        }
        let right = b.x + MIN_SPACING * 0.5 + font::width(name, NUMBER_SIZE, Weight::Regular);
        DVec2::new(right.min(self.pane_width - 0.5 * RIGHT_MARGIN), b.y + NUMBERS_BELOW)
    }

    /// Numbers of an axis (values and texts) without those that its name would touch. Only the horizontal axis of a
    /// compact plot has its name on the line of its numbers.
    fn without_overlapped_numbers(&self, mut numbers: Vec<(f64, String)>, up: bool, name: &str) -> Vec<(f64, String)> {
        if self.is_compact && !up {
            let max_right = self.name_end_below(name).x - font::width(name, NUMBER_SIZE, Weight::Regular) - NAME_GAP;
            numbers.retain(|(value, text)| {
                let middle = self.position(DVec3::new(*value, *value, 0.0)).x;
                middle + 0.5 * font::width(text, NUMBER_SIZE, Weight::Regular) < max_right
            });
        }
        numbers
    }

    /// Draws a number of the vertical (`up`) or horizontal axis with the grid line at its value.
    fn draw_number(&mut self, index: usize, up: bool, value: f64, text: &str) {
        let [a, b] = self.frame;
        let place = self.position(DVec3::new(value, value, 0.0));
        let grid_line = if up {
            vec![DVec2::new(a.x, place.y), DVec2::new(b.x, place.y)]
        } else {
            vec![DVec2::new(place.x, a.y), DVec2::new(place.x, b.y)]
        };
        self.flat.line(index, grid_line, faded(self.paper.hairline, AXIS_OPACITY), GRID_WIDTH, &[]);
        let at = if up {
            DVec2::new(a.x - NUMBERS_LEFT, place.y + HALF_DIGIT)
        } else {
            DVec2::new(place.x, b.y + NUMBERS_BELOW)
        };
        let align = if up { Align::End } else { Align::Middle };
        let color = self.paper.faint;
        self.flat.words(index, &Words { at, text, size: NUMBER_SIZE, align, strong: false, color });
    }

    /// Draws an axis: faint grid lines at round numbers, the numbers, and its name at the end.
    fn draw_axis(&mut self, index: usize, up: bool, decades: bool, name: &str) {
        let [a, b] = self.frame;
        let component = usize::from(up);
        let low = self.low[component];
        let high = self.high[component];
        let length = (b - a)[component];
        let spacing = if up && self.is_compact { COMPACT_MIN_SPACING } else { MIN_SPACING };
        let least_of_kind = if name == COUNTING_AXIS { 1.0 } else { 0.0 };
        // Least difference of two numbers, in values of the axis.
        let least = ((high - low) * spacing / length.max(1.0)).max(least_of_kind);
        let color = self.paper.faint;
        // An axis too short for two numbers has none.
        let numbers =
            if length < 2.0 * NUMBER_SIZE { Vec::new() } else { numbers([low, high], least, decades, power_name) };
        let numbers = self.without_overlapped_numbers(numbers, up, name);
        for (value, text) in numbers {
            self.draw_number(index, up, value, &text);
        }
        // A label among the numbers would be read as one of them.
        self.flat.taken.push(if up {
            [DVec2::new(a.x - NAME_LEFT, a.y), DVec2::new(a.x - NUMBERS_GAP, b.y)]
        } else {
            [DVec2::new(a.x, b.y + NUMBERS_BELOW - NUMBER_SIZE), DVec2::new(b.x, b.y + NUMBERS_END_BELOW)]
        });
        // Both axes have an end at the bottom left.
        let line = if up { [a, DVec2::new(a.x, b.y)] } else { [DVec2::new(a.x, b.y), b] };
        self.flat.line(index, line.to_vec(), faded(color, AXIS_OPACITY), AXIS_WIDTH, &[]);
        self.flat.lines.push(line);
        let at = if up { DVec2::new(a.x - NAME_LEFT, a.y - NAME_ABOVE) } else { self.name_end_below(name) };
        let align = if up { Align::Start } else { Align::End };
        self.flat.words(index, &Words { at, text: name, size: NUMBER_SIZE, align, strong: false, color });
    }
}

/// The power of ten with this exponent: `10³` for 3.
fn power_name(exponent: i64) -> String {
    match exponent {
        0 => String::from("1"),
        1 => String::from("10"),
        _ => format!("10{}", raised(&exponent.to_string())),
    }
}

/// Stage of a mark in the drawing order: axes first, points last.
fn stage(mark: &Mark) -> u8 {
    match mark.form {
        Form::Axis { .. } => 0,
        Form::Point(_) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests;
