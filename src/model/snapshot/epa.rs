//! State of EPA (expanding polytope algorithm) in space as plain data. EPA grows a polytope inside the cores' `A − B`
//! at its face nearest the origin, until that face is on the boundary of `A − B`: its distance is the penetration depth
//! of the cores.

use std::ops::Range;

use glam::DVec3;

use super::Snapshot;
use super::answer::Answer;
use super::support::Vertex;
use crate::step::Comparison;

/// Ending of EPA. `lower` and `upper` bracket the depth in every case except `Apart`, `Flat`, and `Stalled` for a pair
/// without usable numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `upper − distance ≤ ε`: the bracket is as narrow as requested.
    Converged,
    /// A supporting plane has the origin on its outer side: the cores are separated by at least `−upper`.
    Apart,
    /// The cores' `A − B` has no volume and contains the origin: the cores' depth is 0.
    Flat(Flat),
    /// The iteration limit was reached; the bracket is still wide.
    IterationLimit,
    /// Only with a horizon sorted by angle: the vertices in this order are not the border of the region visible from
    /// the support point.
    BrokenHorizon,
    /// No support point lies beyond the closest face although the bracket is wide: the remainder is rounding error.
    /// Also the ending of a pair without usable numbers, for which there are no bounds.
    Stalled,
}

/// `A − B` without volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flat {
    /// Dimension: 0 for a point, 1 for a segment, 2 for a flat polygon.
    pub dimension: u8,
}

/// State of EPA; symbols as in `[ACD11]` "3D EPA". Pair frame, meters. Every state holds a copy of the polytope, a few
/// hundred faces at most.
///
/// EPA searches the cores: the shapes without their rounding balls, whose radii add up to `margin`.
#[derive(Clone, Debug, PartialEq)]
pub struct Epa {
    /// Number of steps done, including the start.
    pub iterations: u32,
    /// Whether GJK's simplex was a tetrahedron.
    pub from_tetrahedron: bool,
    /// All vertices the polytope ever had, in order of insertion.
    pub vertices: Vec<Vertex>,
    /// Faces of the polytope, in order of creation.
    pub faces: Vec<Face>,
    /// Ids of the faces that wait for expansion, nearest first.
    pub queue: Vec<u32>,
    /// Id of the face that the last step took from the queue; `None` if it took none.
    pub closest: Option<u32>,
    /// `w`: support point of the last step along the normal of that face; `None` without one.
    pub w: Option<Vertex>,
    /// Ids of the faces that the last step created.
    pub added: Range<u32>,
    /// Whether `w` changed the polytope.
    pub grown: bool,
    /// Visible faces and horizon of the new point, from the last expansion that computed them.
    pub silhouette: Silhouette,
    /// Lower bound of the cores' depth, meters: the least distance of the polytope's boundary from the origin. Bounds
    /// nothing while it is negative.
    pub lower: f64,
    /// `min n·w` over all support points `w`, each along its normal `n`: upper bound of the cores' depth, meters.
    pub upper: f64,
    /// `ε`: tolerance of `upper − lower` at the end, meters.
    pub epsilon: f64,
    /// Outward unit normal of the plane that defines `upper`; `None` before the first support point.
    pub best: Option<DVec3>,
    /// Sum of the radii of the balls that were removed from A and B, meters.
    pub margin: f64,
    /// `upper − distance ≤ ε` for the first face in the queue: the comparison of the next step.
    pub next_gap: Option<Comparison<f64>>,
    /// Comparisons of the last step after it found `w`.
    pub compared: Option<Compared>,
    /// Distance and bracket with the margins subtracted.
    pub answer: Answer,
}

/// A triangle of the polytope. Its vertices are counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Id: running number over all faces ever created.
    pub id: u32,
    /// Indices of the vertices in [`Epa::vertices`].
    pub vertices: [u32; 3],
    /// Outward unit normal, pair frame.
    pub normal: DVec3,
    /// `min n·w` over the vertices: signed distance of the face's plane from the origin, meters; negative when the
    /// origin is outside.
    pub distance: f64,
}

/// Visible faces of the polytope and their horizon, seen from a new point.
#[derive(Clone, Debug, PartialEq)]
pub struct Silhouette {
    /// Ids of the visible faces.
    pub visible: Vec<u32>,
    /// Horizon: indices in [`Epa::vertices`], in order along it.
    pub horizon: Vec<u32>,
    /// Whether the horizon was found by sorting the vertices of the visible faces by angle instead of a flood fill.
    pub sorted: bool,
    /// Vertices of the visible faces sorted by angle, as indices in [`Epa::vertices`]; empty after a flood fill.
    pub ring: Vec<u32>,
    /// Center of the sort by angle; `None` for one or two visible faces.
    pub center: Option<DVec3>,
    /// Two neighbors in `ring` that are not joined by a border edge, as indices in [`Epa::vertices`]; `None` if all
    /// are.
    pub broken: Option<[u32; 2]>,
}

/// Comparisons of an expansion after it found `w`, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// `upper < 0` by more than the rounding error.
    pub plane: Comparison<f64>,
    /// `upper − distance ≤ ε` for the face taken from the queue.
    pub gap: Comparison<f64>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub limit: Comparison<f64>,
}

impl Epa {
    /// Returns the face with this id; `None` after it was removed.
    pub fn face(&self, id: u32) -> Option<&Face> {
        self.faces.binary_search_by_key(&id, |face| face.id).ok().map(|i| &self.faces[i])
    }
}

impl Snapshot for Epa {
    type Outcome = Outcome;
}
