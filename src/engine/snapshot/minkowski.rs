//! Minkowski differences as plain data. Points are named by their numbers in the bodies; corners of a difference are pairs
//! of such. Faces, edges and corners that were found stay, so that they stand once, in [`Made`] and [`Sum`], and a state
//! says how many there were.

use super::Snapshot;
use super::hull::Dimension;

/// What a step of the overlay has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// Nothing yet, or the end.
    Nothing,
    /// A face of A (0) or of −B (1) was moved to the farthest feature of the other, and grown by it.
    Face {
        /// Whose face.
        body: u8,
        /// Its number.
        face: u32,
    },
    /// The arc of this edge of A was taken up.
    Arc(u32),
    /// It crosses the arc of an edge of −B.
    Crossing([u32; 2]),
}

/// What a face of the difference is made of, by the numbers of the points of A and of B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FacetOrigin {
    /// A face of A: its corners.
    FaceA(Vec<u32>),
    /// A face of −B.
    FaceB(Vec<u32>),
    /// A face of A and one of −B that face the same way.
    FaceFace([Vec<u32>; 2]),
    /// An edge of A and one of B: their ends.
    EdgeEdge([[u32; 2]; 2]),
}

/// A face of the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// What made it.
    pub origin: FacetOrigin,
    /// Its corners, counter-clockwise from outside, by their numbers in the difference.
    pub corners: Vec<u32>,
}

/// The state of the overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// What the last step has done.
    pub now: Now,
    /// How many faces the difference has so far.
    pub faces: usize,
    /// How many corners it has so far.
    pub corners: usize,
}

impl Snapshot for Overlay {
    type Outcome = Dimension;
}

/// What an overlay has made: faces and corners in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The faces.
    pub faces: Vec<Facet>,
    /// The corners: a point of A and a point of B each.
    pub pairs: Vec<[u32; 2]>,
}

/// A body of the overlay: A, or B reflected in the origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Its faces, counter-clockwise from outside.
    pub faces: Vec<Vec<u32>>,
    /// Its edges.
    pub edges: Vec<BodyEdge>,
}

/// An edge of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyEdge {
    /// Its ends.
    pub ends: [u32; 2],
    /// The numbers of its faces; of a segment none that is there.
    pub faces: [u32; 2],
}

/// How a merge of two polygons ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merged {
    /// Both polygons have been gone round.
    Closed,
}

/// Which edges of A and of −B an edge of the sum is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An edge of A: it begins at this corner of its list.
    A(u32),
    /// An edge of B.
    B(u32),
    /// Two that are parallel.
    Both(u32, u32),
}

/// The state of the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// How many corners the sum has so far.
    pub corners: usize,
    /// How many edges.
    pub edges: usize,
    /// The ends of the next edge of A and of −B, as numbers of points; none when all are taken.
    pub next: [Option<[u32; 2]>; 2],
    /// Whether the next edge of A comes before that of −B (1), after it (−1), or is parallel (0).
    pub order: i8,
}

impl Snapshot for Merge {
    type Outcome = Merged;
}

/// A sum of two polygons, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The corners, counter-clockwise from the lowest: a point of A and a point of B each.
    pub corners: Vec<[u32; 2]>,
    /// The edges: the edge at `corners[k]` begins there.
    pub edges: Vec<Origin>,
}
