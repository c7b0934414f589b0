//! Options of queries on a pair of bodies, and of other algorithms with few options.

#![allow(missing_docs, reason = "the row of a field describes it")]

use crate::ask::{
    CastMethod, ContactReference, Dimension, EdgePairs, Field, Horizon, Method, Options, Range, Search, Solver, Stop,
    Unit, Value,
};
use crate::option_row as row;

const ABSOLUTE_TOLERANCE: &str = "Allowed width of the bracket; the larger of both tolerances applies.";
const FIRST_DIRECTION: &str = "First search direction, world frame; any length but 0.";
const FROM_PREVIOUS_ANSWER: &str = "In a scene with frames: whether each starts from the answer of the previous one.";
const MAX_ITERATIONS: &str = "Largest number of iterations.";
const SOLVER: &str = "Sub-algorithm that finds the nearest point of the simplex.";

/// Options of the support query by the hierarchy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HierarchyOptions {
    pub direction: Option<[f64; 3]>,
}

impl Options for HierarchyOptions {
    const FIELDS: &'static [Field<Self>] =
        &[row!(direction, "Direction", "Direction of the support query, world frame; any length but 0, +y if absent.")
            .number(Range::POSITIVE, 1.0)];
}

/// Options of a support query by a shape's support mapping.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SupportOptions {
    pub direction: Option<[f64; 3]>,
}

impl Options for SupportOptions {
    // A direction of length 0 has an answer, and a lesson about it.
    const FIELDS: &'static [Field<Self>] = &[row!(
        direction,
        "Direction",
        "Direction of the support query, world frame; any length, from A's origin to B's if absent."
    )];
}

/// Ray of a ray cast. Its fields are next to the body of a query, not inside of `options`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct RayOptions {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub origin: Option<[f64; 3]>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub direction: Option<[f64; 3]>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub t_max: Option<f64>,
}

impl RayOptions {
    /// Origin of the ray, meters, world frame.
    pub fn origin(&self) -> [f64; 3] {
        self.origin.unwrap_or_default()
    }

    /// Parameter of the ray's end, in lengths of the direction.
    pub fn t_max(&self) -> f64 {
        Self::FIELDS[2].number_of(self)
    }
}

impl Options for RayOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(origin, "Origin", "Start of the ray, world frame; the world's origin if absent.")
            .unit(Unit::METERS)
            .number(Range::ANY, 1.0),
        row!(
            direction,
            "Direction",
            "Direction of the ray, world frame; any length but 0, from the origin to the body's position if absent."
        )
        .number(Range::POSITIVE, 1.0),
        row!(t_max, "End", "End of the ray, in lengths of its direction.")
            .number(Range::SIZE, 1.0)
            .default(Value::Number(1.0)),
    ];
}

/// Options of GJK's distance query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GjkOptions {
    pub relative_tolerance: Option<f64>,
    pub absolute_tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
    pub solver: Solver,
    pub search: Search,
    pub direction: Option<[f64; 3]>,
    pub warm_start: bool,
}

impl Options for GjkOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(relative_tolerance, "Relative", "Allowed width of the bracket, as a fraction of the distance.")
            .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", ABSOLUTE_TOLERANCE).unit(Unit::METERS).number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", MAX_ITERATIONS).number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(search, "Search", "Direction of the next support point from an edge or face of the simplex."),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", FROM_PREVIOUS_ANSWER),
    ];
}

/// Options of the full signed-distance query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistanceOptions {
    pub relative_tolerance: Option<f64>,
    pub absolute_tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
    pub solver: Solver,
    pub method: Method,
    pub direction: Option<[f64; 3]>,
    pub warm_start: bool,
}

impl Options for DistanceOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(relative_tolerance, "Relative", "Allowed width of the bracket, as a fraction of the distance or depth.")
            .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", ABSOLUTE_TOLERANCE).unit(Unit::METERS).number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", "Largest number of iterations of all phases together.")
            .number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(
            method,
            "Method",
            "Treatment of margins. `hybrid`: GJK and EPA run without them. `epa`: both run with them. 3D only."
        )
        .spatial(),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", FROM_PREVIOUS_ANSWER),
    ];
}

/// Options of EPA. Tolerances and iteration limit are EPA's own; the preceding GJK has others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EpaOptions {
    pub relative_tolerance: Option<f64>,
    pub absolute_tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
    pub solver: Solver,
    pub horizon: Horizon,
    pub direction: Option<[f64; 3]>,
    pub warm_start: bool,
}

impl Options for EpaOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(
            relative_tolerance,
            "Relative",
            "Allowed width of EPA's bracket, as a fraction of the depth; the preceding GJK has its own tolerance."
        )
        .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", "Allowed width of EPA's bracket; the larger of both tolerances applies.")
            .unit(Unit::METERS)
            .number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", "Largest number of expansions; the preceding GJK has its own limit.")
            .number(Range::COUNT, 64.0),
        row!(solver, "Solver", "Sub-algorithm by which GJK finds the nearest point of the simplex."),
        row!(horizon, "Horizon", "Method that finds the horizon of the visible faces. 3D only.").spatial(),
        row!(direction, "Direction", "GJK's first search direction, world frame; any length but 0.")
            .number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", "In a scene with frames: whether GJK starts from the answer of the previous frame."),
    ];
}

/// Options of ISA-GJK. The answer is yes or no, so it has no tolerance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IsaGjkOptions {
    pub max_iterations: Option<u32>,
    pub solver: Solver,
    pub direction: Option<[f64; 3]>,
    pub warm_start: bool,
}

impl Options for IsaGjkOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(max_iterations, "Most iterations", MAX_ITERATIONS).number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(
            warm_start,
            "Frames",
            "In a scene with frames: whether each starts from the separating axis of the previous one."
        ),
    ];
}

/// Options of boolean GJK.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BooleanGjkOptions {
    pub max_iterations: Option<u32>,
    pub direction: Option<[f64; 3]>,
}

impl Options for BooleanGjkOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(max_iterations, "Most iterations", MAX_ITERATIONS).number(Range::COUNT, 64.0),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
    ];
}

/// Options of the separating axis test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SatOptions {
    pub stop: Stop,
    pub pairs: EdgePairs,
    pub warm_start: bool,
}

impl Options for SatOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(stop, "Stop", "Whether the first axis with a gap ends the test."),
        row!(pairs, "Edge pairs", "Which pairs of edges are tested as separating axes. 3D only.").spatial(),
        row!(
            warm_start,
            "Frames",
            "In a scene with frames: whether the separating axis of the previous frame is tested first; if it still \
             separates the bodies, the test ends."
        ),
    ];
}

/// Options of a cast.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CastOptions {
    pub method: CastMethod,
    pub t_max: Option<f64>,
    pub max_iterations: Option<u32>,
}

impl CastOptions {
    const T_MAX: Field<Self> = row!(t_max, "Until", "Duration of the motion.")
        .unit(Unit::SECONDS)
        .number(Range::SIZE, 1.0)
        .default(Value::Number(1.0));

    /// Returns the duration of the motion, seconds.
    pub fn t_max(&self) -> f64 {
        Self::T_MAX.number_of(self)
    }
}

impl Options for CastOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(method, "Method", "Method that finds the first contact."),
        Self::T_MAX,
        row!(max_iterations, "Most iterations", "Largest number of iterations; `sat` ignores it and tests all axes.")
            .number(Range::COUNT, 64.0),
    ];
}

/// Options of a contact manifold query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifoldOptions {
    pub margin: Option<f64>,
    pub max_points: Option<u32>,
    pub reference: ContactReference,
    pub warm_start: bool,
}

impl ManifoldOptions {
    const MARGIN: Field<Self> = row!(margin, "Margin", "Largest gap at which a point counts as a contact.")
        .unit(Unit::METERS)
        .number(Range::SIZE, 0.01)
        .default(Value::Number(0.0));

    /// Returns the largest gap at which a point counts as a contact, meters.
    pub fn margin(&self) -> f64 {
        Self::MARGIN.number_of(self)
    }

    /// Returns the largest number of points; 0 for all.
    pub fn max_points(&self, dimension: Dimension) -> u32 {
        self.max_points.unwrap_or(if dimension == Dimension::Two { 2 } else { 4 })
    }
}

impl Options for ManifoldOptions {
    const FIELDS: &'static [Field<Self>] = &[
        Self::MARGIN,
        row!(max_points, "Most points", "Largest number of contact points, 0 for all; if absent, 4 in 3D and 2 in 2D.")
            .number(Range::SIZE, 4.0),
        row!(reference, "Reference", "Feature that defines the contact normal; `auto` takes the one of least depth.")
            .unless(|options, dimension| {
                let is_edge_pair = options.reference == ContactReference::EdgePair;
                (is_edge_pair && dimension == Dimension::Two).then_some("must not be `edge_pair` in a 2D scene")
            }),
        row!(
            warm_start,
            "Frames",
            "In a scene with frames: whether each prefers the reference of the previous one and matches its points."
        ),
    ];
}

/// Options of frustum culling.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CullOptions {
    pub warm_start: bool,
}

impl Options for CullOptions {
    const FIELDS: &'static [Field<Self>] = &[row!(
        warm_start,
        "Frames",
        "In a scene with frames: whether the plane that rejected a body in the previous frame is tested first."
    )];
}
