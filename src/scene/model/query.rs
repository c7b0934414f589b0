//! Questions about two bodies: which algorithm, how, and what must come out.

use serde::{Deserialize, Serialize};

use super::is_default;

/// Which lesson runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// GJK distance.
    Gjk,
    /// The full answer, signed distance and normal: GJK on the cores, then margins or EPA, as `method` says. With
    /// `warm_start` from the last frame's.
    Penetration,
    /// Penetration depth by the expanding polytope, from GJK's simplex.
    Epa,
    /// Support mapping in one direction.
    Support,
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Voronoi regions.
    Voronoi,
    /// The same by Johnson's distance algorithm.
    Johnson,
    /// The same by signed volumes.
    SignedVolumes,
    /// Do they overlap? ISA-GJK: stops at the first separating axis; with `warm_start` from the last frame's.
    Isa,
    /// Do they overlap? The direction-driven test with its line, triangle and tetrahedron cases.
    Direction,
    /// GJK distance in the plane z = 0.
    Gjk2,
    /// EPA in the plane z = 0, from where GJK found the origin; where the bodies are apart, the run of GJK.
    Epa2,
    /// The same search by directions in the plane z = 0: line and triangle cases.
    Direction2,
}

impl Algorithm {
    /// The views that its lesson has, by the ids under which a scene keeps their cameras.
    pub fn views(self) -> &'static [&'static str] {
        &["world", "cso"]
    }

    /// The fields of [`Options`] that this algorithm honors, by their names in a scene file. Any other would do nothing.
    pub fn honors(self) -> &'static [&'static str] {
        match self {
            Self::Gjk => {
                &["direction", "relative_tolerance", "absolute_tolerance", "max_iterations", "solver", "warm_start"]
            }
            Self::Penetration => &[
                "direction",
                "relative_tolerance",
                "absolute_tolerance",
                "max_iterations",
                "solver",
                "method",
                "warm_start",
            ],
            Self::Epa => &[
                "direction",
                "relative_tolerance",
                "absolute_tolerance",
                "max_iterations",
                "solver",
                "rim",
                "warm_start",
            ],
            Self::Support => &["direction"],
            // A single simplex: there is nothing to choose.
            Self::Voronoi | Self::Johnson | Self::SignedVolumes => &[],
            // A yes or a no has no width.
            Self::Isa => &["direction", "max_iterations", "solver", "warm_start"],
            Self::Direction | Self::Direction2 => &["direction", "max_iterations"],
            Self::Gjk2 | Self::Epa2 => &[
                "direction",
                "relative_tolerance",
                "absolute_tolerance",
                "max_iterations",
                "solver",
                "search",
                "warm_start",
            ],
        }
    }
}

/// The sub-algorithm that finds the nearest point of a simplex within GJK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Signed volumes, the default.
    #[default]
    SignedVolumes,
    /// Johnson's distance algorithm.
    Johnson,
    /// Voronoi regions by barycentric coordinates.
    Voronoi,
}

/// How a `penetration` query deals with the balls around the cores of round bodies and of margins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// They are taken off: where only they overlap GJK alone tells the depth. The default.
    #[default]
    Hybrid,
    /// They stay on: every overlap goes to EPA.
    Epa,
}

/// A question about two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Unique in the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Who answers.
    pub algorithm: Algorithm,
    /// Name of body A.
    pub a: String,
    /// Name of body B.
    pub b: String,
    /// How it is to be answered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Options,
    /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expect: Expect,
}

/// Where planar GJK goes from an edge of its simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Along the exact perpendicular, towards the origin: the default.
    #[default]
    Perpendicular,
    /// Along −v, with all its rounding: to see how it fails.
    MinusV,
}

/// How EPA finds the rim of what a new point sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rim {
    /// By flooding the faces from the nearest one, the default.
    #[default]
    Flood,
    /// By sorting the corners of all visible faces by angle: to see where it fails.
    AngleSorted,
}

impl Query {
    /// Hands the question to another algorithm. What that one does not honor, or cannot answer, falls away.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.algorithm = algorithm;
        let honored = |name| algorithm.honors().contains(&name);
        let kept = std::mem::take(&mut self.options);
        self.options = Options {
            direction: kept.direction.filter(|_| honored("direction")),
            relative_tolerance: kept.relative_tolerance.filter(|_| honored("relative_tolerance")),
            absolute_tolerance: kept.absolute_tolerance.filter(|_| honored("absolute_tolerance")),
            max_iterations: kept.max_iterations.filter(|_| honored("max_iterations")),
            solver: if honored("solver") { kept.solver } else { Solver::default() },
            method: if honored("method") { kept.method } else { Method::default() },
            search: if honored("search") { kept.search } else { Search::default() },
            rim: if honored("rim") { kept.rim } else { Rim::default() },
            warm_start: kept.warm_start && honored("warm_start"),
        };
        let answered = |name| algorithm.answers().contains(&name);
        let kept = std::mem::take(&mut self.expect);
        self.expect = Expect {
            intersects: kept.intersects.filter(|_| answered("intersects")),
            signed_distance: kept.signed_distance.filter(|_| answered("signed_distance")),
            tolerance: kept.tolerance.filter(|_| answered("tolerance")),
            normal: kept.normal.filter(|_| answered("normal")),
            outcome: kept.outcome.filter(|_| answered("outcome")),
            iterations_at_most: kept.iterations_at_most.filter(|_| answered("iterations_at_most")),
        };
    }
}

impl Algorithm {
    /// The fields of [`Expect`] that an answer of this algorithm can meet, by their names in a scene file.
    pub fn answers(self) -> &'static [&'static str] {
        match self {
            // One support point: a direction may separate, but nothing is nearest.
            Self::Support => &["intersects", "outcome", "iterations_at_most"],
            // Yes or no, with the axis that says no.
            Self::Isa | Self::Direction | Self::Direction2 => {
                &["intersects", "normal", "outcome", "iterations_at_most"]
            }
            _ => &["intersects", "signed_distance", "tolerance", "normal", "outcome", "iterations_at_most"],
        }
    }
}

/// How a query is answered. Everything has a default, and an algorithm takes only what it [honors](Algorithm::honors).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// First search direction (world frame), or the direction of a support query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[f64; 3]>,
    /// Width of the bracket relative to the distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub relative_tolerance: Option<f64>,
    /// Width of the bracket, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub absolute_tolerance: Option<f64>,
    /// Cap on turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_iterations: Option<u32>,
    /// The sub-algorithm for the nearest point of a simplex.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// What a penetration query does about margins.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
    /// Where planar GJK goes from an edge.
    #[serde(skip_serializing_if = "is_default")]
    pub search: Search,
    /// How EPA finds the rim.
    #[serde(skip_serializing_if = "is_default")]
    pub rim: Rim,
    /// In a scene with frames: start from the previous frame's answer.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: bool,
}

/// What must be true. Absent fields demand nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
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
    /// Most turns of the outer loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations_at_most: Option<u32>,
}
