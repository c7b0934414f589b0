//! Tests Johnson's algorithm against the exact solver and Voronoi regions; theorem 5; the cache; the backup search.

use super::*;
use crate::dim3::simplex::cases::{Dice, KINDS, check_shape, error, hostile, ordinary, ordinary_simplices_answer};
use crate::dim3::simplex::subset::{members, size, slots};
use crate::dim3::simplex::voronoi;

fn ask(points: &[Vec3]) -> Outcome {
    let (own, filled) = slots(points);
    Johnson::new(&Products::of(&own, filled), None).run()
}

#[test]
fn ordinary_simplices_answer_as_the_oracle_does() {
    // Measured: 170 before the weights were refined.
    ordinary_simplices_answer(16.0, |points| ask(points).nearest());
}

#[test]
fn simplices_that_lost_a_dimension_answer_with_a_smaller_face() {
    let mut backups = 0;
    let mut inexact = 0;
    for kind in 0..KINDS {
        let mut dice = Dice::new(2);
        for _ in 0..2000 {
            let points = hostile(&mut dice, kind);
            let outcome = ask(&points);
            let found = outcome.nearest();
            check_shape(&points, &found);
            let off = error(&points, &found);
            inexact += usize::from(off.abs() > 16.0);
            assert!((-16.0..=512.0).contains(&off), "kind {kind}: off by {off}: {points:?} {outcome:?}");
            backups += usize::from(matches!(outcome, Outcome::Backup(..)));
        }
    }
    // Measured: 116 of 22 000 in `f32`, 235 at most, on a wrong face of a needle whose squared area rounds; none in
    // `f64`.
    let is_rare = if EPS > 1.0e-10 { inexact <= 128 } else { inexact == 0 };
    assert!(is_rare, "{inexact} answers of more than 16 roundings");
    assert!(backups > 50, "the backup procedure was needed {backups} times, and said so");
}

#[test]
fn johnson_and_voronoi_agree() {
    let mut dice = Dice::new(4);
    for i in 0..3000 {
        let (own, filled) = slots(&ordinary(&mut dice, 1 + i % 4));
        let one = nearest(&own, filled);
        let other = voronoi::nearest(&own, filled);
        assert_eq!(one.subset, other.subset, "{own:?}");
        assert!((one.v - other.v).length() <= 256.0 * EPS * 3.0, "{own:?} {one:?} {other:?}");
    }
}

#[test]
fn the_newest_vertex_is_enough_when_it_is_in_the_answer() {
    let mut dice = Dice::new(5);
    let mut used = 0;
    for i in 0..3000 {
        let points = ordinary(&mut dice, 2 + i % 3);
        let (own, filled) = slots(&points);
        let whole = nearest(&own, filled);
        let last = points.len() - 1;
        if whole.subset >> last & 1 == 0 {
            continue;
        }
        used += 1;
        let mut half = Johnson::new(&Products::of(&own, filled), Some(last));
        let found = half.run().nearest();
        assert_eq!(found, whole, "{points:?}");
        assert!(half.tested_faces().iter().all(|face| face.subset >> last & 1 == 1), "only subsets with the newest");
        assert!(half.count <= 1 << last, "at most half of them: {}", half.count);
    }
    assert!(used > 900, "{used} cases had the newest vertex in the answer");
}

#[test]
fn cached_products_equal_fresh_ones() {
    let mut dice = Dice::new(6);
    let mut products = Products::default();
    let mut points = [Vec3::ZERO; 4];
    let mut filled = 0u8;
    let mut fresh_count = 0;
    for round in 0..2000 {
        // As GJK does: one vertex comes into a free slot, then some go.
        let slot = (!filled).trailing_zeros() as usize;
        points[slot] = dice.vector();
        filled |= 1 << slot;
        products.update(&points, filled);
        let fresh = Products::of(&points, filled);
        fresh_count += fresh.computed;
        for (p, k) in members(filled).flat_map(|p| members(filled).map(move |k| (p, k))) {
            for i in members(filled) {
                assert_eq!(products.dots[p][k][i], fresh.dots[p][k][i], "round {round}: ({p}, {k}, {i})");
            }
        }
        filled = if filled == 15 { 0b0101 << dice.below(2) } else { filled };
    }
    assert!(products.computed * 4 < fresh_count * 3, "saved a quarter: {} of {fresh_count}", products.computed);
}

#[test]
fn the_recursion_is_the_one_of_the_source() {
    // Whole numbers, so every Δ is exact. The example of `[ACD11]` with n = 3.
    let (own, filled) = slots(&[Vec3::new(1.0, -2.0, 1.0), Vec3::new(3.0, 2.0, 1.0), Vec3::new(-1.0, 4.0, 2.0)]);
    let [x1, x2, x3, _] = own;
    let mut johnson = Johnson::new(&Products::of(&own, filled), None);
    johnson.run();
    let at = |subset: u8, i: usize| johnson.delta[subset as usize][i] / johnson.scale.powi(2 * size(subset) as i32 - 2);
    assert_eq!(at(0b011, 1), (x1 - x2).dot(x1), "Δ12,2");
    assert_eq!(at(0b011, 0), (x2 - x1).dot(x2), "Δ12,1");
    let expected = at(0b011, 0) * (x1 - x3).dot(x1) + at(0b011, 1) * (x1 - x3).dot(x2);
    assert_eq!(at(0b111, 2), expected, "Δ123,3");
    let n = (x2 - x1).cross(x3 - x1);
    let det: Real = (0..3).map(|i| at(0b111, i)).sum();
    assert_eq!(det, n.dot(n), "Σ Δ123 is the squared area");
}
