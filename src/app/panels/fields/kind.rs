//! Limits, units and parsing of numbers in fields.

use crate::app::text::arithmetic;
use crate::scene::limits::MAGNITUDE;

/// Change per point of drag, relative to the value.
const RELATIVE_PACE: f64 = 0.005;

/// Smallest change per point of drag, so that a number can leave 0.
const MIN_PACE: f64 = 0.002;

/// Limits and unit of a number, by the rules of the scene format.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Kind {
    /// Smallest number that the scene format allows.
    pub min: f64,
    /// Largest number that the scene format allows.
    pub max: f64,
    /// Change per point of drag; 0 scales with the value.
    pub speed: f64,
    /// Unit shown after the number.
    pub unit: &'static str,
    /// Whether the number is whole.
    pub whole: bool,
}

impl Kind {
    /// A number without a unit.
    pub const NUMBER: Self = Self { min: -MAGNITUDE, max: MAGNITUDE, speed: 0.0, unit: "", whole: false };
    /// A nonnegative factor.
    pub const FACTOR: Self = Self { min: 0.0, ..Self::NUMBER };
    /// A coordinate, meters.
    pub const COORDINATE: Self = Self { unit: "m", ..Self::NUMBER };
    /// A nonnegative length, meters.
    pub const SIZE: Self = Self { min: 0.0, ..Self::COORDINATE };
    /// A positive whole number.
    pub const COUNT: Self = Self { min: 1.0, max: u32::MAX as f64, speed: 0.2, unit: "", whole: true };
    /// An angle in degrees.
    pub const ANGLE: Self = Self { speed: 0.5, unit: "°", ..Self::COORDINATE };

    /// Parses a number, with its unit or without, or an arithmetic expression. An error is the reason for a refusal.
    pub(super) fn entry(&self, text: &str) -> Result<f64, &'static str> {
        let plain = text.trim();
        let plain = plain.strip_suffix(self.unit).unwrap_or(plain).trim_end().replace('−', "-");
        match plain.parse::<f64>().ok().or_else(|| arithmetic::value(text.trim(), self.unit)).ok_or(()) {
            Ok(value) if !value.is_finite() => Err("This number must be finite."),
            Ok(value) if value < self.min && self.min == 0.0 => Err("This number must not be negative."),
            Ok(value) if value < self.min && self.min == 1.0 => Err("This number must be at least 1."),
            Ok(value) if self.whole && value.fract() != 0.0 => Err("This number must be whole."),
            Ok(value) if value < self.min || value > self.max => Err("This number is out of range."),
            Ok(value) => Ok(value),
            Err(_) => Err("This is not a number."),
        }
    }

    /// Text after a number: the degree sign, or a space and the unit.
    pub(super) fn suffix(&self) -> String {
        let space = if ["", "°"].contains(&self.unit) { "" } else { " " };
        format!("{space}{}", self.unit)
    }

    /// Change per point of drag. A size changes in proportion, so that a tiny one stays tiny.
    pub(super) fn pace(&self, value: f64) -> f64 {
        match self.speed {
            0.0 if self.min == 0.0 && value > 0.0 => value * RELATIVE_PACE,
            0.0 => (value.abs() * RELATIVE_PACE).max(MIN_PACE),
            speed => speed,
        }
    }
}
