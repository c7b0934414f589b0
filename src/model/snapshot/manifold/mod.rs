//! State of the contact query of two bodies in space as plain data, and the types that it shares with the plane.
//!
//! - **Problem.** The *manifold*: the points at which two bodies touch, with the penetration depth of each and one
//!   common normal.
//! - **Method.** The *reference face* is the face with the largest gap to the other body. The face of the other body
//!   that is most opposed to it, the *incident face*, is clipped by the planes through the edges of the reference face;
//!   the vertices of the remaining polygon are the contact points. Without a suitable face, two edges or the closest
//!   points of the bodies give one point. A reduction may keep only a few of the points.
//! - **Frame.** Pair frame, meters; [`Answer`] has world axes.

pub mod plane;
mod query;

use glam::DVec3;

use super::Snapshot;
pub use query::{DistancePurpose, Query, QueryStep};

/// Ending of a contact query: the method that made the manifold, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The bodies are farther apart than the margin: no contact.
    Apart,
    /// The incident face (in the plane, side) was clipped at the edges (in the plane, ends) of the reference.
    FaceContact,
    /// Two edges cross: one point, at the closest points of both.
    EdgeContact,
    /// Two vertices or two round bodies are closest: one point.
    VertexContact,
    /// Clipping left no point: the best pair of edges made the contact.
    ClipEmptyUsedEdge,
    /// Clipping left no point, or not the deepest one: the closest points made the contact.
    ClipEmptyUsedClosest,
    /// A number of the pair is infinite, or so large that squares overflow.
    NotFinite,
}

impl Outcome {
    /// Returns the outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::FaceContact => "face contact",
            Self::EdgeContact => "edge contact",
            Self::VertexContact => "vertex contact",
            Self::ClipEmptyUsedEdge => "clip empty, edge used",
            Self::ClipEmptyUsedClosest => "clip empty, closest points used",
            Self::NotFinite => "not finite",
        }
    }
}

/// The face (in the plane, the side) that defines the contact normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reference {
    /// Body of the face: 0 is a, 1 is b.
    pub body: u8,
    /// Index of the face in its body.
    pub face: u32,
}

impl Reference {
    /// Returns the reference with a and b exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        Self { body: 1 - self.body, ..self }
    }
}

/// Kind of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// A vertex of the core, or the center of a sphere.
    Vertex,
    /// An edge (in the plane, a side).
    Edge,
    /// A face, or the whole surface of a body without faces.
    Face,
}

/// A feature of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Feature {
    /// Body of the feature: 0 is a, 1 is b.
    pub body: u8,
    /// Dimension of the feature: vertex, edge or face.
    pub kind: Kind,
    /// Index among the features of its kind, below 2²⁹.
    pub index: u32,
}

impl Feature {
    /// Creates a feature from its body, kind and index.
    pub fn new(body: u8, kind: Kind, index: u32) -> Self {
        Self { body, kind, index }
    }
}

/// Returns the readable form of a point id, such as "v7-f2": the feature of the first body and that of the second, each
/// as a letter for vertex, edge or face and an index. The first body is the first in the pair's own order, even if the
/// query calls it b.
///
/// The upper 32 bits of an id are the code of the first body's feature, the lower 32 bits that of the second's. The top
/// bit of a code is the body and not part of the text.
pub fn point_id_text(id: u64) -> String {
    format!("{}-{}", feature_text(id >> 32), feature_text(id & 0x7fff_ffff))
}

/// Number of bits of the index in the code of a feature; the two bits above are its kind.
const INDEX_BITS: u32 = 29;

/// Returns the letter of the kind and the index of a feature, from its code in a point id.
fn feature_text(code: u64) -> String {
    let kind = ["v", "e", "f", "?"][(code >> INDEX_BITS & 3) as usize];
    format!("{kind}{}", code & ((1 << INDEX_BITS) - 1))
}

/// Origin of a contact point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PointOrigin {
    /// A vertex of the incident face (in the plane, side) that no clip removed.
    IncidentVertex,
    /// An edge of the incident face, clipped at an edge of the reference face; in the plane, the incident side, clipped
    /// at an end of the reference side.
    ClippedEdge,
    /// A vertex of the reference face inside the incident face.
    ReferenceVertex,
    /// The closest points of two edges.
    EdgePair,
    /// The closest or deepest points of the bodies.
    Closest,
}

impl PointOrigin {
    /// Returns the origin in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::IncidentVertex => "vertex of the incident feature",
            Self::ClippedEdge => "incident edge, clipped at the reference",
            Self::ReferenceVertex => "vertex of the reference face",
            Self::EdgePair => "closest points of two edges",
            Self::Closest => "closest points",
        }
    }
}

/// A contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Position on the surface of a, meters.
    pub on_a: DVec3,
    /// Position on the surface of b, meters.
    pub on_b: DVec3,
    /// Penetration depth along the normal at this point, meters; negative where the bodies are separate.
    pub depth: f64,
    /// Id of the point, made of its features; equal in successive frames while the features are. [`point_id_text`]
    /// makes it readable.
    pub id: u64,
    /// Feature of a and feature of b that the point lies on.
    pub features: [Feature; 2],
    /// Origin of the point.
    pub origin: PointOrigin,
}

/// Result of a contact query. World axes, positions relative to A's origin; a and b are the bodies in the order of the
/// query, whichever order the computation used.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Ending of the query: the method that made the manifold, or the reason why there is none.
    pub outcome: Outcome,
    /// Unit vector from a to b; `None` without a contact.
    pub normal: Option<DVec3>,
    /// Contact points; empty without a contact.
    pub points: Vec<Point>,
    /// Reference face; `None` if no face made the contact.
    pub reference: Option<Reference>,
    /// Signed distance of the bodies or a lower bound of it, meters.
    pub separation: f64,
    /// Excess of the reference face's depth over the least depth, meters: the cost of keeping the reference face.
    pub bias_paid: f64,
    /// Limit of `bias_paid`, meters; infinite if the reference face was prescribed.
    pub band: f64,
    /// Largest distance of points that count as contact, meters.
    pub margin: f64,
    /// Number of points removed by the reduction.
    pub reduced: u32,
    /// Area of the convex hull of the kept points as a fraction of that of all points, 0 to 1; `None` if no point was
    /// removed.
    pub area_kept: Option<f64>,
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Comparison of the gaps along all axes, up to 4096 per step.
    Axes,
    /// One step of the distance query of the cores.
    Distance(DistancePurpose),
    /// Choice of the reference face and the incident face.
    Incident,
    /// Clipping of the incident face at the edge of the reference face with this index.
    Clip(u32),
    /// Conversion of the clipped polygon to contact points.
    Keep,
    /// Contact from edges, vertices or the closest points.
    Edges,
    /// Choice of one more point to keep, for a manifold made by this method.
    Pick(Outcome),
    /// No step: the query has ended with this outcome.
    End(Outcome),
}

impl Phase {
    /// Returns the ending of the query once it is known; points may still be picked. `None` before.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Pick(outcome) | Self::End(outcome) => Some(outcome),
            Self::Axes | Self::Distance(_) | Self::Incident | Self::Clip(_) | Self::Keep | Self::Edges => None,
        }
    }
}

/// An edge of the polygon being clipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Edge of the reference face, by its index in the face.
    Reference(u32),
    /// Edge of the incident face, by its index in the face.
    Incident(u32),
}

/// Reason for keeping a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The point is the deepest one.
    Deepest,
    /// The point is the farthest one from the first kept point.
    Farthest,
    /// The point spans the largest area with the points kept before.
    Area,
}

/// A candidate for the reference face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceGap {
    /// Body of the face: 0 is the first, 1 the second.
    pub body: u8,
    /// Index of the face in its body.
    pub face: u32,
    /// Unit normal of the face, pointing out of its body.
    pub normal: DVec3,
    /// Signed gap between the face's plane and the other body, meters; negative where that body lies below the plane.
    pub gap: f64,
}

/// An edge of the first body and an edge of the second, whose cross product is an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// Ends of the edge of the first body and of the second, meters.
    pub ends: [[DVec3; 2]; 2],
    /// Signed gap along the axis, meters: a lower bound of the signed distance.
    pub gap: f64,
}

/// The axes with the largest gaps; each `None` before the axes are compared, and if there is no such axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// Face with the largest gap.
    pub face: Option<FaceGap>,
    /// Face with the largest gap among those that the query allows as reference.
    pub allowed: Option<FaceGap>,
    /// Reference face of the previous manifold with its current gap.
    pub previous: Option<FaceGap>,
    /// Pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
}

/// A vertex of the polygon being clipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Position, meters.
    pub point: DVec3,
    /// Edges that end and begin at this vertex.
    pub edges: [Edge; 2],
    /// Parameter along the clipped edge, 0 at its start and 1 at its end; `None` if the vertex was not made by a clip.
    pub clip_parameter: Option<f64>,
}

/// State of the contact query in space. Gaps include the balls around the cores.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Axes with the largest gaps.
    pub axes: Axes,
    /// Signed distance of the bodies, meters; `None` before it is known.
    pub gap: Option<f64>,
    /// Whether both cores are polytopes that overlap or touch.
    pub overlapping: bool,
    /// Distance query of the cores; `None` before it starts.
    pub query: Option<Query>,
    /// Signed distance of the closest points, meters; `None` before they are known.
    pub nearest: Option<f64>,
    /// Reference face; `None` before it is chosen, and if no face makes the contact.
    pub reference: Option<FaceGap>,
    /// Contact normal: unit vector from the first body to the second; `None` before it is known, and without a contact.
    pub normal: Option<DVec3>,
    /// Whether the best pair of edges crosses and makes the contact.
    pub crossing: bool,
    /// Vertices of the reference face in order, meters; side `i` leads from vertex `i` to the next.
    pub sides: Vec<DVec3>,
    /// Vertices of the incident face before clipping, meters.
    pub incident_face: Vec<DVec3>,
    /// Incident face after the clips done so far.
    pub polygon: Vec<Corner>,
    /// Vertices of the polygon before the last clip, meters.
    pub before_clip: Vec<DVec3>,
    /// All contact points found.
    pub points: Vec<Point>,
    /// Index in `polygon` of the vertex that each point was made of; `None` if no face made the contact.
    pub corners: Vec<Option<usize>>,
    /// Indices of the points kept by the reduction.
    pub kept: Vec<u32>,
    /// Reason for keeping each point of `kept`, with its score: depth (m), distance (m) or area (m²).
    pub picks: Vec<(Pick, f64)>,
    /// Area of the kept points and of all points, m²; `None` if no point was removed.
    pub areas: Option<[f64; 2]>,
    /// Largest difference from the best gap at which a face may still become the reference, meters.
    pub band: f64,
    /// Largest distance of points that count as contact, meters.
    pub margin: f64,
}

impl Snapshot for Manifold {
    type Outcome = Outcome;
}
