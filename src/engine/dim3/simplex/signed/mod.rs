//! Signed volumes as a stepper, one face per step.
//!
//! - **Source**: Montanari, Petrinic & Barbieri 2017 (S3D, S2D, S1D).
//! - **Method**: the signs are tested by the same functions that [`super::nearest`] runs; only the order differs. That
//!   code descends into each face when it finds it; here the faces wait in a queue, large ones first, so that one step
//!   is one test.
//! - **Frame**: any, all vectors in the same.
//! - **Endings**: [`Outcome`].
//! - **Cost**: at most 15 faces, no allocation.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::{Outcome, Signed};
