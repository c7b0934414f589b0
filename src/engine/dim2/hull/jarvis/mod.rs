//! Jarvis's march (gift wrapping): the vertex after a vertex is the point that has all others on its left.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
pub use crate::snapshot::hull::plane::JarvisTest;
pub use stepper::Jarvis;
