//! EPA in 3D: the penetration depth of a pair whose configuration-space obstacle (CSO) `A − B` contains the origin.
//!
//! - **Problem.** `φ(A−B)`, the point of the CSO's boundary nearest the origin: its distance from the origin is the
//!   depth.
//! - **Source.** `[ACD11]` "3D EPA" and `[EPAPost]`, after `[Bergen01]`.
//! - **Frame and signs.** The pair frame; lengths in the shapes' unit. Normals point out of the CSO; depths are
//!   positive when the origin is inside.
//! - **Method.** The polytope grows from GJK's simplex. Each step expands the face nearest the origin to `w`, the
//!   support point along its outward normal `n`. `lower` (the distance of that face) and `upper` (the least `n·w` of
//!   all steps) bracket the depth and converge.
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support point and about six face tests per expansion. A polytope ends exactly, to rounding. A smooth
//!   CSO needs a ring of faces for each halving of the normal's error, and up to about `1/ε` faces for the relative
//!   tolerance `ε` if many directions are equally deep.
//!
//! **Departures from `[ACD11]`**, each with its reason:
//! - The stop is `upper − distance ≤ ε`; the source has `≥`.
//! - Visibility is a side-of-plane test, exact where floats are ambiguous, not `v·w < v·v`; adjacency is one link per
//!   edge, stored on both sides.
//! - Directions are face normals from cross products, not `v`, which is 0 when the origin is on the face.
//! - Faces are queued by the distance of their plane. In a convex polytope that contains the origin the foot of the
//!   perpendicular on the nearest plane is in its face, which implies the source's test "nearest point is internal".
//! - The horizon is flooded as in the source; that of `[EPAPost]`, sorted by angle, is available for comparison
//!   ([`Horizon`]).
//! - The start need not contain the origin: distances are signed, and expanding the face of least distance moves across
//!   the origin.

mod angle_sorted_horizon;
mod answer;
mod buffers;
mod horizon;
mod polytope;
mod queue;
mod silhouette;
mod snapshot;
mod start;
mod stepper;
#[cfg(test)]
mod tests;
mod warm_start;
mod witness;

pub use crate::ask::Horizon;
pub use crate::snapshot::epa::{Flat, Outcome};
pub use buffers::Buffers;
pub use horizon::{HorizonEdge, Ring};
pub use polytope::{Face, Plane, Polytope, Sight, nearest_on_segment, orientation, unit};
pub use queue::{Entry, Queue};
pub use silhouette::Silhouette;
pub use stepper::{Best, Epa, Iteration, Options};
pub use warm_start::recomputed_vertex;
pub(super) use witness::points_near;
