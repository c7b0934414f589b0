//! What is demanded by numbers alone, whatever kind of answer has them.

use serde_json::Value as Json;

use super::Expectation;

/// One thing that is demanded: its name in scene files, and what it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// Exactly so many.
    Count(&'static str, u32),
    /// In meters and their powers, within rounding.
    Size(&'static str, f64),
}

impl Expectation<'_> {
    /// What is demanded by number alone: whole numbers, and sizes.
    pub fn demands(self) -> Vec<Demand> {
        let demand = |(name, said): (&'static str, Json)| match said.as_u64() {
            Some(count) => Some(Demand::Count(name, count as u32)),
            None => Some(Demand::Size(name, said.as_f64()?)),
        };
        self.fields().into_iter().filter(|_| self.is_by_number()).filter_map(demand).collect()
    }
}
