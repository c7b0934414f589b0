//! Planes of faces, accurate even for slivers.
//!
//! All functions work on *scaled* points: in `f64`, multiplied by a power of two that scales the largest coordinate to
//! about 1.

use glam::DVec3;

use super::Plane;
use super::connect::Topology;
use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;

/// Components of a vector below this are multiplied by [`ENLARGEMENT`] before the vector is normalized, because the
/// reciprocal of a subnormal number overflows.
const NEARLY_SUBNORMAL: f64 = 1.0e-290;

/// Factor for vectors whose components are all below [`NEARLY_SUBNORMAL`].
const ENLARGEMENT: f64 = 1.0e290;

/// Binary exponent to which lengths of about 1 are scaled before they are multiplied, so that lengths 10³²⁰ times
/// smaller than the polygon still give a normal number.
const SCALE_EXPONENT: u64 = 300;

/// Exponent field of 1 in an `f64`.
const EXPONENT_BIAS: u64 = 1023;

/// Bits of the exponent field of an `f64`.
const EXPONENT_MASK: u64 = 0x7ff0_0000_0000_0000;

/// Relative error of a sum of two double-double products: 2⁻¹⁰⁰, raised to 2⁻⁹⁶ for the sums and so that an accepted
/// direction is correct to a few bits at least.
const PRODUCT_ERROR: f64 = 1.0 / (1_u128 << 96) as f64;

/// Points in `f64`, scaled by a power of two.
#[derive(Clone, Debug)]
pub(super) struct Scaled {
    /// The points after scaling.
    pub points: Vec<DVec3>,
    /// Factor by which the coordinates were multiplied.
    pub factor: f64,
    /// Largest absolute coordinate after scaling: in `[1, 2)`, or 0.
    pub magnitude: f64,
}

/// A supporting plane of the hull: no point is above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Outward unit normal, rounded to the engine's precision.
    pub normal: Vec3,
    /// Largest `normal · p` over all points, scaled.
    pub top: f64,
    /// Depth of the face's lowest vertex below the plane, scaled.
    pub depth: f64,
}

/// Supporting plane of a face, in the unit of the points.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneOfFace {
    /// The plane: no point is above it.
    pub plane: Plane,
    /// Depth of the face's lowest vertex below the plane.
    pub depth: Real,
}

impl Scaled {
    /// Scales points, which must be finite.
    pub fn new(points: &[Vec3]) -> Self {
        let magnitude = points.iter().map(|p| p.abs().max_element()).fold(0.0, Real::max);
        let factor = unit_scale(magnitude) as f64;
        let points = points.iter().map(|p| DVec3::new(p.x as f64, p.y as f64, p.z as f64) * factor).collect();
        Self { points, factor, magnitude: magnitude as f64 * factor }
    }

    /// The points with these indices, in the same scale.
    pub fn select(&self, indices: &[u32]) -> Self {
        Self { points: indices.iter().map(|&i| self.points[i as usize]).collect(), ..*self }
    }

    /// The longest side of the bounding box.
    pub fn extent(&self) -> f64 {
        let low = self.points.iter().fold(DVec3::MAX, |low, p| low.min(*p));
        let high = self.points.iter().fold(DVec3::MIN, |high, p| high.max(*p));
        (high - low).max_element()
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// The point with this index, scaled.
    pub fn at(&self, i: u32) -> DVec3 {
        self.points[i as usize]
    }

    /// The normal and area of a face; `None` if it has no area.
    pub fn facet(&self, corners: &[u32]) -> Option<Facet> {
        facet(corners.iter().map(|&i| self.at(i)))
    }
}

/// Normal and size of a facet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    /// Unit normal, out of the body.
    pub normal: DVec3,
    /// Twice the area, scaled; 0 where it is too small for `f64`.
    pub area: f64,
    /// Estimate of the width, scaled: twice the area, divided by the length rounded down to a power of two.
    pub width: f64,
}

/// Vertices and topology of a hull.
#[derive(Clone, Copy)]
pub(super) struct ScaledHull<'a> {
    /// Positions of the hull's vertices.
    pub points: &'a Scaled,
    /// Faces and edges of the hull.
    pub topology: &'a Topology,
}

/// The supporting plane of the hull with the direction `normal`, for the face with the vertices `corners` (scaled).
/// `start` is a hull vertex near them.
pub(super) fn supporting_plane(normal: DVec3, corners: &[DVec3], hull: ScaledHull<'_>, start: u32) -> Support {
    let normal = Vec3::new(normal.x as Real, normal.y as Real, normal.z as Real);
    let n = DVec3::new(normal.x as f64, normal.y as f64, normal.z as f64);
    let highest_vertex = climb(hull, n, start);
    // The face's own vertices count as well: those of an imported face need not be vertices of the hull.
    let heights = corners.iter().map(|p| n.dot(*p));
    let top = heights.clone().fold(n.dot(hull.points.at(highest_vertex)), f64::max);
    Support { normal, top, depth: top - heights.fold(top, f64::min) }
}

/// The vertex farthest along `n`, found by hill climbing over the edges of a convex hull.
fn climb(ScaledHull { points, topology }: ScaledHull<'_>, n: DVec3, start: u32) -> u32 {
    let mut current = start;
    // The limit stops cycles caused by rounding; an uphill walk visits no vertex twice.
    for _ in 0..points.count() {
        let from = points.at(current);
        let mut highest = current;
        let mut largest_rise = 0.0;
        for vertex in topology.vertex_half_edges(current).map(|h| topology.head(h)) {
            let rise = n.dot(points.at(vertex) - from);
            if rise > largest_rise {
                highest = vertex;
                largest_rise = rise;
            }
        }
        if highest == current {
            break;
        }
        current = highest;
    }
    current
}

/// The unit vector along `v`, even if `v` is subnormal; `None` for zero and for vectors that are not finite.
pub(super) fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    let v = if largest < NEARLY_SUBNORMAL { v * ENLARGEMENT } else { v };
    let largest = v.abs().max_element();
    if largest > 0.0 && largest.is_finite() { (v / largest).try_normalize() } else { None }
}

/// A double-double number: an unevaluated sum whose second term is below the last bit of the first.
type Twofold = [f64; 2];

/// Exact sum of two numbers (Knuth).
fn exact_sum(a: f64, b: f64) -> Twofold {
    let s = a + b;
    let t = s - a;
    [s, (a - (s - t)) + (b - t)]
}

/// Sum of two double-double numbers, rounded.
fn add(a: Twofold, b: Twofold) -> Twofold {
    let [s, e] = exact_sum(a[0], b[0]);
    exact_sum(s, e + a[1] + b[1])
}

/// Product of two double-double numbers, rounded.
fn product(a: Twofold, b: Twofold) -> Twofold {
    let p = a[0] * b[0];
    exact_sum(p, a[0].mul_add(b[0], -p) + (a[0] * b[1] + a[1] * b[0]))
}

/// The normal, area and width of a polygon, from the sum of the cross products of its fan around the first vertex.
/// Double-double arithmetic keeps the direction accurate if the products cancel, as in a triangle that is 10¹⁵ times
/// as long as it is wide; a unit of about the polygon's own size keeps the sum from underflow. `None` if the sum is
/// below its rounding error, so that its direction is unknown.
pub(super) fn facet(mut corners: impl Iterator<Item = DVec3> + Clone) -> Option<Facet> {
    let origin = corners.next()?;
    let size = corners.clone().map(|p| (p - origin).abs().max_element()).fold(0.0, f64::max);
    let unit_size = power_of_two_below(size);
    let scale = f64::from_bits((EXPONENT_BIAS + SCALE_EXPONENT) << 52);
    let inverse = 1.0 / unit_size;
    let mut from_origin = corners.map(|p| {
        let differences = [0, 1, 2].map(|k| exact_sum(p[k], -origin[k]));
        differences.map(|difference| difference.map(|x| x * scale * inverse))
    });
    let mut total = [[0.0; 2]; 3];
    let mut error = 0.0;
    let mut u = from_origin.next()?;
    for v in from_origin {
        for (k, total) in total.iter_mut().enumerate() {
            let i = (k + 1) % 3;
            let j = (k + 2) % 3;
            let minuend = product(u[i], v[j]);
            let subtrahend = product(u[j], v[i]);
            *total = add(*total, add(minuend, subtrahend.map(|x| -x)));
            error += (minuend[0].abs() + subtrahend[0].abs()) * PRODUCT_ERROR;
        }
        u = v;
    }
    let vector = DVec3::from_array(total.map(|t| t[0]));
    let length = (vector / scale / scale).length();
    let is_certain = vector.abs().max_element() > error;
    if !is_certain {
        return None;
    }
    let area = length * unit_size * unit_size;
    unit(vector).map(|normal| Facet { normal, area, width: length * unit_size })
}

/// Least `Real` that is at least `x`.
fn rounded_up(x: f64) -> Real {
    let rounded = x as Real;
    if (rounded as f64) < x { rounded.next_up() } else { rounded }
}

/// The largest power of two that is at most `x`, clamped to the normal numbers.
fn power_of_two_below(x: f64) -> f64 {
    let x = x.clamp(f64::MIN_POSITIVE, f64::MAX);
    f64::from_bits(x.to_bits() & EXPONENT_MASK)
}

impl Support {
    /// The plane in the unit of the points, from which the scaled points were made with `factor`. The offset is rounded
    /// up, so that its rounding puts no point above.
    pub fn plane(&self, factor: f64) -> PlaneOfFace {
        let plane = Plane { normal: self.normal, offset: rounded_up(self.top / factor) };
        PlaneOfFace { plane, depth: rounded_up(self.depth / factor) }
    }
}
