//! Figures as PNG files: the SVG of a figure is rasterized with the embedded fonts only, so that every machine makes
//! the same pixels.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

use super::Figure;
use super::font;

/// Largest width and height of a picture, pixels.
const MAX_SIDE: u32 = 16384;

/// Replacement for characters that the fonts lack.
const MISSING: char = '□';

/// Error of a figure's conversion to pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureError {
    /// The size in pixels (width, height) has a side of zero, or of more than 16384.
    Size(u32, u32),
    /// The rasterizer rejected the SVG; its message.
    Svg(String),
    /// The encoder failed; its message.
    Encode(String),
    /// An animation has no frames, or frames of different sizes; the reason in words.
    Frames(&'static str),
}

impl std::fmt::Display for FigureError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Size(w, h) => {
                write!(f, "a picture of {w} × {h} pixels cannot be made: each side must be 1 to {MAX_SIDE}")
            }
            Self::Svg(why) => write!(f, "the figure's SVG cannot be drawn: {why}"),
            Self::Encode(why) => write!(f, "the picture cannot be encoded: {why}"),
            Self::Frames(why) => write!(f, "the animation cannot be made: {why}"),
        }
    }
}

impl std::error::Error for FigureError {}

/// Pixels, row by row: red, green, blue, alpha, not premultiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    /// Four bytes per pixel.
    pub rgba: Vec<u8>,
}

/// Fonts of the rasterizer: only the embedded ones.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for file in [font::REGULAR, font::SEMIBOLD, font::MATH] {
        fonts.load_font_data(file.to_vec());
    }
    fonts.set_sans_serif_family("Inter");
    Arc::new(fonts)
});

/// Replaces every character that the embedded fonts lack by a box, so that names in other scripts remain visible.
/// Combining marks are then dropped, as each would become a box of its own. The system's fonts would make the picture
/// differ between machines. The SVG file keeps the names; markup is ASCII and unchanged.
fn replace_missing_glyphs(svg: &str) -> Cow<'_, str> {
    if svg.chars().all(font::has_glyph) {
        return Cow::Borrowed(svg);
    }
    let characters = svg.chars().filter(|c| !font::is_combining_mark(*c));
    Cow::Owned(characters.map(|c| if font::has_glyph(c) { c } else { MISSING }).collect())
}

/// Rasterizes an SVG at `scale` pixels per point.
pub fn rasterize(svg: &str, scale: f32) -> Result<Pixels, FigureError> {
    let options = usvg::Options { fontdb: FONTS.clone(), font_family: "Inter".to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&replace_missing_glyphs(svg), &options)
        .map_err(|error| FigureError::Svg(error.to_string()))?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| (side * scale).round() as u32);
    let too_big = width > MAX_SIDE || height > MAX_SIDE;
    let canvas = if too_big { None } else { tiny_skia::Pixmap::new(width, height) };
    let mut canvas = canvas.ok_or(FigureError::Size(width, height))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
    let rgba = canvas.pixels().iter().map(|p| p.demultiply()).flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]);
    Ok(Pixels { width, height, rgba: rgba.collect() })
}

impl Figure {
    /// Returns the figure as a PNG file at `scale` pixels per point, with the metadata as text chunks.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, FigureError> {
        encode(&rasterize(&self.svg(), scale)?, &self.metadata)
    }
}

/// Encodes pixels as a PNG file, without an alpha channel if all are opaque. `metadata` are names and values of text
/// chunks.
pub fn encode(pixels: &Pixels, metadata: &[(String, String)]) -> Result<Vec<u8>, FigureError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    let opaque = pixels.rgba.chunks_exact(4).all(|p| p[3] == 255);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    for (name, value) in metadata {
        encoder.add_itxt_chunk(name.clone(), value.clone()).map_err(encoder_error)?;
    }
    let mut writer = encoder.write_header().map_err(encoder_error)?;
    if opaque {
        let rgb: Vec<u8> = pixels.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        writer.write_image_data(&rgb).map_err(encoder_error)?;
    } else {
        writer.write_image_data(&pixels.rgba).map_err(encoder_error)?;
    }
    writer.finish().map_err(encoder_error)?;
    Ok(file)
}

/// Converts an error of the encoder.
fn encoder_error(error: png::EncodingError) -> FigureError {
    FigureError::Encode(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_no_font_has_become_boxes() {
        assert!(font::has_glyph(MISSING), "the box itself can be drawn");
        assert_eq!(replace_missing_glyphs("<text>p_A ‖v‖ ≤ ε</text>"), "<text>p_A ‖v‖ ≤ ε</text>");
        assert_eq!(replace_missing_glyphs("<text>상자 A</text>"), "<text>□□ A</text>");
        let svg = |word: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\"><text x=\"2\" y=\"16\">{word}</text></svg>"
            )
        };
        let ink = |word: &str| {
            let pixels = rasterize(&svg(word), 1.0).expect("drawn");
            pixels.rgba.chunks_exact(4).filter(|p| p[3] > 0).count()
        };
        assert!(ink("상자") > 20 && ink("") == 0, "a Korean name is not blank");
    }
}
