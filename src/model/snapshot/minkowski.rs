//! Plain data of the two algorithms that construct a Minkowski difference `A − B`: the overlay in space and the merge
//! in the plane.
//!
//! - **Overlay.** Each edge of A and of −B becomes an arc on the *Gauss sphere*, the unit sphere of directions: the arc
//!   of the outward normals of its supporting planes. Each crossing of an arc of A with an arc of −B gives a face of
//!   `A − B`, spanned by the two edges; all other faces are translated faces of A or −B. State: [`Overlay`].
//! - **Merge.** The edges of two polygons A and −B, sorted by angle, are the edges of `A − B`. State: [`Merge`].
//! - **Indices.** A vertex of `A − B` is stored as the index of a point of A and the index of a point of B, without
//!   coordinates.
//! - **States.** Both algorithms only append. A state therefore holds the number of faces, edges and vertices; the
//!   features themselves are stored once per run, in [`OverlayResult`] and [`Sum`].

use super::Snapshot;
use super::hull::Dimension;

/// Action of the last step of the overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayAction {
    /// No action: the first or the last state.
    Nothing,
    /// A face of one body gave a face of the difference: its Minkowski sum with the vertex, edge or face of the other
    /// body that is farthest along its normal.
    Face {
        /// Body of the face: 0 is A, 1 is −B.
        body: u8,
        /// Index of the face in [`Body::faces`].
        face: u32,
    },
    /// The arc of the edge of A with this index in [`Body::edges`] became the one that is compared with −B's arcs.
    Arc(u32),
    /// The arcs of an edge of A and an edge of −B, by their indices in [`Body::edges`], cross: the edges gave a face.
    Crossing([u32; 2]),
}

/// Features of A and of −B whose Minkowski sum is a face of the difference, as point indices of A and of B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FacetOrigin {
    /// A face of A, by its vertices.
    FaceA(Vec<u32>),
    /// A face of −B, by its vertices.
    FaceB(Vec<u32>),
    /// A face of A and a face of −B with the same normal, by their vertices.
    FaceFace([Vec<u32>; 2]),
    /// An edge of A and an edge of −B, by the two ends of each.
    EdgeEdge([[u32; 2]; 2]),
}

/// A face of the difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Features of A and −B that the face comes from.
    pub origin: FacetOrigin,
    /// Indices of the face's vertices among the vertices of the difference, counter-clockwise seen from outside.
    pub vertices: Vec<u32>,
}

/// State of the overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Action of the last step.
    pub last_action: OverlayAction,
    /// Number of faces of [`OverlayResult::faces`] that exist after the last step.
    pub face_count: usize,
    /// Number of vertices of [`OverlayResult::pairs`] that exist after the last step.
    pub vertex_count: usize,
}

impl Snapshot for Overlay {
    type Outcome = Dimension;
}

/// Faces and vertices of the difference that an overlay constructed, in order of creation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlayResult {
    /// Faces, with the features they come from.
    pub faces: Vec<Facet>,
    /// Vertices, each as the index of a point of A and the index of a point of B.
    pub pairs: Vec<[u32; 2]>,
}

/// A body of the overlay: A, or B reflected in the origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Faces, each by the point indices of its vertices, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// Edges with their adjacent faces.
    pub edges: Vec<BodyEdge>,
}

/// An edge of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyEdge {
    /// Point indices of the two ends.
    pub ends: [u32; 2],
    /// Indices of the two adjacent faces; beyond the end of [`Body::faces`] for a segment, which has no face.
    pub faces: [u32; 2],
}

/// Ending of a merge of two polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MergeOutcome {
    /// All edges of both polygons were merged.
    Closed,
}

/// Edges of the polygons A and −B that an edge of `A − B` comes from. An edge of a polygon is numbered by the position
/// of its start vertex in the polygon's counter-clockwise list of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeOrigin {
    /// An edge of A.
    A(u32),
    /// An edge of −B.
    B(u32),
    /// Two edges of one direction, the first of A and the second of −B, joined end to end.
    Both(u32, u32),
}

/// State of the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Number of vertices of [`Sum::vertices`] that exist after the last step.
    pub vertex_count: usize,
    /// Number of edges of [`Sum::edges`] that exist after the last step.
    pub edge_count: usize,
    /// Ends of the next edge of A and of the next edge of −B, as point indices; `None` if all edges of the polygon are
    /// merged.
    pub next_edges: [Option<[u32; 2]>; 2],
    /// Order of `next_edges` by angle: 1 if A's edge comes first, −1 if −B's comes first, 0 if they are parallel. With
    /// edges of one polygon only, 1 for A and −1 for −B; −1 without any.
    pub order: i8,
}

impl Snapshot for Merge {
    type Outcome = MergeOutcome;
}

/// Vertices and edges of the Minkowski sum `A + (−B)`, which is `A − B`, in the order in which a merge appends them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Vertices, counter-clockwise from the one at which the merge starts, each as the index of a point of A and the
    /// index of a point of B.
    pub vertices: Vec<[u32; 2]>,
    /// Edges; the edge at index `k` starts at `vertices[k]`.
    pub edges: Vec<EdgeOrigin>,
}
