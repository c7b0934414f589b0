//! The pairs of a batch in `f32`.

#[path = "pair.rs"]
mod pair;
pub(super) use pair::pair;
