//! What is found of two bodies that are made of parts: the pair of parts that decides, or all pairs that touch.

use glam::DVec3;
use serde::Serialize;

use super::{Fact, Found, ManifoldFinding, PairFinding, Standing, number};

/// What is known of two bodies that are made of parts: by default how far apart they are, else when they first meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartsFinding<F = PairFinding> {
    /// The pair of parts that decides, with a bracket that holds over all pairs: that of the least signed distance, or of the first
    /// contact; on a miss the pair that comes nearest. `None` where every pair was left out.
    #[serde(flatten)]
    pub pair: Option<F>,
    /// Which part of A: numbers from the outside in, empty of a body of one part. `None` as above, and of an undecided first
    /// contact.
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

impl<F: Found> Found for PartsFinding<F> {
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
        self.pair.as_ref()?.normal()
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        self.pair.as_ref()?.bracket()
    }
}

/// Where two bodies that are made of parts touch: a manifold for every pair of parts that has points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ManifoldsFinding {
    /// The pairs that touch, in the order of their numbers.
    pub parts: Vec<PartsContact>,
    /// Whether numbers allowed an answer for every pair that was asked.
    #[serde(skip)]
    pub sound: bool,
    /// How many pairs of parts were asked.
    pub queries: u32,
    /// How many were left out because of a one-sided triangle that is met from behind.
    pub left_out: u32,
    /// How many pairs of parts there are.
    pub pairs: u64,
}

/// A pair of parts that touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartsContact {
    /// Which part of A: numbers from the outside in, empty of a body of one part.
    pub part_a: Vec<u32>,
    /// The same of B.
    pub part_b: Vec<u32>,
    /// Where the two touch.
    #[serde(flatten)]
    pub manifold: ManifoldFinding,
}

impl ManifoldsFinding {
    /// The pair with the deepest point.
    pub fn deepest(&self) -> Option<&PartsContact> {
        let depth = |of: &&PartsContact| of.manifold.deepest().unwrap_or(f64::NEG_INFINITY);
        self.parts.iter().max_by(|a, b| depth(a).total_cmp(&depth(b)))
    }

    /// How many points there are in all.
    pub fn points(&self) -> usize {
        self.parts.iter().map(|of| of.manifold.points.len()).sum()
    }
}

impl Found for ManifoldsFinding {
    fn status(&self) -> &'static str {
        match (self.sound, self.parts.is_empty()) {
            (false, _) => "not finite",
            (true, true) => "apart",
            (true, false) => "contacts",
        }
    }

    fn standing(&self) -> Standing {
        if self.sound { Standing::Proven } else { Standing::Open }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("pairs in contact", number::count(self.parts.len())),
            Fact::new("points", number::count(self.points())),
        ];
        if let Some(deepest) = self.deepest() {
            facts.extend(deepest.manifold.deepest().map(|depth| Fact::length("depth", number::length(depth))));
            let parts = [("deepest part of A", &deepest.part_a), ("deepest part of B", &deepest.part_b)];
            facts.extend(parts.into_iter().filter_map(|(name, part)| Some(Fact::new(name, path(Some(part))?))));
        }
        facts.push(Fact::new("asked", number::count(self.queries as usize)));
        if self.left_out > 0 {
            facts.push(Fact::new("left out", number::count(self.left_out as usize)));
        }
        facts
    }
}
