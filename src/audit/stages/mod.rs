//! The nine stages of a step, one file or folder each. Each stage is judged on the captured data that precede it.

pub mod broad_phase;
pub mod data;
pub mod filters;
pub mod narrow_phase;
pub mod pose;
pub mod rows;
pub mod shapes;
pub mod solve;
pub mod velocity;
