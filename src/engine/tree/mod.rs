//! **Bodies made of many convex parts**: one tree of boxes a body, and the closest pair of parts found best first.
//!
//! **Problem.** Of two bodies made of parts (compounds, triangle meshes, height fields), which pair of parts has the least
//! signed distance? **Source.** Beyond those of the house: `[Ericson05 §6]` for trees of boxes, the order that of
//! Hjaltason and Samet's incremental search. **Frame.** Boxes are compared in the frame of one body; answers are in the
//! frame that [`Pairs::ask`] names.
//!
//! Every node of a [`Tree`] holds a box around its parts. For two nodes the boxes bound the signed distance of all pairs of
//! parts below them from below: apart, by the distance of the boxes; overlapping, by minus the least overlap along an axis,
//! since moving by it separates the boxes and all that is in them. [`Search`] pops the pair of nodes with the least bound:
//! two leaves are asked by the query for convex pairs, others are split. What remains is left out only when its bound is not
//! below the least upper bound that a pair has proven, so that the answer is that of all pairs.
//!
//! **Departure.** A second lower bound stands beside that of the boxes: the gap of two nodes along the normal of the closest pair so
//! far. Any unit vector gives one, and this one is nearly the best for all that lies beside that pair: on a terrain it leaves a few
//! triangles of hundreds.
//!
//! **One step** pops one pair of nodes. What it pruned, and the upper bound that did it, stay to be read. **Endings**
//! ([`Outcome`]): the closest pair; no pair was asked, all parts being left out (one-sided triangles met from behind); or a
//! pair's own query did not converge. **Cost.** A few boxes a level near the closest pair; all pairs at worst. Nothing is
//! allocated once [`Buffers`] are warm.

mod bounds;
mod build;
mod closest;
mod flight;
mod overlaps;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
mod touches;

pub use crate::snapshot::parts::Outcome;
pub use bounds::Bounds;
pub use build::{Node, Tree};
pub use closest::{Keeps, Searched, Widened, Workspace};
pub use flight::{Flight, Flying, Throw};
pub use overlaps::{Overlaps, Tested};
pub use snapshot::Plain;
pub use stepper::{Asked, Buffers, Entry, Found, Pairs, Pruned, Search};
pub use touches::{Touches, Touching};

use super::answer::{Reason, Status};
use super::bracket::Bracket;
use super::prelude;
