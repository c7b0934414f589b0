//! **Conservative advancement**: from one distance query to the next, as far as each proves free.
//!
//! **Problem.** When do two moving bodies first meet? **Source.** `[Mirtich96]`. The distance `d(t)` of bodies in translation
//! is convex, and `n · r` its slope, so a step by the gap along `n` is Newton's method from the left: it never passes the
//! root, and comes to it as a square. **Departures.** The step is of the gap that is *proven*, not of `|v|`, which passes the
//! surface; the way has no least step, and the end is judged by the bounds of [`super::Flight`], not by a tolerance.

mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::Advance;

use super::answer::Outcome;
use super::flight::{Flight, Phase};
use super::options::Options;
use super::pair::Pair;
use super::path::Motion;
