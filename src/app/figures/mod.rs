//! Pictures that the window makes: exported figures and animations, and thumbnails of the shipped scenes.

pub(super) mod animation_options;
pub(super) mod gallery;
mod png_image;
pub(super) mod shot;
pub(super) mod thumbnail;
