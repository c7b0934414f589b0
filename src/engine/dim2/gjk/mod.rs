//! GJK distance in the plane: how far the cores of two shapes are apart, or that they overlap.
//!
//! **Problem.** The point of `A − B` nearest the origin. **Source.** `[Catto10]`: evolve a simplex of at most
//! three corners of the CSO towards the origin. **Frame.** The pair frame.
//!
//! **Departures.** (1) The search direction of an edge is its exact perpendicular (`[Catto10]`, bad direction); `−v` can be
//! chosen to see how it fails. (2) The stop is the gap of the bounds: `d·(w − v)`, the gain of the new corner along the
//! direction, is no more than rounding. It holds for repeated corners too, and proves the answer. (3) Only features that
//! hold the newest corner are tried: it is nearer the origin than all others. The default tells them apart by the
//! signs of areas, which is the signed volumes method in the plane; Johnson's algorithm and Voronoi regions are there to
//! compare ([`Options::solver`]). (4) A difference of two points, as of two
//! discs, is its own nearest point: no iteration is needed.
//!
//! **Memory.** [`Gjk::resume`] starts with the corner or edge that was nearest in the frame before; while it stays that,
//! one iteration proves it.
//!
//! **Endings** ([`Outcome`]): the four cases of `[Catto10]` are `Apart` (a corner repeats, or brings nothing), `Contained`, `OnVertex`
//! and `OnEdge` (there is no direction to go). **Cost.** Two or three iterations a query; an iteration is one support of each.

mod options;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use super::answer::Feature;
pub use crate::ask::Search;
pub use crate::snapshot::plane::gjk::Outcome;
pub use options::Options;
pub(super) use snapshot::vertex;
pub use stepper::{Gjk, Nearest};
