//! States of a ray cast as plain data: at a convex body or a half-space ([`Cast`]), and the search for the first part
//! of a body on a ray ([`Search`]). World frame, meters. A place on the ray is given by its parameter `t`: the point
//! `o + t d` for the ray's origin `o` and its direction `d`, which has any length.

use glam::DVec3;

use super::Snapshot;

/// Ending of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The ray enters the body from outside.
    Hit,
    /// The ray starts inside the body, or on its surface.
    StartsInside,
    /// The ray does not hit the body.
    Miss,
    /// Cannot be decided: the ray passes the surface at a distance below rounding error.
    Grazing,
}

impl Outcome {
    /// Returns whether the ray hits the body; `None` if that cannot be decided.
    pub fn hit(self) -> Option<bool> {
        match self {
            Self::Hit | Self::StartsInside => Some(true),
            Self::Miss => Some(false),
            Self::Grazing => None,
        }
    }
}

/// Result of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Ending of the cast.
    pub outcome: Outcome,
    /// Best estimate of the parameter of the first contact; `None` if no contact is proven.
    pub t: Option<f64>,
    /// Proven lower bound of that parameter; the end of the ray on a miss.
    pub lower: f64,
    /// Proven upper bound of that parameter; `None` if no contact is proven.
    pub upper: Option<f64>,
    /// Point of the ray at `t`; `None` if no contact is proven.
    pub point: Option<DVec3>,
    /// Outward unit normal of the body at `point`; `None` without a contact, if the ray starts inside, and if the
    /// normal is not known.
    pub normal: Option<DVec3>,
    /// Parameter at which the ray leaves the body; `None` if it ends inside or does not hit the body.
    pub exit: Option<f64>,
}

/// Combination of the chords of a body's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The body is the intersection of its pieces.
    Intersection,
    /// The body is the union of its pieces, which is convex.
    Union,
}

/// Kind of a piece of a convex body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Half-space below the plane of a face, or a half-space itself.
    Face,
    /// Half-plane of a side of a polygon in the plane.
    Side,
    /// Curved side of a cylinder or cone, extended without end.
    Curved,
    /// Half-space below the plane of an end of a cylinder or cone.
    End,
    /// Whole sphere or ellipsoid.
    Surface,
    /// Flat polygon or disc in space.
    Polygon,
    /// Segment without a margin.
    Segment,
    /// Single point without a margin.
    Point,
    /// Core of a body with a margin.
    Core,
    /// Prism on a face of the core, as high as the margin.
    Prism,
    /// Cylinder around an edge of the core, with the margin as its radius.
    Tube,
    /// Ball around a vertex of the core, with the margin as its radius.
    Ball,
}

/// Interval of parameters at which the ray's line is inside a convex set. Each end has a lower and an upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chord {
    /// Bounds of the parameter at which the line enters; −∞ if it never does.
    pub entry: [f64; 2],
    /// Bounds of the parameter at which the line leaves; ∞ if it never does.
    pub exit: [f64; 2],
    /// Best estimates of the entry and of the exit.
    pub estimate: [f64; 2],
    /// Outward unit normal of the set at the entry; `None` if the line does not enter, or it is not known.
    pub normal: Option<DVec3>,
    /// Outward unit normal of the set at the exit; `None` unless a flat face is there.
    pub exit_normal: Option<DVec3>,
    /// Whether the chord contains a point; `None` if rounding errors leave it undecided.
    pub is_nonempty: Option<bool>,
}

impl Chord {
    /// Whether the chord is known to be empty.
    pub fn is_empty(&self) -> bool {
        self.is_nonempty == Some(false)
    }
}

/// A piece of a body with its chord.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// Number of the piece among those of its kind.
    pub index: usize,
    /// Part of the ray's line inside the piece.
    pub chord: Chord,
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The chord of the next piece is combined with that of the previous ones.
    Pieces,
    /// The bounds of the chord do not decide; exact arithmetic is tried.
    Exact,
    /// Neither decides, or the body has no closed form; GJK ray casts are tried.
    Gjk,
}

/// Chord of a body, composed piece by piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composition {
    /// Combination of the chords.
    pub rule: Rule,
    /// Number of all pieces.
    pub count: usize,
    /// Number of pieces combined.
    pub combined: usize,
    /// The last of these pieces; `None` before the first.
    pub latest: Option<Piece>,
    /// Chord of the pieces combined.
    pub chord: Chord,
}

/// State of a ray cast at a convex body or a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast {
    /// Phase of the next step.
    pub phase: Phase,
    /// Chord of the body; `None` for a body without a closed form.
    pub composition: Option<Composition>,
    /// Answer; `None` until the last step.
    pub answer: Option<Answer>,
}

impl Snapshot for Cast {
    type Outcome = Outcome;
}

/// Work of one step of the search for the first part on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Visit {
    /// A node is skipped, because its box is entered after the best hit.
    Pruned,
    /// A part is skipped, because it is a one-sided triangle that the ray approaches from behind.
    FromBehind {
        /// Number of the part.
        part: u32,
    },
    /// The ray is cast at a part.
    Tested {
        /// Number of the part.
        part: u32,
        /// Answer for the part alone.
        answer: Answer,
        /// Whether the part becomes the best hit.
        is_best: bool,
    },
    /// The boxes of the children of a node are tested.
    Opened {
        /// Numbers of the children.
        children: [u32; 2],
        /// Parameter at which the ray enters each child's box; `None` if it does not before the best hit.
        entries: [Option<f64>; 2],
    },
}

/// State of the search for the first part on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// Number of the node that the last step took from the stack; `None` before the first step, and in a search without
    /// a tree.
    pub node: Option<u32>,
    /// Parameter at which the ray enters the box of that node.
    pub entry: f64,
    /// Work of the last step; `None` before the first step, and if the ray misses the box of the whole body.
    pub visit: Option<Visit>,
    /// Number of nodes on the stack, or of parts that remain.
    pub waiting: usize,
    /// Number of parts that were tested.
    pub queries: u32,
    /// Number of parts that were skipped because the ray approaches them from behind.
    pub skipped: u32,
    /// Best hit: number of the part and its answer; `None` without one.
    pub best: Option<(u32, Answer)>,
    /// Upper bound of the parameter of the first hit; the end of the ray without a hit.
    pub until: f64,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}
