//! The full answer for any pair: signed distance, normal, witness points and a certificate from both sides.

mod deep;
mod polish;

pub use deep::Deep;
pub use polish::{Polished, polish};
