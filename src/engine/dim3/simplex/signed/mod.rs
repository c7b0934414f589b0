//! Signed volumes, one face a step: the search of the default sub-algorithm, slowed down to be looked at.
//!
//! Source: Montanari, Petrinic & Barbieri 2017 (S3D, S2D, S1D). The signs are judged by the very functions that
//! [`super::nearest`] runs; only the order differs. That code goes down into each face as it meets it, here
//! the faces wait in a queue, large ones first, so that one step is one judgement.
//!
//! Frames: any; all vectors in one. Endings: [`Outcome`]. Cost: at most 15 faces, no allocation.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::{Outcome, Signed};
