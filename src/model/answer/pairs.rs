//! Finding of a broad phase: the pairs of overlapping boxes, and the boxes, so that a reader can verify the pairs.

use std::sync::Arc;

use glam::DVec3;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, FindingFacts, ProofExtent, number};

/// Lower and upper vertex of an axis-aligned box, meters, world frame; z = 0 in the plane. Coordinates may be infinite.
pub type Corners = [DVec3; 2];

/// Overlapping pairs of boxes. Bodies are indices into `names`.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsFinding {
    /// Names of the bodies.
    pub names: Arc<[String]>,
    /// Number of axes: 3 in space, 2 in the plane.
    pub axes: usize,
    /// Boxes by body; `None` for a body that is absent.
    pub boxes: Arc<[Option<Corners>]>,
    /// Boxes of the previous frame; all `None` in the first frame.
    pub previous_boxes: Arc<[Option<Corners>]>,
    /// All overlapping pairs, the smaller index first, sorted.
    pub pairs: Vec<[u32; 2]>,
    /// Pairs that overlap in this frame only, sorted like [`Self::pairs`].
    pub began: Vec<[u32; 2]>,
    /// Pairs that overlap in the previous frame only, sorted like [`Self::pairs`].
    pub ended: Vec<[u32; 2]>,
    /// Number of swaps of neighbors that sort the endpoints of the previous frame for this one, by axis.
    pub swaps: Vec<u64>,
}

/// Writes bodies by name.
impl Serialize for PairsFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_map(None)?;
        for (name, pairs) in [("pairs", &self.pairs), ("began", &self.began), ("ended", &self.ended)] {
            form.serialize_entry(name, &self.named(pairs).collect::<Vec<_>>())?;
        }
        form.serialize_entry("swaps", &self.swaps)?;
        form.end()
    }
}

impl PairsFinding {
    /// Returns the number of swaps over all axes.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }

    /// Converts pairs of indices to pairs of names; an index without a name becomes the empty name.
    pub fn named<'a>(&'a self, pairs: &'a [[u32; 2]]) -> impl Iterator<Item = [&'a str; 2]> {
        pairs.iter().map(|pair| pair.map(|body| self.names.get(body as usize).map_or("", String::as_str)))
    }
}

impl FindingFacts for PairsFinding {
    fn status(&self) -> &'static str {
        if self.pairs.is_empty() { "no pairs" } else { "pairs" }
    }

    fn proof_extent(&self) -> ProofExtent {
        ProofExtent::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![
            Fact::new("pairs", number::count(self.pairs.len())),
            Fact::new("pairs begun", number::count(self.began.len())),
            Fact::new("pairs ended", number::count(self.ended.len())),
            Fact::new("boxes", number::count(self.boxes.iter().flatten().count())),
            Fact::new("swaps", number::count(self.swap_count() as usize)),
        ];
        for (name, swaps) in ["swaps on x", "swaps on y", "swaps on z"].into_iter().zip(&self.swaps) {
            facts.push(Fact::new(name, number::count(*swaps as usize)));
        }
        facts
    }
}
