//! Stepper states as plain `f64` data: one type per algorithm, the same for `f32` and `f64` and for every shape. A
//! debugger reads these types only.
//!
//! - **Conversion.** Each stepper converts its state in the `snapshot.rs` next to it. Values that depend on the
//!   stepper's precision (stop tests, rounding errors) are computed there and stored as numbers.
//! - **Pair frame.** A's axes, with the origin at A's origin; meters. In the plane, vectors have `z = 0`.
//! - **CSO.** `A − B`, the set of all differences of a point of A and a point of B. The bodies overlap if and only if
//!   the CSO contains the origin.
//! - **Cores and balls.** A body is a *core* and a ball of the radius `μ` (*margin*) around every point of the core.
//!   Most algorithms work on the cores and then subtract `μ_A + μ_B`.
//! - **Tests.** A field `by_…` is a stop test: a [`Comparison`](crate::step::Comparison) with both of its sides.

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
pub mod ray;
pub mod rotating;
pub mod sat;
pub mod simplex;
pub mod support;
pub mod sweep_and_prune;

pub use to_f64::ToF64;

use crate::step::Stepper;

/// State of a stepper as plain data.
pub trait Snapshot: Send + Sync + 'static {
    /// Ending of a run of the stepper.
    type Outcome: Copy + Send + Sync + 'static;
}

/// A stepper whose states and endings can be converted to plain data.
pub trait Snapshots: Stepper<Outcome: Copy + Send + Sync + Into<<Self::Snapshot as Snapshot>::Outcome>> {
    /// Plain data type of the state.
    type Snapshot: Snapshot;

    /// Returns the current state as plain data.
    fn snapshot(&self) -> Self::Snapshot;
}
