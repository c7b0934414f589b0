//! The engine in `f32`. The same files as the other precision, compiled a second time.

pub(crate) mod real {
    pub use glam::{Mat3, Quat, Vec2, Vec3};
    /// Four scalars at once.
    pub use wide::f32x4 as Lanes;
    /// The scalar of this engine.
    pub type Real = f32;
    /// Distance from 1 to the next larger number.
    pub const EPS: Real = f32::EPSILON;
}

#[path = "engine/mod.rs"]
mod engine;
pub use engine::*;
