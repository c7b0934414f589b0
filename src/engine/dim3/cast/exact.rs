//! Which side of touching bodies are on where no rounding has happened: bodies that are turned by halves, in the plane by
//! quarters, or not at all, looked at along their own axes. Only the last sum could be rounded, and its sign is known all the same.

use super::super::prelude::*;
use super::super::signs::{difference, sign_of_sum};

/// What exact numbers say of bodies that are within rounding of touching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// Apart, along this unit vector from A to B.
    Apart(Vec3),
    /// They touch, or overlap by less than rounding.
    Meeting,
}

/// Whether `q − p` has no digit that a `Real` has not.
pub(crate) fn difference_is_exact(q: Vec3, p: Vec3) -> bool {
    let [q, p] = [q, p].map(|v| v.to_array().map(|x| x as f64));
    difference(q, p).into_iter().all(|[value, rest]| rest == 0.0 && (value as Real) as f64 == value)
}

/// The axes of the pair frame, both ways of each.
fn axes(planar: bool) -> impl Iterator<Item = Vec3> {
    let all = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    all.into_iter().take(if planar { 4 } else { 6 })
}

/// On which side bodies are whose best normal is `normal`, within rounding. `terms` of an axis add up to the gap along it, and are
/// exact there. `None` where the normal is no axis: then exact numbers may say otherwise along it.
pub(super) fn side(normal: Vec3, planar: bool, terms: impl Fn(Vec3) -> [Real; 5]) -> Option<Side> {
    if let Some(apart) = axes(planar).find(|n| sign_of_sum(terms(*n).map(|x| x as f64)) > 0) {
        return Some(Side::Apart(apart));
    }
    axes(planar).any(|n| n == normal).then_some(Side::Meeting)
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
    fn bodies_are_parted_by_an_axis_or_meet_along_their_normal() {
        let gaps = |x: Real| move |n: Vec3| [if n == Vec3::X { 1.0 } else { -2.0 }, x, -1.0, 0.0, 0.0];
        assert_eq!(side(Vec3::X, false, gaps(0.25 * EPS)), Some(Side::Apart(Vec3::X)));
        assert_eq!(side(Vec3::X, false, gaps(0.0)), Some(Side::Meeting));
        assert_eq!(side(Vec3::ONE.normalize(), false, gaps(0.0)), None);
    }
}
