//! The engine in `f64`. The same files as the other precision, compiled a second time.

/// The numbers of this engine.
pub mod real {
    pub use glam::{DMat3 as Mat3, DQuat as Quat, DVec2 as Vec2, DVec3 as Vec3};
    /// Four scalars at once.
    pub use wide::f64x4 as Lanes;
    /// The scalar of this engine.
    pub type Real = f64;
    /// Distance from 1 to the next larger number.
    pub const EPS: Real = f64::EPSILON;
}

#[path = "mod.rs"]
mod engine;
pub use engine::*;
