//! The axis across two nearly parallel edges, in double-double arithmetic.
//!
//! - **Problem.** The cross product of two rounded unit vectors at an angle θ has an angular error of about `EPS / θ`,
//!   and the gap along it is off by that fraction of the bodies' size. For edges that are parallel to rounding it is
//!   meaningless.
//! - **Method.** The product is computed from the edges themselves, the differences of their ends, with B's edge
//!   rotated by the matrix that rotates B's vertices.
//! - **Certificate.** The bodies placed in this way differ from the input by rounding errors of their vertices alone.
//!   Their depth differs by at most the movement of a vertex, however narrow the facet that two edges span.

use super::posed_pair::PosedPair;
use super::solid::Solid;
use crate::dim3::prelude::*;
use crate::double_double::{DoubleDouble, unit_scale};

/// Sine of the angle below which two edges are nearly parallel. With a smaller value the gaps of more axes are off by
/// more than the rounding of placing the bodies, 72 `EPS`; with a larger one more axes take the slow path without
/// better gaps.
const NEARLY_PARALLEL: Real = 1.0 / 9.0;

/// Whether edges along these unit vectors are nearly parallel.
#[inline(always)]
pub(super) fn nearly_parallel(a: Vec3, b: Vec3) -> bool {
    a.cross(b).length_squared() < NEARLY_PARALLEL * NEARLY_PARALLEL
}

/// Bound of the angular error of the normal of an axis across two edges at an angle with this sine, radians: 2 `EPS`
/// from each edge's unit vector and 3 from the rotation of one of them, rounded up to 8, divided by the sine. For
/// nearly parallel edges, whose cross product is accurate, only rounding, normalizing and rotating the normal count.
#[inline(always)]
pub(super) fn angle_error(sine: Real) -> Real {
    8.0 * EPS / if sine < NEARLY_PARALLEL { 1.0 } else { sine }
}

impl PosedPair<'_> {
    /// The direction perpendicular to A's edge `i` and B's edge `j`, with an arbitrary sign; its largest component is
    /// ±1. A's frame. `None` for edges that are parallel in double-double arithmetic too.
    #[cold]
    #[inline(never)]
    pub(super) fn axis_across(&self, i: u32, j: u32) -> Option<Vec3> {
        let a = scaled_edge(self.a, i)?;
        let b = scaled_edge(self.b, j)?;
        let columns = [self.rotation.x_axis, self.rotation.y_axis, self.rotation.z_axis].map(|c| c.to_array());
        let rotated_b = [0, 1, 2].map(|row| {
            let terms = [0, 1, 2].map(|k| b[k] * f64::from(columns[k][row]));
            terms[0] + terms[1] + terms[2]
        });
        let n = [0, 1, 2].map(|k| {
            let l = (k + 1) % 3;
            let m = (k + 2) % 3;
            let plus = a[l] * rotated_b[m];
            let minus = a[m] * rotated_b[l];
            let magnitude = plus.to_f64().abs() + minus.to_f64().abs();
            (plus - minus).zero_if_negligible(magnitude).to_f64()
        });
        let largest = n.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        (largest > 0.0).then(|| Vec3::from(n.map(|x| (x / largest) as Real)))
    }
}

/// Vector from an edge's first end to its second, in the solid's frame, times a power of two that makes its largest
/// component about 1. Exact.
fn scaled_edge(solid: &Solid, i: u32) -> Option<[DoubleDouble; 3]> {
    let [tail, head] = solid.edge(i)?.ends.map(|end| solid.vertices[end as usize].to_array().map(f64::from));
    let largest_component = (0..3).map(|k| (head[k] - tail[k]).abs()).fold(0.0, f64::max);
    let scale = unit_scale(largest_component);
    Some([0, 1, 2].map(|k| DoubleDouble::difference(head[k] * scale, tail[k] * scale)))
}
