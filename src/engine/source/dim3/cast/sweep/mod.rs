//! Swept separating axes: first and last contact of two moving polytopes.
//!
//! - **Problem.** B moves relative to A by `r · t`, with the velocity `r` and the time `t`. On each axis of the
//!   separating axis test ([`sat`](crate::dim3::sat)) B's projection moves at a constant velocity relative to A's, so
//!   the two overlap during an interval of time. The bodies are in contact during the intersection of these intervals.
//! - **Source.** `[CD11]` "Dynamic intersection test": the table of `t_min` and `t_max` for two rectangles.
//! - **Frame.** The pair frame at the start.
//! - **Departures.** (1) If the relative velocity along an axis is 0, the source divides by zero; here the projections
//!   overlap always or never. (2) Each end of an interval is rounded outward for the lower bound and inward for the
//!   upper bound, so the first contact has a bracket, and bodies that pass each other at a distance below rounding
//!   error end as grazing. (3) All convex polygons and polyhedra are covered. Bodies that are points or segments need
//!   axes along and across the motion as well ([`Axis::Motion`]).
//! - **Cost.** A separating axis test of the bodies at the start, and the divisions for each axis; an empty
//!   intersection ends the sweep. For two boxes, three axes are one computation and one step.

mod axis_source;
mod axis_triples;
mod overlap;
mod stepper;
#[cfg(test)]
mod tests;

pub use axis_source::{Axis, AxisSource, ProjectedAxis, Start};
pub use overlap::OverlapInterval;
pub use stepper::{Sweep, TestedAxis};
pub(super) use stepper::{entry_plane, exit_plane};

use super::answer::{Outcome, Plane};
use super::exact;
use super::gap::{Gap, Query};
use super::head_start::HeadStart;
use super::motion::{FramePrecision, Motion, Sizes};
use super::options::Options;
use super::pair::signed_distance;
use super::path::Path;
use super::swept::Swept;
use crate::dim3::answer::Answer as DistanceAnswer;
