//! The collision engine of Contact Lens: every algorithm can be stepped, every answer carries a certificate.
#![doc = include_str!("README.md")]
//!
//! # Map
//!
//! | module | what it is |
//! |---|---|
//! | [`step`] | the `Stepper` trait |
//! | [`single`], [`double`] | the engine in `f32` and in `f64`: the same files, compiled twice |
//! | [`snapshot`] | states as plain data in `f64`, compiled once: what a debugger may know of a stepper |
//! | [`ask`] | every choice and option of a question |
//! | [`references`] | the sources, by the keys under which docs cite them |
//!
//! # Conventions
//!
//! Right-handed, meters, radians. The configuration-space obstacle (CSO) is `A − B`. Signed distance: positive apart,
//! negative overlapping. Normals are unit vectors from A towards B. Pairs are computed in the *pair frame*: A's axes,
//! origin at A's origin.
//!
//! The feature `serde` lets the vocabulary of questions be read and written; no feature changes behavior.

#![warn(missing_docs)]

pub mod ask;
pub mod double;
mod double_double;
mod dyadic;
mod interval;
pub mod references;
pub mod single;
pub mod snapshot;
pub mod step;

/// The vectors and quaternions of the interface.
pub use glam;
