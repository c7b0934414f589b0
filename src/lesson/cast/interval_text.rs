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

/// Text of a time interval in its bar: `0.2 … 0.5`, without the unit; `from 0.2` if it ends after the displayed time;
/// `until 0.5` if it begins before the start; `always` if both. The interval and the `end` of the displayed time are in
/// seconds.
pub(super) fn interval_text([from, to]: [f64; 2], end: f64) -> String {
    match (from >= 0.0, to <= end) {
        (true, true) if from == to => time_without_unit(from),
        // A bar shorter than the rounding error shows one number.
        (true, true) if time_without_unit(from) == time_without_unit(to) || to - from <= ROUNDING * end => {
            format!("≈ {}", time_without_unit(from))
        }
        (true, true) => format!("{} … {}", time_without_unit(from), time_without_unit(to)),
        (true, false) => format!("from {}", time_without_unit(from)),
        (false, true) => format!("until {}", time_without_unit(to)),
        (false, false) => String::from("always"),
    }
}

/// Texts of the ends of a narrow interval, seconds, with as many decimals as show its width to two digits, but at most
/// 16. The interval must not be empty.
pub(super) fn same_decimals([from, to]: [f64; 2]) -> [String; 2] {
    // The first digit of the width has this many decimals, and one more shows the second digit.
    let decimals = (1.0 - (to - from).log10().floor()).clamp(0.0, MOST_DECIMALS) as usize;
    [from, to].map(|t| format!("{t:.decimals$}"))
}
