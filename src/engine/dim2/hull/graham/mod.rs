//! Graham's scan: sort by angle about the lowest point, then drop every corner that does not turn left.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
pub use stepper::Graham;
