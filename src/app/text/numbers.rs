//! Formats numbers for the window with few significant digits.

use contact_lens_picture::with_digits;

/// Formats a number with at most six significant digits, in scientific notation below 10⁻⁴ and from 10⁶ on, with a true
/// minus sign.
pub(crate) fn six_digits(value: f64) -> String {
    ascii_number(value, 6).replace('-', "−")
}

/// Formats a number with at most four significant digits, in scientific notation below 10⁻⁴ and from 10⁴ on, with a
/// true minus sign.
pub(crate) fn four_digits(value: f64) -> String {
    ascii_number(value, 4).replace('-', "−")
}

/// Returns a text as it is if it has at most `letters` characters. Otherwise rounds its numbers to six significant
/// digits or fewer, but at least two, until it fits. A text that is too long with two digits is returned with two.
pub(crate) fn round_to_fit(value: &str, letters: usize) -> String {
    let mut text = value.to_owned();
    for digits in (2..=6).rev() {
        if text.chars().count() <= letters {
            break;
        }
        text = with_digits(value, digits);
    }
    text
}

/// Removes trailing zeros after the decimal point, and a point without digits after it.
fn without_trailing_zeros(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}

/// Formats a number with at most `digits` significant digits (at least 1) and an ASCII minus sign, in scientific
/// notation below 10⁻⁴ and from 10^`digits` on. `str::parse` reads the text of a finite number.
pub(crate) fn ascii_number(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return String::from("NaN");
    }
    if value.is_infinite() {
        return String::from(if value > 0.0 { "∞" } else { "-∞" });
    }
    if value == 0.0 {
        return String::from("0");
    }
    let exponent = value.abs().log10().floor() as i32;
    if (-4..digits as i32).contains(&exponent) {
        let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
        return without_trailing_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    let text = format!("{value:.*e}", digits - 1);
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", without_trailing_zeros(mantissa)),
        None => text,
    }
}
