//! Numbers of printed vectors and quaternions with the names of their axes: `x: 1, y: 2, z: 3`.

use crate::dump::token::Token;

/// Number of a vector, with the name of its axis if it is stated.
pub(super) struct AxisNumber<'a> {
    pub(super) axis: Option<Token<'a>>,
    pub(super) number: Token<'a>,
}

/// Returns the letter of an axis in lower case: `_x` of three.js is `x`.
pub(super) fn axis_letter(key: &Token<'_>) -> String {
    key.text.trim_start_matches('_').to_ascii_lowercase()
}

/// Returns the number whose axis has one of these letters; `None` if no axis has.
pub(super) fn number_of_axis(numbers: &[AxisNumber<'_>], letters: &str) -> Option<f64> {
    for AxisNumber { axis, number } in numbers {
        if axis.is_some_and(|axis| letters.contains(axis_letter(&axis).as_str())) {
            return Some(number.number()?.value);
        }
    }
    None
}
