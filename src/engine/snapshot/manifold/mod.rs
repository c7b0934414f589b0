//! The search for the points in which two bodies touch as plain data; what it has in common with that of the plane, too.
//! Vectors are of the pair frame, lengths in meters.

pub mod plane;
mod query;

use glam::DVec3;

use super::Snapshot;
pub use query::{Query, QueryStep, Wanted};

/// How the manifold was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The bodies are farther apart than the margin: there is no point.
    Apart,
    /// What faces the reference face was clipped against its sides.
    FaceContact,
    /// Two edges cross: one point, at the closest points of both.
    EdgeContact,
    /// Two vertices, or two round bodies, are closest: one point.
    VertexContact,
    /// Clipping left no point: the best pair of edges was taken.
    ClipEmptyUsedEdge,
    /// Clipping left no point: the closest points were taken.
    ClipEmptyUsedClosest,
    /// A number of the pair is infinite, or so large that squares overflow.
    NotFinite,
}

impl Outcome {
    /// In words.
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

/// A face of one of the bodies; in the plane a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// 0 is a, 1 is b.
    pub body: u8,
    /// Its number on that body.
    pub face: u32,
}

impl Reference {
    /// The same with a and b exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        Self { body: 1 - self.body, ..self }
    }
}

/// What kind of part of a body it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A vertex of the core; of a sphere its center.
    Vertex,
    /// An edge; in the plane a side.
    Edge,
    /// A face; of a body without faces the whole of it.
    Face,
}

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// 0 is a, 1 is b.
    pub body: u8,
    /// What it is.
    pub kind: Kind,
    /// Its number among those of its kind, below 2²⁹.
    pub index: u32,
}

impl Feature {
    /// A part of a body.
    pub fn new(body: u8, kind: Kind, index: u32) -> Self {
        Self { body, kind, index }
    }
}

/// A name as people read it: the part of the first body and that of the second, each a letter for vertex, edge or face, and its
/// number. The first body is the one that the pair's own order puts first, whichever is called a.
pub fn spelled(id: u64) -> String {
    let part = |code: u64| {
        let kind = ["v", "e", "f", "?"][(code >> 29 & 3) as usize];
        format!("{kind}{}", code & 0x1fff_ffff)
    };
    format!("{}-{}", part(id >> 32), part(id & 0x7fff_ffff))
}

/// How a point came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// A vertex of what faces the reference, between its sides.
    Vertex,
    /// An edge of what faces the reference, cut at one of its sides.
    Cut,
    /// A corner of the reference, within what faces it.
    Corner,
    /// Where two edges are closest.
    Edges,
    /// The closest or deepest points of the bodies.
    Closest,
}

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Vertex => "vertex of what faces the reference",
            Self::Cut => "edge of what faces the reference, cut at its side",
            Self::Corner => "corner of the reference",
            Self::Edges => "edges at their closest",
            Self::Closest => "closest points",
        }
    }
}

/// A point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// On the surface of a.
    pub on_a: DVec3,
    /// On the surface of b.
    pub on_b: DVec3,
    /// How deep the bodies overlap here, along the normal; negative apart.
    pub depth: f64,
    /// The point's name, as [`spelled`] reads it.
    pub id: u64,
    /// What it lies on, with whose it is.
    pub features: [Feature; 2],
    /// How it came to be.
    pub why: Why,
}

/// What a search found. Vectors have the world's axes, with A's origin as theirs; a and b are those that were asked about,
/// in whichever order the pair was computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// Unit vector from a to b; `None` where the bodies are apart.
    pub normal: Option<DVec3>,
    /// None where the bodies are apart.
    pub points: Vec<Point>,
    /// The face that the contact was made with; `None` where no face made it.
    pub reference: Option<Reference>,
    /// The signed distance of the bodies, or a lower bound of it.
    pub separation: f64,
    /// By how much more than the least depth the bodies have to move, for the sake of the reference.
    pub bias_paid: f64,
    /// How much may be paid; infinite where the reference was asked for, which may cost whatever it costs.
    pub band: f64,
    /// Up to how far apart points count.
    pub margin: f64,
    /// How many points were given up.
    pub reduced: u32,
    /// Which share of the area of all points is left; `None` where none was given up.
    pub area_kept: Option<f64>,
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The gaps along all axes are compared; of very many 4096 a step.
    Axes,
    /// The cores are asked for their distance, a step of that query a step.
    Distance(Wanted),
    /// The reference face and what faces it are laid out.
    Incident,
    /// That is clipped at this side of the reference.
    Clip(u32),
    /// The points are made of what is left.
    Keep,
    /// Edges, vertices or the closest points make the contact.
    Edges,
    /// One more point of a manifold that was found so is kept.
    Pick(Outcome),
    /// Nothing: the manifold was found so.
    End(Outcome),
}

impl Phase {
    /// How the search ended, once that is known; picks may still come.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Pick(outcome) | Self::End(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// An edge that a polygon on its way through the clips has: of the reference or of what is clipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Side of the reference face, by its place in the face.
    Reference(u32),
    /// Edge of what faces it, by its place there.
    Incident(u32),
}

/// Why a point was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// It is the deepest.
    Deepest,
    /// It is the farthest from the first.
    Farthest,
    /// With those kept before it spans the largest area.
    Area,
}

/// A face that may be the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceGap {
    /// Whose: 0 is the first body.
    pub body: u8,
    /// Its number.
    pub face: u32,
    /// Unit vector out of its body.
    pub normal: DVec3,
    /// How far the other body lies above it.
    pub gap: f64,
}

/// A pair of edges that span an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// The ends of the edge of the first body and of that of the second.
    pub ends: [[DVec3; 2]; 2],
    /// How far apart the bodies are along the axis, at least.
    pub gap: f64,
}

/// What is kept of the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// The face with the largest gap.
    pub face: Option<FaceGap>,
    /// The same of the faces that may be taken.
    pub allowed: Option<FaceGap>,
    /// The reference of before, as it is now.
    pub before: Option<FaceGap>,
    /// The pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
}

/// A corner of the polygon that is clipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where it is.
    pub point: DVec3,
    /// The edge that ends here, and the one that begins.
    pub edges: [Edge; 2],
    /// How far along the cut edge it lies, if it was cut: 0 at that edge's beginning.
    pub share: Option<f64>,
}

/// The state in space. Gaps are those of the bodies, balls included.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// What the next step does.
    pub phase: Phase,
    /// What is known of the axes.
    pub axes: Axes,
    /// The signed distance, once it is known.
    pub gap: Option<f64>,
    /// Whether both cores are polytopes that overlap or touch.
    pub overlapping: bool,
    /// The distance query of the cores, once it is begun.
    pub query: Option<Query>,
    /// The signed distance of the closest points, once these are known.
    pub nearest: Option<f64>,
    /// The face that is taken.
    pub reference: Option<FaceGap>,
    /// From the first body to the second.
    pub normal: Option<DVec3>,
    /// Whether the best pair of edges crosses and makes the contact.
    pub crossing: bool,
    /// The corners of the reference.
    pub sides: Vec<DVec3>,
    /// What faces it, before the clips.
    pub own: Vec<DVec3>,
    /// What is left of that.
    pub polygon: Vec<Corner>,
    /// What was left before the last clip.
    pub ghost: Vec<DVec3>,
    /// All points found.
    pub points: Vec<Point>,
    /// Of each point the corner of the polygon that it was made of, by its place there; `None` where no face made it.
    pub corners: Vec<Option<usize>>,
    /// Numbers of the points that were picked.
    pub kept: Vec<u32>,
    /// Why each was picked, with its score: a depth, a length, an area.
    pub picks: Vec<(Pick, f64)>,
    /// The area of the points that were kept and of all, where some were given up; m².
    pub areas: Option<[f64; 2]>,
    /// How much worse than the best a face may be and still be taken.
    pub band: f64,
    /// Up to how far apart points count.
    pub margin: f64,
}

impl Snapshot for Manifold {
    type Outcome = Outcome;
}
