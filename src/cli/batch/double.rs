//! The questions of a batch in `f64`.

use crate::double as engine;

#[path = "hull.rs"]
mod hull;
#[path = "pair.rs"]
mod pair;
pub(super) use hull::hull;
pub(super) use pair::{overlap, pair};
