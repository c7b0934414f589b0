//! Signed volumes as a stepper, one face per step.
//!
//! - **Problem**: the point of a simplex nearest the origin, found in steps that can be shown.
//! - **Source**: Montanari, Petrinic & Barbieri 2017 (S3D, S2D, S1D).
//! - **Method**: the signs are tested by the same functions as in [`super::nearest`]; only the order differs.
//!   [`super::nearest`] descends into a face at once; here the faces wait in a queue, large ones first, so that one
//!   step is one test.
//! - **Frame and units**: any frame, all vectors in the same; the unit of the points.
//! - **Endings**: [`Outcome`].
//! - **Cost**: at most 15 faces, no allocation.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::{Outcome, Signed};
