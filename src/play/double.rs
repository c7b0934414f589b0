//! Queries answered by the engine in `f64`.

use crate::double as engine;

/// Whether the engine's scalar is `f32`.
const IS_SINGLE: bool = false;

#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
