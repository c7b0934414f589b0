//! Packed storage of animation frames (8-bit red, green and blue of each pixel): differences from the previous frame,
//! as runs of pixels of one color. Frames of figures are mostly unchanged or of one color, so that they become small.

use std::io::{self, BufRead, Write};

/// Writes a frame (red, green, blue) as runs: number of unchanged pixels, number of changed pixels of one color, and
/// that color if the latter number is not 0. The predecessor of the first frame is black.
pub(super) fn write(out: &mut impl Write, before: &[u8], now: &[u8]) -> io::Result<()> {
    let old: Vec<&[u8]> = before.chunks_exact(3).collect();
    let new: Vec<&[u8]> = now.chunks_exact(3).collect();
    let mut written = 0;
    while written < new.len() {
        let unchanged = (written..new.len()).take_while(|&i| old.get(i) == Some(&new[i])).count();
        let start = written + unchanged;
        let changed = new[start..].iter().take_while(|pixel| **pixel == new[start]).count();
        write_number(out, unchanged)?;
        write_number(out, changed)?;
        if changed > 0 {
            out.write_all(new[start])?;
        }
        written = start + changed;
    }
    Ok(())
}

/// Reads the next frame over its predecessor, in place.
///
/// # Errors
/// Reading failed, or the runs do not fit into the frame.
pub(super) fn read(from: &mut impl BufRead, frame: &mut [u8]) -> io::Result<()> {
    let mut remainder = frame;
    while !remainder.is_empty() {
        let unchanged_bytes = 3 * read_number(from)?;
        let changed_bytes = 3 * read_number(from)?;
        let (_, after) = remainder.split_at_mut_checked(unchanged_bytes).ok_or_else(incomplete_frame)?;
        let (changed, after) = after.split_at_mut_checked(changed_bytes).ok_or_else(incomplete_frame)?;
        if changed_bytes > 0 {
            let mut color = [0; 3];
            from.read_exact(&mut color)?;
            changed.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&color));
        }
        remainder = after;
    }
    Ok(())
}

/// Writes a number, seven bits per byte, lowest first; the eighth bit says that more follow.
fn write_number(out: &mut impl Write, mut n: usize) -> io::Result<()> {
    while n >= 0x80 {
        out.write_all(&[n as u8 | 0x80])?;
        n >>= 7;
    }
    out.write_all(&[n as u8])
}

/// Reads a number below 2³² that [`write_number`] wrote, from at most five bytes.
fn read_number(from: &mut impl BufRead) -> io::Result<usize> {
    let mut n = 0;
    let mut byte = [0; 1];
    for shift in (0..32).step_by(7) {
        from.read_exact(&mut byte)?;
        n |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            break;
        }
    }
    Ok(n)
}

/// Error for runs that do not fit into a frame.
fn incomplete_frame() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a frame was not kept whole")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_were_written_are_read_unchanged() {
        let mut random = 1u64;
        let mut next = |of: u64| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) % of
        };
        let mut frames: Vec<Vec<u8>> = vec![vec![7; 3 * 1000]];
        for _ in 0..20 {
            let mut frame = frames[frames.len() - 1].clone();
            for _ in 0..next(6) {
                let at = next(1000) as usize;
                let length = next(300) as usize;
                let color = next(3) as u8;
                frame[3 * at..].iter_mut().take(3 * length).for_each(|c| *c = color);
            }
            frames.push(frame);
        }
        let mut kept = Vec::new();
        let mut before = vec![0; 3 * 1000];
        for frame in &frames {
            write(&mut kept, &before, frame).unwrap();
            before.clone_from(frame);
        }
        assert!(kept.len() < 21 * 300, "{} bytes", kept.len());
        let mut from = &kept[..];
        let mut frame = vec![0; 3 * 1000];
        for expected in &frames {
            read(&mut from, &mut frame).unwrap();
            assert!(frame == *expected);
        }
        assert!(from.is_empty());
        assert!(read(&mut &kept[..kept.len() / 2], &mut vec![0; 3 * 100_000]).is_err());
    }
}
