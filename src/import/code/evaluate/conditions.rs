//! Comparisons in the conditions of loops and branches, `i < 3`, and the ranges of numbers that loops visit, `0..3`.

use super::fallbacks::is_nothing;
use super::value::{Data, Value};
use crate::code::parser::syntax::Comparison;

/// Maximum number of iterations of a loop; bounds the time of an import.
pub const MAX_ITERATIONS: usize = 20_000;

/// Tolerance for the rounding error of the number of steps of a range, in steps: 1 / 0.1 need not be exactly 10.
const STEP_ROUNDING: f64 = 1e-9;

/// Returns whether a comparison is true; `None` if a value is unknown, or the operator does not apply to the two kinds
/// of values.
pub fn holds(sign: Comparison, left: &Value, right: &Value) -> Option<bool> {
    let is_absence = is_nothing(left) || is_nothing(right);
    let equality = match (&left.data, &right.data) {
        (Data::Word(a), Data::Word(b)) if !is_absence => Some(a == b),
        _ => equal_to_nothing(left, right),
    };
    if let Some(is_equal) = equality {
        return match sign {
            Comparison::Equal => Some(is_equal),
            Comparison::NotEqual => Some(!is_equal),
            Comparison::Less | Comparison::LessOrEqual | Comparison::Greater | Comparison::GreaterOrEqual => None,
        };
    }
    let a = left.number()?;
    let b = right.number()?;
    Some(match sign {
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    })
}

/// Whether two values are equal if at least one is `None` or `null`; `None` otherwise, and if the other one is unknown
/// or a word, which may be the name of a constant.
fn equal_to_nothing(left: &Value, right: &Value) -> Option<bool> {
    match (is_nothing(left), is_nothing(right)) {
        (true, true) => Some(true),
        (false, false) => None,
        (true, false) | (false, true) => {
            let other = if is_nothing(left) { right } else { left };
            (!matches!(other.data, Data::Unknown | Data::Word(_))).then_some(false)
        }
    }
}

/// Returns the numbers of a range; `None` if there are too many, or infinitely many. `is_inclusive` states that the
/// last number belongs to the range. `at` is the offset of the range in the text, bytes.
pub fn numbers(first: f64, last: f64, step: f64, is_inclusive: bool, at: usize) -> Option<Vec<Value>> {
    let count = (last - first) / step;
    if !count.is_finite() || count > MAX_ITERATIONS as f64 {
        return None;
    }
    // The tolerance keeps the last number of 0, 0.1, …, 1, and leaves it out of a range without its end.
    let count = if is_inclusive { (count + STEP_ROUNDING).floor() + 1.0 } else { (count - STEP_ROUNDING).ceil() };
    let count = count.max(0.0) as usize;
    Some((0..count).map(|k| Value::new(Data::Number(first + k as f64 * step), at)).collect())
}
