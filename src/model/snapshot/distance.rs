//! State of the distance solver in space as plain data.
//!
//! - **Separate cores.** A formula computes the closest points where there is one. Otherwise GJK computes the distance
//!   of the cores; for curved cores, Newton's method finishes the search.
//! - **Overlapping cores.** The *depth search* computes the penetration depth: candidate normals are refined by
//!   Newton's method and proven by facets or inscribed balls; EPA runs where that gives no proof.
//! - **Margins.** The solver works on the *cores*, the bodies without the balls of the radii `μ_A` and `μ_B` around
//!   their points, and subtracts both radii at the end.
//! - **`μ` without an index** is the widest gap between parallel planes that separate the cores.

use glam::DVec3;

use super::answer::Answer;
use super::support::Vertex;
use super::{Snapshot, epa, gjk};
use crate::step::Comparison;

/// Solver that found the distance of separate cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// GJK ran to its end.
    Gjk(gjk::Outcome),
    /// Newton's method finished the search: for curved cores, or where rounding had stalled GJK.
    Newton,
    /// A formula gave the closest points.
    ClosedForm,
}

/// Branch that gave the answer (`[ACD11]` "penetration depth"), with its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A separating axis exists: the shapes, margins included, are separate.
    Separated(Apart),
    /// The cores are separate and only the margins overlap: the depth is `μ_A + μ_B − |v|`.
    Shallow(Apart),
    /// The cores overlap: EPA ran.
    Deep(epa::Outcome),
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Formula for the closest points of separate cores.
    ClosedForm,
    /// One iteration of GJK on the cores.
    Gjk,
    /// Newton's method from GJK's normal, for separate cores.
    Newton,
    /// Test of the normal of a flat disc that may contain the closest point.
    OverDisc,
    /// Repeated test of Newton's result, with the rounding error of a normal at a kink.
    Kink,
    /// Preparation of the depth search from GJK's simplex and best plane, since no plane separates the cores.
    Overlap,
    /// Depth proof from the facet of one body nearest to a point of the other.
    Facet,
    /// Start of the first refinement: GJK's best plane or the plane of the nearest face of its tetrahedron.
    Guess,
    /// Test of the flat disc of a body that faces along the normal of the [trial](Trial).
    Disc {
        /// Whether the disc belongs to A; otherwise to B.
        of_a: bool,
    },
    /// Newton's method over the rim of that disc, for a depth beyond the rim.
    Rim {
        /// Whether the disc belongs to A; otherwise to B.
        of_a: bool,
    },
    /// Newton's method from the normal of the trial.
    Refine,
    /// Lower bound from balls inscribed below the points that carry the best plane.
    Balls,
    /// Trial of the opposite direction.
    Mirror,
    /// One step of EPA: the start or one expansion.
    Expand,
    /// Insertion of the points that carry the best plane into the new polytope.
    Join,
    /// Trial of a face that may lead to a shallower minimum.
    Minimum,
    /// Choice of the ending.
    Conclusion,
}

/// Reason for testing a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// First normal, before the polytope exists; it may already give the depth.
    First,
    /// Opposite direction of the first normal, before the polytope exists.
    Mirror,
    /// An expansion of EPA gave a lower upper bound than the last refinement.
    LowerBound,
    /// An expansion of EPA gave a lower upper bound than the last refinement, and EPA has converged.
    Converged,
    /// EPA found the cores separate: the only minimum is near that separating plane.
    Separate,
    /// Another minimum may be shallower.
    Minimum,
}

/// State of the distance solver. Pair frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// GJK on the cores, which finds their distance or an overlap.
    pub gjk: gjk::Gjk,
    /// Ending of GJK; `None` while it runs.
    pub gjk_outcome: Option<gjk::Outcome>,
    /// Unit normal of GJK's best plane.
    pub n: DVec3,
    /// Bound of the difference of GJK's bounds due to rounding, meters.
    pub rounding: f64,
    /// Whether a core has a curved surface region.
    pub curved: bool,
    /// Radii of the balls that were removed from A and from B, meters.
    pub margins: [f64; 2],
    /// Sum of `margins` as the solver rounds it, meters.
    pub margin: f64,
    /// Widest gap between parallel planes that separate the cores, meters; negative if the cores overlap.
    pub gap: f64,
    /// The closest known points of A's core and of B's core.
    pub nearest: [DVec3; 2],
    /// Vector from the closest point of B to that of A: the point of the cores' `A − B` nearest the origin.
    pub v: DVec3,
    /// `μ ≤ rounding`: no plane separates the cores.
    pub no_gap: Comparison<f64>,
    /// `μ < μ_A + μ_B` for separate cores: whether the margins overlap.
    pub margins_overlap: Comparison<f64>,
    /// Result of a formula for the closest points, accepted or not; `None` where none was evaluated.
    pub closed_form: Option<ClosedForm>,
    /// Last result of Newton's method for separate cores; `None` before it ran.
    pub newton: Option<Closest>,
    /// Closest points that ended the query, from a formula, Newton's method or a flat disc; `None` otherwise.
    pub closest: Option<Closest>,
    /// State of the depth search; `None` until it is needed.
    pub deep: Option<Deep>,
    /// Distance and bracket with the margins subtracted.
    pub answer: Answer,
    /// Current bracket of the signed distance.
    pub bracket: Bracket,
}

/// Closest points of two cores by a formula, with its intermediate results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedForm {
    /// The formula and its intermediate results.
    pub formula: Formula,
    /// The points that the formula gives.
    pub points: Closest,
}

/// Formula for the closest points of two cores. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formula {
    /// Both cores are points.
    Points,
    /// Both cores are segments, or one is a segment and the other a point.
    Segments(Segments),
    /// One core is a point, the other a triangle.
    PointAndTriangle {
        /// Whether the triangle belongs to A; otherwise to B.
        of_a: bool,
        /// Corners of the triangle, pair frame.
        corners: [DVec3; 3],
        /// Part of the triangle that is nearest to the point.
        region: Region,
    },
    /// One core is a point, the other a box.
    PointAndBox {
        /// Whether the box belongs to A; otherwise to B.
        of_a: bool,
        /// The point in the frame of the box.
        point: DVec3,
        /// Half extents of the box.
        half_extents: DVec3,
    },
}

/// Part of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The corner with this index.
    Vertex(u8),
    /// The edge from the corner with this index to the next corner.
    Edge(u8),
    /// The face, without its edges and corners.
    Face,
}

/// Closest points `P_A + s_A e_A` and `P_B + s_B e_B` of two segments (`[Ericson05]` 5.1.9): intermediate results. Pair
/// frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segments {
    /// Ends of the segments of A and of B: `P_A`, `P_A + e_A` and `P_B`, `P_B + e_B`, meters.
    pub ends: [[DVec3; 2]; 2],
    /// `s_A` where the lines are closest; `None` for parallel lines and for a point, where `s_A` starts at 0.
    pub s_a_of_lines: Option<f64>,
    /// `s_A` after the first step, from 0 to 1.
    pub s_a_first: f64,
    /// `s_B` of the foot on the line of B.
    pub s_b_of_foot: f64,
    /// `s_B` of the closest point of B, from 0 to 1.
    pub s_b: f64,
    /// `s_A` of the foot of B's point on the line of A; `None` if the foot on the line of B was in the segment.
    pub s_a_of_foot: Option<f64>,
    /// `s_A` of the closest point of A, from 0 to 1.
    pub s_a: f64,
}

/// Proven bounds of the signed distance, meters; `None` where no bound is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Lower bound of the signed distance, meters.
    pub lower: Option<f64>,
    /// Upper bound of the signed distance, meters.
    pub upper: Option<f64>,
    /// Width of the bracket, `upper − lower`, meters.
    pub width: Option<f64>,
}

/// Candidates for the closest points of separate cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit normal, from A to B.
    pub normal: DVec3,
    /// Gap along `normal`, meters: lower bound of the distance of the cores.
    pub gap: f64,
    /// Point of A's core, pair frame, meters.
    pub a: DVec3,
    /// Point of B's core, pair frame, meters.
    pub b: DVec3,
    /// `a − b`, the point of the cores' `A − B`, meters.
    pub v: DVec3,
    /// Number of Newton steps; 0 for a disc.
    pub steps: u32,
    /// `||v| − μ| ≤ ε`: whether the points close the bracket.
    pub closes: Comparison<f64>,
    /// `||v| − μ| ≤ ε` with the rounding error of a normal at a kink.
    pub closes_at_kink: Comparison<f64>,
    /// `k + steps ≤ limit`: whether the Newton steps fit in the iteration limit.
    pub within_limit: Comparison<f64>,
}

/// State of the depth search for overlapping cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Deep {
    /// EPA with its polytope and bounds.
    pub epa: epa::Epa,
    /// Ending of EPA; `None` while it runs or after it was continued.
    pub epa_outcome: Option<epa::Outcome>,
    /// Last tested normal; `None` before the first test, and once it cannot lower the upper bound.
    pub trial: Option<Trial>,
    /// Whether the last disc or refinement of the trial was accepted.
    pub is_accepted: bool,
    /// Whether the depth lies over the rim of the accepted disc.
    pub over_rim: bool,
    /// Whether the trial lowered the upper bound by more than the rounding error.
    pub shallower: bool,
    /// Last refinement that was accepted.
    pub refined: Option<Refined>,
    /// Last pair of balls inscribed below the witness points.
    pub balls: Option<InscribedBalls>,
    /// Whether the balls or a facet prove the depth.
    pub proven: bool,
    /// Whether the next facet to test belongs to A; `None` if no facet is left.
    pub next_in_a: Option<bool>,
    /// Last point that was tested against a facet.
    pub facet_proof: Option<FacetProof>,
    /// Whether a core has a curved surface region.
    pub curved: bool,
}

/// A normal under test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Reason for the test.
    pub purpose: Purpose,
    /// Id of the polytope face with this normal; `None` if the normal is not from a face.
    pub face: Option<u32>,
}

/// A local minimum of the support function, found by Newton's method.
#[derive(Clone, Debug, PartialEq)]
pub struct Refined {
    /// The 1 to 3 points of `A − B` on the supporting plane of the minimum, with the barycentric weights of the plane's
    /// point nearest the origin.
    pub carriers: Vec<(Vertex, f64)>,
    /// Number of Newton steps.
    pub steps: u32,
}

/// A ball inside a body or inside `A − B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Center, pair frame, meters.
    pub center: DVec3,
    /// Radius, meters; not negative.
    pub radius: f64,
}

/// A ball inside A and a ball inside B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InscribedBalls {
    /// Ball inside A, pair frame.
    pub a: Ball,
    /// Ball inside B, pair frame.
    pub b: Ball,
    /// Difference of the two balls, inside `A − B`.
    pub difference: Ball,
    /// `r + s − |x − y|`, with the radii `r`, `s` and the centers `x`, `y` of the two balls: lower bound of the depth,
    /// meters; may be negative.
    pub depth: f64,
    /// `upper − (r + s − |x − y|) ≤ ε`: whether the balls prove that no direction is shallower than `upper`, to the
    /// tolerance `ε`.
    pub test: Comparison<f64>,
}

/// A point of one body and the nearest facet of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetProof {
    /// Whether the facet belongs to A and the point to B; otherwise the reverse.
    pub in_a: bool,
    /// Tested point, pair frame, meters.
    pub point: DVec3,
    /// Unit normal of the facet nearest to the point, directed from A to B.
    pub normal: DVec3,
    /// Extent of the cores' `A − B` along `normal`: upper bound of the depth, meters.
    pub height: f64,
    /// Depth of the point below that facet, meters: lower bound of the depth.
    pub clearance: f64,
    /// Whether both bounds are equal to rounding.
    pub proven: bool,
    /// `upper − lower ≤ rounding` for these two bounds.
    pub test: Comparison<f64>,
}

impl Snapshot for Distance {
    type Outcome = Outcome;
}
