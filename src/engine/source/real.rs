//! Number types of this precision.
//!
//! In `f32`, vectors are glam's `Vec3A`, which fill a register: queries take a fifth to a third less time than with
//! `Vec3` (measured). `.into()` converts between them.

#[cfg(not(feature = "f32"))]
pub use glam::{DMat3 as Mat3, DQuat as Quat, DVec2 as Vec2, DVec3 as Vec3};
#[cfg(feature = "f32")]
pub use glam::{Mat3A as Mat3, Quat, Vec2, Vec3A as Vec3};
/// Four scalars at once.
#[cfg(feature = "f32")]
pub use wide::f32x4 as Lanes;
/// Four scalars at once.
#[cfg(not(feature = "f32"))]
pub use wide::f64x4 as Lanes;

/// Scalar of this precision.
#[cfg(feature = "f32")]
pub type Real = f32;
/// Scalar of this precision.
#[cfg(not(feature = "f32"))]
pub type Real = f64;

/// Distance from 1 to the next larger number.
pub const EPS: Real = Real::EPSILON;
