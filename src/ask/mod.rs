//! The vocabulary of questions: every choice that somebody can make, once. The engine takes these, scene files and lines of a batch
//! spell them, panels list them.
//!
//! Plain data without a precision: the engine is compiled twice and asks both times with the same types. Knows nothing of this crate.

mod choice;
mod contact;
mod narrow;
mod shape;
#[cfg(all(test, feature = "scenes"))]
mod tests;
mod world;

pub use choice::{Choice, Named};
pub use contact::{CastMethod, ContactReference, DepthRange, EdgePairs, MatrixLayout, Stop};
pub use narrow::{Horizon, Method, Search, Solver};
pub use shape::Axis;
pub use world::{Clamp, Motion, PositionMode, WorldSolver};
