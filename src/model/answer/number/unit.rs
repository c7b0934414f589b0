//! Choice of one unit (m, mm, µm or nm) for lengths that are shown next to one another, and their formatting in it.

use super::{BRIEF_DIGITS, Exact, Shown, is_rounding, length, or_rounding, significant};

/// Number of a unit below which a length is too small to be written in this unit.
const MIN_NUMBER: f64 = 1e-3;

/// Unit shared by lengths that are shown next to one another, chosen for the largest of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Number of these units in one meter.
    per_meter: f64,
    /// Symbol of the unit: `mm`.
    pub name: &'static str,
    /// Rounding error of the lengths, meters; values up to this size are written as 0.
    rounding: f64,
}

impl Unit {
    /// Chooses the unit for the largest finite one of some lengths, in meters: m from 1 m on, else mm, µm or nm; below
    /// 1e-10 m again m.
    pub fn of(meters: impl IntoIterator<Item = f64>) -> Self {
        let largest = meters.into_iter().map(f64::abs).filter(|size| size.is_finite()).fold(0.0, f64::max);
        let (per_meter, name) = if !(1e-10..1.0).contains(&largest) {
            (1.0, "m")
        } else if largest >= 1e-4 {
            (1e3, "mm")
        } else if largest >= 1e-7 {
            (1e6, "µm")
        } else {
            (1e9, "nm")
        };
        Self { per_meter, name, rounding: 0.0 }
    }

    /// Sets the rounding error of the lengths, meters; values up to this size are written as 0.
    pub fn within(self, rounding: f64) -> Self {
        Self { rounding, ..self }
    }

    /// Length of one unit, meters.
    pub fn meters(self) -> f64 {
        1.0 / self.per_meter
    }

    /// Length for drawing, meters: 0 when it is below rounding error.
    pub fn drawn(self, meters: f64) -> f64 {
        if is_rounding(meters, self.rounding) { 0.0 } else { meters }
    }

    /// Formats a length without its unit, with `digits` significant digits.
    pub fn bare(self, meters: f64, digits: usize) -> String {
        significant(self.drawn(meters) * self.per_meter, digits)
    }

    /// Formats a non-negative length with its unit; `under 0.001 mm` when it is smaller than a thousandth of the unit.
    pub fn short(self, meters: f64) -> String {
        if self.is_under_a_thousandth(meters) {
            return format!("under 0.001 {}", self.name);
        }
        self.length(self.drawn(meters)).text
    }

    /// Whether a length is positive beyond rounding error, but smaller than a thousandth of this unit.
    pub fn is_under_a_thousandth(self, meters: f64) -> bool {
        let meters = self.drawn(meters);
        meters * self.per_meter < MIN_NUMBER && meters > 0.0
    }

    /// Formats a length with its unit and four digits; lengths below a thousandth of this unit get a smaller one.
    pub fn length(self, meters: f64) -> Shown {
        if meters != 0.0 && (meters * self.per_meter).abs() < MIN_NUMBER {
            return or_rounding(length(meters), self.rounding);
        }
        let shown = Shown::new(format!("{} {}", self.bare(meters, BRIEF_DIGITS), self.name), Exact::Number(meters));
        or_rounding(shown, self.rounding)
    }
}
