//! EPA in the plane: penetration depth of the cores of two overlapping shapes.
//!
//! - **Problem**: the boundary point of `A − B` nearest to the origin.
//! - **Source**: `[ACD11]` "EPA 2D", after `[Bergen01]`: grow a polygon inside `A − B`, always at its edge nearest to
//!   the origin.
//! - **Frame**: pair frame; the polygon is counter-clockwise.
//! - **Departures**: (1) The search stops at `upper − distance ≤ ε`; the source has `≥`. (2) The search direction is
//!   the edge's outward normal, as `v` may be 0. (3) Distances are signed: when rounding puts the origin slightly
//!   outside the initial polygon, the nearest edge has a negative distance and the search continues normally. (4) An
//!   edge needs no neighbors: two edges replace it, so the queue is a plain list that is scanned for its least entry;
//!   lists are short. It compares squared distances, so an edge costs a division and no root.
//! - **Start**: GJK's triangle if it has an area; else its longest edge, or the single vertex, with the support points
//!   on both sides. If both sides have none, the CSO is flat, and its depth 0 ([`Outcome::Flat`]).
//! - **Bounds**: `distance` of the nearest edge ≤ depth ≤ the least `n·w` so far.
//! - **Cost**: at most one iteration per vertex of the CSO.

mod answer;
mod edges;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::snapshot::plane::epa::Outcome;
pub use edges::Edge;
pub use stepper::{Epa, Options};
