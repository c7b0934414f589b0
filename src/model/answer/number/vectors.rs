//! Formatting of vectors and points for people: few digits, and 0 for coordinates that are rounding error.

use glam::DVec3;

use super::{BRIEF_DIGITS, Exact, Shown, significant};

/// Deviation of a vector's squared length from 1 below which it counts as a unit vector; that of a vector computed in
/// `f32` is less.
const UNIT_TOLERANCE: f64 = 1e-6;

/// Coordinate of a unit vector, relative to the largest one, below which it is negligible.
const DIRECTION_ROUNDING: f64 = 1e-8;

/// Coordinate of any other vector, relative to the largest one, below which it is negligible.
const RELATIVE_ROUNDING: f64 = 1e-10;

/// Formats a vector, each coordinate with four significant digits. Coordinates that are negligible compared with the
/// largest one are written as 0: below 1e-8 of it for unit vectors, below 1e-10 of it for all others.
pub fn vector(v: DVec3) -> Shown {
    let is_direction = (v.length_squared() - 1.0).abs() < UNIT_TOLERANCE;
    let rounding = v.abs().max_element() * if is_direction { DIRECTION_ROUNDING } else { RELATIVE_ROUNDING };
    let [x, y, z] = v.to_array().map(|c| significant(if c.abs() < rounding { 0.0 } else { c }, BRIEF_DIGITS));
    Shown::new(format!("({x}, {y}, {z})"), Exact::Vector(v))
}

/// Formats x and y of a vector of the plane as [`vector`] does.
pub fn vector_in_plane(v: DVec3) -> Shown {
    let Shown { text, exact } = vector(v);
    let z_start = text.rfind(", ").unwrap_or(text.len());
    Shown { text: format!("{})", &text[..z_start]), exact }
}

/// Formats a point, in meters, with its unit.
pub fn point(p: DVec3) -> Shown {
    let Shown { text, exact } = vector(p);
    Shown { text: format!("{text} m"), exact }
}

/// Formats x and y of a point of the plane, in meters, with their unit.
pub fn point_in_plane(p: DVec3) -> Shown {
    let Shown { text, exact } = vector_in_plane(p);
    Shown { text: format!("{text} m"), exact }
}
