//! The pairs of a batch in `f32`.

use crate::single as engine;

#[path = "pair.rs"]
mod pair;
pub(super) use pair::{overlap, pair};
