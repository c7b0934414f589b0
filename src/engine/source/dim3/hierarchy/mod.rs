//! The Dobkin-Kirkpatrick hierarchy: finds the farthest vertex of a convex polytope on increasingly fine polytopes.
//!
//! - **Problem.** The vertex of a convex polytope `P` that is farthest along `d`. A search of all vertices takes O(n).
//! - **Source.** `[DK90]`, as `[Bergen99]` and `[ACD11]` use it: `P_1 = P`, and `P_{i+1} = conv(vert(P_i) − S_i)`,
//!   where `S_i` is a maximal set of vertices of degree at most 8 with no two neighbors in it. The last polytope has at
//!   most 16 vertices.
//! - **Method.** Let `a` be the farthest vertex of `P_{i+1}`. The vertices of `P_i` with `d·v ≥ d·a` are connected by
//!   edges, and all of them but `a` (and its ties) were removed at this level. Removed vertices are not neighbors of
//!   each other, so each of them is a neighbor of `a`: only those are evaluated.
//! - **No level is flat.** If all remaining vertices were in one plane, there would be at most one removed vertex on
//!   each side of it, since the star of one covers the whole side; with degrees of at most 8 that is a polytope of at
//!   most 10 vertices, and those are not reduced. A flat polytope is a ring of vertices; each level removes every
//!   second one.
//! - **Frame.** That of the points, in any unit; directions have any length.
//! - **Cost.** Half of the vertices of a triangulated sphere have a degree of at most 8, so a level removes at least a
//!   ninth of these: there are O(log n) levels. The number of removed neighbors of a vertex at one level has no bound,
//!   so the query is not O(log n) in the worst case: the tip of a cone has half of the rim ([`Query::visited`] is the
//!   number of vertices evaluated). Construction takes O(n log n), memory O(n).
//! - **Certificate.** A vertex `v` is the farthest if and only if `d·(q − v) ≤ 0` for its neighbors `q` on the hull.
//!   Every query ends with this test, and continues climbing where rounding has misled it. Vertices are compared by
//!   `d·(q − p)`, never by their heights, which tie far from the origin.
//! - **Endings.** [`Outcome`] of a query, [`Reduced`] of the construction.
//!
//! ```
//! use contact_lens_engine::double::dim3::hierarchy::Hierarchy;
//! use contact_lens_engine::glam::DVec3;
//!
//! let rim = |i: u32| DVec3::new((f64::from(i) * 0.1).cos(), (f64::from(i) * 0.1).sin(), f64::from(i % 2));
//! let points: Vec<DVec3> = (0..60).map(rim).collect();
//! let hierarchy = Hierarchy::new(&points)?;
//! let found = hierarchy.farthest(DVec3::new(1.0, 2.0, 3.0));
//! let direction = DVec3::new(1.0, 2.0, 3.0);
//! let best = (0..60).max_by(|&i, &j| points[i].dot(direction).total_cmp(&points[j].dot(direction)));
//! assert_eq!(Some(found.point as usize), best);
//! assert!(found.visited < 60);
//! # Ok::<(), contact_lens_engine::double::dim3::hull::HullError>(())
//! ```

mod climb;
mod construction;
mod graph;
mod mesh;
mod search;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use climb::Climb;
pub use construction::{BASE_VERTICES, Construction, MAX_NEIGHBORS, Reduced};
pub use contact_lens_model::snapshot::hierarchy::{Compared, Outcome};
pub use graph::{Graph, HighestNeighbor};
pub use search::{Phase, Search};
pub use stepper::Query;

use super::hull::{self, Dimension, Hull, HullError};
use super::polyhedron::connect::Topology;
use super::prelude::*;

/// Flag of the last entry of a group in [`Hierarchy::list`].
const LAST_OF_GROUP: u32 = 1 << 31;

/// A polytope with all its levels. Vertices are ordered from coarse to fine: level `i` has the first `levels[i]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hierarchy {
    /// The vertices and edges of the finest level.
    pub graph: Graph,
    /// Number of vertices of each level, coarsest first.
    pub levels: Vec<u32>,
    /// Start of each vertex's groups in `list`; one more entry than vertices.
    starts: Vec<u32>,
    /// For each vertex its removed neighbors, grouped by the level at which they were removed, coarsest first; the last
    /// of each group is marked by [`LAST_OF_GROUP`].
    list: Vec<u32>,
}

/// The farthest vertex along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarthestVertex {
    /// Index of the vertex's point in the constructor's input.
    pub point: u32,
    /// Number of vertices evaluated.
    pub visited: u32,
}

impl Hierarchy {
    /// The hierarchy of the convex hull of `points`, in any frame and unit.
    ///
    /// # Errors
    /// If there are no points, too many, or one that is not finite.
    pub fn new(points: &[Vec3]) -> Result<Self, HullError> {
        Ok(Self::from_hull(points, &hull::hull(points)?))
    }

    /// The hierarchy of `points` with the convex hull `hull`.
    pub fn from_hull(points: &[Vec3], hull: &Hull) -> Self {
        Self::from_hull_with(points, hull, &mut || {})
    }

    /// The hierarchy of `points` with the convex hull `hull`. `after_level` is called after each level; a caller can
    /// unwind from it to cancel the construction.
    pub fn from_hull_with(points: &[Vec3], hull: &Hull, after_level: &mut dyn FnMut()) -> Self {
        let mut construction = Construction::new(points, hull);
        construction.run_with(after_level);
        construction.hierarchy(points, hull)
    }

    /// The farthest vertex along `d`, of any length; an arbitrary vertex if `d` is 0 or not finite.
    pub fn farthest(&self, d: Vec3) -> FarthestVertex {
        let mut query = Query::new(self, d);
        query.run();
        FarthestVertex { point: self.graph.sources[query.at as usize], visited: query.visited }
    }

    /// The group of removed neighbors of a vertex that starts at index `next` of [`Hierarchy::list`]; empty where the
    /// vertex has no group left.
    fn group(&self, vertex: u32, next: u32) -> &[u32] {
        let groups_left = &self.list[next as usize..self.starts[vertex as usize + 1] as usize];
        let count = groups_left.iter().position(|entry| entry & LAST_OF_GROUP != 0).map_or(0, |last| last + 1);
        &groups_left[..count]
    }

    /// Coarsest level that contains a vertex; 0 is the coarsest of all.
    pub fn level_of(&self, vertex: u32) -> usize {
        self.levels.partition_point(|&count| count <= vertex)
    }
}
