//! Which two parts of two bodies are the closest, with the bracket over all pairs of parts.

use glam::DVec3;
use serde::Serialize;

use super::{Fact, Found, PairFinding, Standing, number};

/// What is known of two bodies that are made of parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartsFinding {
    /// The closest pair of parts, with a bracket that holds the least signed distance over all pairs. `None` where every pair was left
    /// out.
    #[serde(flatten)]
    pub pair: Option<PairFinding>,
    /// Which part of A: numbers from the outside in, empty of a body of one part. `None` as above.
    pub part_a: Option<Vec<u32>>,
    /// The same of B.
    pub part_b: Option<Vec<u32>>,
    /// How many pairs of parts were asked.
    pub queries: u32,
    /// How many were left out because of a one-sided triangle that is met from behind.
    pub left_out: u32,
    /// How many pairs of parts there are.
    pub pairs: u64,
}

/// Numbers of parts as people read them: `3`, `2, 14`.
fn path(part: Option<&Vec<u32>>) -> Option<String> {
    let part = part.filter(|part| !part.is_empty())?;
    Some(part.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}

impl Found for PartsFinding {
    fn status(&self) -> &'static str {
        self.pair.as_ref().map_or("none met", Found::status)
    }

    fn standing(&self) -> Standing {
        self.pair.as_ref().map_or(Standing::Proven, Found::standing)
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = self.pair.as_ref().map_or_else(Vec::new, Found::facts);
        let parts = [("part of A", &self.part_a), ("part of B", &self.part_b)];
        facts.extend(parts.into_iter().filter_map(|(name, part)| Some(Fact::new(name, path(part.as_ref())?))));
        facts.push(Fact::new("asked", number::count(self.queries as usize)));
        if self.left_out > 0 {
            facts.push(Fact::new("left out", number::count(self.left_out as usize)));
        }
        facts
    }

    fn headline(&self) -> Option<Fact> {
        self.pair.as_ref()?.headline()
    }

    fn normal(&self) -> Option<DVec3> {
        self.pair.as_ref()?.normal
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        self.pair.as_ref()?.bracket()
    }
}
