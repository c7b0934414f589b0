//! The scene file format: what the program opens, saves, checks and draws.

mod frames;
pub mod model;
mod shipped;

pub use shipped::{SHIPPED, Shipped, shipped, welcome};
