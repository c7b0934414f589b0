//! Graham's scan: sort by angle around the lowest point, then drop every point without a left turn.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
pub use stepper::Graham;
