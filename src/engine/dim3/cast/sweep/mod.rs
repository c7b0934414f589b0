//! **Swept separating axes**: when do the shadows of two moving polytopes overlap on every line at once?
//!
//! **Problem.** B moves seen from A by `r · t`. On each line of [`sat`](super::super::sat) both shadows move at a constant
//! speed, so they overlap during an interval of time. The bodies meet where all these intervals do. **Source.** `[CD11]`
//! "Dynamic intersection test": the table of `t_min` and `t_max` for two rectangles. **Frame.** The pair frame at the start.
//!
//! **Departures.** (1) On a line along which the bodies do not move relative to each other the source divides by zero; there
//! the shadows overlap always or never. (2) Each bound of time is rounded outward for what it must not miss and inward for what
//! it proves, so that the moment of first contact has a bracket, and bodies that pass within rounding of each other are
//! told as such. (3) The lines are those of all convex polygons and polyhedra. Bodies that are points or segments need lines
//! across the motion as well ([`Axis::Motion`]).
//!
//! **Cost.** A test of separating axes, with divisions for each line; a line that is never shared ends it. Of two boxes three lines
//! are one computation, a row a step.

mod lines;
mod rows;
mod span;
mod stepper;
#[cfg(test)]
mod tests;

pub use lines::{Axis, Line, Lines, Start};
pub use span::Span;
pub(super) use stepper::plane;
pub use stepper::{Sweep, Tried};

use super::super::answer::Answer as Full;
use super::answer::{Outcome, Plane};
use super::exact;
use super::gap::{Ask, Gap};
use super::options::Options;
use super::pair::full;
use super::path::{Motion, Path, Placed, Sizes};
use super::swept::Swept;
