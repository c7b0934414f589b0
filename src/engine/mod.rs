//! The engine: one folder per algorithm. It knows glam, `robust` and nothing else of the world.
//!
//! These files are compiled twice, as [`crate::single`] (`f32`) and [`crate::double`] (`f64`). They write plain glam
//! code against `super::prelude` and never name a precision.

pub mod answer;
pub mod direction;
pub mod epa3;
pub mod gjk;
pub mod hull3;
pub mod isa;
pub mod penetration;
pub mod pose;
pub mod shape;
pub mod simplex;
pub mod support;
pub mod tolerance;

#[cfg(feature = "lessons")]
pub mod outline;
#[cfg(feature = "lessons")]
pub mod query;

/// What every engine file may use.
pub(crate) mod prelude {
    pub use super::super::real::{EPS, Mat3, Quat, Real, Vec3};
    pub use crate::step::Stepper;
}
