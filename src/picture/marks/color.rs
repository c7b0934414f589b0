//! Arithmetic on colors: opacity, compositing, tones, contrast.

/// Alpha factor for the fill of an opaque body.
const OPAQUE_FILL_FACTOR: f32 = 1.7;

/// Color: red, green, blue, alpha; sRGB, not premultiplied.
pub type Rgba = [u8; 4];

/// Color: red, green, blue; sRGB.
pub(super) type Rgb = [u8; 3];

/// Fill of an opaque body in a pane of the color `pane`: the translucent fill with more alpha, composited.
pub fn opaque_fill([r, g, b, alpha]: Rgba, pane: Rgba) -> Rgba {
    over([r, g, b, (f32::from(alpha) * OPAQUE_FILL_FACTOR).min(255.0) as u8], pane)
}

/// Returns the color with its alpha multiplied by `opacity`, 0 to 1.
pub fn faded([r, g, b, alpha]: Rgba, opacity: f64) -> Rgba {
    [r, g, b, (f64::from(alpha) * opacity.clamp(0.0, 1.0)).round() as u8]
}

/// The color with full alpha.
pub(super) fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, 255]
}

/// The color with an alpha from 0 to 1.
pub(super) fn with_alpha([r, g, b]: Rgb, alpha: f32) -> Rgba {
    [r, g, b, (alpha * 255.0).round() as u8]
}

/// Contrast of two opaque colors by WCAG, 1 (equal) to 21 (black on white).
pub fn contrast(a: Rgba, b: Rgba) -> f64 {
    let a = luminance(a);
    let b = luminance(b);
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// WCAG relative luminance, 0 to 1.
pub fn luminance(color: Rgba) -> f64 {
    let channels = color.map(|byte| f64::from(byte) / 255.0);
    // Inverse of the sRGB transfer function.
    let [r, g, b, _] = channels.map(|s| if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Lightens a color (`by` above 0, white at 1) or darkens it (below 0, black at −1); alpha is unchanged.
pub fn tone(color: Rgba, by: f64) -> Rgba {
    let towards = if by > 0.0 { 255.0 } else { 0.0 };
    let share = by.abs().min(1.0);
    let [r, g, b, _] = color.map(|c| (f64::from(c) * (1.0 - share) + towards * share).round() as u8);
    [r, g, b, color[3]]
}

/// Composites `front` over an opaque `back`, channel by channel in sRGB.
pub fn over(front: Rgba, back: Rgba) -> Rgba {
    let alpha = f32::from(front[3]) / 255.0;
    let [r, g, b] = [0, 1, 2].map(|k| (f32::from(front[k]) * alpha + f32::from(back[k]) * (1.0 - alpha)).round() as u8);
    [r, g, b, 255]
}
