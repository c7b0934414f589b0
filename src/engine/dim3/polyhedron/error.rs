//! Why there is no such polyhedron.

use super::super::hull::{Dimension, HullError};

/// What is wrong with the input of a constructor. Vertices and faces are numbered as in the input, from 0; `corner` is
/// the position of a vertex within the list of its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolyhedronError {
    /// There are no points.
    NoPoints,
    /// There are more points or corners than 32-bit indices can number.
    TooMany,
    /// A coordinate of this point is infinite or not a number.
    NotFinite {
        /// In the list of points; for a box 0, for a prism 0.
        vertex: usize,
    },
    /// A coordinate of this point is so large that the square of a distance would overflow.
    TooLarge {
        /// In the list of points; for a box 0, for a prism 0.
        vertex: usize,
    },
    /// A size of a box or a prism is below 0, or a prism has fewer than three sides.
    BadSize {
        /// Which of the arguments, or which of the half extents.
        index: usize,
    },
    /// All points are one point or lie on one line, so that there is no face.
    NoFace {
        /// `Point` or `Segment`.
        dimension: Dimension,
        /// The ends of the segment as indices of the points; for a point twice the same.
        ends: [u32; 2],
    },
    /// A face names a vertex that is not in the list of points.
    UnknownVertex {
        /// The face.
        face: u32,
        /// Where it names the vertex.
        corner: u32,
    },
    /// A face has fewer than three corners.
    FewCorners {
        /// The face.
        face: u32,
    },
    /// A face visits the same vertex twice.
    RepeatedVertex {
        /// The face.
        face: u32,
        /// Where it names the vertex for the second time.
        corner: u32,
    },
    /// An edge belongs to one face only: the surface has a hole.
    OpenEdge {
        /// The face.
        face: u32,
        /// Where the edge starts.
        corner: u32,
    },
    /// Two faces run along an edge in the same direction, or more than two faces share it.
    EdgeTwice {
        /// One of the faces.
        face: u32,
        /// Another of them.
        other: u32,
    },
    /// No face uses this point.
    UnusedVertex {
        /// The point.
        vertex: u32,
    },
    /// A vertex of a solid belongs to two faces only, so it is no corner.
    TwoFaces {
        /// The vertex.
        vertex: u32,
    },
    /// The faces at this vertex do not form one ring: two parts of the surface touch there.
    SplitVertex {
        /// The vertex.
        vertex: u32,
    },
    /// The surface falls into several parts.
    Disconnected {
        /// A face that is not in the same part as face 0.
        face: u32,
    },
    /// `V − E + F` is not 2: the surface has a handle.
    Handle,
    /// A face has no area, so it has no normal.
    NoArea {
        /// The face.
        face: u32,
    },
    /// The corners of a face do not lie in one plane.
    NotPlanar {
        /// The face.
        face: u32,
    },
    /// A face has an inner angle of more than 180°.
    Reflex {
        /// The face.
        face: u32,
        /// Where the angle is.
        corner: u32,
    },
    /// The corners of a face run clockwise, seen from outside.
    Inward {
        /// The face.
        face: u32,
    },
    /// Some vertex lies outside of the plane of this face.
    NotConvex {
        /// The face.
        face: u32,
    },
    /// All points lie in one plane, but there are more than two faces.
    Flat,
    /// The faces cover the hull of the points more than once.
    CoveredTwice,
}

impl std::fmt::Display for PolyhedronError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoPoints => write!(f, "a polyhedron needs points"),
            Self::TooMany => write!(f, "more points than can be numbered"),
            Self::NotFinite { vertex } => write!(f, "point {vertex} is not finite"),
            Self::TooLarge { vertex } => write!(f, "point {vertex} is so far away that squares of distances overflow"),
            Self::BadSize { index } => write!(f, "size {index} is too small"),
            Self::NoFace { dimension: Dimension::Point, .. } => write!(f, "all points are one point"),
            Self::NoFace { .. } => write!(f, "all points lie on one line"),
            Self::UnknownVertex { face, corner } => write!(f, "corner {corner} of face {face} names no point"),
            Self::FewCorners { face } => write!(f, "face {face} has fewer than three corners"),
            Self::RepeatedVertex { face, corner } => write!(f, "corner {corner} of face {face} repeats a vertex"),
            Self::OpenEdge { face, corner } => {
                write!(f, "the edge from corner {corner} of face {face} belongs to no other face")
            }
            Self::EdgeTwice { face, other } => {
                write!(f, "faces {face} and {other} run along one edge in the same direction, or share it with a third")
            }
            Self::UnusedVertex { vertex } => write!(f, "no face uses point {vertex}"),
            Self::TwoFaces { vertex } => write!(f, "only two faces meet at vertex {vertex}, so it is no corner"),
            Self::SplitVertex { vertex } => write!(f, "two parts of the surface touch at vertex {vertex}"),
            Self::Disconnected { face } => write!(f, "face {face} is not connected with face 0"),
            Self::Handle => write!(f, "the surface has a handle: V − E + F is not 2"),
            Self::NoArea { face } => write!(f, "face {face} has no area"),
            Self::NotPlanar { face } => write!(f, "the corners of face {face} do not lie in one plane"),
            Self::Reflex { face, corner } => write!(f, "face {face} is not convex at corner {corner}"),
            Self::Inward { face } => write!(f, "face {face} runs clockwise, seen from outside"),
            Self::NotConvex { face } => write!(f, "some vertex lies outside of the plane of face {face}"),
            Self::Flat => write!(f, "all points lie in one plane, but there are more than two faces"),
            Self::CoveredTwice => write!(f, "the faces cover the hull of the points more than once"),
        }
    }
}

impl std::error::Error for PolyhedronError {}

impl From<HullError> for PolyhedronError {
    fn from(error: HullError) -> Self {
        match error {
            HullError::Empty => Self::NoPoints,
            HullError::TooMany => Self::TooMany,
            HullError::NotFinite { index } => Self::NotFinite { vertex: index },
        }
    }
}
