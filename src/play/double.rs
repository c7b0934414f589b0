//! Queries answered by the engine in `f64`.
//!
//! The source of `precision` is compiled twice, here and in `single`: it takes the engine and `IS_SINGLE` from the
//! module that includes it.

use contact_lens_engine::double as engine;

/// Whether the engine's scalar is `f32`.
const IS_SINGLE: bool = false;

// `single` includes the same files, which are therefore not below `double/`.
#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
