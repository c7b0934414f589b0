//! The engine: one folder per algorithm. It knows glam, `robust`, `wide` and nothing else of the world.
//!
//! These files are compiled twice, as [`crate::single`] (`f32`) and [`crate::double`] (`f64`). They write plain glam
//! code against `super::prelude` and never name a precision.

pub mod answer;
pub mod dim2;
pub mod dim3;
mod numbers;
pub mod pose;
pub mod rounding;

#[cfg(feature = "lessons")]
pub mod outline;

/// What every engine file may use.
pub(crate) mod prelude {
    pub use super::super::real::{EPS, Lanes, Mat3, Quat, Real, Vec2, Vec3};
    pub use crate::step::{Stepper, hand_on};
}
