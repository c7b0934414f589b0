//! Options of queries on a pair of bodies, and of other algorithms with few options.

#![allow(missing_docs, reason = "the row of a field describes it")]

use crate::ask::field::ONLY_IN_3D;
use crate::ask::{
    CastMethod, ContactReference, Dimension, EdgePairs, Field, Horizon, Method, Options, Range, Search, Solver, Stop,
    Unit, Value,
};
use crate::option_row as row;

const FIRST_DIRECTION: &str = "First search direction, world frame; any length but 0.";
const SOLVER: &str = "The sub-algorithm for the nearest point of a simplex.";

/// Options of the support query by the hierarchy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HierarchyOptions {
    pub direction: Option<[f64; 3]>,
}

impl Options for HierarchyOptions {
    const FIELDS: &'static [Field<Self>] = &[row!(
        direction,
        "Direction",
        "Direction of the support query, world frame; any length but 0. Absent: up, along +y."
    )
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
        "Direction of the query, world frame; any length. Absent: from A's origin to B's."
    )];
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
        row!(relative_tolerance, "Relative", "Width of the bracket relative to the distance.")
            .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", "Width of the bracket.").unit(Unit::METERS).number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", "Cap on iterations.").number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(search, "Search", "Search direction from an edge or face of the simplex."),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", "In a scene with frames: start from the previous frame's answer."),
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
        row!(relative_tolerance, "Relative", "Width of the bracket relative to the distance or depth.")
            .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", "Width of the bracket.").unit(Unit::METERS).number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", "Cap on iterations of all phases.").number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(method, "Method", "Treatment of margins. For dimension 3.").spatial(),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", "In a scene with frames: start from the previous frame's answer."),
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
            "Width of EPA's bracket relative to the depth; GJK before it has its own."
        )
        .number(Range::SIZE, 1e-6),
        row!(absolute_tolerance, "Absolute", "Width of EPA's bracket; GJK before it has its own.")
            .unit(Unit::METERS)
            .number(Range::SIZE, 1e-6),
        row!(max_iterations, "Most iterations", "Cap on expansions; GJK before them has its own.")
            .number(Range::COUNT, 64.0),
        row!(solver, "Solver", "GJK's sub-algorithm for the nearest point of a simplex."),
        row!(horizon, "Horizon", "How the horizon is found. For dimension 3.").spatial(),
        row!(direction, "Direction", "GJK's first search direction, world frame; any length but 0.")
            .number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", "In a scene with frames: GJK starts from the previous frame's answer."),
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
        row!(max_iterations, "Most iterations", "Cap on iterations.").number(Range::COUNT, 64.0),
        row!(solver, "Solver", SOLVER),
        row!(direction, "Direction", FIRST_DIRECTION).number(Range::POSITIVE, 1.0),
        row!(warm_start, "Frames", "In a scene with frames: start from the axis of the previous frame."),
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
        row!(max_iterations, "Most iterations", "Cap on iterations.").number(Range::COUNT, 64.0),
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
        row!(pairs, "Edge pairs", "Pairs of edges that give axes. For dimension 3.").spatial(),
        row!(
            warm_start,
            "Frames",
            "In a scene with frames: first try the axis that separated the bodies in the previous frame; if it still does, the test ends."
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
    const T_MAX: Field<Self> = row!(t_max, "Until", "How long the bodies move.")
        .unit(Unit::SECONDS)
        .number(Range::SIZE, 1.0)
        .default(Value::Number(1.0));

    /// Duration of the motion, seconds.
    pub fn t_max(&self) -> f64 {
        Self::T_MAX.number_of(self)
    }
}

impl Options for CastOptions {
    const FIELDS: &'static [Field<Self>] = &[
        row!(method, "Method", "How first contact is found."),
        Self::T_MAX,
        row!(max_iterations, "Most iterations", "Cap on iterations; `sat` tests all its axes.")
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
    const MARGIN: Field<Self> = row!(margin, "Margin", "Largest distance of points that count as contacts.")
        .unit(Unit::METERS)
        .number(Range::SIZE, 0.01)
        .default(Value::Number(0.0));

    /// Largest distance at which points count as contacts, meters.
    pub fn margin(&self) -> f64 {
        Self::MARGIN.number_of(self)
    }

    /// Maximum number of points, 0 for all.
    pub fn max_points(&self, dimension: Dimension) -> u32 {
        self.max_points.unwrap_or(if dimension == Dimension::Two { 2 } else { 4 })
    }
}

impl Options for ManifoldOptions {
    const FIELDS: &'static [Field<Self>] = &[
        Self::MARGIN,
        row!(max_points, "Most points", "Largest number of points, 0 for all; 4 if absent, in the plane 2.")
            .number(Range::SIZE, 4.0),
        row!(reference, "Reference", "Feature that defines the contact.").unless(|it, dimension| {
            let is_edge_pair = it.reference == ContactReference::EdgePair;
            (is_edge_pair && dimension == Dimension::Two).then_some(ONLY_IN_3D)
        }),
        row!(
            warm_start,
            "Frames",
            "In a scene with frames: keep the previous frame's reference within the bias, and match its points."
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
        "In a scene with frames: test the plane that rejected a body in the previous frame first."
    )];
}
