//! Errors of polyhedron constructors.

use crate::dim3::hull::{Dimension, HullError};

/// Defect in the input of a constructor. Vertices and faces are numbered as in the input, from 0; `corner` is the
/// position of a vertex in the list of its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolyhedronError {
    /// There are no points.
    NoPoints,
    /// There are more points or face vertices than 32-bit indices can number.
    TooMany,
    /// A coordinate of this point is infinite or NaN.
    NotFinite {
        /// Index in the list of points; 0 for a box or a prism.
        vertex: usize,
    },
    /// A coordinate of this point is so large that the square of a distance might overflow.
    TooLarge {
        /// Index in the list of points; 0 for a box or a prism.
        vertex: usize,
    },
    /// A size of a box is negative, or a prism has a size of 0 or below or fewer than three sides.
    BadSize {
        /// Index of the prism's argument, or of the box's half extent.
        index: usize,
    },
    /// All points coincide or are collinear, so that there is no face.
    NoFace {
        /// Dimension of the points, `Point` or `Segment`.
        dimension: Dimension,
        /// The ends of the segment as indices of the points; for a point twice the same.
        ends: [u32; 2],
    },
    /// A face refers to a vertex that is not in the list of points.
    UnknownVertex {
        /// Index of the face.
        face: u32,
        /// Position of the vertex in the face's list.
        corner: u32,
    },
    /// A face has fewer than three vertices.
    FewCorners {
        /// Index of the face.
        face: u32,
    },
    /// A face contains the same vertex twice.
    RepeatedVertex {
        /// Index of the face.
        face: u32,
        /// Position of the second occurrence in the face's list.
        corner: u32,
    },
    /// An edge belongs to one face only: the surface has a hole.
    OpenEdge {
        /// Index of the face.
        face: u32,
        /// Position of the edge's start in the face's list.
        corner: u32,
    },
    /// Two faces run along an edge in the same direction, or more than two faces share it.
    EdgeTwice {
        /// Index of one of the faces.
        face: u32,
        /// Index of another one.
        other: u32,
    },
    /// No face uses this point.
    UnusedVertex {
        /// Index of the point.
        vertex: u32,
    },
    /// A vertex of a solid belongs to two faces only, so it is within an edge.
    TwoFaces {
        /// Index of the vertex.
        vertex: u32,
    },
    /// The faces at this vertex do not form one ring: two parts of the surface touch there.
    SplitVertex {
        /// Index of the vertex.
        vertex: u32,
    },
    /// The surface consists of several parts.
    Disconnected {
        /// Index of a face that is not in the same part as face 0.
        face: u32,
    },
    /// `V − E + F` is not 2: the surface has a handle.
    Handle,
    /// A face has no area, so it has no normal.
    NoArea {
        /// Index of the face.
        face: u32,
    },
    /// The vertices of a face are not in one plane.
    NotPlanar {
        /// Index of the face.
        face: u32,
    },
    /// A face has an inner angle of more than 180°.
    Reflex {
        /// Index of the face.
        face: u32,
        /// Position of the angle's vertex in the face's list.
        corner: u32,
    },
    /// The vertices of a face run clockwise, seen from outside.
    Inward {
        /// Index of the face.
        face: u32,
    },
    /// Some vertex is outside the plane of this face.
    NotConvex {
        /// Index of the face.
        face: u32,
    },
    /// All points are in one plane, but there are more than two faces.
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
            Self::TooLarge { vertex } => {
                write!(f, "point {vertex} is so far away that squares of distances may overflow")
            }
            Self::BadSize { index } => write!(f, "size {index} is too small"),
            Self::NoFace { dimension: Dimension::Point, .. } => write!(f, "all points coincide"),
            Self::NoFace { .. } => write!(f, "all points are collinear"),
            Self::UnknownVertex { face, corner } => {
                write!(f, "corner {corner} of face {face} refers to a point that does not exist")
            }
            Self::FewCorners { face } => write!(f, "face {face} has fewer than three corners"),
            Self::RepeatedVertex { face, corner } => write!(f, "corner {corner} of face {face} repeats a vertex"),
            Self::OpenEdge { face, corner } => {
                write!(f, "the edge from corner {corner} of face {face} belongs to no other face")
            }
            Self::EdgeTwice { face, other } => {
                write!(f, "faces {face} and {other} run along one edge in the same direction, or share it with a third")
            }
            Self::UnusedVertex { vertex } => write!(f, "no face uses point {vertex}"),
            Self::TwoFaces { vertex } => write!(f, "only two faces meet at vertex {vertex}, at least three must"),
            Self::SplitVertex { vertex } => write!(f, "two parts of the surface touch at vertex {vertex}"),
            Self::Disconnected { face } => write!(f, "face {face} is not connected with face 0"),
            Self::Handle => write!(f, "the surface has a handle: V − E + F is not 2"),
            Self::NoArea { face } => write!(f, "face {face} has no area"),
            Self::NotPlanar { face } => write!(f, "the corners of face {face} are not in one plane"),
            Self::Reflex { face, corner } => write!(f, "face {face} is not convex at corner {corner}"),
            Self::Inward { face } => write!(f, "face {face} runs clockwise, seen from outside"),
            Self::NotConvex { face } => write!(f, "some vertex is outside the plane of face {face}"),
            Self::Flat => write!(f, "all points are in one plane, but there are more than two faces"),
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
