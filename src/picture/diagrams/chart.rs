//! Plots as flat drawings: two axes with numbers, and lines, dots and words in the plane of both values.
//!
//! The picture of a plot has two [`Form::Axis`] marks that give the ranges; x is the value on the horizontal axis, y
//! the value on the vertical one. A [`Form::Entry`] is text in place of missing curves. Lines are clipped at the frame;
//! dots outside of it are skipped. The caller adds a label at the end of each curve.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};

use super::lanes::{numbers, raised};
use crate::picture::flat::{Align, Flat, Stroke, Words};
use crate::picture::font::{self, Weight};
use crate::picture::marks::curve_points::{links, ring_points};
use crate::picture::marks::theme::{Paper, faded};
use crate::picture::space::clip::clip_segment;
use crate::picture::{Form, Key, Mark, Picture, Theme, layer};

/// Name of an axis that counts, and so has integer numbers only.
const COUNTING_AXIS: &str = "iteration";

/// Width left of the frame for the numbers of the vertical axis, points.
const LEFT_MARGIN: f64 = 52.0;

/// Width right of the frame, points.
const RIGHT_MARGIN: f64 = 18.0;

/// Space besides the words for the name of a curve right of the frame, points.
const NAME_MARGIN: f64 = 14.0;

/// Largest share of the pane's width for the names of curves.
const MAX_NAME_SHARE: f64 = 0.45;

/// Height below the frame for the numbers and name of the horizontal axis, points.
const MARGIN_BELOW: f64 = 48.0;

/// Height below the frame of a low plot with names right of its curves, points. There the name of the horizontal axis
/// is on the line of its numbers.
const MARGIN_BELOW_LOW: f64 = 28.0;

/// Height up to which a plot is low, points.
const MAX_LOW_HEIGHT: f64 = 230.0;

/// Height above the frame for the name of the vertical axis, points.
const MARGIN_ABOVE: f64 = 22.0;

/// Letter height of the names of curves, points.
const NAME_SIZE: f64 = 14.0;

/// Letter height of numbers and axis names, points.
const NUMBER_SIZE: f64 = 11.5;

/// Radius of a ring around a dot, points: circles in a plot have no other size.
const RING_RADIUS: f64 = 8.5;

/// Spacing of the points of a curve that labels avoid, points.
const OBSTACLE_SPACING: f64 = 10.0;

/// Distance of the numbers of the horizontal axis from the frame, points.
const NUMBERS_BELOW: f64 = 17.0;

/// Distance of the name of the vertical axis from the frame, points: left of its numbers.
const NAME_LEFT: f64 = 40.0;

/// Least distance between the numbers of an axis, points.
const MIN_SPACING: f64 = 80.0;

/// Least distance between the numbers of a low plot's vertical axis, points.
const MIN_SPACING_LOW: f64 = 27.0;

/// Flattens a plot in a pane of `size` points, leaving the first `top` points free.
pub fn flatten(picture: &Picture, size: DVec2, theme: Theme, top: f64) -> Flat {
    let [across, up] = [false, true].map(|up| axis_ends(picture, up));
    let names = right_margin(picture, across);
    // The space right of the frame for names of curves also takes the axis' name.
    let is_low = size.y <= MAX_LOW_HEIGHT && names > RIGHT_MARGIN;
    let below = if is_low { MARGIN_BELOW_LOW } else { MARGIN_BELOW };
    let right = (size.x - names).max((1.0 - MAX_NAME_SHARE) * size.x);
    let frame = [
        DVec2::new(LEFT_MARGIN.min(0.3 * size.x), top + MARGIN_ABOVE),
        DVec2::new(right, (size.y - below).max(top + MARGIN_ABOVE + 1.0)),
    ];
    let mut painter = Painter {
        frame,
        wide: size.x,
        is_low,
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
    painter.flat.taken.push([DVec2::new(0.0, frame[1].y + 3.0), size]);
    painter.flat
}

/// Width right of the frame for the names of curves that end there, if any, points. `low` and `high` are the ends of
/// the horizontal axis.
fn right_margin(picture: &Picture, [low, high]: [f64; 2]) -> f64 {
    // A marker that moves along a curve is labeled in place and does not narrow the frame at the curve's end.
    let curves: BTreeSet<&Key> =
        picture.marks.iter().filter(|mark| matches!(mark.form, Form::Polyline { .. })).map(|mark| &mark.key).collect();
    let names = picture.marks.iter().filter_map(|mark| match &mark.form {
        Form::Label { at, text } if at.x > high - 0.01 * (high - low) && curves.contains(&mark.key) => {
            Some(font::width(text, NAME_SIZE, Weight::SemiBold) + NAME_MARGIN)
        }
        _ => None,
    });
    names.fold(RIGHT_MARGIN, f64::max)
}

/// Drawing of a plot.
struct Painter {
    /// Top left and bottom right of the plot, points.
    frame: [DVec2; 2],
    /// Width of the pane, points.
    wide: f64,
    /// Whether the name of the horizontal axis is on the line of its numbers.
    is_low: bool,
    /// Least values on both axes.
    low: DVec2,
    /// Greatest values on both axes.
    high: DVec2,
    theme: Theme,
    paper: Paper,
    flat: Flat,
}

impl Painter {
    /// Position of a pair of values in the pane, points.
    fn position(&self, p: DVec3) -> DVec2 {
        let t = (p.truncate() - self.low) / (self.high - self.low);
        let [a, b] = self.frame;
        DVec2::new(a.x + t.x * (b.x - a.x), b.y - t.y * (b.y - a.y))
    }

    /// Whether a point of the pane is in the frame.
    fn shows(&self, at: DVec2) -> bool {
        let [a, b] = self.frame;
        at.is_finite() && at.cmpge(a - 0.5).all() && at.cmple(b + 0.5).all()
    }

    /// Draws a mark of the plot.
    fn draw_mark(&mut self, index: usize, mark: &Mark) {
        let ink = self.theme.ink(mark.role);
        match &mark.form {
            Form::Axis { up, decades, name, .. } => self.draw_axis(index, *up, *decades, name),
            Form::Point(p) => {
                let at = self.position(*p);
                if self.shows(at) {
                    self.flat.dot(index, at, &ink, ink.marker, self.theme);
                }
            }
            Form::Segment([a, b]) | Form::Arrow { from: a, to: b } => self.draw_chain(index, mark, &[*a, *b], false),
            Form::Polyline { points, closed } => self.draw_chain(index, mark, points, *closed),
            Form::Circle { center, .. } => {
                let middle = self.position(*center);
                let ring = ring_points(middle, RING_RADIUS);
                self.flat.stroke(index, ring, &ink, Stroke { dash: &[], ..Stroke::of(&ink) });
                self.flat.dots.push((middle, RING_RADIUS + 1.0));
            }
            Form::Label { at, .. } => {
                let at = self.position(*at);
                if self.shows(at) {
                    self.flat.words.push((index, at));
                }
            }
            Form::Entry { name, .. } => self.draw_note(index, name),
            _ => {}
        }
    }

    /// Draws a chain of lines, clipped at the frame.
    fn draw_chain(&mut self, index: usize, mark: &Mark, points: &[DVec3], closed: bool) {
        let ink = self.theme.ink(mark.role);
        let mut run: Vec<DVec2> = Vec::new();
        for [a, b] in links(points, closed) {
            let ends = [self.position(a), self.position(b)];
            let Some([from, to]) = clip_segment(ends, self.frame) else { continue };
            // Labels avoid curves.
            let steps = (from.distance(to) / OBSTACLE_SPACING).ceil().max(1.0);
            let places = (0..steps as usize).map(|k| from.lerp(to, k as f64 / steps));
            self.flat.dots.extend(places.map(|at| (at, 2.0)));
            if run.last().is_none_or(|last| last.distance(from) > 1e-6) {
                let whole = std::mem::replace(&mut run, vec![from]);
                self.flat.stroke(index, whole, &ink, Stroke::of(&ink));
            }
            run.push(to);
        }
        self.flat.stroke(index, run, &ink, Stroke::of(&ink));
    }

    /// Draws text in place of curves, wrapped to the pane's width.
    fn draw_note(&mut self, index: usize, text: &str) {
        let left = 14.0;
        let size = 13.0;
        let wide = (self.frame[1].x + RIGHT_MARGIN - 2.0 * left).max(40.0);
        for (k, line) in font::wrap(text, size, Weight::Regular, wide).into_iter().enumerate() {
            let at = DVec2::new(left, self.frame[0].y - MARGIN_ABOVE + 18.0 * (k as f64 + 1.0));
            let words = Words { at, text: &line, size, align: Align::Start, strong: false, color: self.paper.faint };
            self.flat.words(index, &words);
        }
    }

    /// End of the horizontal axis' name in the pane, points: below the numbers, or in a low plot on their line, right
    /// of them where there is space.
    fn name_end_below(&self, name: &str) -> DVec2 {
        let b = self.frame[1];
        if !self.is_low {
            return DVec2::new(b.x, b.y + 36.0);
        }
        let right = b.x + MIN_SPACING * 0.5 + font::width(name, NUMBER_SIZE, Weight::Regular);
        DVec2::new(right.min(self.wide - 0.5 * RIGHT_MARGIN), b.y + NUMBERS_BELOW)
    }

    /// Removes the numbers of an axis that its name would touch.
    fn without_overlapped_numbers(&self, mut numbers: Vec<(f64, String)>, up: bool, name: &str) -> Vec<(f64, String)> {
        if self.is_low && !up {
            let left = self.name_end_below(name).x - font::width(name, NUMBER_SIZE, Weight::Regular) - 8.0;
            numbers.retain(|(value, text)| {
                let middle = self.position(DVec3::new(*value, *value, 0.0)).x;
                middle + 0.5 * font::width(text, NUMBER_SIZE, Weight::Regular) < left
            });
        }
        numbers
    }

    /// Draws an axis: faint grid lines at round numbers, the numbers, and its name at the end.
    fn draw_axis(&mut self, index: usize, up: bool, decades: bool, name: &str) {
        let [a, b] = self.frame;
        let component = usize::from(up);
        let low = self.low[component];
        let high = self.high[component];
        let length = (b - a)[component];
        let spacing = if up && self.is_low { MIN_SPACING_LOW } else { MIN_SPACING };
        let least = ((high - low) * spacing / length.max(1.0)).max(if name == COUNTING_AXIS { 1.0 } else { 0.0 });
        let color = self.paper.faint;
        // An axis too short for two numbers has none.
        let numbers =
            if length < 2.0 * NUMBER_SIZE { Vec::new() } else { numbers([low, high], least, decades, power_name) };
        let numbers = self.without_overlapped_numbers(numbers, up, name);
        for (value, text) in numbers {
            let place = self.position(DVec3::new(value, value, 0.0));
            let grid_line = if up {
                vec![DVec2::new(a.x, place.y), DVec2::new(b.x, place.y)]
            } else {
                vec![DVec2::new(place.x, a.y), DVec2::new(place.x, b.y)]
            };
            let at = if up { DVec2::new(a.x - 8.0, place.y + 4.0) } else { DVec2::new(place.x, b.y + NUMBERS_BELOW) };
            let align = if up { Align::End } else { Align::Middle };
            self.flat.line(index, grid_line, faded(self.paper.hairline, 0.7), 0.8, &[]);
            self.flat.words(index, &Words { at, text: &text, size: NUMBER_SIZE, align, strong: false, color });
        }
        // A label among the numbers would be read as one of them.
        self.flat.taken.push(if up {
            [DVec2::new(a.x - NAME_LEFT, a.y), DVec2::new(a.x - 3.0, b.y)]
        } else {
            [DVec2::new(a.x, b.y + NUMBERS_BELOW - NUMBER_SIZE), DVec2::new(b.x, b.y + 20.0)]
        });
        // Both axes have an end at the bottom left.
        let line = if up { [a, DVec2::new(a.x, b.y)] } else { [DVec2::new(a.x, b.y), b] };
        self.flat.line(index, line.to_vec(), faded(color, 0.7), 1.0, &[]);
        self.flat.lines.push(line);
        let at = if up { DVec2::new(a.x - NAME_LEFT, a.y - 9.0) } else { self.name_end_below(name) };
        let align = if up { Align::Start } else { Align::End };
        self.flat.words(index, &Words { at, text: name, size: NUMBER_SIZE, align, strong: false, color });
    }
}

/// The power of ten with this exponent: `10³` for 3.
fn power_name(exponent: i64) -> String {
    match exponent {
        0 => String::from("1"),
        1 => String::from("10"),
        whole => format!("10{}", raised(&whole.to_string())),
    }
}

/// Ends of the last valid axis, vertical (`up`) or horizontal; 0 to 1 where the picture has none.
fn axis_ends(picture: &Picture, up: bool) -> [f64; 2] {
    let axes = picture.marks.iter().filter_map(|mark| match &mark.form {
        Form::Axis { up: is_up, ends, .. } if *is_up == up && ends[0] < ends[1] => Some(*ends),
        _ => None,
    });
    axes.reduce(|_, next| next).filter(|ends| (ends[1] - ends[0]).is_finite()).unwrap_or([0.0, 1.0])
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
mod tests {
    use super::*;
    use crate::picture::Role;
    use crate::picture::flat::Draw;

    fn plot(marks: impl FnOnce(&mut Picture)) -> Flat {
        let mut picture = Picture::default();
        for (up, ends) in [(false, [1.0, 4.0]), (true, [0.0, 100.0])] {
            picture.add(Role::Grid, "axis", Form::Axis { up, ends, decades: !up, name: String::from("n") });
        }
        marks(&mut picture);
        flatten(&picture, DVec2::new(300.0, 200.0), Theme::Light, 30.0)
    }

    #[test]
    fn lines_end_at_the_frame_and_dots_outside_are_skipped() {
        let flat = plot(|picture| {
            picture.segment(Role::Simplex, "out", DVec3::new(2.0, 50.0, 0.0), DVec3::new(2.0, 500.0, 0.0));
            picture.segment(Role::Simplex, "beyond", DVec3::new(2.0, 150.0, 0.0), DVec3::new(3.0, 500.0, 0.0));
            picture.point(Role::Simplex, "in", DVec3::new(4.0, 100.0, 0.0));
            picture.point(Role::Simplex, "off", DVec3::new(4.0, 101.0, 0.0));
            picture.point(Role::Simplex, "none", DVec3::NAN);
        });
        let drawn = |mark: usize| flat.items.iter().filter(move |item| item.mark == mark);
        let Some(Draw::Line { points, .. }) = drawn(2).next().map(|item| &item.draw) else { panic!("{flat:?}") };
        assert_eq!((points[1].y, points[0].y), (52.0, 102.0), "the middle of the frame and its upper side");
        assert_eq!([3, 4, 5, 6].map(|mark| drawn(mark).count()), [0, 1, 0, 0]);
    }

    #[test]
    fn an_axis_of_decades_names_powers_of_ten() {
        let flat = plot(|_| ());
        let texts: Vec<&str> = flat
            .items
            .iter()
            .filter_map(|item| match &item.draw {
                Draw::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["10²", "10⁴", "n", "0", "100", "n"]);
        assert_eq!((power_name(0).as_str(), power_name(-12).as_str()), ("1", "10⁻¹²"));
    }

    #[test]
    fn names_of_curves_that_end_at_the_frame_are_next_to_it() {
        let frame_of = |at: f64, key: &'static str| {
            let flat = plot(|picture| {
                let points = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(4.0, 90.0, 0.0)];
                picture.add(Role::Simplex, "curve", Form::Polyline { points: points.to_vec(), closed: false });
                picture.label(Role::Simplex, key, DVec3::new(at, 90.0, 0.0), "three lists");
            });
            let base = flat.items.iter().rev().find_map(|item| match &item.draw {
                Draw::Line { points, .. } if item.mark == 0 => Some(points[1].x),
                _ => None,
            });
            base.expect("the horizontal axis")
        };
        let wide = frame_of(2.0, "curve");
        let name = font::width("three lists", NAME_SIZE, Weight::SemiBold);
        assert_eq!(frame_of(4.0, "now"), wide, "what moves along the curve does not move the frame");
        assert!(wide == 300.0 - RIGHT_MARGIN && (frame_of(4.0, "curve") - (300.0 - name - NAME_MARGIN)).abs() < 1e-9);
    }

    #[test]
    fn in_a_low_plot_the_name_of_the_horizontal_axis_is_next_to_its_numbers() {
        let flat = plot(|picture| {
            let points = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(4.0, 90.0, 0.0)];
            picture.add(Role::Simplex, "curve", Form::Polyline { points: points.to_vec(), closed: false });
            picture.label(Role::Simplex, "curve", points[1], "three lists");
        });
        let words: Vec<(f64, f64, &str)> = flat
            .items
            .iter()
            .filter(|item| item.mark == 0)
            .filter_map(|item| match &item.draw {
                Draw::Text { at, text, .. } => Some((at.x, at.y, text.as_str())),
                _ => None,
            })
            .collect();
        let [.., (before, line, _), (name, its, "n")] = words[..] else { panic!("{words:?}") };
        assert!(line == its && before < name - 8.0, "{words:?}");
    }

    #[test]
    fn a_plot_without_valid_axes_draws_only_its_frame() {
        let mut picture = Picture::default();
        picture.add(
            Role::Grid,
            "axis",
            Form::Axis { up: true, ends: [f64::NAN; 2], decades: true, name: String::new() },
        );
        picture.segment(Role::Simplex, "line", DVec3::NAN, DVec3::INFINITY);
        assert!(flatten(&picture, DVec2::ZERO, Theme::Dark, 0.0).items.iter().all(|item| item.mark == 0));
    }
}
