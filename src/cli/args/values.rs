//! Parsers of option values. Their error messages describe the accepted values.

use std::time::Duration;

use contact_lens_check::captured::Tolerance;

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

/// Parses the tolerance of captured answers: meters, and degrees after a comma, both at least 0. Without degrees, the
/// angle of normals is not judged.
pub(super) fn parse_tolerance(text: &str) -> Result<Tolerance, String> {
    let (meters, degrees) = match text.split_once(',') {
        Some((meters, degrees)) => (parse_nonnegative(meters), parse_nonnegative(degrees)),
        None => (parse_nonnegative(text), Some(f64::INFINITY)),
    };
    let tolerance = meters.zip(degrees).map(|(meters, degrees)| Tolerance { meters, degrees });
    tolerance.ok_or_else(|| String::from("must be meters, or meters and degrees, at least 0, as in 0.001 or 0.001,2"))
}

/// Parses a finite number of at least 0; `None` for other texts.
fn parse_nonnegative(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)
}

/// Parses a positive number of seconds.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| String::from("must be a positive number of seconds, as in 2.5"))
}
