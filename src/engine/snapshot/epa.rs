//! EPA in space as plain data.

use std::ops::Range;

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// How EPA ended. In every case but `Apart` and `Flat`, `lower` and `upper` bracket the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `upper − distance ≤ ε`: the bracket is as narrow as was asked for.
    Converged,
    /// A supporting plane has the origin outside: the shapes are apart by at least `−upper`.
    Apart,
    /// The CSO has no volume, and the origin is in it: the depth is 0.
    Flat(Flat),
    /// The cap on steps; the bracket is still wide.
    IterationLimit,
    /// The corners, sorted by angle, are not the border of what the support point sees.
    BrokenHorizon,
    /// No support point is beyond the closest face, though the bracket is wide: rounding is all that is left. Also the
    /// ending of a pair without usable numbers, of which nothing is known.
    Stalled,
}

/// A CSO without volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flat {
    /// 0 a point, 1 a segment, 2 a flat polygon.
    pub dimension: u8,
}

/// The state, symbols as in `[ACD11]` "3D EPA". Pair frame, meters. The polytope is copied, for every step changes it: some
/// hundred faces at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Epa {
    /// Steps so far, the start included.
    pub iterations: u32,
    /// Whether GJK's simplex was a tetrahedron.
    pub from_tetrahedron: bool,
    /// The corners of the polytope in the order of their arrival, those that are corners no more as well.
    pub vertices: Vec<Vertex>,
    /// The faces of the polytope, in the order of their birth.
    pub faces: Vec<Face>,
    /// The faces that wait to be expanded, nearest first, by their numbers.
    pub queue: Vec<u32>,
    /// The face that the last step took from the queue.
    pub closest: Option<u32>,
    /// The support point that the last step found along its normal.
    pub w: Option<Vertex>,
    /// The numbers of the faces that the last step made.
    pub added: Range<u32>,
    /// Whether `w` changed the polytope.
    pub grown: bool,
    /// What the new point saw, in the last expansion that there was.
    pub silhouette: Silhouette,
    /// No boundary point of the polytope is nearer than this to the origin.
    pub lower: f64,
    /// `min n·w` over all supports so far.
    pub upper: f64,
    /// How far `upper` and `lower` may be apart at the end: `ε`.
    pub epsilon: f64,
    /// The unit normal, outward, of the plane that `upper` comes from.
    pub best: Option<DVec3>,
    /// Radii of the balls that were left out of A and B, together.
    pub margin: f64,
    /// `upper − distance ≤ ε` for the face that waits foremost: what the next step compares when it has taken it.
    pub next_gap: Option<Comparison<f64>>,
    /// What the last step compared when it had found `w`.
    pub compared: Option<Compared>,
    /// What is known, margins taken off.
    pub answer: Answer,
}

/// A triangle of the polytope. Corners run counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Counts all faces that there ever were.
    pub id: u32,
    /// Numbers of vertices.
    pub corner: [u32; 3],
    /// Unit vector, outward.
    pub normal: DVec3,
    /// `min n·w` over the corners: of the face's plane from the origin. Negative when the origin is outside.
    pub distance: f64,
}

/// What a new point sees of the polytope.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    /// The numbers of the faces that it sees.
    pub visible: Vec<u32>,
    /// The vertices of their horizon, in order.
    pub horizon: Vec<u32>,
    /// Whether that was looked for by angle, not by a flood fill.
    pub sorted: bool,
    /// The corners as they were sorted, if so,
    pub ring: Vec<u32>,
    /// about this center; of one or two visible faces there is none.
    pub center: Option<DVec3>,
    /// Two neighbors in the ring that are none on the border.
    pub broken: Option<[u32; 2]>,
}

/// What an expansion compares once it has found `w`, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// `upper < 0`, beyond rounding.
    pub plane: Comparison<f64>,
    /// `upper − distance ≤ ε` for the face that was taken.
    pub gap: Comparison<f64>,
    /// `k ≥ limit`
    pub limit: Comparison<f64>,
}

impl Epa {
    /// The face of this number, unless it is gone.
    pub fn face(&self, id: u32) -> Option<&Face> {
        self.faces.binary_search_by_key(&id, |face| face.id).ok().map(|i| &self.faces[i])
    }
}

impl Snapshot for Epa {
    type Outcome = Outcome;
}
