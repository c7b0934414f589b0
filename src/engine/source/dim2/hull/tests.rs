//! Both methods against each other, brute force and the figures of `[Myoru24]`, in both precisions.

use super::*;
use crate::dim2::random::Random;

#[test]
fn graham_and_jarvis_agree_with_brute_force() {
    let mut flat = 0;
    for seed in 0..400 {
        let points = Random::lattice(seed, 1 + seed as usize % 30, 1 + seed as u32 % 7);
        let corners: Vec<Vec2> = graham(&points).expect("finite").iter().map(|&i| points[i as usize]).collect();
        let wrapped: Vec<Vec2> = jarvis(&points).expect("finite").iter().map(|&i| points[i as usize]).collect();
        assert_eq!(corners, wrapped);
        flat += u32::from(corners.len() < 3);
        for (k, &a) in corners.iter().enumerate() {
            let b = corners[(k + 1) % corners.len()];
            let left = |p: Vec2| (b - a).perp_dot(p - a);
            assert!(points.iter().all(|&p| left(p) >= 0.0), "everything is to the left of a side");
            assert!(
                corners.len() < 3 || corners.iter().all(|&p| p == a || p == b || left(p) > 0.0),
                "true corners only"
            );
        }
        assert!(corners.len() != 1 || points.iter().all(|&p| p == corners[0]));
    }
    assert!((40..200).contains(&flat), "{flat} of 400 are flat");
}

#[test]
fn the_triangles_of_the_source() {
    let a = [Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0), Vec2::new(1.0, 2.0)];
    let b = [Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0), Vec2::new(2.0, 3.0)];
    let all: Vec<Vec2> = a.iter().flat_map(|p| b.iter().map(move |q| *p - *q)).collect();
    let expected = [(-2.0, -3.0), (0.0, -3.0), (1.0, -1.0), (0.0, 1.0), (-2.0, 1.0), (-3.0, -1.0)];
    let corners: Vec<(Real, Real)> =
        graham(&all).expect("finite").iter().map(|&i| (all[i as usize].x, all[i as usize].y)).collect();
    assert_eq!(corners, expected);
}

#[test]
fn nearly_collinear_points_are_judged_exactly() {
    let points: Vec<Vec2> = (0..200).map(|i| Vec2::new(0.1, 0.3) * i as Real).collect();
    let scan = graham(&points).expect("finite");
    let march = jarvis(&points).expect("finite");
    assert_eq!(scan, march);
}

#[test]
fn huge_and_tiny_and_bad() {
    for scale in [Real::MAX / 8.0, Real::MIN_POSITIVE] {
        let points: Vec<Vec2> = Random::lattice(3, 20, 5).iter().map(|p| *p * scale).collect();
        assert_eq!(graham(&points), graham(&Random::lattice(3, 20, 5)));
    }
    assert_eq!(graham(&[]), Err(HullError::Empty));
    assert_eq!(jarvis(&[Vec2::ZERO, Vec2::new(0.0, Real::NAN)]), Err(HullError::NotFinite { index: 1 }));
    assert_eq!(graham(&[Vec2::ONE; 5]), Ok(vec![0]));
    assert_eq!(jarvis(&[Vec2::ONE, Vec2::ZERO, Vec2::ONE]), Ok(vec![1, 0]));
}
