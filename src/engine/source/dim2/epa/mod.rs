//! EPA (expanding polytope algorithm) in the plane: the penetration depth of the cores of two overlapping shapes.
//!
//! - **Problem**: the boundary point of `A − B` nearest to the origin.
//! - **Source**: `[ACD11]` "EPA 2D", after `[Bergen01]`: grow a polygon inside `A − B`, always at its edge nearest to
//!   the origin.
//! - **Frame**: pair frame; the polygon is counter-clockwise.
//! - **Method**: an iteration takes the edge nearest the origin and computes the support point `w` of `A − B` along the
//!   edge's outward unit normal `n`. If `w` is beyond the edge, two edges through `w` replace it; otherwise the edge is
//!   on the boundary of `A − B`, and its `distance` from the origin is the depth.
//! - **Bounds**: `distance` of the nearest edge ≤ depth ≤ `upper`, the least `n·w` of all iterations.
//! - **Departures**: (1) The search stops at `upper − distance ≤ ε`; the source has `≥`. (2) The search direction is
//!   the edge's outward normal, since the nearest point of the edge may be the origin. (3) Distances are signed: if
//!   rounding puts the origin slightly outside the initial polygon, the nearest edge has a negative distance and the
//!   search continues normally. (4) An edge needs no neighbors, so the queue is a plain list that is scanned for its
//!   least entry; lists are short. The scan compares squared distances, so an edge costs a division and no root.
//! - **Start**: GJK's triangle if it has an area; else its longest edge, or the single vertex, with the support points
//!   on both sides. If both sides have none, `A − B` is flat, and its depth 0 ([`Outcome::Flat`]).
//! - **Endings**: [`Outcome`].
//! - **Cost**: at most one iteration per vertex of `A − B`.

mod answer;
mod edges;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::plane::epa::Outcome;
pub use edges::Edge;
pub use stepper::{Epa, Options};
