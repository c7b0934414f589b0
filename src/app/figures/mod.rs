//! Figures and thumbnails that the window makes.

pub(super) mod animation_options;
pub(super) mod gallery;
mod png_image;
pub(super) mod shot;
pub(super) mod thumbnail;
