//! Questions: which algorithm, about which bodies, how, and what must come out.
//!
//! Each algorithm has a variant of [`Ask`] of its own with its own options and expectations, so that what it has no use
//! for cannot be written.

mod algorithm;
mod expect;
mod options;
mod subjects;

use serde::{Deserialize, Serialize};

use super::is_default;
pub use algorithm::Algorithm;
pub use expect::{
    DistanceExpect, Expectation, HullDemand, HullExpect, IntersectionExpect, PlanarHullExpect, SeparationExpect,
    SupportExpect,
};
pub use options::{
    BooleanGjkOptions, DistanceOptions, EdgePairs, EpaOptions, GjkOptions, Horizon, IsaGjkOptions, Method, SatOptions,
    Search, Solver, Stop, SupportOptions,
};
pub use subjects::Subjects;

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// Unique in the scene.
    pub name: String,
    /// Who answers, and what is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// The schema of a query is that of what it asks, with the name in each variant.
impl schemars::JsonSchema for Query {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Query".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Ask::json_schema(generator);
        let variants = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            variant["properties"]["name"] = serde_json::json!({
                "description": "Unique in the scene.",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
            });
            if let Some(required) = variant["required"].as_array_mut() {
                required.push(serde_json::Value::from("name"));
            }
        }
        schema
    }
}

/// What is asked, tagged by the algorithm that answers. An id means the same in dimension 2 and 3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "algorithm", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Support mapping: the farthest points of A and of B against each other in one direction.
    Support {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: SupportOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: SupportExpect,
    },
    /// GJK distance.
    Gjk {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: GjkOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// The full answer, signed distance and normal: GJK on the cores, then margins or EPA.
    Distance {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: DistanceOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// Penetration depth by the expanding polytope, from GJK's simplex.
    Epa {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: EpaOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// Do they overlap? ISA-GJK: stops at the first separating axis.
    IsaGjk {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: IsaGjkOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: IntersectionExpect,
    },
    /// Do they overlap? The test by directions, with its line, triangle and tetrahedron cases.
    BooleanGjk {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: BooleanGjkOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: IntersectionExpect,
    },
    /// Separating axes: the line on which the shadows of A and B part most. For polytopes, boxes, triangles and segments, in the
    /// plane for polygons, rectangles, triangles and segments; without margins.
    Sat {
        /// Name of body A.
        a: String,
        /// Name of body B.
        b: String,
        /// How it is to be answered.
        #[serde(default, skip_serializing_if = "is_default")]
        options: SatOptions,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: SeparationExpect,
    },
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Voronoi regions.
    Voronoi {
        /// Name of body A, the simplex.
        a: String,
        /// Name of body B, the point.
        b: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// The same by Johnson's distance algorithm.
    Johnson {
        /// Name of body A, the simplex.
        a: String,
        /// Name of body B, the point.
        b: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// The same by signed volumes.
    SignedVolumes {
        /// Name of body A, the simplex.
        a: String,
        /// Name of body B, the point.
        b: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: DistanceExpect,
    },
    /// Convex hull of the points of a body of the plane by Graham's scan. For dimension 2.
    Graham {
        /// Name of the body: of a polygon the points as they are given, of a rectangle, triangle or segment the corners.
        body: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: PlanarHullExpect,
    },
    /// The same by Jarvis's march. For dimension 2.
    Jarvis {
        /// Name of the body: of a polygon the points as they are given, of a rectangle, triangle or segment the corners.
        body: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: PlanarHullExpect,
    },
    /// Convex hull of the points of a body by Quickhull. For dimension 3.
    Quickhull {
        /// Name of the body: of a polytope the points as they are given, of a box, triangle or segment the corners.
        body: String,
        /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
        #[serde(default, skip_serializing_if = "is_default")]
        expect: HullExpect,
    },
}

/// The bodies that a question names: one expression of A and B for a pair, one of the body alone for one.
macro_rules! bodies {
    ($ask:expr, |$a:ident, $b:ident| $pair:expr, |$body:ident| $one:expr) => {
        match $ask {
            Ask::Support { a: $a, b: $b, .. }
            | Ask::Gjk { a: $a, b: $b, .. }
            | Ask::Distance { a: $a, b: $b, .. }
            | Ask::Epa { a: $a, b: $b, .. }
            | Ask::IsaGjk { a: $a, b: $b, .. }
            | Ask::BooleanGjk { a: $a, b: $b, .. }
            | Ask::Sat { a: $a, b: $b, .. }
            | Ask::Voronoi { a: $a, b: $b, .. }
            | Ask::Johnson { a: $a, b: $b, .. }
            | Ask::SignedVolumes { a: $a, b: $b, .. } => $pair,
            Ask::Graham { body: $body, .. } | Ask::Jarvis { body: $body, .. } | Ask::Quickhull { body: $body, .. } => {
                $one
            }
        }
    };
}

impl Ask {
    /// Who answers.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Self::Support { .. } => Algorithm::Support,
            Self::Gjk { .. } => Algorithm::Gjk,
            Self::Distance { .. } => Algorithm::Distance,
            Self::Epa { .. } => Algorithm::Epa,
            Self::IsaGjk { .. } => Algorithm::IsaGjk,
            Self::BooleanGjk { .. } => Algorithm::BooleanGjk,
            Self::Sat { .. } => Algorithm::Sat,
            Self::Voronoi { .. } => Algorithm::Voronoi,
            Self::Johnson { .. } => Algorithm::Johnson,
            Self::SignedVolumes { .. } => Algorithm::SignedVolumes,
            Self::Graham { .. } => Algorithm::Graham,
            Self::Jarvis { .. } => Algorithm::Jarvis,
            Self::Quickhull { .. } => Algorithm::Quickhull,
        }
    }

    /// What is asked about.
    pub fn subjects(&self) -> Subjects<'_> {
        bodies!(self, |a, b| Subjects::Pair([a, b]), |body| Subjects::Body(body))
    }

    /// The names of the bodies, to be changed.
    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let (first, second) = bodies!(self, |a, b| (a, Some(b)), |body| (body, None));
        std::iter::once(first).chain(second)
    }

    /// The names of A and B, for a question about a pair.
    pub fn pair_mut(&mut self) -> Option<[&mut String; 2]> {
        bodies!(self, |a, b| Some([a, b]), |_body| None)
    }

    /// The first direction, or that of a support query; world frame.
    pub fn direction(&self) -> Option<[f64; 3]> {
        match self {
            Self::Support { options, .. } => options.direction,
            Self::Gjk { options, .. } => options.direction,
            Self::Distance { options, .. } => options.direction,
            Self::Epa { options, .. } => options.direction,
            Self::IsaGjk { options, .. } => options.direction,
            Self::BooleanGjk { options, .. } => options.direction,
            _ => None,
        }
    }

    /// Whether a frame starts from what the frame before has found.
    pub fn warm_start(&self) -> bool {
        match self {
            Self::Gjk { options, .. } => options.warm_start,
            Self::Distance { options, .. } => options.warm_start,
            Self::Epa { options, .. } => options.warm_start,
            Self::IsaGjk { options, .. } => options.warm_start,
            Self::Sat { options, .. } => options.warm_start,
            _ => false,
        }
    }

    /// The sub-algorithm for the nearest point of a simplex, where one can be chosen.
    pub fn solver_mut(&mut self) -> Option<&mut Solver> {
        match self {
            Self::Gjk { options, .. } => Some(&mut options.solver),
            Self::Distance { options, .. } => Some(&mut options.solver),
            Self::Epa { options, .. } => Some(&mut options.solver),
            Self::IsaGjk { options, .. } => Some(&mut options.solver),
            _ => None,
        }
    }

    /// What is done about margins, where that can be chosen.
    pub fn method_mut(&mut self) -> Option<&mut Method> {
        match self {
            Self::Distance { options, .. } => Some(&mut options.method),
            _ => None,
        }
    }

    /// What must be true of the answer.
    pub fn expectation(&self) -> Expectation<'_> {
        match self {
            Self::Support { expect, .. } => Expectation::Support(expect),
            Self::IsaGjk { expect, .. } | Self::BooleanGjk { expect, .. } => Expectation::Intersection(expect),
            Self::Gjk { expect, .. }
            | Self::Distance { expect, .. }
            | Self::Epa { expect, .. }
            | Self::Voronoi { expect, .. }
            | Self::Johnson { expect, .. }
            | Self::SignedVolumes { expect, .. } => Expectation::Distance(expect),
            Self::Graham { expect, .. } | Self::Jarvis { expect, .. } => Expectation::PlanarHull(expect),
            Self::Quickhull { expect, .. } => Expectation::Hull(expect),
            Self::Sat { expect, .. } => Expectation::Separation(expect),
        }
    }

    /// The same question without expectations.
    #[must_use]
    pub fn expecting_nothing(mut self) -> Self {
        match &mut self {
            Self::Support { expect, .. } => *expect = SupportExpect::default(),
            Self::IsaGjk { expect, .. } | Self::BooleanGjk { expect, .. } => *expect = IntersectionExpect::default(),
            Self::Gjk { expect, .. }
            | Self::Distance { expect, .. }
            | Self::Epa { expect, .. }
            | Self::Voronoi { expect, .. }
            | Self::Johnson { expect, .. }
            | Self::SignedVolumes { expect, .. } => *expect = DistanceExpect::default(),
            Self::Graham { expect, .. } | Self::Jarvis { expect, .. } => *expect = PlanarHullExpect::default(),
            Self::Quickhull { expect, .. } => *expect = HullExpect::default(),
            Self::Sat { expect, .. } => *expect = SeparationExpect::default(),
        }
        self
    }

    /// Expects neither an ending nor a number of iterations: these may change with the solver.
    pub fn expect_any_ending(&mut self) {
        match self {
            Self::Support { expect, .. } => (expect.outcome, expect.iterations_at_most) = (None, None),
            Self::IsaGjk { expect, .. } | Self::BooleanGjk { expect, .. } => {
                (expect.outcome, expect.iterations_at_most) = (None, None);
            }
            Self::Gjk { expect, .. }
            | Self::Distance { expect, .. }
            | Self::Epa { expect, .. }
            | Self::Voronoi { expect, .. }
            | Self::Johnson { expect, .. }
            | Self::SignedVolumes { expect, .. } => (expect.outcome, expect.iterations_at_most) = (None, None),
            Self::Graham { expect, .. } | Self::Jarvis { expect, .. } => {
                (expect.outcome, expect.iterations_at_most) = (None, None);
            }
            Self::Quickhull { expect, .. } => (expect.outcome, expect.iterations_at_most) = (None, None),
            Self::Sat { expect, .. } => (expect.outcome, expect.lines_at_most) = (None, None),
        }
    }

    /// The same question to another algorithm. Options and expectations that both know stay. A question about a pair
    /// becomes one about A; one about a single body names it twice, until B is chosen.
    #[must_use]
    pub fn asked_of(&self, algorithm: Algorithm) -> Self {
        if self.algorithm() == algorithm {
            return self.clone();
        }
        let (a, b) = bodies!(self, |a, b| (a, b), |body| (body, body));
        let plain = algorithm.of(a.as_str(), b.as_str());
        let (Ok(mut old), Ok(mut new)) = (serde_json::to_value(self), serde_json::to_value(&plain)) else {
            return plain;
        };
        for (list, known) in [("options", algorithm.options()), ("expect", algorithm.expectations())] {
            let kept = old.get_mut(list).and_then(serde_json::Value::as_object_mut).map(std::mem::take);
            let mut kept: serde_json::Map<_, _> =
                kept.into_iter().flatten().filter(|(name, _)| known.contains(&name.as_str())).collect();
            // How exact a number must be says nothing without the number, which has another name elsewhere.
            let known = ["signed_distance", "separation"].iter().any(|number| kept.contains_key(*number));
            kept.retain(|name, _| name != "tolerance" || known);
            if !kept.is_empty() {
                new[list] = serde_json::Value::Object(kept);
            }
        }
        serde_json::from_value(new).unwrap_or(plain)
    }
}
