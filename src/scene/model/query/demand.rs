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
    /// What is demanded of a hull or a farthest corner, by name: whole numbers, and sizes.
    pub fn demands(self) -> Vec<Demand> {
        let by_numbers = matches!(self, Self::PlanarHull(_) | Self::Hull(_) | Self::Difference(_) | Self::Farthest(_));
        let demand = |(name, said): (&'static str, Json)| match said.as_u64() {
            Some(count) => Some(Demand::Count(name, count as u32)),
            None => Some(Demand::Size(name, said.as_f64()?)),
        };
        self.fields().into_iter().filter(|_| by_numbers).filter_map(demand).collect()
    }
}
