//! Jarvis's march (gift wrapping): from a corner, the next is the point that has all others on its left.

#[cfg(feature = "lessons")]
pub mod lesson;
mod stepper;
#[cfg(test)]
mod tests;
pub use stepper::{Comparand, Jarvis};
