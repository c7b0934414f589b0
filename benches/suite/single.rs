//! Pairs of 3D bodies in `f32`, against `parry3d`.

/// Types of this precision.
mod precision {
    pub use contact_lens_engine::single as ours;
    pub use glam::{Quat, Vec3A as Vec3};
    pub use parry3d as parry;
    pub type Real = f32;
}
#[path = "spatial_pair.rs"]
pub mod spatial_pair;
