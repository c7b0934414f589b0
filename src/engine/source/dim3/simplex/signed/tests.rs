//! Tests the stepped signed volumes method against the exact solver and against the direct search.

use super::*;
use crate::dim3::simplex::Solver;
use crate::dim3::simplex::cases::{Dice, KINDS, check_shape, error, hostile, ordinary};
use crate::dim3::simplex::exact::truth;
use crate::dim3::simplex::subset::slots;
use contact_lens_model::step::Stepper;

#[test]
fn the_search_agrees_with_the_exact_solver() {
    let mut dice = Dice::new(41);
    for i in 0..3000 {
        let points = ordinary(&mut dice, 1 + i % 4);
        let (own, filled) = slots(&points);
        let mut signed = Signed::new(&own, filled);
        let Outcome::Nearest(found) = signed.run();
        check_shape(&points, &found);
        assert_eq!(found.subset, truth(&points).subset, "{points:?}");
        assert!(error(&points, &found).abs() <= 64.0, "{points:?} {found:?}");
        assert_eq!(
            found.subset,
            crate::dim3::simplex::nearest(Solver::SignedVolumes, &own, filled).subset,
            "the fast search: {points:?}"
        );
    }
}

#[test]
fn flat_simplices_end_with_a_point_of_the_simplex() {
    for kind in 0..KINDS {
        let mut dice = Dice::new(42);
        for _ in 0..500 {
            let points = hostile(&mut dice, kind);
            let (own, filled) = slots(&points);
            let Outcome::Nearest(found) = Signed::new(&own, filled).run();
            check_shape(&points, &found);
            let off = error(&points, &found);
            assert!(off.abs() <= 32.0, "kind {kind}: off by {off}: {points:?} {found:?}");
        }
    }
}
