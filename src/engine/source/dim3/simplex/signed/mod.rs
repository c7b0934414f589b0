//! The signed volumes method in steps that can be shown: each step tests one face.
//!
//! - **Problem.** The point of a simplex nearest the origin.
//! - **Source.** Montanari, Petrinic & Barbieri 2017 (S3D, S2D, S1D).
//! - **Method.** The signs are tested by the same functions as in [`super::nearest`]; only the order differs.
//!   [`super::nearest`] searches a face immediately. Here the faces wait in a queue, large ones first.
//! - **Frame and units.** Any frame, the same for all vectors; the unit of the points.
//! - **Endings.** [`Outcome`].
//! - **Cost.** At most 15 faces; no allocation.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::{Outcome, Signed};
