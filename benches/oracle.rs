//! The exact oracle of the tests against parry, where parry is good.
#![allow(clippy::unwrap_used, dead_code, reason = "a test, of files that serve others too")]

#[path = "../tests/it/oracle/exact.rs"]
mod exact;
#[path = "../tests/it/oracle/random.rs"]
mod random;

use exact::Exact;
use random::Random;

#[test]
fn the_oracle_agrees_with_parry_where_parry_is_good() {
    use parry3d_f64::query::PointQuery as _;
    use parry3d_f64::shape::ConvexPolyhedron;
    let mut random = Random(5);
    let mut overlaps = 0;
    for _ in 0..60 {
        let mut some = |n: u32| -> Vec<[f64; 3]> { (0..n).map(|_| random.vector()).collect() };
        let (a, b) = (some(8), some(8));
        let offset = random.vector();
        let b: Vec<[f64; 3]> = b.iter().map(|p| [0, 1, 2].map(|k| p[k] + 1.5 * offset[k])).collect();
        let exact = Exact::new(&a, &b).signed_distance;
        // The signed distance is that of the origin from the hull of all differences.
        let all: Vec<_> =
            a.iter().flat_map(|p| b.iter().map(|q| [0, 1, 2].map(|k| p[k] - q[k]))).map(|w| w.into()).collect();
        let cso = ConvexPolyhedron::from_convex_hull(&all).expect("a solid");
        let theirs = cso.project_local_point([0.0; 3].into(), false);
        let distance = theirs.point.length() * if theirs.is_inside { -1.0 } else { 1.0 };
        assert!((distance - exact).abs() < 1e-9, "{distance} and {exact}");
        overlaps += u32::from(exact < 0.0);
    }
    assert!((18..=42).contains(&overlaps), "{overlaps} of 60 overlap");
}
