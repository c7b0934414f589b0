//! What a cast has found: when two bodies in flight first meet, or how far they stay apart.

use glam::DVec3;
use serde::{Serialize, Serializer};

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, Float, Found, Standing};

/// Whether and when two bodies meet. Seconds and meters, world frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactFinding {
    /// Whether they do; `None` where that is not known.
    pub hit: Option<bool>,
    /// In a word or two: `grazing`.
    #[serde(skip)]
    pub status: &'static str,
    /// First contact, where there is one.
    #[serde(serialize_with = "floats")]
    pub t_first: Option<f64>,
    /// Proven: no contact before this moment.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Proven: contact at this moment or before.
    #[serde(serialize_with = "floats")]
    pub upper: Option<f64>,
    /// Last contact, where separating axes were tried.
    #[serde(serialize_with = "floats")]
    pub t_last: Option<f64>,
    /// How long the bodies move.
    #[serde(skip)]
    pub t_max: f64,
    /// Whether they touch or overlap at the start.
    #[serde(skip)]
    pub at_start: bool,
    /// Unit vector from A towards B at first contact; on a miss along the gap.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// The points of A and of B that meet, where the bodies are at first contact.
    #[serde(flatten, serialize_with = "by_body")]
    pub witness: Option<[DVec3; 2]>,
    /// On a miss, how far they stay apart: along the normal A and all that B sweeps, seen from A, are as far apart.
    #[serde(serialize_with = "floats")]
    pub gap: Option<f64>,
}

fn by_body<S: Serializer>(witness: &Option<[DVec3; 2]>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Form {
        witness_a: Option<Float<DVec3>>,
        witness_b: Option<Float<DVec3>>,
    }
    let [witness_a, witness_b] = [0, 1].map(|body| witness.map(|points| Float(points[body])));
    Form { witness_a, witness_b }.serialize(to)
}

impl Found for ContactFinding {
    fn status(&self) -> &'static str {
        self.status
    }

    fn standing(&self) -> Standing {
        if self.hit.is_some() { Standing::Proven } else { Standing::Undecided }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![match self.t_first {
            Some(t) => Fact::of("t_first", t, "s"),
            None => Fact::new("t_first", Shown::from(if self.hit.is_some() { "none" } else { "unknown" })),
        }];
        facts.push(Fact::of("lower", self.lower, "s"));
        facts.extend(self.upper.map(|upper| Fact::of("upper", upper, "s")));
        facts.extend(self.t_last.map(|t| Fact::of("t_last", t, "s")));
        facts.extend(self.gap.map(|gap| Fact::length("gap", number::length(gap))));
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        if let Some([a, b]) = self.witness {
            let witnesses = [("witness A", a), ("witness B", b)];
            facts.extend(witnesses.map(|(name, point)| Fact::new(name, number::vector(point))));
        }
        facts
    }

    fn headline(&self) -> Option<Fact> {
        let time = self.t_first.map(|t| Fact::of("t_first", t, "s"));
        time.or_else(|| self.gap.map(|gap| Fact::length("gap", number::length(gap))))
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }
}
