//! Conservative advancement: each distance query moves B forward as far as it proves the bodies separate.
//!
//! - **Problem.** Time of first contact of two bodies in translation.
//! - **Source.** `[Mirtich96]`. The distance `d(t)` is convex, and `n · r` is its slope, so a step by the gap along `n`
//!   is Newton's method from the left: it never passes the root, and converges quadratically.
//! - **Departures.** The step uses the *proven* gap instead of `|v|`, which may pass the surface. There is no least
//!   step, and the search ends by the bounds of [`super::CastState`] instead of a tolerance.

mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::Advance;

use super::answer::Outcome;
use super::cast_state::{CastState, Phase};
use super::motion::Motion;
use super::options::Options;
use super::pair::Pair;
