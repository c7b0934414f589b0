//! Named value of a finding, such as `signed distance: 0.25 m`. Reports list a finding as such facts.

use super::number::{self, Shown};

/// Named number, vector or word of a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Caption for the reader: `signed distance`.
    pub name: &'static str,
    /// Displayed text, with the full-precision value behind it.
    pub value: Shown,
    /// Unit of the number: `m`, `m²`; empty for words, counts and directions.
    pub unit: &'static str,
}

impl Fact {
    /// Creates a fact without a unit.
    pub fn new(name: &'static str, value: impl Into<Shown>) -> Self {
        Self { name, value: value.into(), unit: "" }
    }

    /// Creates a fact from a number and its unit.
    pub fn of(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self { unit, ..Self::new(name, number::number(value)) }
    }

    /// Creates a fact from the text of a length or a point in meters; a word such as `unknown` gets no unit.
    pub fn length(name: &'static str, value: Shown) -> Self {
        Self { unit: if value.exact.is_some() { "m" } else { "" }, ..Self::new(name, value) }
    }
}
