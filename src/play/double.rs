//! Queries answered by the engine in `f64`.

use crate::double as engine;

#[path = "precision/mod.rs"]
mod precision;
pub use precision::*;
