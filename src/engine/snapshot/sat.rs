//! A test of separating axes as plain data: of polyhedra in space, of polygons in the plane.

use std::sync::Arc as Shared;

use glam::{DMat3, DVec3};

use super::Snapshot;
use crate::step::Comparison;

/// How the test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A line has a gap larger than rounding.
    Separated,
    /// The line of the frame before still has one.
    SeparatedByCache,
    /// The largest gap is 0 within rounding.
    Touching,
    /// On every line the shadows overlap by more than rounding.
    Overlapping,
    /// `A − B` is flat within rounding, as of two polygons in one plane or two segments on one line, and holds the origin:
    /// the bodies share points and the depth is 0.
    Degenerate,
    /// A number of the pair is infinite, or so large that squares overflow.
    NotFinite,
}

impl Outcome {
    /// Whether a line parts the bodies.
    pub fn is_apart(self) -> bool {
        matches!(self, Self::Separated | Self::SeparatedByCache)
    }
}

/// What a line is perpendicular to, or along. Faces and edges are numbered as the lists of their solid; the face of a polygon is
/// one of its sides, numbered as the corner it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Perpendicular to a face of A, or to two opposite ones.
    FaceA(u32),
    /// The same of B.
    FaceB(u32),
    /// Perpendicular to an edge of A and an edge of B. In space alone.
    Edges(u32, u32),
    /// In the plane of a flat body, perpendicular to this edge; where the body is a segment, in the plane of the other body or
    /// of both segments. Tried in space, where neither body has a volume: they may lie in one plane.
    Side {
        /// Whose edge: 0 is A, 1 is B.
        body: u8,
        /// Which.
        edge: u32,
    },
    /// Along a segment. Tried where no body has a face, in the plane no area: they may lie on one line.
    Along {
        /// Whose: 0 is A, 1 is B.
        body: u8,
    },
    /// From A's first vertex to B's, without the part along this body if that is a segment. Tried where no body has a face, in
    /// the plane no area.
    Across {
        /// Whose: 0 is A, 1 is B.
        body: u8,
    },
}

/// Why two edges span no face of `A − B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Miss {
    /// Both ends of the arc of B's edge are on one side of the great circle of A's.
    BesideA,
    /// Both ends of the arc of A's edge are on one side of the great circle of B's.
    BesideB,
    /// Each crosses the circle of the other, but half around the sphere from where the other does.
    Opposite,
    /// The edges are parallel.
    Parallel,
}

/// The line of a face normal, which an exactly opposite face shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Unit vector, out of the first of the faces; the solid's frame.
    pub normal: DVec3,
    /// The face, and the opposite one where there is one.
    pub faces: [Option<u32>; 2],
}

/// An edge, or all parallel edges of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The vertices at its ends; of a family of a box those of one of the four.
    pub ends: [u32; 2],
    /// From the first end to the second, a unit vector; the solid's frame.
    pub direction: DVec3,
    /// Which outward normals a supporting plane through the edge may have.
    pub arc: Arc,
}

/// The outward normals of the supporting planes through an edge: a part of the great circle perpendicular to it. Unit vectors of
/// the solid's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arc {
    /// Less than half of it, between the normals of the edge's two faces: the left one and the right one.
    Minor([DVec3; 2]),
    /// Half of it, about this vector: that of an edge of a flat polygon, whose two faces look opposite ways.
    Half(DVec3),
    /// All of it: that of a segment, and of the four parallel edges of a box together.
    Circle,
}

/// A body, in its own frame; meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Whether it is a polygon of the plane z = 0, and no body in space.
    pub is_planar: bool,
    /// Positions. Of a polygon its corners, counter-clockwise.
    pub vertices: Vec<DVec3>,
    /// Lines of face normals; none of a polygon, whose sides are its lines.
    pub lines: Vec<Line>,
    /// Edges, or a box's three families of parallel ones; none of a polygon.
    pub edges: Vec<Edge>,
    /// Of a box its twelve edges, each with the arc between its own two faces; `None` of others.
    pub cuboid: Option<Vec<Edge>>,
    /// The unit normal of a flat polygon in space.
    pub plane_normal: Option<DVec3>,
    /// Which of the points that the solid was made of each vertex is.
    pub sources: Vec<u32>,
}

/// A pair of edges that is not tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skipped {
    /// The edge of A and that of B.
    pub edges: [u32; 2],
    /// Why.
    pub why: Miss,
    /// Where the line perpendicular to both would point, any length but 0, pair frame: to the arc of one of them where it meets
    /// the other's great circle.
    pub toward: DVec3,
}

/// How pairs of edges are passed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// They are asked one by one.
    Asked,
    /// On a walk over the sphere of normals.
    Walked,
    /// By a bound on the gaps along an arc, if not for their arcs.
    Bounded,
    /// Of two boxes, whose lines are tried by rows: only parallel ones, which span no line.
    Parallel,
}

/// What stays while lines are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// A and B: shared by all frames, for hulls of very many points are long lists.
    pub solids: [Shared<Solid>; 2],
    /// From B's axes to the pair frame's.
    pub rotation: DMat3,
    /// B's origin in the pair frame, meters.
    pub translation: DVec3,
    /// What a gap may be off by, meters.
    pub rounding: f64,
    /// Whether a line that had a gap in the frame before is tried first.
    pub cached: bool,
    /// Whether the first line with a gap ends the test.
    pub stop_at_first: bool,
    /// How pairs of edges are passed by.
    pub passing: Passing,
    /// Which are, if not all pairs are asked for; empty where they are too many to be shown.
    pub skipped: Vec<Skipped>,
}

/// What was found on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// Which line.
    pub axis: Axis,
    /// Along it, the way that parts the bodies more: a unit vector from A to B, pair frame.
    pub normal: DVec3,
    /// A's shadow, along `normal` from A's origin, meters.
    pub a: [f64; 2],
    /// B's.
    pub b: [f64; 2],
    /// `min B − max A`: a lower bound of the signed distance, meters.
    pub gap: f64,
    /// The vertex of A that is farthest along `normal`, and that of B farthest against it.
    pub supports: [u32; 2],
}

/// A line at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What was found on it.
    pub tested: Tested,
    /// What of A and of B makes it, as numbers of vertices: the corners of a face in order, or the ends of an edge; empty if the
    /// line belongs to the other body alone.
    pub features: [Vec<u32>; 2],
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The lines tried so far.
    pub tested: u32,
    /// What this step found; `None` before the first step, and in a last step that found no line left.
    pub now: Option<Tried>,
    /// Whether its gap parts the bodies.
    pub parts: Option<Comparison<f64>>,
    /// The line taken so far: the first of those whose gaps are the largest within rounding.
    pub best: Option<Tried>,
    /// The pairs of edges skipped so far.
    pub pruned: u32,
    /// Minus the sum of the normals of the faces at the vertex of B whose region on the Gauss sphere a walk has reached; A's frame.
    pub region: Option<DVec3>,
    /// Of a step that tries several lines at once, the states that it would have had after each of them but the last, line by
    /// line.
    pub between: Vec<Self>,
}

impl Test {
    /// The states before and after each line of the step that ends in this state and began in `before`.
    pub fn line_by_line<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = [&'a Self; 2]> {
        let after = || self.between.iter().chain([self]);
        std::iter::once(before).chain(&self.between).zip(after()).map(|(before, after)| [before, after])
    }
}

impl Snapshot for Test {
    type Outcome = Outcome;
}

/// What the test found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// The gap along `normal`, meters: minus the depth where the bodies overlap, a lower bound of the distance where they are
    /// apart. 0 without a line.
    pub separation: f64,
    /// Proven: the signed distance is not below this.
    pub lower: f64,
    /// Proven: the signed distance is not above this. `None` where the bodies are apart, and where not all lines were tried.
    pub upper: Option<f64>,
    /// Unit vector from A to B, pair frame; zero if no line could be tried.
    pub normal: DVec3,
    /// The line that is taken.
    pub taken: Option<Tried>,
    /// The lines whose gaps are the same within rounding, without itself, in the order of the test.
    pub ties: Vec<Tried>,
    /// How many lines were tried.
    pub tested: u32,
    /// How many pairs of edges were skipped; 0 in the plane.
    pub pruned: u32,
}
