//! The engine in `f32`, compiled from the same files as [`double`](crate::double).
//!
//! Vectors are glam's [`Vec3A`](glam::Vec3A), which fill a register: queries take a fifth to a third less time than
//! with [`Vec3`](glam::Vec3) (measured). `.into()` converts between them.

/// Number types of this precision.
pub mod real {
    pub use glam::{Mat3A as Mat3, Quat, Vec2, Vec3A as Vec3};
    /// Four scalars at once.
    pub use wide::f32x4 as Lanes;
    /// Scalar of this precision.
    pub type Real = f32;
    /// Distance from 1 to the next larger number.
    pub const EPS: Real = f32::EPSILON;
}

#[path = "mod.rs"]
mod engine;
pub use engine::*;
