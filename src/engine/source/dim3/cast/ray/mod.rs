//! GJK ray cast against `A − B`, given by its support mapping.
//!
//! - **Problem.** B moves relative to A by `r · t`. The first contact is the time at which the ray `r · t` enters
//!   `A − B`.
//! - **Source.** `[Bergen04]`.
//! - **Frame.** The pair frame at the start.
//! - **Method.** `W` is a simplex of points of `A − B`, `n` the direction from it to `x = r · t`, and `p = S(A−B, n)`
//!   the support point along `n`. If the supporting plane through `p` separates `x` from `A − B`, `x` moves forward to
//!   it. Then `p` joins `W`, which is reduced to the face nearest to `x`.
//! - **Departures.** (1) The points of `W` stay fixed with `A − B`, and `x` moves. (2) A lower bound does not prove a
//!   hit: the ray is tested against the triangles of `W` for an upper bound. (3) No stop is an absolute length: the
//!   search ends once the bracket has the requested relative width; a search without progress continues after one
//!   distance query.
//! - **Endings.** Every [`Outcome`].
//! - **Cost.** One support point and one nearest point of at most four points per step of the search.

mod pierce;
mod stepper;
mod stops;
#[cfg(test)]
mod tests;

pub use stepper::RayCast;

use super::answer::{Outcome, Plane};
use super::cast_state::{CastState, Phase, Proof};
use super::contact::Contact;
use super::flat::{Crossing, segment_crossing, triangle_crossing};
use super::motion::Motion;
use super::options::Options;
use super::pair::Pair;
