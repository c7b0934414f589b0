//! The pairs of a batch in `f64`.

#[path = "pair.rs"]
mod pair;
pub(super) use pair::pair;
