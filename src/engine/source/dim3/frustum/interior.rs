//! Test whether half-spaces have interior points in common.
//!
//! Half-spaces `n·x + d ≥ 0` have none if and only if a sum of the normals with non-negative weights, not all of them
//! 0, is zero while the same sum of the offsets is at most 0 (Farkas): the sum of the conditions `n·x + d > 0` would
//! then demand that a number that is at most 0 is above 0. Two, three or four planes suffice for such a sum.

use super::{FrustumError, HalfSpace, Side, rounding};
use crate::dim3::prelude::*;

/// Checks that the half-spaces, in the order of [`Side::ALL`], have common interior points.
///
/// # Errors
/// Two, three or four planes without a common interior point.
pub(super) fn check_common_interior(half_spaces: &[Option<HalfSpace>; 6]) -> Result<(), FrustumError> {
    // Every set of two to four sides, as bits.
    for set in 0_u32..1 << half_spaces.len() {
        if !(2..=4).contains(&set.count_ones()) {
            continue;
        }
        let mut sides = [None; 4];
        let mut planes = [HalfSpace { normal: Vec3::ZERO, offset: 0.0 }; 4];
        let mut count = 0;
        for (i, side) in Side::ALL.into_iter().enumerate() {
            if set >> i & 1 == 1
                && let Some(plane) = half_spaces[i]
            {
                sides[count] = Some(side);
                planes[count] = plane;
                count += 1;
            }
        }
        // Sets with absent planes are skipped.
        let is_complete = count == set.count_ones() as usize;
        if is_complete && exclude_each_other(&planes[..count]) {
            return Err(FrustumError::Empty { sides });
        }
    }
    Ok(())
}

/// Whether the planes have a sum of normals that is zero to rounding and a sum of offsets that is at most 0.
fn exclude_each_other(planes: &[HalfSpace]) -> bool {
    let mut weights = weights_of_zero_sum(planes);
    let mut largest: Real = 0.0;
    for weight in weights {
        if weight.abs() > largest.abs() {
            largest = weight;
        }
    }
    if largest == 0.0 {
        return false;
    }
    for weight in &mut weights {
        *weight /= largest;
        // A weight this small is the rounding error of a zero weight.
        if weight.abs() <= rounding::ABSENT_PLANE_ROUNDING * EPS {
            *weight = 0.0;
        }
    }
    let offset: Real = planes.iter().zip(weights).map(|(plane, weight)| weight * plane.offset).sum();
    let size: Real = planes.iter().zip(weights).map(|(plane, weight)| weight * plane.offset.abs()).sum();
    let normal: Vec3 = planes.iter().zip(weights).map(|(plane, weight)| plane.normal * weight).sum();
    let is_normal_zero = normal.abs().max_element() <= rounding::ABSENT_PLANE_ROUNDING * EPS;
    let are_weights_valid = weights.iter().all(|weight| *weight >= 0.0);
    // The offsets of near and far planes that coincide may differ in the last digit.
    is_normal_zero && are_weights_valid && offset <= 2.0 * EPS * size
}

/// Weights with which the unit normals of two, three or four planes sum to 0, if any do: for two opposite normals, for
/// three coplanar ones, and for any four by Cramer's rule.
fn weights_of_zero_sum(planes: &[HalfSpace]) -> [Real; 4] {
    match *planes {
        [_, _] => [1.0, 1.0, 0.0, 0.0],
        [a, b, c] => {
            let [a, b, c] = [a, b, c].map(|plane| plane.normal);
            let crosses = [b.cross(c), c.cross(a), a.cross(b)];
            let longest = crosses.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
            // Unit normal of the plane that contains all three normals.
            let along = longest.unwrap_or(Vec3::ZERO).normalize_or_zero();
            [along.dot(crosses[0]), along.dot(crosses[1]), along.dot(crosses[2]), 0.0]
        }
        _ => {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| planes[i].normal);
            [b.dot(c.cross(d)), -a.dot(c.cross(d)), a.dot(b.cross(d)), -a.dot(b.cross(c))]
        }
    }
}
