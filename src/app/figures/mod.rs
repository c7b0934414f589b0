//! Figures and thumbnails that the window makes.

pub(super) mod animation_options;
pub(super) mod gallery;
pub(super) mod shot;
pub(super) mod thumbnail;
