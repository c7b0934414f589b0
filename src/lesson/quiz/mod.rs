//! Quiz questions about the choices of steps.

pub mod choice;
pub(super) mod farthest;
