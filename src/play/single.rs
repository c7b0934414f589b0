//! Queries answered by the engine in `f32`.

use crate::single as engine;

#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
