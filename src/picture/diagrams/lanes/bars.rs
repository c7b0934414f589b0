//! Drawing of bars on lanes, with words in them or next to them. A lane is a row of a diagram with a common horizontal
//! scale of values; a bar is an interval of values in a row. Bars of one body among many are *members'* bars (role
//! `Member`). The gutters, left and right of the scale, have the names and notes of the lanes.

use glam::DVec2;

use super::Painter;
use super::bar_words::OUTSIDE_GAP;
use super::density::MIN_DENSE;
use crate::Role;
use crate::flat::{Align, Words};
use crate::font::{self, Weight};
use crate::marks::theme::{Ink, Rgba, contrast, faded, over};
use crate::page::key_numbers::with_digits;

/// Number of members' bars from which none of them shows its number.
const MIN_UNNUMBERED: usize = 200;

/// Least thickness and length of a bar, points.
const MIN_SIZE: f64 = 3.0;

/// Largest thickness of a bar, points: where there are few, high rows, bars are not blocks.
const MAX_THICKNESS: f64 = 32.0;

/// Length of the tip where a bar continues beyond the scale, points, at most half the bar's thickness.
const MAX_TIP: f64 = 8.0;

/// Least letter height in a bar, points.
const MIN_LETTER_SIZE: f64 = 9.0;

/// Largest letter height in a bar, points.
const MAX_LETTER_SIZE: f64 = 12.0;

/// Letter height of words in a row without a bar, in rows.
const LETTERS_PER_ROW: f64 = 0.6;

/// Letter height in a bar, in half thicknesses of the bar.
const LETTERS_PER_HALF: f64 = 1.5;

/// Least half thickness of a bar with words inside it, in letter heights.
const MIN_HALF_PER_LETTERS: f64 = 0.4;

/// Least half thickness of a member's bar with words, points.
const MIN_NAMED_HALF: f64 = 4.0;

/// Space at both ends of words inside a bar, points.
const INSIDE_MARGIN: f64 = 4.0;

/// Width of the strokes of a stub, and of the line between brackets, points.
const THIN_STROKE: f64 = 1.2;

/// Length by which brackets extend beyond the bar of a gap, points.
const BRACKET_OVERHANG: f64 = 4.0;

/// Length of the stub for a bar beyond the scale, points.
const STUB_LENGTH: f64 = 14.0;

/// Opacity of the rim of a bracket (role `Interval`), whose values are more important.
const BRACKET_RIM_OPACITY: f64 = 0.4;

/// Alpha of a solid bar, of 255.
const SOLID_ALPHA: u8 = 225;

/// Greatest width of a bar's rim, points.
const MAX_RIM_WIDTH: f32 = 1.6;

/// Thickness of a bar, in letter heights, below which its rim would run through the words inside it.
const MIN_THICKNESS_PER_LETTERS: f64 = 1.6;

/// Width by which words without a bar may extend beyond their span, points.
const WORDS_OVERHANG: f64 = 3.0;

/// Number of members' bars from which a bar too short for its name shows none; with fewer, the name is next to the bar.
const MIN_UNNAMED_OUTSIDE: usize = 60;

/// Letter heights that are tried for a name inside its bar, in letter heights of other words.
const NAME_SIZES: [f64; 3] = [1.0, 0.9, 0.8];

/// Margin left and right of words on a background, points.
const BACKGROUND_MARGIN: f64 = 2.0;

/// Height of the background above the words' base line, in letter heights.
const ASCENT: f64 = 1.02;

/// Height of the background below the words' base line, in letter heights.
const DESCENT: f64 = 0.32;

/// Distance from words below which a bar or other words on their line strike them, points.
const STRIKE_CLEARANCE: f64 = 3.0;

/// A [`Form::Interval`](crate::Form::Interval) with its role.
pub(super) struct Bar<'a> {
    pub role: Role,
    /// Start and end in the lanes' unit.
    pub ends: [f64; 2],
    /// Row of its middle, from the top; the first row is from 0 to 1.
    pub row: f64,
    /// Thickness, rows; 0 for words alone.
    pub thickness: f64,
    /// Whether it has full ink and no outline.
    pub solid: bool,
    /// Text in it or next to it.
    pub text: &'a str,
}

/// Words of a bar, drawn over everything else.
pub(super) struct BarWords {
    /// Index of the mark.
    index: usize,
    /// Start on the base line, points.
    at: DVec2,
    text: String,
    /// Height of the letters, points.
    size: f64,
    /// Whether letters are semi-bold.
    strong: bool,
    color: Rgba,
    /// Color of a background behind the words; `None` for none.
    background: Option<Rgba>,
    /// Whether the words are omitted where a bar or other words are, as are words next to a member's bar.
    yields_to_bars: bool,
    /// Whether the words are omitted where other words are, as are words in a row without a bar.
    is_alone: bool,
}

/// The text of a bar, then its versions with four and three digits in which both ends of a range (`1.2 … 1.3`) still
/// read differently.
fn with_fewer_digits(text: &str) -> Vec<String> {
    let mut versions = vec![text.to_owned()];
    for digits in [4, 3] {
        let shorter = with_digits(text, digits);
        let ends_coincide = shorter.split_once(" … ").is_some_and(|(low, high)| low == high);
        if !ends_coincide {
            versions.push(shorter);
        }
    }
    versions
}

/// Letter height of a name inside its bar, `size` or smaller, so that it fits into the width `available`, points;
/// `None` where it does not fit.
fn fitting_size(name: &str, size: f64, available: f64) -> Option<f64> {
    let legible = NAME_SIZES.map(|share| share * size).into_iter().filter(|letters| *letters >= MIN_LETTER_SIZE);
    legible.into_iter().find(|letters| font::width(name, *letters, Weight::SemiBold) <= available)
}

impl Painter {
    /// Draws a bar, clipped at the gutters, with a tip where it continues beyond.
    pub(super) fn draw_bar(&mut self, index: usize, bar: &Bar<'_>) {
        if bar.role == Role::Member && self.members >= MIN_DENSE || bar.ends.iter().any(|end| end.is_nan()) {
            return;
        }
        if bar.thickness == 0.0 {
            return self.place_words_alone(index, bar);
        }
        let low = bar.ends[0].min(bar.ends[1]);
        let high = bar.ends[0].max(bar.ends[1]);
        let (left, continues_left) = self.map.clamped(low);
        let (right, continues_right) = self.map.clamped(high);
        let y = self.map.y(bar.row);
        let half = 0.5 * (bar.thickness * self.map.row).clamp(MIN_SIZE, MAX_THICKNESS);
        if low == high && low.is_infinite() && y.is_finite() && half.is_finite() {
            return self.draw_off_scale(index, bar, low.signum(), [y, half]);
        }
        if !y.is_finite() || !half.is_finite() || right - left <= 0.0 && continues_left | continues_right {
            return;
        }
        let middle = 0.5 * (left + right);
        let half_length = (0.5 * (right - left)).max(0.5 * MIN_SIZE);
        let left = middle - half_length;
        let right = middle + half_length;
        let ink = self.theme.ink(bar.role);
        let rim = if bar.role == Role::Interval { faded(ink.stroke, BRACKET_RIM_OPACITY) } else { ink.stroke };
        let corners = [[left, y - half], [right, y - half], [right, y + half], [left, y + half]].map(DVec2::from_array);
        self.flat.fill(index, corners.to_vec(), self.color(bar));
        match bar.role {
            Role::Gap => self.draw_brackets(index, [left, right], [y - half, y + half], &ink),
            _ if bar.solid => {}
            _ => {
                let frame = corners.iter().chain(&corners[..1]).copied().collect();
                // The rim of a thin bar stays thinner than its fill.
                let rim_width = f64::from(ink.width.min(MAX_RIM_WIDTH)).min(0.6 * half - 0.3);
                self.flat.line(index, frame, rim, rim_width, ink.dash);
            }
        }
        for (continues, x, sign) in [(continues_left, left, -1.0), (continues_right, right, 1.0)] {
            if continues {
                let tip =
                    vec![DVec2::new(x, y - half), DVec2::new(x + sign * half.min(MAX_TIP), y), DVec2::new(x, y + half)];
                self.flat.fill(index, tip, rim);
            }
        }
        self.flat.lines.push([DVec2::new(left, y), DVec2::new(right, y)]);
        self.place_words(index, bar, [left, right], [y, half]);
    }

    /// Places words in a row without a bar, centered between `bar.ends`; omits them where they do not fit between two
    /// different ends.
    fn place_words_alone(&mut self, index: usize, bar: &Bar<'_>) {
        let [from, to] = bar.ends.map(|end| self.map.clamped(end).0);
        let size = (LETTERS_PER_ROW * self.map.row).clamp(MIN_LETTER_SIZE, MAX_LETTER_SIZE);
        let text = bar.text.to_owned();
        let x = self.map.clamped(0.5 * (bar.ends[0] + bar.ends[1])).0;
        let wide = font::width(&text, size, Weight::SemiBold);
        if bar.ends[0] != bar.ends[1] && wide > (to - from).abs() + WORDS_OVERHANG {
            return;
        }
        let start = (x - 0.5 * wide).min(self.map.right - wide).max(self.map.left);
        let at = DVec2::new(start, self.map.y(bar.row) + font::BASE_LINE * size);
        self.bar_words.push(BarWords {
            index,
            at,
            text,
            size,
            strong: true,
            color: self.paper.text,
            background: Some(self.paper.pane),
            yields_to_bars: false,
            is_alone: true,
        });
    }

    /// Draws a bar wholly beyond one end of the scale (`sign` = 1 the right end, −1 the left one): a dashed stub with a
    /// tip, and its words next to it. `y` is the middle of its row and `half` half its thickness, points.
    fn draw_off_scale(&mut self, index: usize, bar: &Bar<'_>, sign: f64, [y, half]: [f64; 2]) {
        let end = if sign > 0.0 { self.map.right } else { self.map.left };
        let ends = [end, end - sign * STUB_LENGTH];
        let left = ends[0].min(ends[1]);
        let right = ends[0].max(ends[1]);
        let ink = self.theme.ink(bar.role);
        let corners = [[left, y - half], [right, y - half], [right, y + half], [left, y + half]].map(DVec2::from_array);
        self.flat.fill(index, corners.to_vec(), ink.fill);
        for side in [y - half, y + half] {
            let line = vec![DVec2::new(ends[0], side), DVec2::new(ends[1], side)];
            self.flat.line(index, line, ink.stroke, THIN_STROKE, &[3.0, 3.0]);
        }
        let tip =
            [(0.0, -half), (sign * half.min(MAX_TIP), 0.0), (0.0, half)].map(|(x, down)| DVec2::new(end + x, y + down));
        self.flat.fill(index, tip.to_vec(), ink.stroke);
        self.flat.lines.push([DVec2::new(left, y), DVec2::new(right, y)]);
        self.place_words(index, bar, [left, right], [y, half]);
    }

    /// Fill color of a bar.
    fn color(&self, bar: &Bar<'_>) -> Rgba {
        let [r, g, b, alpha] = self.theme.ink(bar.role).fill;
        [r, g, b, if bar.solid { SOLID_ALPHA } else { alpha }]
    }

    /// Draws brackets at the ends of a gap, which distinguish it from a bar without relying on color.
    fn draw_brackets(&mut self, index: usize, ends: [f64; 2], [top, bottom]: [f64; 2], ink: &Ink) {
        for x in ends {
            let line = vec![DVec2::new(x, top - BRACKET_OVERHANG), DVec2::new(x, bottom + BRACKET_OVERHANG)];
            self.flat.line(index, line, ink.stroke, f64::from(ink.width), &[]);
        }
        let y = 0.5 * (top + bottom);
        self.flat.line(index, ends.map(|x| DVec2::new(x, y)).to_vec(), ink.stroke, THIN_STROKE, &[]);
    }

    /// Places the words of a bar: inside it, moved where a line would cross them; next to it where there is no space;
    /// with fewer digits where a line would still cross them, and only then on a background of their own. The words are
    /// drawn last, so that no line covers them.
    fn place_words(&mut self, index: usize, bar: &Bar<'_>, [left, right]: [f64; 2], [y, half]: [f64; 2]) {
        let is_member = bar.role == Role::Member;
        if bar.text.is_empty() || is_member && self.members >= MIN_UNNUMBERED || half < MIN_NAMED_HALF && is_member {
            return;
        }
        let fill = over(self.color(bar), self.paper.pane);
        let size = (half * LETTERS_PER_HALF).clamp(MIN_LETTER_SIZE, MAX_LETTER_SIZE);
        let texts = if is_member { vec![bar.text.to_owned()] } else { with_fewer_digits(bar.text) };
        let mut slots = self.slots_inside(&texts, [left, right], half, size);
        if !is_member || self.members < MIN_UNNAMED_OUTSIDE {
            slots.extend(texts.iter().filter_map(|text| {
                let start = self.start_outside([left, right], width(text, size))?;
                Some(Slot { text: text.clone(), size, start, is_inside: false })
            }));
        }
        // All digits next to the bar are better than fewer inside.
        slots.sort_by_key(|slot| slot.text != bar.text);
        let free = slots.iter().position(|slot| !self.is_crossed(slot.start, width(&slot.text, slot.size)));
        if slots.is_empty() && !is_member {
            let start = (right + OUTSIDE_GAP).min(self.map.right - width(bar.text, size)).max(self.map.left);
            slots.push(Slot { text: bar.text.to_owned(), size, start, is_inside: false });
        }
        let Some(Slot { text, size, start, is_inside }) = slots.into_iter().nth(free.unwrap_or(0)) else { return };
        let color = self.color_of_words(is_inside.then_some(fill), is_member);
        let is_thin = 2.0 * half < MIN_THICKNESS_PER_LETTERS * size;
        let is_crossed_by_rim = is_thin && is_inside && !bar.solid && !is_member;
        let is_crossed_by_line = free.is_none() && !is_member;
        let background =
            (is_crossed_by_line || is_crossed_by_rim).then_some(if is_inside { fill } else { self.paper.pane });
        let at = DVec2::new(start, y + font::BASE_LINE * size);
        let yields_to_bars = is_member && !is_inside;
        self.bar_words.push(BarWords {
            index,
            at,
            text,
            size,
            strong: !is_member,
            color,
            background,
            yields_to_bars,
            is_alone: false,
        });
    }

    /// Positions inside a bar from `left` to `right` (points) for those of `texts` that fit there. `half` is half the
    /// bar's thickness and `size` the letter height, points. Letters become smaller only where no text fits in full
    /// size, since fewer digits read better than smaller letters.
    fn slots_inside(&self, texts: &[String], [left, right]: [f64; 2], half: f64, size: f64) -> Vec<Slot> {
        let available = right - left - 2.0 * INSIDE_MARGIN;
        let is_large = half >= MIN_HALF_PER_LETTERS * size && texts.iter().any(|text| width(text, size) <= available);
        let mut slots = Vec::new();
        for text in texts {
            let fitting = if is_large {
                Some(size).filter(|size| width(text, *size) <= available)
            } else {
                fitting_size(text, size, available).filter(|letters| half >= MIN_HALF_PER_LETTERS * letters)
            };
            let Some(size) = fitting else { continue };
            let start = self.start_inside(left + INSIDE_MARGIN, right - INSIDE_MARGIN, width(text, size));
            slots.push(Slot { text: text.clone(), size, start, is_inside: true });
        }
        slots
    }

    /// Color of the words of a bar, on the bar's `fill` if they are inside it.
    fn color_of_words(&self, fill: Option<Rgba>, is_member: bool) -> Rgba {
        match fill {
            Some(fill) if contrast(self.paper.text, fill) < contrast(self.paper.pane, fill) => self.paper.pane,
            _ if is_member => self.paper.faint,
            _ => self.paper.text,
        }
    }

    /// Draws the words of all bars, except those that yield to bars or to words drawn before them.
    pub(super) fn draw_words_of_bars(&mut self) {
        let bars: Vec<[DVec2; 2]> = self.flat.lines.clone();
        let mut written: Vec<[DVec2; 2]> = Vec::new();
        for BarWords { index, at, text, size, strong, color, background, yields_to_bars, is_alone } in
            std::mem::take(&mut self.bar_words)
        {
            let y = at.y - font::BASE_LINE * size;
            let end = at.x + font::width(&text, size, Weight::Regular);
            // Midline of the words.
            let midline = [DVec2::new(at.x, y), DVec2::new(end, y)];
            let is_struck_by_bar = yields_to_bars && bars.iter().any(|bar| strikes(*bar, midline, size));
            let yields_to_words = yields_to_bars || is_alone;
            if is_struck_by_bar || yields_to_words && written.iter().any(|other| strikes(*other, midline, size)) {
                continue;
            }
            written.push(midline);
            if let Some(background) = background {
                let weight = if strong { Weight::SemiBold } else { Weight::Regular };
                let words_width = font::width(&text, size, weight);
                let low = at - DVec2::new(BACKGROUND_MARGIN, ASCENT * size);
                let high = at + DVec2::new(words_width + BACKGROUND_MARGIN, DESCENT * size);
                let corners = vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
                self.flat.fill(index, corners, background);
            }
            self.flat.words(index, &Words { at, text: &text, size, align: Align::Start, strong, color });
        }
    }
}

/// Candidate position of a bar's words.
struct Slot {
    text: String,
    /// Height of the letters, points.
    size: f64,
    /// Start, points from the pane's left.
    start: f64,
    /// Whether the words are inside the bar.
    is_inside: bool,
}

/// Width of words in or next to a bar, points.
fn width(text: &str, size: f64) -> f64 {
    font::width(text, size, Weight::SemiBold)
}

/// Whether the horizontal line from `a` to `b` runs through words from `start` to `end` whose letters are `size` high;
/// the points are at the middle of the letters' height.
fn strikes([a, b]: [DVec2; 2], [start, end]: [DVec2; 2], size: f64) -> bool {
    let is_on_their_line = (a.y - start.y).abs() < 0.5 * size;
    let begins_before_end = a.x.min(b.x) < end.x + STRIKE_CLEARANCE;
    let ends_after_start = a.x.max(b.x) > start.x - STRIKE_CLEARANCE;
    is_on_their_line && begins_before_end && ends_after_start
}
