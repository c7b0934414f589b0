//! EPA in the plane: how deep the cores of two overlapping shapes are in each other.
//!
//! **Problem.** The boundary point of `A − B` nearest the origin. **Source.** `[ACD11]` "EPA 2D", after
//! `[Bergen01]`: grow a polygon inside of `A − B`, always at its edge nearest the origin. **Frame.** The pair frame; the polygon runs counter-clockwise.
//!
//! **Departures.** (1) The stop is `upper − distance ≤ ε`; the source has `≥`. (2) A new corner is sought along the edge's
//! outward normal, as `v` may be 0. (3) Distances are signed: when rounding put the origin a hair outside of
//! the start, the nearest edge has a negative distance and the search goes on as if nothing had happened. (4) An edge
//! needs no neighbors: it is replaced by two, so the queue is a plain list, read through for its least entry; lists are
//! short. It goes by squares of distances, so that an edge costs a division and no root.
//!
//! **Start.** GJK's triangle when it has an area; else its longest edge, or the corner itself, with the supports to
//! either side. When there is nothing to either side the CSO is flat, and its depth 0 ([`Outcome::Flat`]).
//!
//! **Bounds.** `distance` of the nearest edge ≤ depth ≤ the least `n·w` seen. **Cost.** At most as many iterations as the CSO
//! has corners; each brings one.

mod answer;
mod edges;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::snapshot::plane::epa::Outcome;
pub use edges::Edge;
pub use stepper::{Epa, Options};
