//! Conservative advancement: each distance query moves B forward as far as it proves the bodies separate.
//!
//! - **Problem.** Time of first contact of two bodies in translation.
//! - **Source.** `[Mirtich96]`.
//! - **Method.** With the velocity `r` of B relative to A and the unit normal `n` of a distance query at time `t`, the
//!   distance `d(t)` is convex and has the slope `n · r`. A step by `d / (−n · r)` is therefore Newton's method from
//!   the left: it never passes the root, and converges quadratically.
//! - **Departures.** A step uses the *proven* gap along `n` instead of the computed distance, which may pass the
//!   surface. There is no least step, and the search ends by the bounds of [`super::CastState`] instead of a tolerance.
//! - **Frame.** The pair frame at the start.
//! - **Endings.** All of [`Outcome`] but `Stalled`.

mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::Advance;

use super::answer::Outcome;
use super::cast_state::{CastState, Phase};
use super::motion::Motion;
use super::options::Options;
use super::pair::Pair;
