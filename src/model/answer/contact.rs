//! Finding of a cast: the time at which two moving bodies first touch, or the gap that they keep during the motion.

use glam::DVec3;
use serde::{Serialize, Serializer};

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, FindingFacts, Float, ProofExtent};

/// First contact of two moving bodies. Seconds and meters, world frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactFinding {
    /// Whether the bodies touch during the motion; `None` when undecided.
    pub hit: Option<bool>,
    /// Ending in a word or two: `grazing`.
    #[serde(skip)]
    pub status: &'static str,
    /// Time of first contact, seconds from the start; `None` on a miss and when undecided.
    #[serde(serialize_with = "floats")]
    pub t_first: Option<f64>,
    /// Proven lower bound, seconds: no contact before this time; the whole duration on a miss.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Proven upper bound, seconds: contact at this time or before; `None` unless the bodies touch.
    #[serde(serialize_with = "floats")]
    pub upper: Option<f64>,
    /// Time of last contact, seconds; only from separating-axis casts of bodies that touch.
    #[serde(serialize_with = "floats")]
    pub t_last: Option<f64>,
    /// Duration of the motion, seconds.
    #[serde(skip)]
    pub t_max: f64,
    /// Whether the bodies touch or overlap at the start.
    #[serde(skip)]
    pub at_start: bool,
    /// Contact normal at first contact, a unit vector from A towards B; on a miss the direction of the gap. `None` when
    /// undecided, unless a direction is known.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// Contact points on A and on B, at the poses of first contact; `None` unless the bodies touch.
    #[serde(flatten, serialize_with = "by_body")]
    pub witness: Option<[DVec3; 2]>,
    /// Proven gap on a miss: distance along the normal between A and the volume that B sweeps relative to A; of
    /// rotating bodies, their least distance. `None` unless the bodies miss.
    #[serde(serialize_with = "floats")]
    pub gap: Option<f64>,
}

/// Writes the contact points as `witness_a` and `witness_b`, `null` without any.
fn by_body<S: Serializer>(witness: &Option<[DVec3; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Form {
        witness_a: Option<Float<DVec3>>,
        witness_b: Option<Float<DVec3>>,
    }
    let [witness_a, witness_b] = [0, 1].map(|body| witness.map(|points| Float(points[body])));
    Form { witness_a, witness_b }.serialize(serializer)
}

impl FindingFacts for ContactFinding {
    fn status(&self) -> &'static str {
        self.status
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.hit.is_some() { ProofExtent::Proven } else { ProofExtent::Undecided }
    }

    fn facts(&self) -> Vec<Fact> {
        let first_contact = match self.t_first {
            Some(t) => Fact::of("first contact", t, "s"),
            None => Fact::new("first contact", Shown::from(if self.hit.is_some() { "none" } else { "unknown" })),
        };
        let mut facts = vec![first_contact];
        facts.push(Fact::of("lower bound", self.lower, "s"));
        facts.extend(self.upper.map(|upper| Fact::of("upper bound", upper, "s")));
        facts.extend(self.t_last.map(|t| Fact::of("last contact", t, "s")));
        facts.extend(self.gap.map(|gap| Fact::length("smallest gap", number::length(gap))));
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        if let Some([a, b]) = self.witness {
            let witnesses = [("witness on A", a), ("witness on B", b)];
            facts.extend(witnesses.map(|(name, point)| Fact::new(name, number::vector(point))));
        }
        facts
    }

    fn headline(&self) -> Option<Fact> {
        let time = self.t_first.map(|t| Fact::of("first contact", t, "s"));
        time.or_else(|| self.gap.map(|gap| Fact::length("smallest gap", number::length(gap))))
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }
}
