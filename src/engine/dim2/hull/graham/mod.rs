//! Graham's scan: sort by angle about the lowest point, then drop every corner that does not turn left.

mod stepper;
pub use stepper::Graham;
