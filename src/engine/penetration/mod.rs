//! The full answer for any pair: signed distance, normal, witness points and a certificate from both sides.

mod polish;

pub use polish::{Polished, polish};
