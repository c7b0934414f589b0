//! The scene file format: what the program opens, saves, checks and draws.

mod frames;
pub mod model;
