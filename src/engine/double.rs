//! The engine in `f64`, compiled from the same files as [`single`](crate::single).

/// Number types of this precision.
pub mod real {
    pub use glam::{DMat3 as Mat3, DQuat as Quat, DVec2 as Vec2, DVec3 as Vec3};
    /// Four scalars at once.
    pub use wide::f64x4 as Lanes;
    /// Scalar of this precision.
    pub type Real = f64;
    /// Distance from 1 to the next larger number.
    pub const EPS: Real = f64::EPSILON;
}

#[path = "mod.rs"]
mod engine;
pub use engine::*;
