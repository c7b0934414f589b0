//! EPA, the expanding polytope algorithm, in 3D: the penetration depth of two overlapping convex shapes.
//!
//! - **Problem.** The configuration-space obstacle (CSO) `A − B = {a − b}` contains the origin if the shapes overlap.
//!   `φ(A−B)` is the point of its boundary nearest the origin: the shortest translation of B that separates the shapes.
//!   Its distance from the origin is the penetration depth.
//! - **Source.** `[ACD11]` "3D EPA", which teaches `[Bergen01]`; `[EPAPost]` for the horizon sorted by angle.
//! - **Frame and signs.** The pair frame, which is the frame of A; lengths in the shapes' unit. Normals point out of
//!   the CSO. The distance of a face is positive if the origin is on its inner side.
//! - **Method.** The polytope is a closed triangle mesh whose vertices are points of the CSO. The first step makes it a
//!   tetrahedron from GJK's last simplex. Each further step takes the face nearest the origin and its outward unit
//!   normal `n`, and computes the support point `w` of the CSO along `n`. The faces that see `w` are replaced by new
//!   faces from `w` to their border, the *horizon*.
//! - **Certificate.** `lower`, the distance of the nearest face, and `upper`, the least `n·w` of all steps, bracket the
//!   depth. The run ends when the bracket is as narrow as requested.
//! - **Use.** [`Epa::new`] starts from GJK's simplex, [`Epa::warm_started`] from the polytope of the previous frame.
//!   Steps run until they return an [`Outcome`]; [`Epa::answer`] then computes the signed distance with its bounds and
//!   the witness points.
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support point and about six face tests per step. For two polytopes the number of steps is finite,
//!   and the depth is exact to rounding. For smooth shapes each halving of the normal's error takes a ring of new
//!   faces; if many directions are equally deep, a relative tolerance `ε` takes about `1/ε` faces.
//!
//! **Departures from `[ACD11]`**, each with its reason:
//! - **Stop test.** A run stops when `upper − distance ≤ ε` for the nearest face. The source prints `≥`.
//! - **Visibility.** A face sees `w` if `w` is in front of its plane; the sign is exact where floating point cannot
//!   decide it. The source compares `v·w < v·v` with the face's point `v` nearest the origin, which is meaningless when
//!   the origin is on the face.
//! - **Directions.** Support points are computed along face normals, which are cross products of edges, not along `v`,
//!   which is 0 when the origin is on the face.
//! - **Order of faces.** The queue sorts faces by the distance of their planes. The source also tests whether the
//!   plane's point nearest the origin is inside the face. For the nearest plane of a convex polytope that contains the
//!   origin it always is.
//! - **Adjacency.** Each face stores, for each of its edges, the neighbor and the index of the edge in it.
//! - **Horizon.** A flood fill finds the horizon, as in the source. The horizon of `[EPAPost]`, sorted by angle, can be
//!   selected for comparison ([`Horizon`]).
//! - **Start.** The first tetrahedron need not contain the origin. Distances are signed, so expanding the face of least
//!   distance moves the polytope across the origin, or proves that the origin is outside the CSO.

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

pub use buffers::Buffers;
pub use contact_lens_model::ask::Horizon;
pub use contact_lens_model::snapshot::epa::{Flat, Outcome};
pub use horizon::{HorizonEdge, Ring};
pub use polytope::{Face, Plane, Polytope, Sight, nearest_on_segment, orientation, unit};
pub use queue::{Entry, Queue};
pub use silhouette::Silhouette;
pub use stepper::{Best, Epa, Iteration, Options};
pub use warm_start::recomputed_vertex;
pub(super) use witness::points_near;
