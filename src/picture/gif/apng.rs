//! Animated PNG: every color exactly, only changes are stored.

use std::io::{BufRead, BufWriter, Write};

use super::{FigureError, failed, packed};

/// Writes stored frames of `columns` × `rows` pixels with their durations, hundredths of a second.
pub(super) fn write(
    mut kept: impl BufRead,
    out: impl Write,
    [columns, rows]: [u32; 2],
    durations: &[u16],
) -> Result<(), FigureError> {
    let mut out = BufWriter::new(out);
    let mut encoder = png::Encoder::new(&mut out, columns, rows);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_animated(durations.len() as u32, 0).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let width = columns as usize * 3;
    let mut now = vec![0; width * rows as usize];
    let mut before: Option<Vec<u8>> = None;
    for duration in durations {
        packed::read(&mut kept, &mut now).map_err(failed)?;
        let [left, top, wide, high] = before
            .as_ref()
            .map_or([0, 0, columns as usize, rows as usize], |before| changed_box(before, &now, columns as usize));
        // The position is reset first, since position and size have to fit together at all times.
        writer.reset_frame_position().map_err(failed)?;
        writer.set_frame_dimension(wide as u32, high as u32).map_err(failed)?;
        writer.set_frame_position(left as u32, top as u32).map_err(failed)?;
        writer.set_frame_delay(*duration, 100).map_err(failed)?;
        let rows = (top..top + high).map(|y| &now[y * width + 3 * left..y * width + 3 * (left + wide)]);
        let pixels: Vec<u8> = rows.flatten().copied().collect();
        writer.write_image_data(&pixels).map_err(failed)?;
        before = Some(now.clone());
    }
    writer.finish().map_err(failed)?;
    out.flush().map_err(failed)
}

/// Smallest box around all changes, at least one pixel: left, top, width, height.
fn changed_box(before: &[u8], now: &[u8], columns: usize) -> [usize; 4] {
    let mut left = usize::MAX;
    let mut right = 0;
    let mut top = usize::MAX;
    let mut bottom = 0;
    for (i, _) in before.chunks_exact(3).zip(now.chunks_exact(3)).enumerate().filter(|(_, (old, new))| old != new) {
        let x = i % columns;
        let y = i / columns;
        left = left.min(x);
        right = right.max(x);
        top = top.min(y);
        bottom = bottom.max(y);
    }
    if left == usize::MAX { [0, 0, 1, 1] } else { [left, top, right - left + 1, bottom - top + 1] }
}
