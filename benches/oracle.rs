//! Test that the exact oracle of Contact Lens's integration tests gives the same signed distances as parry, on random
//! polytopes for which parry is accurate.
#![allow(clippy::unwrap_used, dead_code, reason = "a test; its modules also serve other tests")]

#[path = "../tests/it/oracle/exact.rs"]
mod exact;
#[path = "../tests/it/oracle/random.rs"]
mod random;

use exact::Exact;
use parry3d_f64::query::PointQuery as _;
use parry3d_f64::shape::ConvexPolyhedron;
use random::Random;

/// Number of pairs that are compared.
const PAIRS: usize = 60;

#[test]
fn the_oracle_agrees_with_parry_on_random_polytopes() {
    let mut random = Random(5);
    let mut overlaps = 0;
    for _ in 0..PAIRS {
        let a = points(&mut random);
        let b = points(&mut random);
        let offset = random.vector();
        let b: Vec<[f64; 3]> = b.iter().map(|p| [0, 1, 2].map(|k| p[k] + 1.5 * offset[k])).collect();
        let exact = Exact::new(&a, &b).signed_distance;
        let parry = parry_signed_distance(&a, &b);
        assert!((parry - exact).abs() < 1e-9, "{parry} and {exact}");
        overlaps += u32::from(exact < 0.0);
    }
    assert!((18..=42).contains(&overlaps), "{overlaps} of {PAIRS} overlap");
}

/// Eight random points, whose hull is a polytope.
fn points(random: &mut Random) -> Vec<[f64; 3]> {
    (0..8).map(|_| random.vector()).collect()
}

/// Signed distance of two hulls by parry: that of the origin from the hull of all differences of their points.
fn parry_signed_distance(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let differences = a.iter().flat_map(|p| b.iter().map(|q| [0, 1, 2].map(|k| p[k] - q[k])));
    let differences: Vec<_> = differences.map(|w| w.into()).collect();
    let hull = ConvexPolyhedron::from_convex_hull(&differences).expect("a solid");
    let nearest = hull.project_local_point([0.0; 3].into(), false);
    nearest.point.length() * if nearest.is_inside { -1.0 } else { 1.0 }
}
