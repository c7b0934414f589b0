//! Exact decision whether two bodies whose distance is zero to rounding are separate.
//!
//! Rotations by multiples of 180° about coordinate axes (in the plane, of 90°) round nothing. The gap along a
//! coordinate axis of the pair frame is a sum of extents, the position of B and margins. After such rotations, these
//! terms are exact, and only their sum could be rounded; its sign is computed exactly.

use crate::dim3::prelude::*;
use crate::dim3::signs::{difference, sign_of_sum};

/// Exact result for two bodies whose distance is zero to rounding: separate or in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// The bodies are separate along this unit vector from A to B.
    Apart(Vec3),
    /// The bodies touch, or overlap by less than the rounding error.
    Touching,
}

/// Whether the components of `q − p` are `Real`s without rounding.
pub(crate) fn difference_is_exact(q: Vec3, p: Vec3) -> bool {
    let [q, p] = [q, p].map(|v| v.to_array().map(|x| x as f64));
    difference(q, p).into_iter().all(|[value, remainder]| remainder == 0.0 && (value as Real) as f64 == value)
}

/// Both directions of each axis of the pair frame: of x and y in the plane, of x, y and z in space.
fn axes(planar: bool) -> impl Iterator<Item = Vec3> {
    let all = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    all.into_iter().take(if planar { 4 } else { 6 })
}

/// Decides whether bodies are separate along an axis of the pair frame. `terms` returns exact terms whose sum is the
/// gap along an axis. If no axis separates them, they touch provided that `normal`, the direction of their largest gap,
/// is an axis; otherwise `None`, because along `normal` the terms would be rounded.
pub(super) fn decide_side(normal: Vec3, planar: bool, terms: impl Fn(Vec3) -> [Real; 5]) -> Option<Side> {
    if let Some(apart) = axes(planar).find(|n| sign_of_sum(terms(*n).map(|x| x as f64)) > 0) {
        return Some(Side::Apart(apart));
    }
    axes(planar).any(|n| n == normal).then_some(Side::Touching)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_exact_if_no_digit_is_lost() {
        let exact = |q: Real, p: Real| difference_is_exact(Vec3::splat(q), Vec3::splat(p));
        assert!(exact(10.5, 0.25) && exact(-3.0, 3.0));
        assert!(!exact(1.0, 0.25 * EPS) && !exact(Real::MAX, -Real::MAX));
    }

    #[test]
    fn bodies_are_separated_by_an_axis_or_touch_along_their_normal() {
        let gaps = |x: Real| move |n: Vec3| [if n == Vec3::X { 1.0 } else { -2.0 }, x, -1.0, 0.0, 0.0];
        assert_eq!(decide_side(Vec3::X, false, gaps(0.25 * EPS)), Some(Side::Apart(Vec3::X)));
        assert_eq!(decide_side(Vec3::X, false, gaps(0.0)), Some(Side::Touching));
        assert_eq!(decide_side(Vec3::ONE.normalize(), false, gaps(0.0)), None);
    }
}
