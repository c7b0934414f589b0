//! States as plain data in `f64`: what a debugger may know of a stepper, whatever its precision and its shapes.
//!
//! A snapshot is compiled once, and so is all that tells of it. Beside each stepper its `snapshot.rs` says how a state
//! becomes one. What a state computes by a tolerance of its precision, a stop test or a rounding, is computed there and
//! stands in the snapshot as a number. Vectors of the plane have `z = 0`. Knows nothing of this crate.

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
pub mod sat;
pub mod simplex;
pub mod support;
pub mod sweep_and_prune;
pub mod turning;

pub use to_f64::ToF64;

use crate::step::Stepper;

/// A state as plain data.
pub trait Snapshot: Send + Sync + 'static {
    /// How the run may end whose states these are.
    type Outcome: Copy + Send + Sync + 'static;
}

/// A stepper whose states can be looked at, and its endings with them.
pub trait Snapshots: Stepper<Outcome: Copy + Send + Sync + Into<<Self::Snapshot as Snapshot>::Outcome>> {
    /// Its state as plain data.
    type Snapshot: Snapshot;

    /// The state as it is now.
    fn snapshot(&self) -> Self::Snapshot;
}
