//! Runs that take long: their progress and interruption, and the storage of some of their states.

pub mod checkpoints;
pub mod watch;
