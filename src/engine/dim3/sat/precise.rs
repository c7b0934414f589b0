//! The line across two nearly parallel edges, with all its digits.
//!
//! The cross product of two rounded unit vectors at an angle θ points astray by about `EPS / θ`, and the gap along it is off by as
//! much of the bodies' size: of edges that are parallel but for rounding it says nothing. So there the product is taken of the
//! edges themselves, the differences of their ends, B's turned by the very matrix that turns B's vertices, in twice the digits.
//! The bodies so placed differ from those that were given by rounding alone, and so does their depth: it changes by no more than a
//! vertex moves, however narrow the facet that two edges span.

use super::super::prelude::*;
use super::ground::Ground;
use super::solid::Solid;
use crate::double_double::{DoubleDouble, unit_scale};

/// Edges at an angle with a smaller sine are nearly parallel. Smaller: the gaps of more lines are off by more than the rounding of
/// placing the bodies, 72 `EPS`. Larger: more lines take the longer way, whose gaps are as good by the shorter one.
const NEARLY_PARALLEL: Real = 1.0 / 9.0;

/// Whether edges along these unit vectors are.
#[inline(always)]
pub(super) fn nearly_parallel(a: Vec3, b: Vec3) -> bool {
    a.cross(b).length_squared() < NEARLY_PARALLEL * NEARLY_PARALLEL
}

/// How far the normal of a line may be off that two edges span at an angle with this sine, as an angle: of each edge's unit vector
/// 2 `EPS`, of its turn 3, all over the sine; of nearly parallel edges rounding, normalizing and turning the normal alone.
#[inline(always)]
pub(super) fn off(sine: Real) -> Real {
    8.0 * EPS / if sine < NEARLY_PARALLEL { 1.0 } else { sine }
}

impl Ground<'_> {
    /// The direction across A's edge `i` and B's edge `j`, either way round, its largest component ±1, in A's frame. None of edges
    /// that are parallel in all these digits.
    #[cold]
    #[inline(never)]
    pub(super) fn across(&self, i: u32, j: u32) -> Option<Vec3> {
        let [a, b] = [edge(self.a, i)?, edge(self.b, j)?];
        let columns = [self.rotation.x_axis, self.rotation.y_axis, self.rotation.z_axis].map(|c| c.to_array());
        let turned = [0, 1, 2].map(|row| {
            let terms = [0, 1, 2].map(|k| b[k] * f64::from(columns[k][row]));
            terms[0] + terms[1] + terms[2]
        });
        let n = [0, 1, 2].map(|k| {
            let (l, m) = ((k + 1) % 3, (k + 2) % 3);
            let [plus, minus] = [a[l] * turned[m], a[m] * turned[l]];
            (plus - minus).beside(plus.to_f64().abs() + minus.to_f64().abs()).to_f64()
        });
        let largest = n.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        (largest > 0.0).then(|| Vec3::from(n.map(|x| (x / largest) as Real)))
    }
}

/// From one end of an edge to the other, exactly but for a power of two, in the solid's frame.
fn edge(solid: &Solid, i: u32) -> Option<[DoubleDouble; 3]> {
    let [tail, head] = solid.edge(i)?.ends.map(|end| solid.vertices[end as usize].to_array().map(f64::from));
    let scale = unit_scale((0..3).map(|k| (head[k] - tail[k]).abs()).fold(0.0, f64::max));
    Some([0, 1, 2].map(|k| DoubleDouble::difference(head[k] * scale, tail[k] * scale)))
}
