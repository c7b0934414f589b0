//! What a search for points of contact has found.

use glam::DVec3;

use super::number::{self, Shown};
use super::{Fact, Standing};

/// A point of contact. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPoint {
    /// On A.
    pub on_a: DVec3,
    /// On B.
    pub on_b: DVec3,
    /// Positive in overlap.
    pub depth: f64,
    /// Unique among the points.
    pub id: String,
    /// How it came to be, in words.
    pub why: &'static str,
}

/// Where two bodies touch. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldFinding {
    /// How it was found: `face contact`.
    pub status: &'static str,
    /// Whether numbers allowed an answer.
    pub sound: bool,
    /// The signed distance, or where the bodies are apart a lower bound of it.
    pub separation: f64,
    /// Unit vector from A towards B; `None` where the bodies are farther apart than the margin.
    pub normal: Option<DVec3>,
    /// The points.
    pub points: Vec<FoundPoint>,
    /// Up to how far apart points count.
    pub margin: f64,
    /// The name of the body of the reference face, and the face.
    pub reference: Option<(String, u32)>,
    /// By how much the least depth is exceeded for the sake of the reference.
    pub bias_paid: f64,
    /// By how much it may be.
    pub band: f64,
    /// How many points were given up.
    pub reduced: u32,
    /// Which share of the area is left.
    pub area_kept: Option<f64>,
    /// Against the frame before: names of points kept, dropped and added.
    pub changes: Option<[Vec<String>; 3]>,
}

impl ManifoldFinding {
    /// What it is worth.
    pub fn standing(&self) -> Standing {
        if self.sound { Standing::Proven } else { Standing::Open }
    }

    /// The depth of the deepest point.
    pub fn deepest(&self) -> Option<f64> {
        self.points.iter().map(|point| point.depth).max_by(f64::total_cmp)
    }

    /// The number of points.
    pub fn headline(&self) -> Fact {
        Fact::new("points", number::count(self.points.len()))
    }

    /// Everything in it, the most telling first.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![self.headline()];
        facts.extend(self.deepest().map(|depth| Fact::length("depth", number::length(depth))));
        if self.points.is_empty() && self.separation.is_finite() {
            facts.push(Fact::length("apart by", number::length(self.separation)));
        }
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        facts.extend(
            self.reference
                .as_ref()
                .map(|(body, face)| Fact::new("reference", Shown::from(format!("face {} of {body}", face + 1)))),
        );
        if self.reference.is_some() {
            facts.push(Fact::length("bias paid", number::length(self.bias_paid)));
        }
        if self.reduced > 0 {
            facts.push(Fact::new("given up", number::count(self.reduced as usize)));
        }
        facts.extend(self.area_kept.map(|share| Fact::new("area kept", number::weight(share))));
        if let Some([kept, dropped, added]) = &self.changes {
            let lists = [("kept", kept), ("dropped", dropped), ("added", added)];
            facts.extend(lists.map(|(name, list)| Fact::new(name, number::count(list.len()))));
        }
        facts
    }
}
