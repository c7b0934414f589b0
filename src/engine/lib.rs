//! The collision engine of Contact Lens: algorithms that can be run step by step, and answers with proven bounds.
#![doc = include_str!("README.md")]
//!
//! # Map
//!
//! | module | what it is |
//! |---|---|
//! | [`step`] | the `Stepper` trait |
//! | [`single`], [`double`] | the engine in `f32` and in `f64`: the same files, compiled twice |
//! | [`snapshot`] | states of the steppers as plain `f64` data, compiled once; the only types that a debugger reads |
//! | [`ask`] | the options of all queries, and their named choices |
//! | [`references`] | the sources, by the keys under which docs cite them |
//!
//! # Conventions
//!
//! Right-handed, meters, radians. The configuration-space obstacle (CSO) is `A − B`. Signed distance: positive for
//! separate, negative for overlapping shapes. Normals are unit vectors from A towards B. Pairs are computed in the
//! *pair frame*: A's axes, origin at A's origin.
//!
//! The feature `serde` makes the options of queries serializable; no feature changes behavior.

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
