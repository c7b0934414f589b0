//! Bodies made of many convex parts: one tree of boxes per body, and a best-first search for the closest pair.
//!
//! - **Problem.** The pair of parts with the least signed distance, for two bodies made of parts. A *part* is a child
//!   shape of a compound, or a triangle of a mesh or of a height field.
//! - **Source.** In addition to the common sources: `[Ericson05 §6]` for trees of boxes; the order is that of Hjaltason
//!   and Samet's incremental search.
//! - **Frame.** Boxes are compared in the frame of one body; answers are in the frame that [`Pairs::query`] names.
//! - **Method.** Every node of a [`Tree`] has a box around its parts. The boxes of two nodes give a lower bound of the
//!   signed distance of all pairs of parts below them: the distance of separate boxes, or minus the least overlap along
//!   an axis, since a motion by that overlap separates the boxes and their contents. [`Search`] pops the pair of nodes
//!   with the least bound, queries two leaves as a convex pair, and splits other nodes. Pairs are pruned only when
//!   their bound is at least the least upper bound that a pair has proven, so the answer covers all pairs.
//! - **Departure.** A second lower bound is the gap of two nodes along the normal of the closest pair. Any unit vector
//!   gives a bound, and this one is nearly the best near that pair: on a terrain it leaves a few triangles of hundreds.
//! - **Step.** One step pops one pair of nodes. Pruned pairs stay readable, with the bounds that pruned them.
//! - **Endings.** [`Outcome`]: the closest pair; no pair tested, because all were skipped (one-sided triangles
//!   approached from behind); or a pair's own query did not converge. Casts ([`MovingSearch`]) and contact searches
//!   ([`ContactSearch`]) use the same search and have endings of their own.
//! - **Cost.** A few boxes per level near the closest pair; all pairs in the worst case. No allocation once [`Buffers`]
//!   are warm.

mod bounds;
mod build;
mod closest;
mod contacts;
mod moving;
mod overlaps;
mod queue;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use bounds::Bounds;
pub use build::{Node, Tree};
pub use closest::{HasMemory, SearchResult, Widen, Workspace};
pub use contact_lens_model::snapshot::parts::Outcome;
pub use contacts::{ContactPairs, ContactSearch};
pub use moving::{CastMotion, CastPairs, MovingSearch, NodeBoxes};
pub use overlaps::{OverlapResult, OverlapWalk};
pub use queue::QueueEntry;
pub use snapshot::Plain;
pub use stepper::{Buffers, ClosestParts, Pairs, PartsResult, Pruned, QueriedParts, Search};

use super::answer::{Reason, Status};
use super::bracket::Bracket;
use super::prelude;
