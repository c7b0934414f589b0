//! Queries answered by the engine in `f32`.
//!
//! The source of `precision` is compiled twice, here and in `double`: it takes the engine and `IS_SINGLE` from the
//! module that includes it.

use contact_lens_engine::single as engine;

/// Whether the engine's scalar is `f32`.
const IS_SINGLE: bool = true;

// `double` includes the same files, which are therefore not below `single/`.
#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
