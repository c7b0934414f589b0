//! A toy that only tests see: the gap along the line of the two origins. It shows all that a new algorithm is: this folder,
//! a row in the table of questions, an entry in the registry, and a scene.

pub mod lesson;
mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::Toy;
