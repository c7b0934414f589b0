//! Round numbers for scales and axes, and the scale below lanes.

use glam::DVec2;

use super::Painter;
use crate::digits;
use crate::flat::{Align, Words};
use crate::font::{self, Weight};
use crate::marks::theme::faded;

/// Least spacing of numbers on a wide scale, points.
const WIDE_SPACING: f64 = 110.0;

/// Least spacing of numbers on a narrow scale, points.
const NARROW_SPACING: f64 = 64.0;

/// Letter height of numbers, points.
const LETTER_SIZE: f64 = 11.5;

/// Least gap between two numbers, points.
const MIN_GAP: f64 = 5.0;

/// Least spacing of numbers on a scale of medium width, in widths of the scale.
const MEDIUM_SPACING: f64 = 0.6;

/// Distance of the scale's line from the lanes, points.
const LINE_BELOW: f64 = 7.0;

/// Length of the scale's ticks, points.
const TICK: f64 = 4.0;

/// Distance of the numbers' baseline from the scale's line, points.
const NUMBERS_BELOW: f64 = 17.0;

/// Factor of the least step that absorbs its rounding error, so that a step of that very size counts.
const STEP_ROUNDING: f64 = 0.999;

/// Least difference of the numbers of a logarithmic scale within one decade, as a share of the scale's range.
const STEP_IN_DECADE: f64 = 0.3;

/// Maximum number of numbers on a scale, whatever the camera shows.
const MAX_NUMBERS: usize = 60;

/// Smallest of 1, 2 and 5 times the powers of ten that is at least `least`, to rounding; `None` where `least` is not
/// positive and finite.
pub(crate) fn round_step(least: f64) -> Option<f64> {
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= least * STEP_ROUNDING)?;
    (step.is_finite() && step > 0.0).then_some(step)
}

/// A round step of at least `least`, or a smaller one where fewer than two multiples of that step are between the ends.
/// `None` where `least` is not positive and finite.
fn step_for([low, high]: [f64; 2], least: f64) -> Option<f64> {
    let steps = [1.0, 0.5, 0.25, 0.1, 0.05].into_iter().filter_map(|factor| round_step(least * factor));
    let with_two = steps.clone().find(|step| (high / step).floor() - (low / step).ceil() >= 1.0);
    with_two.or_else(|| steps.clone().next())
}

/// Multiples of a round step between two ends, at most [`MAX_NUMBERS`] of them. They are at least `least` apart, unless
/// fewer than two such multiples are between the ends.
fn multiples([low, high]: [f64; 2], least: f64) -> Vec<f64> {
    let Some(step) = step_for([low, high], least) else { return Vec::new() };
    let first = (low / step).ceil();
    let all = (0..MAX_NUMBERS).map(|k| (first + k as f64) * step).take_while(|value| *value <= high);
    // Avoids a tiny rounding error in place of zero.
    all.map(|value| if value.abs() < 0.5 * step { 0.0 } else { value }).collect()
}

/// Values and texts of round numbers on an axis between two ends, at least `least` apart where that leaves two of them.
/// With `decades`, values are exponents of ten, whose texts `power` returns; where fewer than two powers of ten are
/// between the ends, other round numbers are chosen.
pub(crate) fn numbers(ends: [f64; 2], least: f64, decades: bool, power: fn(i64) -> String) -> Vec<(f64, String)> {
    if decades {
        numbers_of_decades(ends, least, power)
    } else {
        with_common_exponent(multiples(ends, least).into_iter().map(|value| (value, plain(value))).collect())
    }
}

/// Values and texts of round numbers on a logarithmic axis. The ends, `least` and the values are exponents of ten:
/// powers of ten if two of them are between the ends, else 1, 2 and 5 times powers of ten, else multiples of a round
/// step.
fn numbers_of_decades(ends: [f64; 2], least: f64, power: fn(i64) -> String) -> Vec<(f64, String)> {
    let step = least.max(1.0).ceil();
    let [low, high] = ends;
    if !step.is_finite() || !(high - low).is_finite() {
        return Vec::new();
    }
    let exponents =
        (0..MAX_NUMBERS).map(|k| ((low / step).ceil() + k as f64) * step).take_while(|exponent| *exponent <= high);
    let powers: Vec<(f64, String)> = exponents.map(|exponent| (exponent, power(exponent as i64))).collect();
    if powers.len() > 1 {
        return powers;
    }
    // With no space for more, the first and the last power show the range.
    let first = low.ceil();
    let last = high.floor();
    if step > 1.0 && last > first {
        return [first, last].map(|exponent| (exponent, power(exponent as i64))).to_vec();
    }
    let mut numbers = Vec::new();
    for decade in low.floor() as i64..=high.floor() as i64 {
        for mantissa in [1.0f64, 2.0, 5.0] {
            let exponent = mantissa.log10() + decade as f64;
            if exponent >= low && exponent <= high {
                numbers.push((exponent, plain(mantissa * 10f64.powi(decade as i32))));
            }
        }
    }
    if numbers.len() > 1 {
        return numbers;
    }
    let [from, to] = ends.map(|exponent| 10f64.powf(exponent));
    let values = multiples([from, to], STEP_IN_DECADE * (to - from));
    values.into_iter().map(|value| (value.log10(), plain(value))).collect()
}

/// Rewrites numbers with the exponent of the largest, if any has an exponent: `0.5e6` next to `1e6`, not `500000`.
fn with_common_exponent(numbers: Vec<(f64, String)>) -> Vec<(f64, String)> {
    let exponents = numbers.iter().filter_map(|(_, text)| exponent_of(text));
    let Some(largest) = exponents.max() else { return numbers };
    let mut numbers = numbers;
    for (value, text) in &mut numbers {
        *text = if *value == 0.0 {
            String::from("0")
        } else {
            format!("{}e{largest}", plain(*value / 10f64.powi(largest))).replace("e-", "e−")
        };
    }
    numbers
}

/// Exponent of a number written as `5e−7`; `None` for one without an exponent.
fn exponent_of(number: &str) -> Option<i32> {
    let (_, exponent) = number.split_once('e')?;
    exponent.replace('−', "-").parse().ok()
}

/// Digits of a number, with a minus sign instead of a hyphen.
fn plain(value: f64) -> String {
    digits(value).replace('-', "−")
}

/// A number as a superscript: `¹·⁶⁸` for `1.68`.
pub fn raised(number: &str) -> String {
    number.chars().map(superscript).collect()
}

/// A digit, minus sign or point as a superscript; other characters are unchanged.
fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '.' => '·',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The superscripts of 0 and 4 to 9 follow each other from U+2070.
        digit => digit.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(digit),
    }
}

/// A power of ten: `10⁻³` for −3; from 1 to 1000 written out.
pub fn power_of_ten(exponent: i64) -> String {
    match exponent {
        0..=3 => String::from(["1", "10", "100", "1 000"][exponent as usize]),
        _ => format!("10{}", raised(&exponent.to_string())),
    }
}

impl Painter {
    /// Draws a line with round numbers, and a faint line through the lanes at each. The last number has the unit.
    pub(super) fn draw_scale(&mut self, index: usize, unit: &str, decades: bool) {
        let map = self.map;
        let low = map.value(map.left);
        let high = map.value(map.right);
        let width = (map.right - map.left).max(1.0);
        let spacing = WIDE_SPACING.min((MEDIUM_SPACING * width).max(NARROW_SPACING));
        let numbers = numbers([low, high], (high - low) * spacing / width, decades, power_of_ten);
        let base = map.bottom + LINE_BELOW;
        let ends = vec![DVec2::new(map.left, base), DVec2::new(map.right, base)];
        self.flat.line(index, ends, self.paper.faint, 1.0, &[]);
        let mut free = f64::NEG_INFINITY;
        let last_start =
            numbers.last().map_or(f64::INFINITY, |(value, number)| self.tick_words(map.x(*value), number, unit).0);
        for (k, (value, number)) in numbers.iter().enumerate() {
            let x = map.x(*value);
            let through = vec![DVec2::new(x, map.scale_top), DVec2::new(x, base)];
            // In an empty pane the lines would only strike through the text in it.
            if !self.is_scale_empty {
                self.flat.line(index, through, faded(self.paper.hairline, 0.7), 0.8, &[]);
            }
            self.flat.line(index, vec![DVec2::new(x, base), DVec2::new(x, base + TICK)], self.paper.faint, 1.0, &[]);
            let is_last = k + 1 == numbers.len();
            let unit = if is_last { unit } else { "" };
            // With many numbers, the one before the unit gives way to it.
            let end = x + 0.5 * font::width(number, LETTER_SIZE, Weight::Regular);
            if !is_last && numbers.len() > 3 && end + MIN_GAP > last_start {
                continue;
            }
            free = self.draw_tick(index, DVec2::new(x, base + NUMBERS_BELOW), number, unit, free);
        }
    }

    /// Draws a number centered below its line, with the unit after it, within the free range below the lanes. Omits the
    /// unit, or the number too, where there is no space after the previous number, which ends at `free` (points from
    /// the pane's left). Returns the end of the number, or `free` if it is omitted.
    fn draw_tick(&mut self, index: usize, at: DVec2, number: &str, unit: &str, free: f64) -> f64 {
        for unit in [unit, ""] {
            let (left, text) = self.tick_words(at.x, number, unit);
            if left >= free + MIN_GAP {
                let at = DVec2::new(left, at.y);
                let color = self.paper.faint;
                let text = &*text;
                self.flat
                    .words(index, &Words { at, text, size: LETTER_SIZE, align: Align::Start, strong: false, color });
                return left + font::width(text, LETTER_SIZE, Weight::Regular);
            }
        }
        free
    }

    /// Start (points from the pane's left) and text of a number centered at `x`, with the unit after it.
    fn tick_words(&self, x: f64, number: &str, unit: &str) -> (f64, String) {
        let [from, to] = self.map.free_range(self.size.x);
        let text = if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") };
        let number_width = font::width(number, LETTER_SIZE, Weight::Regular);
        let text_width = font::width(&text, LETTER_SIZE, Weight::Regular);
        ((x - 0.5 * number_width).min(to - text_width).max(from), text)
    }
}

#[cfg(test)]
mod tests {
    use super::{numbers, power_of_ten, round_step, step_for};

    #[test]
    fn an_axis_within_a_decade_has_other_round_numbers() {
        let texts = |ends| numbers(ends, 0.1, true, power_of_ten).into_iter().map(|one| one.1).collect::<Vec<_>>();
        assert_eq!(texts([-1.0, 2.0]), ["10⁻¹", "1", "10", "100"]);
        assert_eq!(texts([0.2, 0.9]), ["2", "5"]);
        assert_eq!(texts([0.32, 0.47]), ["2.2", "2.4", "2.6", "2.8"]);
        assert!(texts([f64::NAN, 1.0]).is_empty() && texts([0.0, f64::INFINITY]).is_empty());
    }

    #[test]
    fn a_scale_has_two_numbers_where_there_is_room_for_them() {
        assert_eq!(step_for([-0.3, 1.7], 2.0), Some(1.0), "0 and 2 are not both there, 0 and 1 are");
        assert_eq!(step_for([-3.0, 3.0], 2.0), Some(2.0), "enough numbers");
    }

    #[test]
    fn an_axis_of_decades_without_room_has_its_first_and_its_last_number() {
        let texts = |ends, least| {
            numbers(ends, least, true, |power| format!("10^{power}"))
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts([0.8, 6.0], 40.0), ["10^1", "10^6"], "not all of 1, 2, 5, 10, 20, 50 and so on");
        assert_eq!(texts([0.0, 6.0], 2.0), ["10^0", "10^2", "10^4", "10^6"]);
        assert_eq!(texts([0.1, 0.8], 0.2), ["2", "5"]);
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in [(0.7, 1.0), (1.0, 1.0), (1.1, 2.0), (2.1, 5.0), (6.0, 10.0), (0.013, 0.02)] {
            let found = round_step(least).expect("a step");
            assert!((found / step - 1.0).abs() < 1e-12, "{least}: {found}");
        }
        assert_eq!([0.0, -1.0, f64::NAN, f64::INFINITY].map(round_step), [None; 4]);
    }
}
