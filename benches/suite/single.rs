//! Pairs in space, `f32`.

mod real {
    pub use contact_lens_engine::single as ours;
    pub use glam::{Quat, Vec3A as Vec3};
    pub use parry3d as theirs;
    pub type Real = f32;
}
#[path = "space.rs"]
pub mod space;
