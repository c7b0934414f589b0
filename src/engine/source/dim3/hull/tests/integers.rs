//! Tests orientations in integer arithmetic, from the smallest to the largest coordinates.

use super::Random;
use crate::dim3::hull::integers::{BITS, orient3d};

#[test]
fn the_sign_is_kept_of_the_smallest_and_of_the_largest() {
    let at = |k: usize, x: i64| [0, 1, 2].map(|i| if i == k { x } else { 0 });
    for (last, expected) in [(1, 1.0), (-1, -1.0), (0, 0.0)] {
        assert_eq!(orient3d([at(0, 1), at(1, 1), at(2, last), [0; 3]]), expected);
    }
    let most = (1_i64 << BITS) - 1;
    let corner = |k: usize| [0, 1, 2].map(|i| if i == k { most } else { -most });
    let volume = ((2 * most) as f64).powi(3);
    let corners = [corner(0), corner(1), corner(2), [-most; 3]];
    let [a, b, c, d] = corners;
    assert_eq!([orient3d(corners), orient3d([b, a, c, d])], [volume, -volume]);
}

/// Points `e` near a plane spanned by two vectors: the determinant is `k₁ k₂ (u × v) · e`, of any size down to 0.
#[test]
fn points_near_a_plane_are_on_the_correct_side() {
    let mut random = Random(41);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let mut vector = |most: u32| [0; 3].map(|_| i64::from(random.below(2 * most + 1)) - i64::from(most));
        let ([u, v], e, o) = ([vector(900), vector(900)], vector(1), vector(1 << 30));
        let [k1, k2, ..] = vector(1 << 10);
        let from_o = |f: &dyn Fn(usize) -> i64| [0, 1, 2].map(|k| (o[k] << 28) + f(k));
        let corners = [from_o(&|k| u[k] * k1), from_o(&|k| v[k] * k2), from_o(&|k| u[k] + v[k] + e[k]), from_o(&|_| 0)];
        let cross = |k: usize| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        let exact = i128::from(k1 * k2) * (0..3).map(|k| i128::from(cross(k) * e[k])).sum::<i128>();
        assert_eq!(orient3d(corners), exact as f64, "{corners:?}");
        seen[(exact.signum() + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}
