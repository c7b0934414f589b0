//! Jarvis's march (gift wrapping) for the convex hull of planar points: the line from a vertex to the next one has all
//! other points on its left.

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
pub use contact_lens_model::snapshot::hull::plane::JarvisTest;
pub use stepper::Jarvis;
