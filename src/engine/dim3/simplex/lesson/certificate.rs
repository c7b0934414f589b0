//! What is proven of a simplex's nearest point, in `f64` whatever the precision of the search.

use glam::DVec3;

use super::super::super::prelude::*;
use super::super::subset::{BY_SIZE, Subset, members};
use crate::lesson::ToF64;

/// In units of `EPS` and of the farthest vertex: what rounding may do to the distance that a search names. Narrowing the
/// vertices costs 1 (half a unit a coordinate, √3 of them), the four products of the sum `Σ λ w` 2 and its additions 3;
/// shares that are off move the point along the face, which counts in second order only. Twice that, and the length's own
/// rounding. Smaller: a right answer could seem not to have converged. Larger: the proof says less than is known.
const ROUNDING: f64 = 16.0;

/// Bounds of the distance of the origin from a simplex, and what they may be off by.
pub(super) struct Certificate {
    /// The farthest from the origin that a plane with the whole simplex behind it was found.
    pub lower: f64,
    /// The unit normal of that plane, away from the origin; zero where there is none.
    pub normal: DVec3,
    /// How far the point with the weights found is from the origin: a point of the simplex.
    pub upper: f64,
    /// For each of the two.
    pub rounding: f64,
}

impl Certificate {
    /// For the simplex of the vertices `all` of `points`, and the weights that a search found.
    pub fn new(points: &[DVec3; 4], all: Subset, weights: &[Real; 4]) -> Self {
        let reach = members(all).map(|i| points[i].length()).fold(0.0, f64::max);
        let behind = |n: DVec3| members(all).map(|i| n.dot(points[i])).fold(f64::INFINITY, f64::min);
        let faces = BY_SIZE.into_iter().filter(|face| face & !all == 0);
        let farther = |best: (f64, DVec3), n: DVec3| if behind(n) > best.0 { (behind(n), n) } else { best };
        let none = (f64::NEG_INFINITY, DVec3::ZERO);
        let (lower, normal) = faces.filter_map(|face| normal(points, face)).fold(none, farther);
        let share = |i: usize| weights[i].to_f64();
        let whole: f64 = members(all).map(share).sum();
        let upper = members(all).map(|i| points[i] * (share(i) / whole)).sum::<DVec3>().length();
        Self { lower, normal, upper, rounding: ROUNDING * EPS.to_f64() * reach }
    }
}

/// The unit normal of the plane through a face's foot of the origin, away from the origin: none of a tetrahedron, and of
/// faces that hold it.
fn normal(points: &[DVec3; 4], face: Subset) -> Option<DVec3> {
    let corners: Vec<DVec3> = members(face).map(|i| points[i]).collect();
    match corners[..] {
        [a] => a.try_normalize(),
        [a, b] => {
            let along = (b - a).try_normalize()?;
            let foot = a - along * along.dot(a);
            (foot - along * along.dot(foot)).try_normalize()
        }
        [a, b, c] => {
            let n = (b - a).try_normalize()?.cross((c - a).try_normalize()?).try_normalize()?;
            Some(if n.dot(a + b + c) < 0.0 { -n } else { n })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cases::{Dice, KINDS, hostile, ordinary};
    use super::super::super::{Solver, nearest};
    use super::*;

    #[test]
    fn right_answers_are_proven_to_rounding_and_wrong_ones_are_not() {
        let mut dice = Dice::new(12);
        let (mut apart, mut tight, mut wrong) = (0, 0, 0);
        for round in 0..4000 {
            let points = match round % 2 {
                0 => ordinary(&mut dice, 1 + round / 2 % 4),
                _ => hostile(&mut dice, round / 2 % KINDS),
            };
            let all = ((1u16 << points.len()) - 1) as Subset;
            let (mut own, mut wide) = ([Vec3::ZERO; 4], [DVec3::ZERO; 4]);
            for (i, p) in points.iter().enumerate() {
                (own[i], wide[i]) = (*p, p.to_f64());
            }
            let found = nearest(Solver::default(), &own, all);
            let proof = Certificate::new(&wide, all, &found.weights);
            let distance: DVec3 = found.v.to_f64();
            if found.subset == 15 || distance.length() <= proof.rounding {
                continue;
            }
            apart += 1;
            assert!(proof.lower <= proof.upper + proof.rounding, "{points:?}: {} {}", proof.lower, proof.upper);
            let (off, width) = ((proof.upper - distance.length()).abs(), proof.upper - proof.lower);
            let sure = off <= proof.rounding && width <= proof.rounding;
            assert!(sure || round % 2 == 1, "{points:?}: {off:e} {width:e} {:e}", proof.rounding);
            tight += u32::from(sure);
            let corner = Certificate::new(&wide, all, &[1.0, 0.0, 0.0, 0.0]);
            wrong += u32::from(corner.upper - corner.lower > 3.0 * corner.rounding);
        }
        assert!(apart > 1000 && wrong > 500, "{apart} apart, {wrong} of them not nearest at their first corner");
        assert!(tight * 100 >= apart * 99, "{tight} of {apart} are proven");
    }
}
