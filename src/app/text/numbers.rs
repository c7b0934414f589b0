//! Formats numbers for the window with few significant digits.

use crate::picture::with_digits;

/// Formats a number with at most six significant digits, in scientific notation below 10⁻⁴ and from 10⁶ on, with a true
/// minus sign.
pub(in crate::app) fn six_digits(value: f64) -> String {
    ascii_number(value, 6).replace('-', "−")
}

/// Formats a number with at most four significant digits, in scientific notation below 10⁻⁴ and from 10⁴ on, with a
/// true minus sign.
pub(in crate::app) fn four_digits(value: f64) -> String {
    ascii_number(value, 4).replace('-', "−")
}

/// Returns a text as it is if it has at most `letters` characters. Otherwise rounds its numbers to six significant
/// digits or fewer, but at least two, until it fits. A text that is too long with two digits is returned with two.
pub(in crate::app) fn round_to_fit(value: &str, letters: usize) -> String {
    let fewer = (2..=6).rev().map(|digits| with_digits(value, digits));
    let mut all: Vec<String> = std::iter::once(value.to_owned()).chain(fewer).collect();
    let fits = all.iter().position(|text| text.chars().count() <= letters).unwrap_or(all.len() - 1);
    all.swap_remove(fits)
}

/// Formats a number with at most `digits` significant digits and an ASCII minus sign; `str::parse` reads finite ones.
pub(in crate::app) fn ascii_number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return if value.is_nan() {
            String::from("NaN")
        } else {
            String::from(if value > 0.0 { "∞" } else { "-∞" })
        };
    }
    if value == 0.0 {
        return String::from("0");
    }
    let exponent = value.abs().log10().floor() as i32;
    if (-4..digits as i32).contains(&exponent) {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        let text = format!("{value:.decimals$}");
        return if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    }
    let text = format!("{value:.*e}", digits - 1);
    match text.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}
