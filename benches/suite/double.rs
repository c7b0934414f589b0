//! Pairs of 3D bodies in `f64`, against `parry3d-f64`.

/// Types of this precision.
mod precision {
    pub use contact_lens_engine::double as ours;
    pub use glam::{DQuat as Quat, DVec3 as Vec3};
    pub use parry3d_f64 as parry;
    pub type Real = f64;
}
#[path = "spatial_pair.rs"]
pub mod spatial_pair;
