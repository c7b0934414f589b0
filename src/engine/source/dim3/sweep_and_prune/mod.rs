//! Sweep and prune: a broad phase that finds overlapping boxes incrementally from frame to frame.
//!
//! - **Problem.** The pairs of overlapping boxes among `n` axis-aligned boxes, which move a little from frame to frame.
//! - **Source.** `[Bergen03 §5.3]` and `[Ericson05 §7.5.1]`, after Baraff and Lin.
//! - **Method.** For each axis a sorted list contains the endpoints of all boxes, their mins and maxes. Insertion sort
//!   restores the order of a list that is nearly sorted. Two boxes overlap if and only if their intervals overlap on
//!   every axis, and that can change only when a min and a max are swapped.
//! - **Departures.** (1) All new endpoints are written before any two are compared, and a beginning pair is tested on
//!   the new boxes. A pair therefore begins or ends at most once per frame, and [`SweepAndPrune::began`] and
//!   [`SweepAndPrune::ended`] contain no pair that changed only for a moment. (2) The number of axes on which two boxes
//!   overlap is not stored: if all boxes are at one height, there would be n²/2 such numbers. (3) The endpoints of new
//!   bodies are sorted and merged into the lists in one pass instead of being moved in from the end one by one.
//! - **Order.** Endpoints are ordered by value; at equal values lower endpoints come before upper ones, so that boxes
//!   that touch overlap; then by body. There are no ties, so the number of swaps of a frame is the number of inversions
//!   of the old order. Endpoints may be infinite; NaN, or a min above its max, is an error.
//! - **Frame and units.** World frame, meters. [`SweepAndPrune`] works along `D` axes: 3 in space, 2 in the plane.
//! - **Endings.** [`Outcome`].
//! - **Cost.** Two visits of each endpoint on each axis, and one for each swap. At constant density the number of swaps
//!   of a frame in which all boxes move grows as `n^(5/3)` in space, and as n² if all boxes are at one height.
//!   [`Columns`] finds the same pairs in nearly linear time. Nothing is allocated once the lists have reached their
//!   full length.
//!
//! ```
//! use contact_lens_engine::double::dim3::sweep_and_prune::{Bounds, Outcome, SweepAndPrune};
//!
//! let unit = |x: f64| Some(Bounds { min: [x, 0.0, 0.0], max: [x + 1.0, 1.0, 1.0] });
//! let mut world = SweepAndPrune::new();
//! assert_eq!(world.update(&[unit(0.0), unit(2.0), unit(3.0)])?, Outcome::Built);
//! assert_eq!(world.pairs.sorted(), [[1, 2]], "touching is enough");
//! assert_eq!(world.update(&[unit(1.5), unit(2.0), unit(3.5)])?, Outcome::PairsChanged);
//! assert_eq!((world.began, world.ended, world.swaps), (vec![[0, 1]], vec![[1, 2]], [2, 0, 0]));
//! # Ok::<(), contact_lens_engine::double::dim3::sweep_and_prune::BoundsError>(())
//! ```

mod bounds;
mod columns;
mod grid;
mod insertion;
mod pairs;
mod snapshot;
mod sorted_column;
mod stepper;
#[cfg(test)]
mod tests;

pub use bounds::{Bounds, BoundsError, Endpoint};
pub use columns::Columns;
pub use contact_lens_model::snapshot::sweep_and_prune::{Outcome, Pair, Verdict, axis_name};
pub use pairs::Pairs;
pub use snapshot::corners;
pub use stepper::{Action, Swap, SweepAndPrune};
