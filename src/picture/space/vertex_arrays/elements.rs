//! Elements of vertex arrays: triangles, lines, dots, labels and circles. Positions are in meters relative to the
//! origin of their [`Batches`](super::Batches).

use crate::DotSize;
use crate::marks::line_kind::LineKind;

/// A triangle of a face, with what the shading and the drawing order need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tri {
    /// Vertices, counter-clockwise from outside.
    pub positions: [[f32; 3]; 3],
    /// Unit normals at the vertices; three equal ones on a flat face.
    pub normals: [[f32; 3]; 3],
    /// Index into [`Batches::marks`](super::Batches::marks).
    pub mark: u32,
    /// Index into [`Batches::sheets`](super::Batches::sheets).
    pub sheet: u32,
    /// Whether it bounds a closed solid, so that its inner side is seen only through the outer faces.
    pub closed: bool,
    /// Whether it is opaque.
    pub opaque: bool,
    /// Whether only its outer side is drawn: distinguished faces seen from behind would be mistaken for others.
    pub is_distinguished: bool,
}

/// A line segment with its place in a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Start and end of the segment.
    pub ends: [[f32; 3]; 2],
    /// Length of the chain before it, meters, at which its dashes continue.
    pub start: f32,
    /// Kind of the line; for an edge between two faces of a solid, [`Batches::kind`](super::Batches::kind) gives it.
    pub kind: LineKind,
    /// Whether it has an arrow head at its second end.
    pub arrow: bool,
    /// Indices of the two facets next to it; `None` for lines that are no edge between two faces.
    pub sides: Option<[u32; 2]>,
    /// Index into [`Batches::marks`](super::Batches::marks).
    pub mark: u32,
}

/// A dot with a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Position of the center.
    pub at: [f32; 3],
    /// Index into [`Batches::marks`](super::Batches::marks).
    pub mark: u32,
    pub size: DotSize,
    /// Whether it is one of many unimportant dots, drawn pale.
    pub pale: bool,
}

/// A label of one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Point that it names.
    pub at: [f32; 3],
    /// One line of text.
    pub text: String,
    /// Index into [`Batches::marks`](super::Batches::marks).
    pub mark: u32,
}

/// A circle that faces the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    pub center: [f32; 3],
    /// Radius of the circle, meters.
    pub radius: f32,
    /// Index into [`Batches::marks`](super::Batches::marks).
    pub mark: u32,
}
