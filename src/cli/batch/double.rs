//! The pairs of a batch in `f64`.

use crate::double as engine;

#[path = "pair.rs"]
mod pair;
pub(super) use pair::{overlap, pair};
