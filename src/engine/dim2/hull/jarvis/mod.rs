//! Jarvis's march (gift wrapping): from a corner, the next is the point that has all others on its left.

mod stepper;
pub use stepper::Jarvis;
