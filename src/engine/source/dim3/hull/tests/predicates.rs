//! Tests the side of a plane on which a point is, against the exact predicate of the crate `robust`.

use glam::{DQuat, DVec3};
use robust::Coord3D;

use super::Random;
use crate::dim3::hull::cloud::Cloud;

/// Point of a rotated lattice, whose planes are flat only to rounding.
fn point(random: &mut Random, rotation: DQuat, scale: f64) -> [f64; 3] {
    let cell = [0; 3].map(|_| f64::from(random.below(7)) - 3.0);
    (rotation * DVec3::from(cell) * scale).to_array()
}

#[test]
fn the_side_of_nearly_coplanar_points_has_the_exact_sign() {
    let mut random = Random(23);
    let mut seen = [0; 3];
    for round in 0..4_000 {
        let turn = [0; 4].map(|_| f64::from(random.below(1_000_003)) - 500_000.3);
        let rotation = DQuat::from_array(turn).normalize();
        // The second half has points so close to the origin that products underflow unless they are scaled.
        let scale = if round % 2 == 0 { 0.3 } else { 1e-120 };
        let points: Vec<[f64; 3]> = (0..12).map(|_| point(&mut random, rotation, scale)).collect();
        let cloud = Cloud::new(points.clone());
        let corners = [0; 4].map(|_| random.below(12));
        let [a, b, c, d] = corners.map(|i| {
            // Only the signs are compared, so a power of two in place of the cloud's scale is as good.
            let [x, y, z] = points[i as usize].map(|x| if scale < 1e-100 { x * 2.0_f64.powi(500) } else { x });
            Coord3D { x, y, z }
        });
        let exact = -robust::orient3d(a, b, c, d);
        let [a, b, c, d] = corners;
        let side = cloud.side([a, b, c], d);
        assert_eq!(side.partial_cmp(&0.0), exact.partial_cmp(&0.0), "{side} for {exact}: {points:?} {corners:?}");
        seen[exact.partial_cmp(&0.0).map_or(0, |order| order as i8 + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 300), "{seen:?}");
}
