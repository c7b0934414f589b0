//! State of the contact manifold of two bodies in space as plain data, and the types it shares with the plane. Pair
//! frame, meters.

pub mod plane;
mod query;

use glam::DVec3;

use super::Snapshot;
pub use query::{DistancePurpose, Query, QueryStep};

/// Ending of a contact query: the method that made the manifold, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A face of one of the bodies (in the plane, a side).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Body: 0 is a, 1 is b.
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
pub struct Feature {
    /// Body: 0 is a, 1 is b.
    pub body: u8,
    /// Kind of the feature.
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
/// as a letter for vertex, edge or face and an index. The first body is the first in the pair's own order, whichever is
/// called a.
pub fn spelled(id: u64) -> String {
    format!("{}-{}", spelled_feature(id >> 32), spelled_feature(id & 0x7fff_ffff))
}

/// Number of bits of the index in the code of a feature; the two bits above are its kind.
const INDEX_BITS: u32 = 29;

/// Returns the letter of the kind and the index of a feature, from its code in a point id.
fn spelled_feature(code: u64) -> String {
    let kind = ["v", "e", "f", "?"][(code >> INDEX_BITS & 3) as usize];
    format!("{kind}{}", code & ((1 << INDEX_BITS) - 1))
}

/// Origin of a contact point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// A vertex of the incident face (in the plane, side) that no clip removed.
    Vertex,
    /// An edge of the incident face, clipped at an edge of the reference face; in the plane, the incident side, clipped
    /// at an end of the reference side.
    Cut,
    /// A vertex of the reference face inside the incident face.
    Corner,
    /// The closest points of two edges.
    Edges,
    /// The closest or deepest points of the bodies.
    Closest,
}

impl Why {
    /// Returns the origin in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Vertex => "vertex of the incident feature",
            Self::Cut => "incident edge, clipped at the reference",
            Self::Corner => "vertex of the reference face",
            Self::Edges => "closest points of two edges",
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
    /// Id of the point, which [`spelled`] makes readable.
    pub id: u64,
    /// The feature of each body that the point lies on.
    pub features: [Feature; 2],
    /// Origin of the point.
    pub why: Why,
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
    /// Fraction of the area of all points that the kept points span; `None` if no point was removed.
    pub area_kept: Option<f64>,
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Comparison of the gaps along all axes, up to 4096 per step.
    Axes,
    /// One step of the distance query of the cores.
    Distance(DistancePurpose),
    /// Setup of the reference face and the incident face.
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

/// A pair of edges whose cross product is an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// Ends of the edge of the first body and of the second, meters.
    pub ends: [[DVec3; 2]; 2],
    /// Signed gap along the axis, meters: a lower bound of the signed distance.
    pub gap: f64,
}

/// The best axes found.
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
    /// The best axes found.
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
    /// Vertices of the reference face, meters.
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
    /// Reason for keeping each point, with its score: depth (m), distance (m) or area (m²).
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
