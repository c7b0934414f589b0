//! State of a separating axis test of two convex bodies as plain data: polyhedra in space, polygons in the plane.
//!
//! The bodies are projected on one axis after another. On each axis their intervals have a signed *gap*, negative where
//! they overlap; the largest gap is the separation of the bodies, or minus their penetration depth.
//!
//! - **Axes.** In space, the normals of the faces of A and B, and the cross products of an edge of A and an edge of B.
//! - **Gauss sphere.** On the unit sphere of directions, an edge is the arc between the normals of its two faces. A
//!   pair of edges can have the largest gap only if the arc of A's edge crosses that of −B's edge; other pairs are
//!   skipped.

use std::sync::Arc as Shared;

use glam::{DMat3, DVec3};

use super::Snapshot;
use crate::step::Comparison;

/// Ending of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// An axis has a gap larger than the rounding error.
    Separated,
    /// The separating axis of the previous frame still separates the bodies.
    SeparatedByCache,
    /// The largest gap is zero to rounding.
    Touching,
    /// The bodies' intervals overlap on every axis by more than the rounding error.
    Overlapping,
    /// `A − B` is flat to rounding and contains the origin, as for two polygons in one plane or two segments on one
    /// line: the bodies share points and the depth is 0.
    Degenerate,
    /// A number of the pair is infinite, or so large that squares overflow.
    NotFinite,
}

impl Outcome {
    /// Returns whether an axis separates the bodies.
    pub fn is_apart(self) -> bool {
        matches!(self, Self::Separated | Self::SeparatedByCache)
    }
}

/// Feature that defines an axis. Faces and edges are indices into the lists of their solid; the face of a polygon is a
/// side, by the index of its start vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Perpendicular to a face of A (or to two opposite faces).
    FaceA(u32),
    /// Perpendicular to a face of B (or to two opposite faces).
    FaceB(u32),
    /// Perpendicular to an edge of A and an edge of B. Only in space.
    Edges(u32, u32),
    /// Perpendicular to an edge of a flat body, in the plane of that body; for a segment, in the plane of the other
    /// body or of both segments. Tested in space if neither body has a volume, because both may lie in one plane.
    Side {
        /// Body of the edge: 0 is A, 1 is B.
        body: u8,
        /// Index of the edge.
        edge: u32,
    },
    /// Along a segment. Tested if no body has a face (in the plane, an area), because both may lie on one line.
    Along {
        /// Body: 0 is A, 1 is B.
        body: u8,
    },
    /// From A's first vertex to B's, without the component along this body if that is a segment. Tested if no body has
    /// a face (in the plane, an area).
    Across {
        /// Body: 0 is A, 1 is B.
        body: u8,
    },
}

/// Reason why the axis of an edge of A and an edge of B is skipped: the edges give no face of `A − B`, because the arc
/// of A's edge does not cross that of B's edge reflected in the center of the Gauss sphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// Both ends of the arc of B's edge are on one side of the great circle of A's.
    BesideA,
    /// Both ends of the arc of A's edge are on one side of the great circle of B's.
    BesideB,
    /// Each arc crosses the great circle of the other, but on opposite sides of the sphere.
    Opposite,
    /// The edges are parallel.
    Parallel,
}

/// Axis of a face normal. Two faces with exactly opposite normals share one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceAxis {
    /// Outward unit normal of the first face, in the solid's frame.
    pub normal: DVec3,
    /// Index of the first face, and of the face with the opposite normal; `None` without one.
    pub faces: [Option<u32>; 2],
}

/// An edge, or the four parallel edges of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Vertex indices of the ends; of one of the four edges for a box.
    pub ends: [u32; 2],
    /// Unit vector from the first end to the second, in the solid's frame.
    pub direction: DVec3,
    /// Outward normals of the supporting planes through the edge.
    pub arc: Arc,
}

/// Outward normals of the supporting planes through an edge: an arc of the great circle perpendicular to the edge. Unit
/// vectors in the solid's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arc {
    /// Less than a half circle, between the normals of the edge's left and right face.
    Minor([DVec3; 2]),
    /// A half circle centered at this vector: the arc of an edge of a flat polygon, whose two faces have opposite
    /// normals.
    Half(DVec3),
    /// The full circle: the arc of a segment, and of the four parallel edges of a box together.
    Circle,
}

/// A body in its own frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Whether the body is a polygon of a planar query, in the plane z = 0.
    pub is_planar: bool,
    /// Vertex positions, meters; counter-clockwise for a polygon.
    pub vertices: Vec<DVec3>,
    /// Axes of the face normals; empty for a planar polygon, whose axes are the normals of its sides.
    pub face_axes: Vec<FaceAxis>,
    /// Edges, or the three families of parallel edges of a box; empty for a planar polygon.
    pub edges: Vec<Edge>,
    /// The twelve edges of a box, each with the arc between its own two faces; `None` for other solids.
    pub cuboid: Option<Vec<Edge>>,
    /// Unit normal of a flat polygon in space, in the solid's frame; `None` for other solids.
    pub plane_normal: Option<DVec3>,
    /// Index of the input point that each vertex comes from.
    pub sources: Vec<u32>,
}

/// A pair of edges whose axis is not tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skipped {
    /// Index of the edge of A and of the edge of B.
    pub edges: [u32; 2],
    /// Reason for skipping the pair.
    pub reason: SkipReason,
    /// Nonzero direction of the axis perpendicular to both edges, pair frame: it points to where the arc of one edge
    /// crosses the great circle of the other.
    pub toward: DVec3,
}

/// Method that decides which pairs of edges are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairPruning {
    /// Every pair is tested for crossing arcs. Also the value of planar tests, which have no pairs of edges.
    ByArcs,
    /// A walk over the Gauss sphere finds the pairs with crossing arcs without testing the others.
    ByWalk,
    /// Pairs are skipped if their arcs do not cross, or if a bound proves their gap no larger than that of the best
    /// axis.
    ByBound,
    /// Two boxes: only parallel edges are skipped, since they define no axis. All other axes are tested, several per
    /// step.
    ParallelOnly,
}

/// Constants of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// A and B, each in its own frame; shared by all frames of a scene, because large hulls are long lists.
    pub solids: [Shared<Solid>; 2],
    /// Rotation from B's axes to the pair frame.
    pub rotation: DMat3,
    /// B's origin in the pair frame, meters.
    pub translation: DVec3,
    /// Bound of the rounding error of a gap, meters.
    pub rounding: f64,
    /// Whether the test starts with the separating axis of the previous frame.
    pub cached: bool,
    /// Whether the first axis with a gap ends the test.
    pub stop_at_first: bool,
    /// Method that skips pairs of edges.
    pub pruning: PairPruning,
    /// Skipped pairs; empty if all pairs are tested, and if more are skipped than a picture can show.
    pub skipped: Vec<Skipped>,
}

/// Projections of both bodies on an axis, as intervals, and the gap between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// Feature that defines the axis.
    pub axis: Axis,
    /// Unit vector along the axis from A to B, pair frame, in the direction of the larger gap.
    pub normal: DVec3,
    /// Interval of A along `normal`, meters from A's origin.
    pub a: [f64; 2],
    /// Interval of B along `normal`, meters from A's origin.
    pub b: [f64; 2],
    /// `min B − max A`: a lower bound of the signed distance, meters.
    pub gap: f64,
    /// Index of the vertex of A farthest along `normal` and of the vertex of B farthest against it.
    pub supports: [u32; 2],
}

/// A tested axis with the features that define it.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedAxis {
    /// Intervals and gap on the axis.
    pub tested: Tested,
    /// Vertex indices of the feature of A and of the feature of B that define the axis: the vertices of a face in
    /// order or the ends of an edge; empty for a body that does not define the axis.
    pub features: [Vec<u32>; 2],
}

/// State of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Number of axes tested.
    pub tested: u32,
    /// Axis of the last step; `None` before the first step and in a last step that found no axis left.
    pub last_tested: Option<TestedAxis>,
    /// `gap > rounding`, with the gap of `last_tested`: the axis separates the bodies. `None` without an axis.
    pub separates: Option<Comparison<f64>>,
    /// Axis with the largest gap of all axes tested; the first of several whose gaps are equal to rounding. `None`
    /// before the first.
    pub best: Option<TestedAxis>,
    /// Number of pairs of edges skipped.
    pub pruned: u32,
    /// Negated sum of the face normals at the vertex of B whose region of the Gauss sphere a walk has arrived at, A's
    /// frame; `None` without a walk.
    pub region: Option<DVec3>,
    /// States after each axis but the last of a step that tests several axes at once, in order; empty for a step that
    /// tests one axis.
    pub between: Vec<Self>,
}

impl Test {
    /// Returns the states before and after each axis of the step that began in `before` and ended in this state.
    pub fn axis_by_axis<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = [&'a Self; 2]> {
        let states_before = std::iter::once(before).chain(&self.between);
        let states_after = self.between.iter().chain([self]);
        states_before.zip(states_after).map(|(before, after)| [before, after])
    }
}

impl Snapshot for Test {
    type Outcome = Outcome;
}

/// Result of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Ending of the test.
    pub outcome: Outcome,
    /// Gap along `normal`, meters: minus the depth for overlapping bodies, a lower bound of the distance for separate
    /// bodies. 0 without an axis.
    pub separation: f64,
    /// Proven lower bound of the signed distance, meters.
    pub lower: f64,
    /// Proven upper bound of the signed distance, meters. `None` for separate bodies and where not all axes were
    /// tested.
    pub upper: Option<f64>,
    /// Unit vector from A to B, pair frame; zero if no axis could be tested.
    pub normal: DVec3,
    /// Best axis; `None` if no axis could be tested.
    pub best: Option<TestedAxis>,
    /// Other axes whose gaps equal that of `best` to rounding, in the order of the test.
    pub ties: Vec<TestedAxis>,
    /// Number of axes tested.
    pub tested: u32,
    /// Number of pairs of edges skipped; 0 in the plane.
    pub pruned: u32,
}
