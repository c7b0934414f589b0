//! GJK distance in the plane: the distance of the cores of two shapes, or a proof that they overlap.
//!
//! - **Problem**: the point of `A − B` nearest the origin, where A and B are the cores.
//! - **Source**: `[Catto10]`: evolve a simplex of at most three vertices of `A − B` towards the origin. An iteration
//!   computes the support point `w` along a direction `d` from the simplex to the origin, adds it, and keeps the
//!   vertex, edge or triangle that contains `v`, the point of the simplex nearest the origin.
//! - **Frame**: pair frame.
//! - **Departures**: (1) The search direction of an edge is its exact perpendicular (`[Catto10]`, bad direction); `−v`
//!   can be chosen to see how it fails. (2) The stop test is the bracket width: `d·(w − v)`, the gain of the new vertex
//!   along the direction, is at most rounding error. The test also holds for repeated vertices, and proves the answer.
//!   (3) Only features with the newest vertex are tried, since the nearest point of the larger simplex cannot lie on
//!   another one. The default decides by the signs of areas, the signed volumes method in the plane; Johnson's
//!   algorithm and Voronoi regions are available for comparison ([`Options::solver`]). (4) If `A − B` is a single
//!   vertex, as for two discs, it is its own nearest point and needs no iteration.
//! - **Warm start**: [`Gjk::resume`] starts with the vertex or edge that was nearest in the previous frame; one
//!   iteration proves it if it still is.
//! - **Endings** ([`Outcome`]): the four cases of `[Catto10]` are `Apart` (a vertex repeats, or gains nothing),
//!   `Contained`, `OnVertex` and `OnEdge` (there is no search direction).
//! - **Cost**: two or three iterations per query, each with one support point per shape.

mod options;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use super::answer::Feature;
pub use contact_lens_model::ask::Search;
pub use contact_lens_model::snapshot::plane::gjk::Outcome;
pub use options::Options;
pub(super) use snapshot::vertex;
pub use stepper::{Gjk, Nearest};
