//! What must be true of an answer. Absent fields demand nothing; each kind of answer can be asked for what it has.

use serde::{Deserialize, Serialize};

/// Of a signed distance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DistanceExpect {
    /// Whether the bodies overlap. Bodies that only touch satisfy either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// Signed distance, meters: positive apart, minus the penetration depth when they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_distance: Option<f64>,
    /// Allowed error of the signed distance, meters. Absent: the answer's proven bracket must hold the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub tolerance: Option<f64>,
    /// Unit vector from A towards B; it may be off by 0.1 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most iterations of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}

/// Of a yes or a no, with the axis that says no.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct IntersectionExpect {
    /// Whether the bodies overlap. Bodies that only touch satisfy either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// Unit vector from A towards B along which they are apart; it may be off by 0.1 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most iterations of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}

/// Of one support point: a direction may separate the bodies, but nothing is nearest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SupportExpect {
    /// Whether the bodies overlap, as far as one direction tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most iterations of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}

/// The expectation of a question, by the kind of its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expectation<'a> {
    /// A signed distance.
    Distance(&'a DistanceExpect),
    /// A yes or a no.
    Intersection(&'a IntersectionExpect),
    /// A support point.
    Support(&'a SupportExpect),
}

impl<'a> Expectation<'a> {
    /// Whether the bodies must overlap.
    pub fn intersects(self) -> Option<bool> {
        match self {
            Self::Distance(expect) => expect.intersects,
            Self::Intersection(expect) => expect.intersects,
            Self::Support(expect) => expect.intersects,
        }
    }

    /// The direction that the answer must have.
    pub fn normal(self) -> Option<[f64; 3]> {
        match self {
            Self::Distance(expect) => expect.normal,
            Self::Intersection(expect) => expect.normal,
            Self::Support(_) => None,
        }
    }

    /// How the algorithm must end.
    pub fn outcome(self) -> Option<&'a str> {
        match self {
            Self::Distance(expect) => expect.outcome.as_deref(),
            Self::Intersection(expect) => expect.outcome.as_deref(),
            Self::Support(expect) => expect.outcome.as_deref(),
        }
    }

    /// Most iterations of the outer loop.
    pub fn iterations_at_most(self) -> Option<u32> {
        match self {
            Self::Distance(expect) => expect.iterations_at_most,
            Self::Intersection(expect) => expect.iterations_at_most,
            Self::Support(expect) => expect.iterations_at_most,
        }
    }

    /// The signed distance that must come out, and how exactly.
    pub fn signed_distance(self) -> Option<(f64, Option<f64>)> {
        match self {
            Self::Distance(expect) => expect.signed_distance.map(|distance| (distance, expect.tolerance)),
            Self::Intersection(_) | Self::Support(_) => None,
        }
    }

    /// How many things are demanded.
    pub fn count(self) -> usize {
        usize::from(self.intersects().is_some())
            + usize::from(self.signed_distance().is_some())
            + usize::from(self.normal().is_some())
            + usize::from(self.outcome().is_some())
            + usize::from(self.iterations_at_most().is_some())
    }
}
