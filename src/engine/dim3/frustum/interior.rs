//! Test whether half-spaces have interior points in common.
//!
//! Half-spaces `n·x + d ≥ 0` have none if and only if a sum of the normals with non-negative weights, not all of them
//! 0, is zero while the same sum of the offsets is at most 0 (Farkas): the sum of the conditions `n·x + d > 0` would
//! then demand that a number that is at most 0 is above 0. Two, three or four planes suffice for such a sum.

use super::super::prelude::*;
use super::{FrustumError, HalfSpace, Side, rounding};

/// Checks that the half-spaces, in the order of [`Side::ALL`], have common interior points.
///
/// # Errors
/// Two, three or four planes without a common interior point.
pub(super) fn check_common_interior(half_spaces: &[Option<HalfSpace>; 6]) -> Result<(), FrustumError> {
    let none = (Side::Left, HalfSpace { normal: Vec3::ZERO, offset: 0.0 });
    let mut planes = [none; 6];
    let mut count = 0;
    for (side, plane) in Side::ALL.into_iter().zip(half_spaces) {
        if let Some(plane) = plane {
            planes[count] = (side, *plane);
            count += 1;
        }
    }
    let planes = &planes[..count];
    // Every set of two to four planes, as bits.
    for set in 0_u32..1 << count {
        if !(2..=4).contains(&set.count_ones()) {
            continue;
        }
        let mut chosen = [none; 4];
        let mut n = 0;
        for (i, plane) in planes.iter().enumerate() {
            if set >> i & 1 == 1 {
                chosen[n] = *plane;
                n += 1;
            }
        }
        if exclude_each_other(&chosen[..n]) {
            let mut sides = [None; 4];
            (0..n).for_each(|i| sides[i] = Some(chosen[i].0));
            return Err(FrustumError::Empty { sides });
        }
    }
    Ok(())
}

/// Whether the planes have a sum of normals that is zero to rounding and a sum of offsets that is at most 0.
fn exclude_each_other(planes: &[(Side, HalfSpace)]) -> bool {
    // Weights with which the normals sum to 0, if any do: for three coplanar normals and for any four by Cramer's rule.
    let mut weights = match planes {
        [_, _] => [1.0, 1.0, 0.0, 0.0],
        [(_, a), (_, b), (_, c)] => {
            let [a, b, c] = [a.normal, b.normal, c.normal];
            let crosses = [b.cross(c), c.cross(a), a.cross(b)];
            let longest = crosses.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
            let along = longest.unwrap_or(Vec3::ZERO).normalize_or_zero();
            [along.dot(crosses[0]), along.dot(crosses[1]), along.dot(crosses[2]), 0.0]
        }
        _ => {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| planes[i].1.normal);
            [b.dot(c.cross(d)), -a.dot(c.cross(d)), a.dot(b.cross(d)), -a.dot(b.cross(c))]
        }
    };
    let largest =
        weights.iter().fold(0.0 as Real, |best, weight| if weight.abs() > best.abs() { *weight } else { best });
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
    let offset: Real = planes.iter().zip(weights).map(|((_, plane), weight)| weight * plane.offset).sum();
    let size: Real = planes.iter().zip(weights).map(|((_, plane), weight)| weight * plane.offset.abs()).sum();
    let sum: Vec3 = planes.iter().zip(weights).map(|((_, plane), weight)| plane.normal * weight).sum();
    let is_zero = sum.abs().max_element() <= rounding::ABSENT_PLANE_ROUNDING * EPS;
    // The offsets of near and far planes that coincide may differ in the last digit.
    is_zero && weights.iter().all(|weight| *weight >= 0.0) && offset <= 2.0 * EPS * size
}
