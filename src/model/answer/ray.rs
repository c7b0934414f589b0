//! Finding of a ray cast: the first point of a ray on a body.

use glam::DVec3;
use serde::Serialize;

use super::float::floats;
use super::number::{self, Shown};
use super::{Fact, FindingFacts, ProofExtent};
use crate::snapshot::ray::{Answer, Outcome};

/// First point of a ray on a body. World frame, meters. A place on the ray is given by its parameter `t`, in lengths of
/// the ray's direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RayFinding {
    /// Whether the ray hits the body; `None` when undecided.
    pub hit: Option<bool>,
    /// Ending in a word or two: `starts inside`.
    #[serde(skip)]
    pub status: &'static str,
    /// Parameter of the first contact; `None` on a miss and when undecided.
    #[serde(serialize_with = "floats")]
    pub t: Option<f64>,
    /// Proven lower bound: no contact before this parameter; the end of the ray on a miss.
    #[serde(serialize_with = "floats")]
    pub lower: f64,
    /// Proven upper bound: contact at this parameter or before; `None` unless the ray hits.
    #[serde(serialize_with = "floats")]
    pub upper: Option<f64>,
    /// Parameter of the ray's end.
    #[serde(skip)]
    pub t_max: f64,
    /// Point of the ray at `t`; `None` unless the ray hits.
    #[serde(serialize_with = "floats")]
    pub point: Option<DVec3>,
    /// Outward unit normal of the body at `point`; `None` unless the ray enters the body from outside.
    #[serde(serialize_with = "floats")]
    pub normal: Option<DVec3>,
    /// Parameter at which the ray leaves the part that it hits; `None` if it ends inside or does not hit.
    #[serde(serialize_with = "floats")]
    pub exit: Option<f64>,
    /// Indices that lead to the part that the ray hits, the outermost first, empty for a convex body; `None` unless the
    /// ray hits.
    pub part: Option<Vec<u32>>,
    /// Number of parts that were tested: child shapes, triangles or cells.
    #[serde(skip)]
    pub queries: u32,
}

impl RayFinding {
    /// Creates the finding for an answer of the engine about a ray that ends at `t_max`.
    pub fn new(answer: &Answer, t_max: f64, part: Vec<u32>, queries: u32) -> Self {
        let Answer { outcome, t, lower, upper, point, normal, exit } = *answer;
        let hit = outcome.hit();
        let status = match outcome {
            Outcome::Hit => "hit",
            Outcome::StartsInside => "starts inside",
            Outcome::Miss => "miss",
            Outcome::Grazing => "grazing",
        };
        let part = (hit == Some(true)).then_some(part);
        Self { hit, status, t, lower, upper, t_max, point, normal, exit, part, queries }
    }

    /// Whether the ray starts inside the body, or on its surface.
    pub fn starts_inside(&self) -> bool {
        self.hit == Some(true) && self.upper == Some(0.0)
    }
}

impl FindingFacts for RayFinding {
    fn status(&self) -> &'static str {
        self.status
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.hit.is_some() { ProofExtent::Proven } else { ProofExtent::Undecided }
    }

    fn facts(&self) -> Vec<Fact> {
        let first = match self.t {
            Some(t) => Fact::of("t of the hit", t, ""),
            None => Fact::new("t of the hit", Shown::from(if self.hit.is_some() { "none" } else { "unknown" })),
        };
        let mut facts = vec![first];
        facts.extend(self.point.map(|point| Fact::new("hit point", number::vector(point))));
        facts.extend(self.normal.map(|normal| Fact::new("normal", number::vector(normal))));
        facts.push(Fact::of("lower bound", self.lower, ""));
        facts.extend(self.upper.map(|upper| Fact::of("upper bound", upper, "")));
        facts.extend(self.exit.map(|exit| Fact::of("t of the exit", exit, "")));
        if self.queries > 0 {
            facts.push(Fact::new("parts tested", number::count(self.queries as usize)));
        }
        facts
    }

    fn normal(&self) -> Option<DVec3> {
        self.normal
    }
}
