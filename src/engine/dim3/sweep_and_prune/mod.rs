//! **Sweep and prune**: which boxes overlap, found anew by what has changed since the frame before.
//!
//! **Problem.** Of `n` boxes along the axes, which pairs overlap? From frame to frame they move a little.
//!
//! **Source.** `[Bergen03 §5.3]` and `[Ericson05 §7.5.1]`, after Baraff and Lin: on each axis the ends of all boxes stand in
//! a sorted list; two boxes overlap if and only if they do so on every axis, and that changes only where a min and a max
//! change places. Insertion sort brings a list that is nearly in order back into order.
//!
//! **Departures.** All new ends are written before the first two are compared, and what begins is tested of whole new
//! boxes: so a pair begins or ends at most once in a frame, and [`SweepAndPrune::began`] and [`SweepAndPrune::ended`] are
//! exact. No count of overlapping axes is kept for every two boxes: where all stand at one height these would be n²/2.
//! Bodies that come are sorted and merged at once, not walked in from the end of the list.
//!
//! **The one order.** By value; at one value lower ends come before upper ones, so that boxes that touch overlap; then by
//! body. It leaves no ties, so the swaps of a frame are the inversions of the old order, whoever counts them. Infinity is
//! a coordinate; what is not a number, or a min above its max, is refused.
//!
//! **Frames.** World frame, meters. [`SweepAndPrune`] works along `D` axes: 3 in space, 2 in the plane.
//!
//! **Endings.** [`Outcome`]. **Cost.** Time: two visits of each end, and one for each swap. At constant density the swaps of
//! a frame in which all move grow as `n^(5/3)` in space, and as n² where all stand at one height. [`Columns`] gives the
//! same pairs in nearly linear time. No allocation once the lists are as long as they get.
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
mod stepper;
mod swept;
#[cfg(test)]
mod tests;

pub use crate::snapshot::sweep_and_prune::{Outcome, Pair, Verdict, axis_name};
pub use bounds::{Bounds, BoundsError, Endpoint};
pub use columns::Columns;
pub use pairs::Pairs;
pub use snapshot::corners;
pub use stepper::{Action, Swap, SweepAndPrune};
