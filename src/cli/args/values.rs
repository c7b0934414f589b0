//! Parsers of option values. Their error messages describe the accepted values.

use std::time::Duration;

/// Accepted speeds of an animation, relative to the usual one, which is paced for reading.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=20.0;

/// Accepted widths and heights of pictures, pixels. The largest picture takes 256 MiB, at four bytes per pixel.
const SIDES: std::ops::RangeInclusive<u32> = 64..=8192;

/// Parses the number of a frame, from 0.
pub(super) fn parse_frame(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| String::from("must be a whole number; frames count from 0"))
}

/// Parses the speed of an animation, one of [`SPEEDS`].
pub(super) fn parse_speed(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| SPEEDS.contains(factor));
    factor.ok_or_else(|| format!("must be a number from {} to {}", SPEEDS.start(), SPEEDS.end()))
}

/// Parses the width and height of a picture, pixels, as in `1280x800`.
pub(super) fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    match sides {
        Some(sides) if sides.iter().all(|side| SIDES.contains(side)) => Ok(sides),
        Some(_) => Err(format!("each side must be from {} to {} pixels", SIDES.start(), SIDES.end())),
        None => Err(String::from("must be two numbers, as in 1280x800")),
    }
}

/// Parses a positive number of seconds.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| String::from("must be a positive number of seconds, as in 2.5"))
}
