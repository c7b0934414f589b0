//! The engine: one folder per algorithm. It knows glam, `robust`, `wide` and nothing else of the world.
//!
//! These files are compiled twice, as [`crate::single`] (`f32`) and [`crate::double`] (`f64`). They write plain glam
//! code against `super::prelude` and never name a precision.

pub mod answer;
pub mod direction;
pub mod direction2;
pub mod epa2;
pub mod epa3;
pub mod gjk;
pub mod gjk2;
pub mod hull2;
pub mod hull3;
pub mod isa;
mod length;
pub mod pair2;
pub mod penetration;
pub mod pose;
pub mod shape;
pub mod shape2;
pub mod simplex;
pub mod support;
pub mod support2;
pub mod tolerance;

#[cfg(feature = "lessons")]
pub mod outline;
#[cfg(feature = "lessons")]
pub mod query;

/// What every engine file may use.
pub(crate) mod prelude {
    pub use super::super::real::{EPS, Lanes, Mat3, Quat, Real, Vec2, Vec3};
    pub use crate::step::{Stepper, hand_on};
}
