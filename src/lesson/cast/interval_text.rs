//! Texts of time intervals in the bars of the time view.

use super::seconds;

/// Length up to which an interval is rounding error, as a fraction of the displayed time.
pub(super) const ROUNDING: f64 = 1e-12;

/// Largest number of decimals of a time: an `f64` of about 1 s carries no more.
const MOST_DECIMALS: f64 = 16.0;

/// Text of a time, seconds, without the unit.
fn time_without_unit(t: f64) -> String {
    seconds(t).trim_end_matches(" s").to_owned()
}

/// Text of a time interval in its bar, without the unit: `0.2 … 0.5`; `0.2` or `≈ 0.2` if its ends are equal or differ
/// by less than the text or the rounding error shows; `from 0.2` if it ends after the displayed time; `until 0.5` if it
/// begins before the start; `always` if both. The interval and the `end` of the displayed time are in seconds.
pub(super) fn interval_text([from, to]: [f64; 2], end: f64) -> String {
    let begins_in_view = from >= 0.0;
    let ends_in_view = to <= end;
    if !begins_in_view && !ends_in_view {
        return String::from("always");
    }
    if !begins_in_view {
        return format!("until {}", time_without_unit(to));
    }
    if !ends_in_view {
        return format!("from {}", time_without_unit(from));
    }
    let from_text = time_without_unit(from);
    let to_text = time_without_unit(to);
    if from == to {
        from_text
    } else if from_text == to_text || to - from <= ROUNDING * end {
        format!("≈ {from_text}")
    } else {
        format!("{from_text} … {to_text}")
    }
}

/// Texts of the ends of a narrow interval, seconds, without the unit, with as many decimals as show its width to two
/// digits, but at most 16. The interval must not be empty.
pub(super) fn same_decimals([from, to]: [f64; 2]) -> [String; 2] {
    // The first digit of the width has this many decimals, and one more shows the second digit.
    let decimals = (1.0 - (to - from).log10().floor()).clamp(0.0, MOST_DECIMALS) as usize;
    [from, to].map(|t| format!("{t:.decimals$}"))
}
