//! Tests signed volumes against the exact solver, and the three sub-algorithms against one another.

use super::cases::{Dice, KINDS, check_shape, error, hostile, ordinary};
use super::subset::slots;
use super::{Solver, nearest};
use crate::dim3::prelude::*;

const ALL: [Solver; 3] = [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi];

#[test]
fn the_three_sub_algorithms_are_interchangeable() {
    let mut dice = Dice::new(11);
    for i in 0..3000 {
        let points = ordinary(&mut dice, 1 + i % 4);
        let (own, filled) = slots(&points);
        let answers = ALL.map(|solver| nearest(solver, &own, filled));
        for (solver, answer) in ALL.iter().zip(&answers) {
            assert_eq!(answer.subset, answers[0].subset, "{solver:?}: {points:?}");
            assert!((answer.v - answers[0].v).length() <= 4096.0 * EPS, "{solver:?}: {points:?} {answers:?}");
        }
    }
}

#[test]
fn signed_volumes_are_exact_within_rounding_on_flat_simplices_too() {
    for kind in 0..KINDS {
        let mut dice = Dice::new(12);
        for _ in 0..2000 {
            let points = hostile(&mut dice, kind);
            // GJK hands over points of size about 1.
            let radius = super::cases::bounding_radius(&points);
            let scale = crate::dim3::rounding::unit_scale(radius);
            let points: Vec<Vec3> = points.iter().map(|p| *p * scale).collect();
            let (own, filled) = slots(&points);
            let found = nearest(Solver::SignedVolumes, &own, filled);
            check_shape(&points, &found);
            let off = error(&points, &found);
            // Measured: at most 1.3, whatever the kind.
            assert!(off.abs() <= 8.0, "kind {kind}: off by {off}: {points:?} {found:?}");
        }
    }
}
