//! Pairs in space, `f64`.

mod real {
    pub use contact_lens_engine::double as ours;
    pub use glam::{DQuat as Quat, DVec3 as Vec3};
    pub use parry3d_f64 as theirs;
    pub type Real = f64;
}
#[path = "space.rs"]
pub mod space;
