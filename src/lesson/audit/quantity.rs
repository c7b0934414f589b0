//! Text of a deviation, a bound or an impulse with its unit.

use contact_lens_model::answer::number::{length, number};
use contact_lens_model::answer::{Shown, unit_text};

/// Least number that sentences show; smaller ones have no meaning but that they are rounding error.
const LEAST_SHOWN: f64 = 1e-15;

/// A number with its unit: lengths with a fitting unit, all others with up to five digits.
pub(super) fn quantity(value: f64, unit: &'static str) -> Shown {
    let is_tiny = value != 0.0 && value.abs() < LEAST_SHOWN;
    if unit == "m" && !is_tiny {
        return length(value);
    }
    let mut shown = number(value);
    if is_tiny {
        shown.text = String::from("less than 1e−15");
    }
    let unit = unit_text(unit);
    if unit.is_empty() { shown } else { Shown { text: format!("{} {unit}", shown.text), ..shown } }
}
