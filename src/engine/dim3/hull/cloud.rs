//! The input points as the predicates want them: in `f64`, scaled by a power of two, and judged exactly.
//!
//! Shewchuk's predicates (crate `robust`) are exact as long as nothing overflows or underflows. A determinant of
//! coordinates multiplies three of them, so the largest is moved to about 2³⁰⁰: the products stay below 2⁹¹⁰, and the
//! last bits of coordinates 10¹⁹⁰ times smaller than the largest are still not lost. Scaling by a power of two changes
//! no sign. Every `f32` input is judged exactly; an `f64` input is, unless it spans more than those 190 decades.
//!
//! Points of a grid make ties, and these predicates are slowest where there is one. Two cheaper ways are exact too: where no
//! product of three differences has more bits than an `f64` (`exact`), the rounded height is the height; and where four
//! points are integers of some power of two, their determinant is one of integers. `cargo bench … --bench hulls`: hulls of grids
//! take a fifth of the time, of turned grids a quarter.

use robust::{Coord, Coord3D};

use super::integers;

/// No face, no point: the end of a list.
pub(super) const NONE: u32 = u32::MAX;

/// A point after scaling.
type Point = [f64; 3];

/// The exponent to which the largest coordinate is moved.
const TOP: i32 = 300;

/// The points of a hull and the exact questions that are asked of them.
#[derive(Clone, Debug)]
pub(crate) struct Cloud {
    points: Vec<Point>,
    /// What the coordinates of the input were multiplied by.
    scale: f64,
    /// Side lengths of the bounding box: no difference of two points has a larger component.
    extent: Point,
    /// Whether heights are exact as they are computed, by differences, products and sums that are not rounded.
    exact: bool,
    /// Of each point the largest power of two, as its exponent, that all its coordinates are multiples of.
    steps: Vec<i16>,
}

/// A plane through three points, with a bound of the rounding error of [`Plane::height`] over the whole cloud.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    corners: [u32; 3],
    /// `(b − a) × (c − a)`, rounded.
    normal: Point,
    error: f64,
}

impl Cloud {
    /// Scales `points`, which must be finite.
    pub(crate) fn new(mut points: Vec<Point>) -> Self {
        let largest = points.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let scale = power_of_two(TOP - exponent(largest));
        points.iter_mut().flatten().for_each(|x| *x *= scale);
        let extent = [0, 1, 2].map(|k| {
            let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(l, h), p| (l.min(p[k]), h.max(p[k])));
            high - low
        });
        let steps: Vec<i16> = points.iter().map(step).collect();
        let exact = is_exact(extent, steps.iter().copied().min().unwrap_or(WHOLE));
        Self { points, scale, extent, exact, steps }
    }

    pub(crate) fn len(&self) -> u32 {
        self.points.len() as u32
    }

    pub(crate) fn point(&self, i: u32) -> Point {
        self.points[i as usize]
    }

    /// A product of `lengths` lengths of scaled points, in the unit of the input. It keeps its sign even where its value
    /// vanishes.
    pub(crate) fn unscaled(&self, product: f64, lengths: u32) -> f64 {
        let value = (0..lengths).fold(product, |rest, _| rest / self.scale);
        if value == 0.0 && product != 0.0 { f64::MIN_POSITIVE.copysign(product) } else { value }
    }

    fn coord(&self, i: u32) -> Coord3D<f64> {
        let [x, y, z] = self.point(i);
        Coord3D { x, y, z }
    }

    /// Exact: positive when `d` lies on the side of the plane from which `a`, `b`, `c` run counter-clockwise.
    pub(crate) fn side(&self, [a, b, c]: [u32; 3], d: u32) -> f64 {
        let rounded = || robust::orient3d(self.coord(a), self.coord(b), self.coord(c), self.coord(d));
        -self.side_in_integers([a, b, c, d]).unwrap_or_else(rounded)
    }

    /// The same, where the points are small enough integers of the power of two that all are multiples of.
    fn side_in_integers(&self, corners: [u32; 4]) -> Option<f64> {
        let step = i32::from(corners.into_iter().fold(WHOLE, |step, i| step.min(self.steps[i as usize])));
        if TOP + 1 - step > integers::BITS {
            return None;
        }
        let (per_step, unit) = (power_of_two(-step), power_of_two(step));
        let determinant = integers::orient3d(corners.map(|i| self.point(i).map(|x| (x * per_step) as i64)));
        Some(determinant * unit * unit * unit)
    }

    /// Exact: twice the signed area of the triangle in the projection that drops axis `drop`; its sign alone counts.
    pub(crate) fn turn(&self, drop: usize, a: u32, b: u32, c: u32) -> f64 {
        let flat = |i: u32| {
            let p = self.point(i);
            Coord { x: p[(drop + 1) % 3], y: p[(drop + 2) % 3] }
        };
        robust::orient2d(flat(a), flat(b), flat(c))
    }

    /// Exact: three points are on one line when they are in all three projections.
    pub(super) fn collinear(&self, a: u32, b: u32, c: u32) -> bool {
        (0..3).all(|drop| self.turn(drop, a, b, c) == 0.0)
    }

    /// The plane through three points.
    pub(super) fn plane(&self, corners: [u32; 3]) -> Plane {
        let [a, b, c] = corners.map(|i| self.point(i));
        let (u, v) = (minus(b, a), minus(c, a));
        let magnitude = [0, 1, 2].map(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            (u[i] * v[j]).abs() + (u[j] * v[i]).abs() + f64::MIN_POSITIVE
        });
        // Each difference, product and sum rounds once: at most 8 half-ulps of the terms' magnitude. Doubled to be safe.
        let error = if self.exact { 0.0 } else { 8.0 * f64::EPSILON * dot(magnitude, self.extent) };
        Plane { corners, normal: cross(u, v), error }
    }

    /// Height of a point over a plane, times twice the area of the plane's triangle. The sign is exact, the value rounded.
    #[inline]
    pub(super) fn height(&self, plane: &Plane, i: u32) -> f64 {
        let rounded = dot(plane.normal, minus(self.point(i), self.point(plane.corners[0])));
        if rounded.abs() >= plane.error { rounded } else { self.side(plane.corners, i) }
    }
}

impl Plane {
    /// Length of the normal over its largest component, and that component: so that no square overflows.
    pub(super) fn stretch(&self) -> (f64, f64) {
        let largest = size(self.normal);
        let unit = self.normal.map(|x| x / largest);
        (dot(unit, unit).sqrt(), largest)
    }
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Largest absolute component: like a length, but it can neither overflow nor underflow.
pub(super) fn size(a: Point) -> f64 {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}

/// The step of a point whose coordinates are all 0: they are multiples of everything.
const WHOLE: i16 = i16::MAX;

/// The largest power of two, as its exponent, that all coordinates are multiples of.
fn step(point: &Point) -> i16 {
    let last_bit = |x: &f64| exponent(*x) - 52 + (x.to_bits() | 1 << 52).trailing_zeros() as i32;
    point.iter().filter(|x| **x != 0.0).map(|x| last_bit(x) as i16).fold(WHOLE, i16::min)
}

/// Whether heights over planes of points are not rounded: of coordinates that are multiples of a power of two, all
/// differences, their products and the sums of up to six of these are too, and have no more bits than an `f64`.
fn is_exact(extent: Point, step: i16) -> bool {
    let bits = |side: f64| if side == 0.0 { 0 } else { exponent(side) + 1 - i32::from(step) };
    step == WHOLE || extent.map(bits).iter().sum::<i32>() + 3 <= f64::MANTISSA_DIGITS as i32
}

/// Binary exponent of a finite number, −1023 for zero and subnormal ones.
fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// `2ᵏ` as far as it is a normal number.
fn power_of_two(k: i32) -> f64 {
    f64::from_bits(((k.clamp(-1022, 1023) + 1023) as u64) << 52)
}
