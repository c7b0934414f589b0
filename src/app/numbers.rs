//! Numbers as people read them.

use crate::picture::with_digits;

/// Six significant digits, in plain form where that is short; a real minus sign.
pub(super) fn short(value: f64) -> String {
    ascii(value, 6).replace('-', "−")
}

/// The same with fewer digits, for tight places.
pub(super) fn brief(value: f64) -> String {
    ascii(value, 4).replace('-', "−")
}

/// A value in as many digits as so many letters have room for. Only a name is longer.
pub(super) fn fitting(value: &str, letters: usize) -> String {
    let fewer = (2..=6).rev().map(|digits| with_digits(value, digits));
    let mut all: Vec<String> = std::iter::once(value.to_owned()).chain(fewer).collect();
    let fits = all.iter().position(|text| text.chars().count() <= letters).unwrap_or(all.len() - 1);
    all.swap_remove(fits)
}

/// So many significant digits, readable by `str::parse`.
pub(super) fn ascii(value: f64, digits: usize) -> String {
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
