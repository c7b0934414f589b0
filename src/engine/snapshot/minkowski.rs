//! States of the construction of Minkowski differences `A − B` as plain data: in space by an *overlay*, which crosses
//! the arcs of the normals of A's edges with those of −B's on the Gauss sphere, in the plane by a *merge* of edges.
//!
//! Points are indices in the bodies; vertices of a difference are pairs of them. Faces, edges and vertices are stored
//! once, in [`Made`] and [`Sum`]; a state holds their number.

use super::Snapshot;
use super::hull::Dimension;

/// Action of the last step of the overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// No action: the first or the last state.
    Nothing,
    /// A face of A or of −B was translated to the farthest feature of the other body and extended by it.
    Face {
        /// Body of the face: 0 is A, 1 is −B.
        body: u8,
        /// Index of the face.
        face: u32,
    },
    /// The arc of this edge of A became the current arc.
    Arc(u32),
    /// The arc of an edge of A crosses the arc of an edge of −B.
    Crossing([u32; 2]),
}

/// Features that a face of the difference comes from, as point indices of A and of B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FacetOrigin {
    /// A face of A, by its vertices.
    FaceA(Vec<u32>),
    /// A face of −B, by its vertices.
    FaceB(Vec<u32>),
    /// A face of A and a face of −B with the same normal, by their vertices.
    FaceFace([Vec<u32>; 2]),
    /// An edge of A and an edge of B, by their ends.
    EdgeEdge([[u32; 2]; 2]),
}

/// A face of the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Features that the face comes from.
    pub origin: FacetOrigin,
    /// Vertex indices in the difference, counter-clockwise from outside.
    pub vertices: Vec<u32>,
}

/// State of the overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Action of the last step.
    pub now: Now,
    /// Number of faces made.
    pub faces: usize,
    /// Number of vertices made.
    pub vertices: usize,
}

impl Snapshot for Overlay {
    type Outcome = Dimension;
}

/// Faces and vertices made by an overlay, in order of creation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The faces, with the features they come from.
    pub faces: Vec<Facet>,
    /// The vertices: a point of A and a point of B each.
    pub pairs: Vec<[u32; 2]>,
}

/// A body of the overlay: A, or B reflected in the origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Faces as vertex indices, counter-clockwise from outside.
    pub faces: Vec<Vec<u32>>,
    /// Edges with their adjacent faces.
    pub edges: Vec<BodyEdge>,
}

/// An edge of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyEdge {
    /// Vertex indices of the ends.
    pub ends: [u32; 2],
    /// Indices of the adjacent faces; not valid indices for a segment.
    pub faces: [u32; 2],
}

/// Ending of a merge of two polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Merged {
    /// All edges of both polygons were merged.
    Closed,
}

/// Edges of A and of −B that an edge of their sum `A + (−B)`, the difference `A − B`, comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An edge of A, by the index of its start vertex.
    A(u32),
    /// An edge of −B, by the index of its start vertex.
    B(u32),
    /// Two parallel edges, one of A and one of −B.
    Both(u32, u32),
}

/// State of the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Number of vertices of the sum made so far.
    pub vertices: usize,
    /// Number of edges of the sum made so far.
    pub edges: usize,
    /// Ends of the next edge of A and of −B as point indices; `None` if all are merged.
    pub next: [Option<[u32; 2]>; 2],
    /// Order of the next edges by angle: 1 if A's comes first, −1 if −B's comes first, 0 if they are parallel.
    pub order: i8,
}

impl Snapshot for Merge {
    type Outcome = Merged;
}

/// The part made so far of the sum `A + (−B)` of two polygons, the difference `A − B`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Vertices, counter-clockwise from the one at which the merge starts, each as the indices of a point of A and of a
    /// point of B.
    pub vertices: Vec<[u32; 2]>,
    /// Edges; the edge at index `k` starts at `vertices[k]`.
    pub edges: Vec<Origin>,
}
