//! Graham's scan for the convex hull of planar points: sort the points by angle around the lowest one, then walk along
//! them and remove every vertex at which the path does not bend to the left.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
pub use stepper::Graham;
