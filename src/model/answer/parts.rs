//! Findings for two bodies made of parts (child shapes, triangles, cells): the deciding pair, or all pairs that touch.

use glam::DVec3;
use serde::Serialize;

use super::{Fact, FindingFacts, ManifoldFinding, PairFinding, ProofExtent, number};

/// Distance or first contact of two bodies made of parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartsFinding<F = PairFinding> {
    /// Finding for the deciding pair of parts, with a bracket that holds over all pairs. The deciding pair has the
    /// least signed distance or the earliest contact; on a miss it comes nearest. `None` when every pair was skipped.
    #[serde(flatten)]
    pub pair: Option<F>,
    /// Path to the deciding part of A, from the outermost index inwards; empty for a body of one part. `None` when
    /// [`Self::pair`] is `None`, or when the first contact is undecided.
    pub part_a: Option<Vec<u32>>,
    /// Path to the deciding part of B, with the conventions of [`Self::part_a`].
    pub part_b: Option<Vec<u32>>,
    /// Number of pairs of parts that were queried.
    pub queries: u32,
    /// Number of pairs skipped because a one-sided triangle is approached from behind.
    pub left_out: u32,
    /// Total number of pairs of parts.
    pub pairs: u64,
}

/// Formats the path to a part for people: `3`, `2, 14`; `None` for a body of one part and for an unknown path.
fn path_text(part: Option<&Vec<u32>>) -> Option<String> {
    let part = part.filter(|part| !part.is_empty())?;
    Some(part.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}

impl<F: FindingFacts> FindingFacts for PartsFinding<F> {
    fn status(&self) -> &'static str {
        self.pair.as_ref().map_or("none met", FindingFacts::status)
    }

    fn proof_extent(&self) -> ProofExtent {
        self.pair.as_ref().map_or(ProofExtent::Proven, FindingFacts::proof_extent)
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = self.pair.as_ref().map_or_else(Vec::new, FindingFacts::facts);
        facts.extend(path_text(self.part_a.as_ref()).map(|path| Fact::new("part of A", path)));
        facts.extend(path_text(self.part_b.as_ref()).map(|path| Fact::new("part of B", path)));
        facts.push(Fact::new("pairs tested", number::count(self.queries as usize)));
        if self.left_out > 0 {
            facts.push(Fact::new("pairs skipped", number::count(self.left_out as usize)));
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

/// Contact manifolds of two bodies made of parts: one for each pair of parts that has contact points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ManifoldsFinding {
    /// Touching pairs, in the order of their paths.
    pub parts: Vec<PartsContact>,
    /// Whether every queried pair gave finite numbers.
    #[serde(skip)]
    pub sound: bool,
    /// Number of pairs of parts that were queried.
    pub queries: u32,
    /// Number of pairs skipped because a one-sided triangle is approached from behind.
    pub left_out: u32,
    /// Total number of pairs of parts.
    pub pairs: u64,
}

/// Pair of parts that has contact points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartsContact {
    /// Path to the part of A, from the outermost index inwards; empty for a body of one part.
    pub part_a: Vec<u32>,
    /// Path to the part of B, with the conventions of [`Self::part_a`].
    pub part_b: Vec<u32>,
    /// Contact manifold of the two parts.
    #[serde(flatten)]
    pub manifold: ManifoldFinding,
}

impl PartsContact {
    /// Depth of the deepest contact point, meters; −∞ without points.
    fn depth(&self) -> f64 {
        self.manifold.deepest().unwrap_or(f64::NEG_INFINITY)
    }
}

impl ManifoldsFinding {
    /// Returns the pair with the deepest contact point; `None` without pairs.
    pub fn deepest(&self) -> Option<&PartsContact> {
        self.parts.iter().max_by(|a, b| a.depth().total_cmp(&b.depth()))
    }

    /// Returns the number of contact points over all pairs.
    pub fn points(&self) -> usize {
        self.parts.iter().map(|contact| contact.manifold.points.len()).sum()
    }
}

impl FindingFacts for ManifoldsFinding {
    fn status(&self) -> &'static str {
        match (self.sound, self.parts.is_empty()) {
            (false, _) => "not finite",
            (true, true) => "apart",
            (true, false) => "contacts",
        }
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.sound { ProofExtent::Proven } else { ProofExtent::Open }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("pairs in contact", number::count(self.parts.len())),
            Fact::new("contact points", number::count(self.points())),
        ];
        if let Some(deepest) = self.deepest() {
            facts.extend(deepest.manifold.deepest().map(|depth| Fact::length("depth", number::length(depth))));
            facts.extend(path_text(Some(&deepest.part_a)).map(|path| Fact::new("part of A (deepest)", path)));
            facts.extend(path_text(Some(&deepest.part_b)).map(|path| Fact::new("part of B (deepest)", path)));
        }
        facts.push(Fact::new("pairs tested", number::count(self.queries as usize)));
        if self.left_out > 0 {
            facts.push(Fact::new("pairs skipped", number::count(self.left_out as usize)));
        }
        facts
    }
}
