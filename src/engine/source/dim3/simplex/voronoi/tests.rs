//! Tests Voronoi regions against the exact solver, the figures of `[Catto10]`, and simplices that have lost a
//! dimension.

use super::*;
use crate::dim3::simplex::cases::{Dice, KINDS, check_shape, error, hostile, ordinary_simplices_answer};
use crate::dim3::simplex::subset::{name, size, slots};

fn ask(points: &[Vec3]) -> (Voronoi, Outcome) {
    let (own, filled) = slots(points);
    let mut voronoi = Voronoi::new(&own, filled);
    let outcome = voronoi.run();
    (voronoi, outcome)
}

#[test]
fn ordinary_simplices_answer_as_the_oracle_does() {
    ordinary_simplices_answer(8.0, |points| {
        let (_, outcome) = ask(points);
        assert!(matches!(outcome, Outcome::Passed(_)), "no doubt in an ordinary simplex: {points:?} {outcome:?}");
        outcome.nearest()
    });
}

#[test]
fn simplices_that_lost_a_dimension_answer_with_a_smaller_face() {
    for kind in 0..KINDS {
        let mut dice = Dice::new(2);
        let mut smaller = 0;
        for _ in 0..2000 {
            let points = hostile(&mut dice, kind);
            let (_, outcome) = ask(&points);
            let found = outcome.nearest();
            check_shape(&points, &found);
            // Measured: at most 5.4, in needles.
            let off = error(&points, &found);
            assert!(off.abs() <= 16.0, "kind {kind}: off by {off}: {points:?} {outcome:?}");
            smaller += usize::from(size(found.subset) < points.len());
        }
        let least = if kind < 11 { 1000 } else { 100 };
        assert!(smaller > least, "kind {kind}: {smaller} answers of lower dimension");
    }
}

#[test]
fn regions_are_tested_vertices_first_then_edges_then_faces_then_the_inside() {
    let inside = [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::ONE];
    let (voronoi, outcome) = ask(&inside);
    let order: Vec<String> = voronoi.tested_faces().iter().map(|region| name(region.subset)).collect();
    let expected = "A B C D AB BC CA AD BD CD ABC ABD BCD ACD ABCD";
    assert_eq!(order.join(" "), expected, "the whole order");
    let found = outcome.nearest();
    assert_eq!(found.subset, 0b1111, "the inside");
    assert!(found.weights.iter().all(|w| (w - 0.25).abs() < 8.0 * EPS), "by symmetry: {found:?}");
}

#[test]
fn a_triangle_is_decided_by_nine_coordinates() {
    // The corner at the origin of the plane z = 1; Q lies beyond the edge BC.
    let a = Vec3::new(-3.0, -3.0, 1.0);
    let b = Vec3::new(1.0, -3.0, 1.0);
    let c = Vec3::new(-3.0, 1.0, 1.0);
    let (voronoi, outcome) = ask(&[a, b, c]);
    let seen = |subset, i| voronoi.coordinate(subset, i);
    assert_eq!([seen(0b011, 0), seen(0b011, 1)], [0.25, 0.75], "u, v of AB");
    assert_eq!([seen(0b110, 1), seen(0b110, 2)], [0.5, 0.5], "u, v of BC");
    assert_eq!([seen(0b101, 2), seen(0b101, 0)], [0.75, 0.25], "u, v of CA");
    assert_eq!([0, 1, 2].map(|i| seen(0b111, i)), [-0.5, 0.75, 0.75], "u, v, w of ABC");
    let found = outcome.nearest();
    assert_eq!((found.subset, found.v), (0b110, Vec3::new(-1.0, -1.0, 1.0)), "the middle of BC");
}

#[test]
fn catto_bad_direction_to_the_last_digit() {
    // `[Catto10]`, "A real example in single precision": (u, v), d = Q − P, and d · (B − A), which should be 0.
    let a = Vec3::new(0.021119118, 79.58432, 0.0);
    let b = Vec3::new(0.020964622, -31.515678, 0.0);
    let (voronoi, outcome) = ask(&[a, b]);
    let found = outcome.nearest();
    let d = -found.v;
    if EPS > 1e-10 {
        let text = |x: Real| format!("{x:.8}");
        assert_eq!([0, 1].map(|i| text(voronoi.coordinate(0b11, i))), ["0.28366947", "0.71633047"], "(u, v)");
        assert_eq!([0, 1].map(|i| text(found.weights[i])), ["0.28366947", "0.71633047"], "the same weights");
        assert_eq!((format!("{:.9}", d.x), d.y), (String::from("-0.021008447"), 0.0), "d");
        assert_eq!(format!("{:.7e}", d.dot(b - a)), "3.2457051e-6", "not perpendicular, by this much");
    } else {
        assert!((found.weights[0] - 0.283_669_1).abs() < 1e-6, "{found:?}");
        assert!(d.dot(b - a).abs() < 1e-11, "in double precision the same direction is good");
    }
    let e = b - a;
    assert_eq!(e.cross(Vec3::Z).dot(e), 0.0, "the perpendicular made from the edge is exact in either precision");
}

#[test]
fn the_scale_changes_nothing_but_the_scale() {
    let mut dice = Dice::new(3);
    for i in 0..500 {
        let points = hostile(&mut dice, i % KINDS);
        let (_, near) = ask(&points);
        for power in [-40, 40] {
            let factor = (2.0 as Real).powi(power);
            let scaled: Vec<Vec3> = points.iter().map(|p| *p * factor).collect();
            let (_, far) = ask(&scaled);
            let near = near.nearest();
            let far = far.nearest();
            assert_eq!((far.subset, far.weights), (near.subset, near.weights), "{points:?} · 2^{power}");
            assert_eq!(far.v, near.v * factor, "{points:?} · 2^{power}");
        }
    }
}

#[test]
fn searches_of_points_that_are_not_finite_end() {
    for bad in [Real::NAN, Real::INFINITY, Real::MAX] {
        for n in 1..=4 {
            let (_, outcome) = ask(&vec![Vec3::new(bad, 1.0, -bad); n]);
            let subset = outcome.nearest().subset;
            assert!(subset != 0 && subset >> n == 0, "{bad} {n}: {outcome:?}");
        }
    }
}
