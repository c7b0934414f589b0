//! The input points of a hull in `f64`, scaled by a power of two, with exact predicates.
//!
//! Shewchuk's predicates (crate `robust`) are exact unless they overflow or underflow. A determinant of coordinates
//! multiplies three of them, so the largest is scaled to about 2³⁰⁰: the products stay below 2⁹¹⁰, and the last bits of
//! coordinates 10¹⁸⁰ times smaller than the largest survive. Scaling by a power of two changes no sign. The predicates
//! are exact for every `f32` input, and for every `f64` input that spans at most those 180 decades.
//!
//! Points of a grid cause many zero determinants, for which these predicates are slowest. Two cheaper methods are exact
//! too. The rounded height is exact if no product of three differences has more bits than an `f64` (`Cloud::exact`).
//! The determinant of four points is computed in integers if they are small integer multiples of some power of two.
//! With both, hulls of grids take a fifth of the time, and hulls of rotated grids a quarter (`benches/hulls`).

use robust::{Coord, Coord3D};

use super::integers;

/// Index for a missing face or point: the end of a list.
pub(super) const NONE: u32 = u32::MAX;

/// A point after scaling.
type Point = [f64; 3];

/// Binary exponent to which the largest coordinate is scaled, so that products of three coordinates do not overflow.
const TOP: i32 = 300;

/// Bound of the error of a height relative to the magnitude of its terms: at most 8 differences, products and sums in a
/// row round, each by at most half of `f64::EPSILON`; doubled as a margin.
const HEIGHT_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Exponent in [`Cloud::steps`] of a point at the origin, whose coordinates are multiples of every power of two.
const WHOLE: i16 = i16::MAX;

/// The points of a hull with their exact predicates.
#[derive(Clone, Debug)]
pub(crate) struct Cloud {
    /// Points after scaling, in the order of the input.
    points: Vec<Point>,
    /// Factor by which the coordinates of the input were multiplied.
    scale: f64,
    /// Edge lengths of the bounding box: bounds of the components of all differences of two points.
    extent: Point,
    /// Whether computed heights are exact, because their differences, products and sums are not rounded.
    exact: bool,
    /// For each point the exponent of the largest power of two that divides all its coordinates; [`WHOLE`] for the
    /// origin.
    steps: Vec<i16>,
}

/// A plane through three points, with a bound of the rounding error of [`Cloud::height`] over the whole cloud.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// Indices of the three points a, b, c.
    corners: [u32; 3],
    /// `(b − a) × (c − a)`, rounded.
    normal: Point,
    /// Bound of the rounding error of a height; 0 where heights are exact.
    error: f64,
}

impl Cloud {
    /// Scales `points`, which must be finite.
    pub(crate) fn new(mut points: Vec<Point>) -> Self {
        let largest = points.iter().flatten().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let scale = power_of_two(TOP - exponent(largest));
        points.iter_mut().flatten().for_each(|x| *x *= scale);
        let extent = [0, 1, 2].map(|k| {
            let low = points.iter().map(|p| p[k]).fold(f64::MAX, f64::min);
            let high = points.iter().map(|p| p[k]).fold(f64::MIN, f64::max);
            high - low
        });
        let steps: Vec<i16> = points.iter().map(step).collect();
        let exact = is_exact(extent, steps.iter().copied().min().unwrap_or(WHOLE));
        Self { points, scale, extent, exact, steps }
    }

    /// Number of points in the cloud.
    pub(crate) fn len(&self) -> u32 {
        self.points.len() as u32
    }

    /// Scaled point with this index.
    pub(crate) fn point(&self, i: u32) -> Point {
        self.points[i as usize]
    }

    /// Converts a product of `lengths` lengths of scaled points to the unit of the input. The sign is kept even where
    /// the value underflows.
    pub(crate) fn unscaled(&self, product: f64, lengths: u32) -> f64 {
        let value = (0..lengths).fold(product, |value, _| value / self.scale);
        if value == 0.0 && product != 0.0 { f64::MIN_POSITIVE.copysign(product) } else { value }
    }

    /// Scaled point in the type of the crate `robust`.
    fn coord(&self, i: u32) -> Coord3D<f64> {
        let [x, y, z] = self.point(i);
        Coord3D { x, y, z }
    }

    /// Side of the plane of `a`, `b`, `c` on which `d` is: positive if they are counter-clockwise seen from `d`. The
    /// sign is exact, the value rounded.
    pub(crate) fn side(&self, [a, b, c]: [u32; 3], d: u32) -> f64 {
        // Both determinants are positive if a, b and c are clockwise seen from d.
        let determinant = self
            .side_in_integers([a, b, c, d])
            .unwrap_or_else(|| robust::orient3d(self.coord(a), self.coord(b), self.coord(c), self.coord(d)));
        -determinant
    }

    /// The negative of [`Cloud::side`] in integer arithmetic; `None` unless the points are small enough integer
    /// multiples of a common power of two.
    fn side_in_integers(&self, corners: [u32; 4]) -> Option<f64> {
        let common_step = corners.into_iter().map(|i| self.steps[i as usize]).fold(WHOLE, i16::min);
        let step = i32::from(common_step);
        // No coordinate has more bits than `TOP + 1 − step`.
        if TOP + 1 - step > integers::BITS {
            return None;
        }
        let steps_per_unit = power_of_two(-step);
        let step_length = power_of_two(step);
        let determinant = integers::orient3d(corners.map(|i| self.point(i).map(|x| (x * steps_per_unit) as i64)));
        Some(determinant * step_length * step_length * step_length)
    }

    /// Twice the signed area of a triangle in the projection that drops axis `drop`: positive if its vertices are
    /// counter-clockwise. The sign is exact, the value rounded.
    pub(crate) fn doubled_area(&self, drop: usize, a: u32, b: u32, c: u32) -> f64 {
        let [a, b, c] = [a, b, c].map(|i| {
            let p = self.point(i);
            Coord { x: p[(drop + 1) % 3], y: p[(drop + 2) % 3] }
        });
        robust::orient2d(a, b, c)
    }

    /// Whether three points are exactly collinear: their projections along all three axes are.
    pub(super) fn collinear(&self, a: u32, b: u32, c: u32) -> bool {
        (0..3).all(|drop| self.doubled_area(drop, a, b, c) == 0.0)
    }

    /// Plane through three points that are not collinear.
    pub(super) fn plane(&self, corners: [u32; 3]) -> Plane {
        let [a, b, c] = corners.map(|i| self.point(i));
        let u = minus(b, a);
        let v = minus(c, a);
        // Sums of the absolute terms of the normal's components.
        let magnitude = [0, 1, 2].map(|k| {
            let i = (k + 1) % 3;
            let j = (k + 2) % 3;
            (u[i] * v[j]).abs() + (u[j] * v[i]).abs() + f64::MIN_POSITIVE
        });
        let error = if self.exact { 0.0 } else { HEIGHT_ROUNDING * dot(magnitude, self.extent) };
        Plane { corners, normal: cross(u, v), error }
    }

    /// Height of a point over a plane, times twice the area of the plane's triangle. The sign is exact, the value
    /// rounded.
    #[inline]
    pub(super) fn height(&self, plane: &Plane, i: u32) -> f64 {
        let rounded = dot(plane.normal, minus(self.point(i), self.point(plane.corners[0])));
        if rounded.abs() >= plane.error { rounded } else { self.side(plane.corners, i) }
    }
}

impl Plane {
    /// Divides a [`Cloud::height`] over this plane by the length of the normal: first by the normal's largest
    /// component, so that no square overflows.
    pub(super) fn divided_by_normal(&self, height: f64) -> f64 {
        let largest = size(self.normal);
        let scaled_normal = self.normal.map(|x| x / largest);
        height / largest / dot(scaled_normal, scaled_normal).sqrt()
    }
}

/// Difference of two points.
pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Cross product of two vectors.
pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Dot product of two vectors.
pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Largest absolute component: similar to the length, but it can neither overflow nor underflow.
pub(super) fn size(a: Point) -> f64 {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}

/// Exponent of the largest power of two that divides all coordinates; [`WHOLE`] for the origin.
fn step(point: &Point) -> i16 {
    let nonzero = point.iter().filter(|x| **x != 0.0);
    nonzero.map(|x| last_bit_exponent(*x) as i16).fold(WHOLE, i16::min)
}

/// Exponent of the last nonzero bit of a nonzero number: that of the significand's last bit, plus the number of zeros
/// at the significand's end.
fn last_bit_exponent(x: f64) -> i32 {
    let with_hidden_bit = x.to_bits() | 1 << 52;
    exponent(x) - 52 + with_hidden_bit.trailing_zeros() as i32
}

/// Whether heights over planes of points are exact. Differences of multiples of a power of two, their products and sums
/// of up to six products are multiples too; they are exact while they have no more bits than an `f64`.
fn is_exact(extent: Point, step: i16) -> bool {
    if step == WHOLE {
        return true;
    }
    let bits = extent.map(|length| if length == 0.0 { 0 } else { exponent(length) + 1 - i32::from(step) });
    // A sum of six products has up to 3 bits more than a product of three differences.
    bits.iter().sum::<i32>() + 3 <= f64::MANTISSA_DIGITS as i32
}

/// Binary exponent of a finite number; −1023 for zero and subnormal numbers.
fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// `2ᵏ`, with `k` clamped to the range of normal numbers.
fn power_of_two(k: i32) -> f64 {
    f64::from_bits(((k.clamp(-1022, 1023) + 1023) as u64) << 52)
}
