//! What a broad phase has found: pairs of boxes that overlap, with the boxes, which prove it to anybody who compares them.

use std::sync::Arc;

use glam::DVec3;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Fact, Found, Standing, number};

/// A box: its least and its largest corner, meters, world frame; z = 0 in the plane. Ends may be infinite.
pub type Corners = [DVec3; 2];

/// Which boxes overlap. Bodies are numbers: places in `names`.
#[derive(Clone, Debug, PartialEq)]
pub struct PairsFinding {
    /// What people call the bodies.
    pub names: Arc<[String]>,
    /// 3, in the plane 2.
    pub axes: usize,
    /// The boxes, by body; `None` for one that is not there.
    pub boxes: Arc<[Option<Corners>]>,
    /// Those of the frame before; all `None` in the first.
    pub former: Arc<[Option<Corners>]>,
    /// All pairs, the smaller number first, in order.
    pub pairs: Vec<[u32; 2]>,
    /// Those that the frame before did not have.
    pub began: Vec<[u32; 2]>,
    /// Those that only the frame before had.
    pub ended: Vec<[u32; 2]>,
    /// Swaps of neighbors in the sorted lists, by axis: the inversions of the order of the frame before.
    pub swaps: Vec<u64>,
}

/// Bodies by name.
impl Serialize for PairsFinding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut form = to.serialize_map(None)?;
        for (name, pairs) in [("pairs", &self.pairs), ("began", &self.began), ("ended", &self.ended)] {
            form.serialize_entry(name, &self.named(pairs).collect::<Vec<_>>())?;
        }
        form.serialize_entry("swaps", &self.swaps)?;
        form.end()
    }
}

impl PairsFinding {
    /// Swaps on all axes.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }

    /// The pairs by name.
    pub fn named<'a>(&'a self, pairs: &'a [[u32; 2]]) -> impl Iterator<Item = [&'a str; 2]> {
        let name = |body: u32| self.names.get(body as usize).map_or("", String::as_str);
        pairs.iter().map(move |pair| pair.map(name))
    }
}

impl Found for PairsFinding {
    fn status(&self) -> &'static str {
        if self.pairs.is_empty() { "no pairs" } else { "pairs" }
    }

    fn standing(&self) -> Standing {
        Standing::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let count = |name, count: usize| Fact::new(name, number::count(count));
        let mut facts = vec![
            count("pairs", self.pairs.len()),
            count("began", self.began.len()),
            count("ended", self.ended.len()),
            count("boxes", self.boxes.iter().flatten().count()),
            count("swaps", self.swap_count() as usize),
        ];
        let by_axis = ["swaps on x", "swaps on y", "swaps on z"].into_iter().zip(&self.swaps);
        facts.extend(by_axis.map(|(name, swaps)| count(name, *swaps as usize)));
        facts
    }
}
