//! The key numbers of a step in a strip below the caption: each with its symbol and unit, and its name below.
//!
//! - **Columns**: their widths are those that the whole run needs, so that a number missing in some steps does not move
//!   the others. Steps with a different first number have columns of their own.
//! - **Little space**: nothing is clipped. Numbers have fewer digits, names take two lines, and the last numbers are
//!   omitted.

use std::collections::BTreeMap;

use glam::DVec2;

use super::measures::{MARGIN, SMALL};
use super::svg::Svg;
use crate::Theme;
use crate::font::{self, Weight};

/// Least height of a figure that shows key numbers, points.
pub(crate) const MIN_PAGE_HEIGHT: f64 = 540.0;

/// Space between columns, points.
const GAP: f64 = 26.0;

/// Letter height of values, points.
const VALUE_SIZE: f64 = 14.0;

/// Letter height of names, points.
const CAPTION_SIZE: f64 = SMALL - 1.0;

/// Distance from the top of the strip to the base line of the values, points.
const VALUE_BASE: f64 = 21.0;

/// Distance from the top of the strip to the base line of the names, points.
const CAPTION_BASE: f64 = 39.0;

/// Height of the strip without its lines of names, points.
const HEIGHT_WITHOUT_NAMES: f64 = 34.0;

/// Greatest width that a column gets in addition to what it needs, points.
const MAX_EXTRA_WIDTH: f64 = 40.0;

/// Tolerance for the rounding error of a text's width, points.
const WIDTH_TOLERANCE: f64 = 0.5;

/// Least difference between needed and least width, points: avoids a division by zero.
const MIN_WIDTH_DIFFERENCE: f64 = 1e-9;

/// Line spacing of names, points.
const LINE_HEIGHT: f64 = 16.0;

/// Largest number of digits of a number: all digits of an f64.
const MAX_DIGITS: usize = 17;

/// Least number of digits of a number.
const MIN_DIGITS: usize = 4;

/// Least number of digits of each of three coordinates, which take three times the width.
const MIN_DIGITS_OF_VECTOR: usize = 3;

/// Text of lessons for a number that is zero to rounding, and its short form.
const ZERO_TO_ROUNDING: [&str; 2] = ["0 within rounding", "≈ 0"];

/// A key number of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyNumber {
    /// Symbol of the source, before the value.
    pub symbol: String,
    /// Name, in a few words.
    pub caption: String,
    /// Number with its unit.
    pub value: String,
}

/// Widths of a column, points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Column {
    /// Width with all digits, and the name on one line.
    whole: f64,
    /// Width with few digits, and the name on two lines; at most `whole`.
    least: f64,
}

/// Position of a column in the strip, points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ColumnSpan {
    /// Distance of its left side from that of the strip.
    x: f64,
    width: f64,
}

impl Column {
    /// Widths that a number needs; `all` are the numbers of its strip.
    fn for_number(number: &KeyNumber, all: &[KeyNumber]) -> Self {
        let widest = value_width(&text_of(number, MAX_DIGITS, all));
        let whole = widest.max(font::width(&number.caption, CAPTION_SIZE, Weight::Regular));
        let narrowest = value_width(&text_of(number, min_digits(number, all), all));
        Self { whole, least: narrowest.max(two_line_width(&number.caption)).min(whole) }
    }

    /// Widths that are enough for both columns.
    fn max(self, other: Self) -> Self {
        Self { whole: self.whole.max(other.whole), least: self.least.max(other.least) }
    }
}

/// Least number of digits with which a number still reads differently from all other values of the strip.
fn min_digits(number: &KeyNumber, all: &[KeyNumber]) -> usize {
    if number.value.contains(',') {
        return MIN_DIGITS_OF_VECTOR;
    }
    (MIN_DIGITS..MAX_DIGITS).find(|digits| is_distinct(number, *digits, all)).unwrap_or(MAX_DIGITS)
}

/// Whether a number with `digits` digits reads differently from all different numbers of the strip.
fn is_distinct(number: &KeyNumber, digits: usize, all: &[KeyNumber]) -> bool {
    let text = with_digits(&number.value, digits);
    all.iter().filter(|other| other.value != number.value).all(|other| with_digits(&other.value, digits) != text)
}

/// Width of columns with the gaps between them, points; `width` selects one of a column's widths.
fn total_width(columns: &[Column], width: fn(&Column) -> f64) -> f64 {
    columns.iter().map(width).sum::<f64>() + GAP * columns.len().saturating_sub(1) as f64
}

/// Width of a value, points.
fn value_width(text: &str) -> f64 {
    font::width(text, VALUE_SIZE, Weight::SemiBold)
}

/// Columns of all strips of a run, by the symbol of the first number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns(BTreeMap<String, Vec<Column>>);

impl Columns {
    /// Columns that the numbers of one step need.
    pub(crate) fn for_numbers(numbers: &[KeyNumber]) -> Self {
        let Some(first) = numbers.first() else { return Self::default() };
        let columns = numbers.iter().map(|number| Column::for_number(number, numbers)).collect();
        Self(BTreeMap::from([(first.symbol.clone(), columns)]))
    }

    /// Widens the columns so that the numbers of `other` fit too.
    pub(crate) fn join(&mut self, other: &Self) {
        for (first, columns) in &other.0 {
            let widened = self.0.entry(first.clone()).or_default();
            widened.resize(widened.len().max(columns.len()), Column::default());
            for (widest, column) in widened.iter_mut().zip(columns) {
                *widest = widest.max(*column);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Height of the strip in the width `available`, points: the same in all steps.
    pub(crate) fn height(&self, available: f64) -> f64 {
        let line_counts = self.0.values().map(|columns| name_lines(columns, available));
        HEIGHT_WITHOUT_NAMES + LINE_HEIGHT * line_counts.max().unwrap_or(1) as f64
    }

    /// Positions of the numbers of a step that fit; the last one extends to the end of the strip.
    fn spans(&self, numbers: &[KeyNumber], available: f64) -> Vec<ColumnSpan> {
        let columns = numbers.first().and_then(|first| self.0.get(&first.symbol));
        let mut spans = lay_out_columns(columns.map_or(&[], Vec::as_slice), available);
        spans.truncate(numbers.len());
        if let Some(last) = spans.last_mut() {
            last.width = available - last.x;
        }
        spans
    }
}

/// Positions of the columns that fit into the width `available`, points; of the first one in any case.
fn lay_out_columns(columns: &[Column], available: f64) -> Vec<ColumnSpan> {
    let mut counts = (1..=columns.len()).rev();
    let count = counts.find(|count| total_width(&columns[..*count], |c| c.least) <= available).unwrap_or(1);
    let count = count.min(columns.len());
    let least = total_width(&columns[..count], |c| c.least);
    let whole = total_width(&columns[..count], |c| c.whole);
    // The remaining width goes first to columns that need more, then equally to all, limited so that the table stays
    // compact. `t` is the share of the additional widths that the columns get, 0 to 1.
    let t = ((available - least) / (whole - least).max(MIN_WIDTH_DIFFERENCE)).clamp(0.0, 1.0);
    let extra = ((available - whole) / count.max(1) as f64).clamp(0.0, MAX_EXTRA_WIDTH);
    let mut end = 0.0;
    let mut spans = Vec::with_capacity(count);
    for column in &columns[..count] {
        let width = column.least + t * (column.whole - column.least) + extra;
        end += width + GAP;
        spans.push(ColumnSpan { x: end - width - GAP, width });
    }
    spans
}

/// Number of lines of the names: one, or two where they do not all fit on one.
fn name_lines(columns: &[Column], available: f64) -> usize {
    if total_width(columns, |column| column.whole) <= available { 1 } else { 2 }
}

/// Draws the numbers in their columns with a hairline above, the top at `y`, in the width `available`, points.
pub(crate) fn draw(svg: &mut Svg, theme: Theme, numbers: &[KeyNumber], columns: &Columns, y: f64, available: f64) {
    let paper = theme.paper();
    svg.rect(DVec2::new(MARGIN, y), DVec2::new(available, 1.0), 0.0, paper.hairline, None);
    for (number, span) in numbers.iter().zip(columns.spans(numbers, available)) {
        let left = MARGIN + span.x;
        let value = fitting_text(number, span.width, numbers);
        let at = DVec2::new(left, y + VALUE_BASE);
        svg.text(at, &value, VALUE_SIZE, Weight::SemiBold, "start", paper.text, None);
        let name = font::wrap(&number.caption, CAPTION_SIZE, Weight::Regular, span.width + WIDTH_TOLERANCE);
        for (k, line) in name.iter().enumerate() {
            let at = DVec2::new(left, y + (CAPTION_BASE + LINE_HEIGHT * k as f64));
            svg.text(at, line, CAPTION_SIZE, Weight::Regular, "start", paper.faint, None);
        }
    }
}

/// Symbol and value with as many digits as fit into the width `available` (points), at least [`min_digits`].
fn fitting_text(number: &KeyNumber, available: f64, all: &[KeyNumber]) -> String {
    let least = min_digits(number, all);
    let mut texts = (least..=MAX_DIGITS).rev().map(|digits| text_of(number, digits, all));
    texts.find(|text| value_width(text) <= available + WIDTH_TOLERANCE).unwrap_or_else(|| text_of(number, least, all))
}

/// Text of a number with its symbol and this many digits.
fn text_of(number: &KeyNumber, digits: usize, all: &[KeyNumber]) -> String {
    if number.value == ZERO_TO_ROUNDING[0] && digits <= min_digits(number, all) {
        return format!("{} {}", number.symbol, ZERO_TO_ROUNDING[1]).trim_start().to_owned();
    }
    let value = with_digits(&number.value, digits);
    let symbol = &number.symbol;
    if symbol.is_empty() {
        return value;
    }
    // A value such as `≤ 3 mm` has its relation to the symbol already.
    let has_relation = value.starts_with(['<', '≈', '≤', '≥']);
    if has_relation { format!("{symbol} {value}") } else { format!("{symbol} = {value}") }
}

/// Shortens the decimal numbers in a text to this many digits; integers and names are unchanged.
pub fn with_digits(text: &str, digits: usize) -> String {
    let mut shortened = String::with_capacity(text.len());
    let mut remainder = text;
    while let Some(start) = remainder.find(|c: char| c.is_ascii_digit()) {
        shortened.push_str(&remainder[..start]);
        let digits_and_after = &remainder[start..];
        let length = digits_and_after.find(|c: char| !c.is_ascii_digit() && c != '.');
        let number = digits_and_after[..length.unwrap_or(digits_and_after.len())].trim_end_matches('.');
        // Digits after a letter are part of a name, such as `a2`.
        if shortened.ends_with(char::is_alphabetic) {
            shortened.push_str(number);
        } else {
            shortened.push_str(&round_decimals(number, digits));
        }
        remainder = &digits_and_after[number.len()..];
    }
    shortened + remainder
}

/// Rounds a decimal number to this many significant digits; integers, and numbers with fewer digits, are unchanged.
fn round_decimals(number: &str, digits: usize) -> String {
    let (Some((_, decimals)), Ok(value)) = (number.split_once('.'), number.parse::<f64>()) else {
        return number.to_owned();
    };
    let significant = number.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).count();
    let keep = (decimals.len() + digits).saturating_sub(significant);
    if keep >= decimals.len() {
        return number.to_owned();
    }
    let text = format!("{value:.keep$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Least width of a caption on two lines, points, to a hundredth of its width on one.
fn two_line_width(text: &str) -> f64 {
    let whole = font::width(text, CAPTION_SIZE, Weight::Regular);
    let mut widths = (0..50).map(|percent| whole * (0.5 + 0.01 * f64::from(percent)));
    widths.find(|available| fits_on_two_lines(text, *available)).unwrap_or(whole)
}

/// Whether a caption fits into two lines of the width `available`. Lines are filled greedily, so a width suffices if
/// the remainder after the first line fits into the second.
fn fits_on_two_lines(text: &str, available: f64) -> bool {
    let lines = font::wrap(text, CAPTION_SIZE, Weight::Regular, available);
    lines.len() <= 2 && lines.iter().all(|line| font::width(line, CAPTION_SIZE, Weight::Regular) <= available)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(symbol: &str, caption: &str, value: &str) -> KeyNumber {
        KeyNumber { symbol: symbol.into(), caption: caption.into(), value: value.into() }
    }

    #[test]
    fn numbers_have_as_many_digits_as_fit() {
        assert_eq!(with_digits("(0.02966, -0.9689, 0.2) m", 2), "(0.03, -0.97, 0.2) m");
        assert_eq!(with_digits("1.2346e-7 m/s of 1234, a2b13", 3), "1.23e-7 m/s of 1234, a2b13");
        assert_eq!(with_digits("9.9996 … 123.456", 3), "10 … 123");
        assert_eq!(with_digits("ends in 3.", 1), "ends in 3.");
        let nothing = number("gap", "from A to B", "0 within rounding");
        assert_eq!(fitting_text(&nothing, 1000.0, &[]), "gap = 0 within rounding");
        assert_eq!(fitting_text(&nothing, 80.0, &[]), "gap ≈ 0");
        let normal = number("n", "normal", "(0.02966, 0.9689, 0.2466)");
        let available = value_width("n = (0.0297, 0.969, 0.247)");
        assert_eq!(fitting_text(&normal, available, &[]), "n = (0.0297, 0.969, 0.247)");
        assert_eq!(fitting_text(&normal, 1000.0, &[]), "n = (0.02966, 0.9689, 0.2466)");
    }

    #[test]
    fn different_numbers_keep_the_digits_that_distinguish_them() {
        let times =
            [number("t", "now", "0.567327211 s"), number("t₁", "then", "0.567327213 s"), number("d", "", "1.23456")];
        assert_eq!(fitting_text(&times[0], 1.0, &times), "t = 0.567327211 s");
        assert_eq!(fitting_text(&times[1], 1.0, &times), "t₁ = 0.567327213 s");
        assert_eq!(fitting_text(&times[2], 1.0, &times), "d = 1.235");
    }

    #[test]
    fn numbers_and_names_fit_into_their_columns() {
        let all: Vec<KeyNumber> =
            (0..9).map(|_| number("margin", "from the best gap to the second best", "0.123456 m")).collect();
        let columns: Vec<Column> = all.iter().map(|each| Column::for_number(each, &all)).collect();
        for available in [468.0, 768.0, 1248.0, 4000.0] {
            let spans = lay_out_columns(&columns, available);
            let last = spans[spans.len() - 1];
            assert!(!spans.is_empty() && last.x + last.width <= available + 1e-6, "{spans:?}");
            for ColumnSpan { width, .. } in spans {
                assert!(value_width(&fitting_text(&all[0], width, &all)) <= width + 0.5);
                let lines = font::wrap(&all[0].caption, CAPTION_SIZE, Weight::Regular, width + 0.5);
                assert!(lines.len() <= name_lines(&columns, available), "{lines:?}");
            }
        }
        assert!(lay_out_columns(&[], 100.0).is_empty());
        assert_eq!((name_lines(&columns[..2], 1248.0), name_lines(&columns, 1248.0)), (1, 2));
    }

    #[test]
    fn steps_with_another_first_number_have_columns_of_their_own() {
        let wide = [number("n", "normal", "(0.02966, 0.9689, 0.2466)"), number("k", "steps", "3")];
        let bounds = [number("upper", "depth at most", "0.2826 m"), number("lower", "depth at least", "0.2826 m")];
        let one = [number("upper", "depth at most", "1.5 m")];
        let mut all = Columns::default();
        [&wide[..], &bounds, &one].into_iter().for_each(|numbers| all.join(&Columns::for_numbers(numbers)));
        let spans = all.spans(&bounds, 400.0);
        assert_eq!(spans[0].x, all.spans(&one, 400.0)[0].x);
        assert!(spans[1].x < value_width("n = (0.02966, 0.9689, 0.2466)"), "as wide as the bounds need: {spans:?}");
        for (number, span) in bounds.iter().zip(&spans) {
            assert!(fitting_text(number, span.width, &bounds).ends_with("0.2826 m"), "all digits");
        }
        assert!((spans[1].x + spans[1].width - 400.0).abs() < 1e-9, "the last column extends to the end");
        assert!(all.spans(&[], 400.0).is_empty() && all.height(1248.0) == Columns::for_numbers(&one).height(1248.0));
    }

    #[test]
    fn a_long_word_is_not_broken() {
        assert!(
            two_line_width("incomprehensibilities")
                >= font::width("incomprehensibilities", CAPTION_SIZE, Weight::Regular) - 4.0
        );
    }
}
