//! Formatting of numbers for people, with few digits and in one style. A text is a [`Shown`], which keeps the exact
//! value for programs.

mod unit;
mod vectors;

use std::fmt;
use std::ops::Deref;

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
pub use unit::Unit;
pub use vectors::{point, point_in_plane, vector, vector_in_plane};

/// Number of significant digits of a number that is shown by itself.
const DIGITS: usize = 5;

/// Number of significant digits of lengths, and of numbers in narrow places.
const BRIEF_DIGITS: usize = 4;

/// Upper limit of digits: an `f64` carries no more.
const MAX_DIGITS: usize = 16;

/// Number of significant digits of ratios and errors.
const ERROR_DIGITS: usize = 2;

/// Size of a number, relative to the numbers from which it was computed, up to which it is rounding error in `f64`.
const RELATIVE_ROUNDING: f64 = 1e-13;

/// Rounding error of lengths in `f32`, as a fraction of the size of the bodies: about 17 machine epsilons.
const SINGLE_LENGTH_ROUNDING: f64 = 2e-6;

/// Rounding error of lengths in `f64`, as a fraction of the size of the bodies: about 1800 machine epsilons.
const DOUBLE_LENGTH_ROUNDING: f64 = 4e-13;

/// Weight below which four decimals show 0.
const MIN_WEIGHT: f64 = 5e-5;

/// Text for people with the exact value for programs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Rounded number, or a word.
    pub text: String,
    /// Full-precision value; `None` for words.
    pub exact: Option<Exact>,
}

/// Exact value behind a text: lengths in meters, vectors in the axes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Exact {
    /// Number of items, such as iterations.
    Count(usize),
    /// Number; infinite when no value is known yet.
    Number(#[serde(serialize_with = "floats")] f64),
    /// Vector with three coordinates.
    Vector(#[serde(serialize_with = "floats")] DVec3),
}

impl Shown {
    /// Creates the text of a value.
    fn new(text: String, exact: Exact) -> Self {
        Self { text, exact: Some(exact) }
    }
}

impl Deref for Shown {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.text)
    }
}

impl From<String> for Shown {
    fn from(text: String) -> Self {
        Self { text, exact: None }
    }
}

impl From<&str> for Shown {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<Shown> for String {
    fn from(shown: Shown) -> Self {
        shown.text
    }
}

/// Formats a number of items.
pub fn count(n: usize) -> Shown {
    Shown::new(n.to_string(), Exact::Count(n))
}

/// Formats a number with five significant digits: plain between 0.001 and a million, else with an exponent.
pub fn number(x: f64) -> Shown {
    Shown::new(significant(x, DIGITS), Exact::Number(x))
}

/// Formats numbers that are shown next to one another: each with five significant digits, or with as many more as
/// distinguish any two that differ by more than `rounding`.
pub fn distinct_texts<const N: usize>(numbers: [f64; N], rounding: f64) -> [String; N] {
    for digits in DIGITS..MAX_DIGITS {
        let texts = numbers.map(|x| significant(x, digits));
        if are_distinguished(&texts, &numbers, rounding) {
            return texts;
        }
    }
    numbers.map(|x| significant(x, MAX_DIGITS))
}

/// Whether any two numbers that differ by more than `rounding` have different texts.
fn are_distinguished<const N: usize>(texts: &[String; N], numbers: &[f64; N], rounding: f64) -> bool {
    let mut pairs = (0..N).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.all(|(i, j)| texts[i] != texts[j] || !((numbers[i] - numbers[j]).abs() > rounding))
}

/// Formats a number with four significant digits, for narrow places.
pub fn brief(x: f64) -> String {
    significant(x, BRIEF_DIGITS)
}

/// Formats a number with five significant digits, or as the text `none` when it is not finite.
pub fn number_or(x: f64, none: &str) -> Shown {
    if x.is_finite() { number(x) } else { Shown::new(none.to_owned(), Exact::Number(x)) }
}

/// Formats a length with four significant digits and a unit: m from 0.01 m on, else mm, µm or nm; below 1e-10 m again
/// m, with an exponent.
pub fn length(meters: f64) -> Shown {
    let size = meters.abs();
    let (units_per_meter, unit) = if size >= 0.01 || size == 0.0 {
        (1.0, "m")
    } else if size >= 1e-4 {
        (1e3, "mm")
    } else if size >= 1e-7 {
        (1e6, "µm")
    } else if size >= 1e-10 {
        (1e9, "nm")
    } else {
        (1.0, "m")
    };
    Shown::new(format!("{} {unit}", significant(meters * units_per_meter, BRIEF_DIGITS)), Exact::Number(meters))
}

/// Rounding error of lengths among bodies of this size, meters, for arithmetic in `f32` (`single`) or `f64`.
pub fn rounding(size: f64, single: bool) -> f64 {
    size * if single { SINGLE_LENGTH_ROUNDING } else { DOUBLE_LENGTH_ROUNDING }
}

/// Whether a number is at most its rounding error.
pub fn is_rounding(x: f64, rounding: f64) -> bool {
    x.abs() <= rounding
}

/// Text for a nonzero number below rounding error.
pub const WITHIN_ROUNDING: &str = "0 within rounding";

/// Replaces the text of a nonzero number that is at most its rounding error by [`WITHIN_ROUNDING`].
pub fn or_rounding(shown: Shown, rounding: f64) -> Shown {
    match shown.exact {
        Some(Exact::Number(x)) if x != 0.0 && is_rounding(x, rounding) => {
            Shown { text: WITHIN_ROUNDING.to_owned(), ..shown }
        }
        _ => shown,
    }
}

/// Formats a length, or as `none yet`, without a value for programs, when it is not finite.
pub fn length_or_none_yet(meters: f64) -> Shown {
    if meters.is_finite() { length(meters) } else { "none yet".into() }
}

/// Formats a count with its noun, which gets an `s` in the plural: `1 pair`, `3 pairs`.
pub fn with_noun(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Formats a length with the error `rounding`, meters: `none yet` when it is not finite, [`WITHIN_ROUNDING`] when it is
/// at most its error and not 0.
pub fn measured(meters: f64, rounding: f64) -> Shown {
    if !meters.is_finite() {
        return Shown::new(String::from("none yet"), Exact::Number(meters));
    }
    or_rounding(length(meters), rounding)
}

/// Formats the magnitude of an error, meters, with two significant digits.
pub fn error(meters: f64) -> Shown {
    let size = meters.abs();
    let text = if size == 0.0 { String::from("0 m") } else { format!("{} m", significant(size, ERROR_DIGITS)) };
    Shown::new(text, Exact::Number(size))
}

/// Formats a ratio or an error with two significant digits.
pub fn two_digits(x: f64) -> String {
    significant(x, ERROR_DIGITS)
}

/// Formats a number for a table, with five significant digits: 0 when it is at most 1e-13 of `size`.
pub fn or_zero(x: f64, size: f64) -> Shown {
    let shown = number(x);
    if x.abs() <= RELATIVE_ROUNDING * size { Shown { text: String::from("0"), ..shown } } else { shown }
}

/// Formats a barycentric weight with four decimals, to align columns; 1e-13 to 5e-5 keep two significant digits.
pub fn weight(x: f64) -> Shown {
    let is_tiny = x.abs() > RELATIVE_ROUNDING && x.abs() < MIN_WEIGHT;
    let text = if is_tiny { significant(x, ERROR_DIGITS) } else { minus(&format!("{x:.4}")) };
    let text = if text == "−0.0000" { String::from("0.0000") } else { text };
    Shown::new(text, Exact::Number(x))
}

/// Formats a number with `digits` significant digits, without trailing zeros: plain between 0.001 and a million, else
/// with an exponent. Whole digits before the decimal point are kept even if there are more than `digits`.
fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return String::from("0");
    }
    if !x.is_finite() {
        let word = if x.is_nan() {
            "not a number"
        } else if x > 0.0 {
            "∞"
        } else {
            "−∞"
        };
        return String::from(word);
    }
    // The exponent is read after rounding: 9.99996 becomes 10, not 10.000.
    let rounded = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if (-3..6).contains(&power) {
        let decimals = (digits as i32 - 1 - power).max(0) as usize;
        minus(without_trailing_zeros(&format!("{x:.decimals$}")))
    } else {
        minus(&format!("{}e{exponent}", without_trailing_zeros(mantissa)))
    }
}

/// Removes trailing zeros after the decimal point.
fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Replaces the hyphen by the minus sign, which is as wide as a digit.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beside_one_another_have_the_digits_that_tell_them_apart() {
        assert_eq!(distinct_texts([9999.98572, 9999.98578, 20000.0], 1e-9), ["9999.9857", "9999.9858", "20000"]);
        assert_eq!(distinct_texts([0.5, 0.5, 0.25], 0.0), ["0.5", "0.5", "0.25"], "equal numbers stay equal");
        assert_eq!(distinct_texts([1.0, 1.0 + 1e-14], 1e-12), ["1", "1"], "rounding tells nothing apart");
        assert_eq!(distinct_texts([1.0, f64::INFINITY], 1e-12), ["1", "∞"]);
    }

    #[test]
    fn numbers_are_short_and_true() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (0.445039423, "0.44504"),
            (1.25, "1.25"),
            (-9.999996, "−10"),
            (123456.7, "123457"),
            (1234567.0, "1.2346e6"),
            (1e-7, "1e−7"),
            (0.001, "0.001"),
            (f64::INFINITY, "∞"),
        ];
        for (x, text) in cases {
            assert_eq!(number(x).text, text, "{x}");
        }
    }

    #[test]
    fn what_is_rounding_beside_other_numbers_reads_so() {
        let shown = |x, size, single| or_rounding(length(x), rounding(size, single)).text;
        assert_eq!(shown(1.8e-16, 1.0, false), "0 within rounding");
        assert_eq!(shown(1.8e-16, 1e-4, false), "1.8e−16 m");
        assert_eq!(shown(0.0, 1.0, false), "0 m", "it is exact");
        assert_eq!(shown(1.1e-7, 1.0, true), "0 within rounding");
        assert_eq!(shown(2_f64.powi(-30), 1.0, false), "0.9313 nm", "that f32 holds it as well says nothing");
        assert_eq!(or_rounding(number(-3e-17), 2.0).exact, Some(Exact::Number(-3e-17)), "programs read every digit");
    }

    #[test]
    fn what_is_rounding_alone_is_none_in_a_table() {
        assert_eq!([1e-17, -3e-15, 2e-9, 0.25].map(|x| weight(x).text), ["0.0000", "0.0000", "2e−9", "0.2500"]);
        assert_eq!(
            [or_zero(1e-17, 1.0).text, or_zero(1e-17, 1e-6).text],
            ["0", "1e−17"],
            "beside what it is rounding of"
        );
        assert_eq!(or_zero(1e-17, 1.0).exact, Some(Exact::Number(1e-17)), "programs read every digit");
    }

    #[test]
    fn a_length_no_larger_than_its_error_is_none() {
        assert_eq!(measured(1e-16, 1e-14).text, WITHIN_ROUNDING);
        assert_eq!(measured(1e-16, 1e-14).exact, Some(Exact::Number(1e-16)), "programs read every digit");
        assert_eq!([measured(0.0, 1e-14).text, measured(-5e-4, 1e-14).text], ["0 m", "−0.5 mm"]);
        assert_eq!(measured(f64::INFINITY, 1e-14).text, "none yet");
    }

    #[test]
    fn lengths_choose_their_unit() {
        assert_eq!(length(0.445039).text, "0.445 m", "meters from a centimeter on");
        assert_eq!(length(0.0005).text, "0.5 mm", "below: millimeters");
        assert_eq!(length(-7.693e-7).text, "−0.7693 µm", "a sign changes no unit");
        assert_eq!(length(1e5).text, "100000 m", "no kilometers");
        assert_eq!(length(0.0).text, "0 m", "zero");
    }

    #[test]
    fn lengths_beside_one_another_have_one_unit() {
        let depths = [9.019e-3, 0.043_69, -0.000_2];
        let unit = Unit::of(depths);
        assert_eq!(depths.map(|depth| unit.length(depth).text), ["9.019 mm", "43.69 mm", "−0.2 mm"]);
        assert_eq!([Unit::of([]).name, Unit::of([2.0, 0.001]).name, Unit::of([3e-6]).name], ["m", "m", "µm"]);
        assert_eq!(unit.bare(0.043_69, 3), "43.7");
        assert_eq!([2.5e-7, 0.0, 0.007_113_2].map(|length| unit.short(length)), ["under 0.001 mm", "0 mm", "7.113 mm"]);
        assert_eq!(unit.length(-1e-9).text, "−1 nm", "it would be a millionth of the unit");
        let unit = unit.within(8e-13);
        assert_eq!([unit.length(-3e-17).text, unit.bare(-3e-17, 3), unit.short(3e-17)], [WITHIN_ROUNDING, "0", "0 mm"]);
        assert_eq!(unit.length(-3e-17).exact, Some(Exact::Number(-3e-17)), "programs read every digit");
        assert_eq!([unit.drawn(3e-17), unit.drawn(3e-7)], [0.0, 3e-7]);
    }

    #[test]
    fn every_digit_stays_beside_the_text() {
        let third = 1.0 / 3.0;
        assert_eq!(number(third), Shown { text: "0.33333".into(), exact: Some(Exact::Number(third)) });
        assert_eq!(length(third * 1e-3).exact, Some(Exact::Number(third * 1e-3)), "meters, whatever the text's unit");
        assert_eq!(vector(DVec3::splat(third)).exact, Some(Exact::Vector(DVec3::splat(third))));
        assert_eq!(number_or(f64::INFINITY, "none yet").to_string(), "none yet");
        assert_eq!(number_or(f64::INFINITY, "none yet").exact, Some(Exact::Number(f64::INFINITY)));
        assert_eq!(Shown::from("kept").exact, None, "a word is no number");
    }

    #[test]
    fn weights_line_up() {
        assert_eq!(weight(0.25).text, "0.2500", "four decimals");
        assert_eq!(weight(1e-9).text, "1e−9", "but nothing that is there looks like nothing");
        assert_eq!(vector(DVec3::new(1.0, 1e-17, -0.5)).text, "(1, 0, −0.5)", "rounding is not shown");
    }
}
