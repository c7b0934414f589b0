//! The scene file format: what the program opens, saves, checks and draws.

pub mod model;
