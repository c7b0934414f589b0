//! Decodes PNG images for egui and for cropping.

use egui::ColorImage;
use image::{DynamicImage, ImageFormat};

/// Decodes a PNG for egui.
///
/// # Errors
/// One sentence, for bytes that are no PNG.
pub(super) fn color_image(png: &[u8]) -> Result<ColorImage, String> {
    let picture = decode(png)?.to_rgba8();
    let size = [picture.width() as usize, picture.height() as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
}

/// Decodes a PNG.
///
/// # Errors
/// One sentence, for bytes that are no PNG.
pub(super) fn decode(png: &[u8]) -> Result<DynamicImage, String> {
    image::load_from_memory_with_format(png, ImageFormat::Png).map_err(|error| error.to_string())
}
