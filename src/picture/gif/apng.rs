//! Writing of stored frames as an animated PNG: all colors are exact, and every frame after the first contains only the
//! box of its changed pixels.

use std::io::{BufRead, BufWriter, Write};

use super::{FigureError, PixelBox, encoding_error, packed};

/// Writes an animated PNG to `out` from the packed frames `kept` of `columns` × `rows` pixels with their durations,
/// hundredths of a second.
pub(super) fn write(
    mut kept: impl BufRead,
    out: impl Write,
    [columns, rows]: [u32; 2],
    durations: &[u16],
) -> Result<(), FigureError> {
    let mut out = BufWriter::new(out);
    let mut encoder = png::Encoder::new(&mut out, columns, rows);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_animated(durations.len() as u32, 0).map_err(encoding_error)?;
    let mut writer = encoder.write_header().map_err(encoding_error)?;
    let row_bytes = columns as usize * 3;
    let mut now = vec![0; row_bytes * rows as usize];
    let mut before: Option<Vec<u8>> = None;
    for duration in durations {
        packed::read(&mut kept, &mut now).map_err(encoding_error)?;
        let PixelBox { left, top, width, height } = match &before {
            Some(before) => changed_box(before, &now, columns as usize),
            None => PixelBox { left: 0, top: 0, width: columns as usize, height: rows as usize },
        };
        // The position is reset first, since position and size have to fit together at all times.
        writer.reset_frame_position().map_err(encoding_error)?;
        writer.set_frame_dimension(width as u32, height as u32).map_err(encoding_error)?;
        writer.set_frame_position(left as u32, top as u32).map_err(encoding_error)?;
        writer.set_frame_delay(*duration, 100).map_err(encoding_error)?;
        let starts = (top..top + height).map(|y| y * row_bytes + 3 * left);
        let pixels: Vec<u8> = starts.flat_map(|start| &now[start..start + 3 * width]).copied().collect();
        writer.write_image_data(&pixels).map_err(encoding_error)?;
        before = Some(now.clone());
    }
    writer.finish().map_err(encoding_error)?;
    out.flush().map_err(encoding_error)
}

/// Smallest box around all pixels that differ between two frames (red, green, blue), at least one pixel.
fn changed_box(before: &[u8], now: &[u8], columns: usize) -> PixelBox {
    let pixels = before.chunks_exact(3).zip(now.chunks_exact(3)).enumerate();
    PixelBox::around(pixels.filter(|(_, (old, new))| old != new).map(|(i, _)| i), columns)
}
