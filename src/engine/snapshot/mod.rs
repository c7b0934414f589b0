//! Stepper states as plain `f64` data, the same types for every precision and shape: all that a debugger can see.
//!
//! Each stepper converts its state in the `snapshot.rs` next to it. Values that depend on a tolerance of the stepper's
//! precision (stop tests, rounding errors) are computed there and stored as numbers. In the plane, vectors have `z =
//! 0`. Snapshots do not refer to engine types that depend on the precision.

mod to_f64;

pub mod answer;
pub mod boolean_gjk;
pub mod cast;
pub mod distance;
pub mod dynamics;
pub mod epa;
pub mod frustum;
pub mod gjk;
pub mod half_space;
pub mod hierarchy;
pub mod hull;
pub mod isa_gjk;
pub mod manifold;
pub mod minkowski;
pub mod parts;
pub mod plane;
pub mod rotating;
pub mod sat;
pub mod simplex;
pub mod support;
pub mod sweep_and_prune;

pub use to_f64::ToF64;

use crate::step::Stepper;

/// State of a stepper as plain data.
pub trait Snapshot: Send + Sync + 'static {
    /// Ending of the run that these states belong to.
    type Outcome: Copy + Send + Sync + 'static;
}

/// A stepper whose states and endings can be converted to plain data.
pub trait Snapshots: Stepper<Outcome: Copy + Send + Sync + Into<<Self::Snapshot as Snapshot>::Outcome>> {
    /// Plain data type of the state.
    type Snapshot: Snapshot;

    /// Returns the current state as plain data.
    fn snapshot(&self) -> Self::Snapshot;
}
