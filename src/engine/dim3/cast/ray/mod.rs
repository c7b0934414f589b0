//! The **GJK ray cast**: a ray against `A − B`, known by its support mapping alone.
//!
//! **Problem.** B moves seen from A by `r · t`. When does the ray `r · t` enter `A − B`? **Source.** `[Bergen04]`, with the
//! bounds of [`super::Flight`] as departures from it. **Frame.** The pair frame at the start.
//!
//! **Iteration.** Look along `n`, from the simplex `W` towards `x = r · t`; the supporting plane through `p = S(A−B, n)` either
//! lies between `x` and `A − B`, so that `x` may go on to it, or not; then `p` joins `W`, which is reduced to what is
//! nearest to `x`. **Departures.** (1) The points of `W` are never moved: `A − B` stands still, `x` moves. (2) A lower
//! bound is no hit: the ray is also watched where it pierces the triangles of `W`. (3) All stops are relative to the numbers at
//! hand: the search ends once the bracket is as narrow as was asked; no progress is answered by one full distance query.

mod pierce;
mod stepper;
mod stops;
#[cfg(test)]
mod tests;

pub use stepper::RayCast;

use super::answer::{Outcome, Plane};
use super::flat::{crossed, pierced};
use super::flight::{Contact, Flight, Phase, Proof};
use super::options::Options;
use super::pair::Pair;
use super::path::Motion;
