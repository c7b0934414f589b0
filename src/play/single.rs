//! Queries answered by the engine in `f32`.

use crate::single as engine;

/// Whether the engine's scalar is `f32`.
const IS_SINGLE: bool = true;

#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
