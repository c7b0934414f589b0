//! Test cases of the nearest-point sub-algorithms, ordinary and degenerate simplices, and checks of their answers.

use super::exact::truth;
use super::subset::{Nearest, members, size};
use crate::dim3::prelude::*;

/// Generator of pseudo-random numbers (SplitMix64).
pub(crate) struct Dice(u64);

impl Dice {
    /// Generator with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random index from 0 to `n − 1`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Random number from −1 to 1.
    pub(crate) fn real(&mut self) -> Real {
        ((self.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) as Real
    }

    /// Random vector with components from −1 to 1.
    pub(crate) fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }
}

/// Random simplex of `n` vertices around the origin, on which each kind of feature is often the nearest.
pub(crate) fn ordinary(dice: &mut Dice, n: usize) -> Vec<Vec3> {
    let offset = dice.vector() * 0.3;
    (0..n).map(|_| dice.vector() + offset).collect()
}

/// Random simplex that is degenerate, exactly, to rounding or nearly, or of an unusual size or position; `kind` is
/// below [`KINDS`].
pub(crate) fn hostile(dice: &mut Dice, kind: usize) -> Vec<Vec3> {
    let n = 2 + dice.below(3);
    let mut points = ordinary(dice, n);
    let last = n - 1;
    match kind {
        // Two equal vertices, all equal, collinear, coplanar.
        0 => points[last] = points[dice.below(last)],
        1 => points = vec![points[0]; n],
        2 => {
            let a = points[0];
            let b = points[1];
            points.iter_mut().for_each(|p| *p = a + (b - a) * dice.real());
        }
        3 if n == 4 => {
            points[3] = points[0] + (points[1] - points[0]) * dice.real() + (points[2] - points[0]) * dice.real()
        }
        // Nearly flat, nearly collinear.
        4 => {
            let thin = (10.0 as Real).powi(-(dice.below(8) as i32));
            points.iter_mut().for_each(|p| p.z *= thin);
        }
        5 => {
            let thin = (10.0 as Real).powi(-(dice.below(8) as i32));
            points.iter_mut().for_each(|p| *p = Vec3::new(p.x, p.y * thin, p.z * thin));
        }
        6 => {
            // The origin on a vertex, an edge or a face, to rounding.
            let mut point = Vec3::ZERO;
            let parts = 1 + dice.below(n);
            let weights: Vec<Real> = (0..parts).map(|_| dice.real().abs() + 0.01).collect();
            let sum: Real = weights.iter().sum();
            weights.iter().zip(&points).for_each(|(w, p)| point += *p * (*w / sum));
            points.iter_mut().for_each(|p| *p -= point);
        }
        // Far from the origin; small whole coordinates.
        7 => {
            let far = dice.vector() * (10.0 as Real).powi(dice.below(5) as i32);
            points.iter_mut().for_each(|p| *p += far);
        }
        8 => points.iter_mut().for_each(|p| *p = (*p * 2.0).round()),
        9 => {
            // Axes of mixed scales, as for coordinates with different units.
            let factors = [0, 1, 2].map(|_| if dice.below(2) == 0 { 1.0 } else { 1000.0 });
            points.iter_mut().for_each(|p| *p *= Vec3::from(factors));
        }
        11 => thin(dice, &mut points),
        12 => close_pairs(dice, &mut points),
        // Of any size.
        _ => {
            let scale = (10.0 as Real).powi(dice.below(13) as i32 - 6);
            points.iter_mut().for_each(|p| *p *= scale);
        }
    }
    points
}

/// Makes the points thin in any direction, with the origin near them or far away.
fn thin(dice: &mut Dice, points: &mut [Vec3]) {
    let axis = dice.vector();
    let rotation = Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize();
    let [y, z] = [(); 2].map(|()| (10.0 as Real).powi(-(dice.below(7) as i32)));
    let offset = dice.vector() * (10.0 as Real).powi(-(dice.below(8) as i32));
    points.iter_mut().for_each(|p| *p = rotation * (*p * Vec3::new(1.0, y, z)) + offset);
}

/// Moves vertices close to one another, one pair or two pairs, and the origin near a point between the vertices.
fn close_pairs(dice: &mut Dice, points: &mut [Vec3]) {
    let n = points.len();
    let last = n - 1;
    let near = (10.0 as Real).powi(-(dice.below(7) as i32));
    for i in 1..last {
        points[i] = points[if i == 1 { 0 } else { last }] + dice.vector() * near;
    }
    let weights: Vec<Real> = (0..n).map(|_| dice.real().abs() + 0.001).collect();
    let sum: Real = weights.iter().sum();
    let between = weights.iter().zip(&*points).fold(Vec3::ZERO, |at, (w, p)| at + *p * (*w / sum));
    let offset = dice.vector() * (10.0 as Real).powi(-(dice.below(8) as i32));
    points.iter_mut().for_each(|p| *p += offset - between);
}

/// Number of kinds of [`hostile`] simplices.
pub(crate) const KINDS: usize = 13;

/// Distance of the farthest vertex from the origin.
pub(crate) fn bounding_radius(points: &[Vec3]) -> Real {
    points.iter().map(|p| p.length()).fold(0.0, Real::max)
}

/// Checks the answers of `nearest` for ordinary simplices of one to four points: the face is that of the exact solver,
/// and the distance is off by at most `max_error` rounding errors.
pub(crate) fn ordinary_simplices_answer(max_error: Real, mut nearest: impl FnMut(&[Vec3]) -> Nearest) {
    let mut dice = Dice::new(1);
    let mut by_size = [0; 5];
    for i in 0..4000 {
        let points = ordinary(&mut dice, 1 + i % 4);
        let found = nearest(&points);
        check_shape(&points, &found);
        assert_eq!(found.subset, truth(&points).subset, "the face: {points:?}");
        assert!(error(&points, &found).abs() <= f64::from(max_error), "distance: {points:?} {found:?}");
        by_size[size(found.subset)] += 1;
    }
    assert!(by_size[1..].iter().all(|&n| n > 100), "every kind of face was nearest often enough: {by_size:?}");
}

/// Checks that the weights are positive in the subset and 0 elsewhere, that their sum is 1, and that they give `v`.
pub(crate) fn check_shape(points: &[Vec3], found: &Nearest) {
    let at = format!("{points:?} {found:?}");
    assert!(found.v.is_finite(), "not finite: {at}");
    assert!(found.subset != 0 && (found.subset as usize) < 1 << points.len(), "subset: {at}");
    for i in 0..4 {
        let inside = found.subset >> i & 1 == 1;
        assert!(if inside { found.weights[i] > 0.0 } else { found.weights[i] == 0.0 }, "weight {i}: {at}");
    }
    let sum: Real = found.weights.iter().sum();
    assert!((sum - 1.0).abs() <= 8.0 * EPS, "sum: {at}");
    let sum = members(found.subset).fold(Vec3::ZERO, |v, i| v + points[i] * found.weights[i]);
    assert!((sum - found.v).length() <= 64.0 * EPS * bounding_radius(points), "not the weights' point: {at}");
}

/// Error of the distance of `v`, in `EPS` times the distance of the farthest vertex.
pub(crate) fn error(points: &[Vec3], found: &Nearest) -> f64 {
    let found = found.v;
    let length = (found.x as f64).hypot(found.y as f64).hypot(found.z as f64);
    (length - truth(points).distance) / (EPS * bounding_radius(points)).max(Real::MIN_POSITIVE) as f64
}
