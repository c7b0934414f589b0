//! One value of a finding, as reports list it.

use super::number::{self, Shown};

/// A named number, vector or word of a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// In the reader's words: `signed distance`.
    pub name: &'static str,
    /// As shown, and every digit of it.
    pub value: Shown,
    /// What the digits count: `m`, `m²`; empty for words, counts and directions.
    pub unit: &'static str,
}

impl Fact {
    /// A value without a unit.
    pub fn new(name: &'static str, value: impl Into<Shown>) -> Self {
        Self { name, value: value.into(), unit: "" }
    }

    /// A number that counts this unit.
    pub fn of(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self { unit, ..Self::new(name, number::number(value)) }
    }

    /// A length or a point, in meters.
    pub fn length(name: &'static str, value: Shown) -> Self {
        Self { unit: if value.exact.is_some() { "m" } else { "" }, ..Self::new(name, value) }
    }
}
