//! Limits, units and parsing of numbers in fields.

use contact_lens_scene::limits::MAGNITUDE;

use crate::text::arithmetic;

/// Change per point of drag, relative to the value.
const RELATIVE_SPEED: f64 = 0.005;

/// Smallest change per point of drag, so that a number can leave 0.
const MIN_SPEED: f64 = 0.002;

/// Limits and unit of a number, by the rules of the scene format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberKind {
    /// Smallest number that the scene format allows.
    pub min: f64,
    /// Largest number that the scene format allows.
    pub max: f64,
    /// Change per point of drag; `None` scales with the value.
    pub speed: Option<f64>,
    /// Unit shown after the number.
    pub unit: &'static str,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

impl NumberKind {
    /// A number without a unit.
    pub const NUMBER: Self = Self { min: -MAGNITUDE, max: MAGNITUDE, speed: None, unit: "", whole: false };
    /// A nonnegative factor, without a unit.
    pub const FACTOR: Self = Self { min: 0.0, ..Self::NUMBER };
    /// A coordinate of either sign, meters.
    pub const COORDINATE: Self = Self { unit: "m", ..Self::NUMBER };
    /// A nonnegative length, meters.
    pub const SIZE: Self = Self { min: 0.0, ..Self::COORDINATE };
    /// A positive whole number.
    pub const COUNT: Self = Self { min: 1.0, max: u32::MAX as f64, speed: Some(0.2), unit: "", whole: true };
    /// An angle in degrees.
    pub const ANGLE: Self = Self { speed: Some(0.5), unit: "°", ..Self::COORDINATE };

    /// Parses a number, with its unit or without, or an arithmetic expression.
    ///
    /// # Errors
    /// Reason why the scene format refuses the entry, in one sentence.
    pub(super) fn parse(&self, text: &str) -> Result<f64, &'static str> {
        let text = text.trim();
        let without_unit = text.strip_suffix(self.unit).unwrap_or(text).trim_end();
        let plain = without_unit.replace('−', "-").parse::<f64>().ok();
        let value = plain.or_else(|| arithmetic::evaluate(text, self.unit)).ok_or("This is not a number.")?;
        match self.refusal(value) {
            Some(reason) => Err(reason),
            None => Ok(value),
        }
    }

    /// Reason why the scene format refuses a number; `None` when it allows it.
    fn refusal(&self, value: f64) -> Option<&'static str> {
        let is_below = value < self.min;
        if !value.is_finite() {
            Some("This number must be finite.")
        } else if is_below && self.min == 0.0 {
            Some("This number must not be negative.")
        } else if is_below && self.min == 1.0 {
            Some("This number must be at least 1.")
        } else if self.whole && value.fract() != 0.0 {
            Some("This number must be whole.")
        } else if is_below || value > self.max {
            Some("This number is outside the allowed range.")
        } else {
            None
        }
    }

    /// Text after a number: the degree sign, or a space and the unit.
    pub(super) fn suffix(&self) -> String {
        let space = if ["", "°"].contains(&self.unit) { "" } else { " " };
        format!("{space}{}", self.unit)
    }

    /// Change per point of drag, for this value. A positive size changes in proportion, so that a tiny size is dragged
    /// in tiny steps.
    pub(super) fn drag_speed(&self, value: f64) -> f64 {
        let is_positive_size = self.min == 0.0 && value > 0.0;
        match self.speed {
            Some(speed) => speed,
            None if is_positive_size => value * RELATIVE_SPEED,
            None => (value.abs() * RELATIVE_SPEED).max(MIN_SPEED),
        }
    }
}
