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

/// Of the line on which two bodies part most.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SeparationExpect {
    /// Whether the bodies overlap. Bodies that only touch satisfy either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// The gap on the line taken, meters: minus the depth where the bodies overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separation: Option<f64>,
    /// Allowed error of the separation, meters. Absent: the rounding of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub tolerance: Option<f64>,
    /// Unit vector from A towards B along the line taken; it may be off by 0.1 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most lines that are tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines_at_most: Option<u32>,
}

/// Of a hull in the plane.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlanarHullExpect {
    /// How many dimensions the points span: 0, 1 or 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 2))]
    pub dimension: Option<u8>,
    /// How many corners the hull has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<u32>,
    /// Area, square meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub area: Option<f64>,
    /// Length of the way round, meters; there and back along a segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub perimeter: Option<f64>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most iterations of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}

/// Of a hull in space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HullExpect {
    /// How many dimensions the points span: 0 to 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 3))]
    pub dimension: Option<u8>,
    /// How many corners the hull has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<u32>,
    /// How many faces the hull has: both sides of a flat one, none of a segment or point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<u32>,
    /// Volume, cubic meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub volume: Option<f64>,
    /// Area of all faces, square meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub area: Option<f64>,
    /// How the algorithm must end, as `run` calls the outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Most iterations of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}

macro_rules! any_ending {
    ($($expect:ident $most:ident),+) => {
        $(impl $expect {
            /// Expects neither an ending nor a number of iterations.
            pub(super) fn expect_any_ending(&mut self) {
                (self.outcome, self.$most) = (None, None);
            }
        })+
    };
}
any_ending!(
    DistanceExpect iterations_at_most,
    IntersectionExpect iterations_at_most,
    SupportExpect iterations_at_most,
    SeparationExpect lines_at_most,
    PlanarHullExpect iterations_at_most,
    HullExpect iterations_at_most
);

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
    /// The line on which two bodies part most.
    Separation(&'a SeparationExpect),
    /// A hull in the plane.
    PlanarHull(&'a PlanarHullExpect),
    /// A hull in space.
    Hull(&'a HullExpect),
}

impl<'a> Expectation<'a> {
    /// Whether the bodies must overlap.
    pub fn intersects(self) -> Option<bool> {
        match self {
            Self::Distance(expect) => expect.intersects,
            Self::Intersection(expect) => expect.intersects,
            Self::Support(expect) => expect.intersects,
            Self::Separation(expect) => expect.intersects,
            Self::PlanarHull(_) | Self::Hull(_) => None,
        }
    }

    /// The direction that the answer must have.
    pub fn normal(self) -> Option<[f64; 3]> {
        match self {
            Self::Distance(expect) => expect.normal,
            Self::Intersection(expect) => expect.normal,
            Self::Separation(expect) => expect.normal,
            Self::Support(_) | Self::PlanarHull(_) | Self::Hull(_) => None,
        }
    }

    /// How the algorithm must end.
    pub fn outcome(self) -> Option<&'a str> {
        match self {
            Self::Distance(expect) => expect.outcome.as_deref(),
            Self::Intersection(expect) => expect.outcome.as_deref(),
            Self::Support(expect) => expect.outcome.as_deref(),
            Self::Separation(expect) => expect.outcome.as_deref(),
            Self::PlanarHull(expect) => expect.outcome.as_deref(),
            Self::Hull(expect) => expect.outcome.as_deref(),
        }
    }

    /// Most iterations of the outer loop: lines, where one tries lines.
    pub fn iterations_at_most(self) -> Option<u32> {
        match self {
            Self::Distance(expect) => expect.iterations_at_most,
            Self::Intersection(expect) => expect.iterations_at_most,
            Self::Support(expect) => expect.iterations_at_most,
            Self::Separation(expect) => expect.lines_at_most,
            Self::PlanarHull(expect) => expect.iterations_at_most,
            Self::Hull(expect) => expect.iterations_at_most,
        }
    }

    /// The signed distance that must come out, and how exactly.
    pub fn signed_distance(self) -> Option<(f64, Option<f64>)> {
        match self {
            Self::Distance(expect) => expect.signed_distance.map(|distance| (distance, expect.tolerance)),
            _ => None,
        }
    }

    /// The gap that must come out, and how exactly.
    pub fn separation(self) -> Option<(f64, Option<f64>)> {
        match self {
            Self::Separation(expect) => expect.separation.map(|gap| (gap, expect.tolerance)),
            _ => None,
        }
    }

    /// What is demanded of a hull, by name: whole numbers, and sizes.
    pub fn of_hull(self) -> Vec<HullDemand> {
        let count = |name, wanted: Option<u32>| wanted.map(|wanted| HullDemand::Count(name, wanted));
        let size = |name, wanted: Option<f64>| wanted.map(|wanted| HullDemand::Size(name, wanted));
        let all = match self {
            Self::PlanarHull(expect) => vec![
                count("dimension", expect.dimension.map(u32::from)),
                count("vertices", expect.vertices),
                size("area", expect.area),
                size("perimeter", expect.perimeter),
            ],
            Self::Hull(expect) => vec![
                count("dimension", expect.dimension.map(u32::from)),
                count("vertices", expect.vertices),
                count("faces", expect.faces),
                size("volume", expect.volume),
                size("area", expect.area),
            ],
            _ => Vec::new(),
        };
        all.into_iter().flatten().collect()
    }

    /// How many things are demanded.
    pub fn count(self) -> usize {
        usize::from(self.intersects().is_some())
            + usize::from(self.signed_distance().is_some())
            + usize::from(self.separation().is_some())
            + usize::from(self.normal().is_some())
            + usize::from(self.outcome().is_some())
            + usize::from(self.iterations_at_most().is_some())
            + self.of_hull().len()
    }
}

/// One thing that is demanded of a hull: its name in scene files, and what it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HullDemand {
    /// Exactly so many.
    Count(&'static str, u32),
    /// In meters and their powers, within rounding.
    Size(&'static str, f64),
}
