//! Failures of other broad phases, each from its report.

use super::*;

fn cube(at: [Real; 3]) -> Bounds<3> {
    Bounds { min: at, max: at.map(|x| x + 1.0) }
}

fn all(boxes: impl IntoIterator<Item = Bounds<3>>) -> Boxes<3> {
    boxes.into_iter().map(Some).collect()
}

/// Distant coordinates; the square of the second overflows in `f32`.
const FAR: [Real; 2] = [1.0e30, 2.0e38];

#[test]
fn parry_961_degenerate_boxes_do_not_overrun_a_bin() {
    let mut both = Both::default();
    both.frame(&all((0..32).map(|_| cube([0.0; 3]))));
    assert_eq!(both.pairs.len(), 32 * 31 / 2);
    for end in [FAR[0], -FAR[0]] {
        both.frame(&all((0..31).map(|i| cube([i as Real, 0.0, 0.0])).chain([cube([end; 3])])));
        assert_eq!(both.pairs.len(), 30);
    }
    let far = |i: u32| cube([FAR[1] + i as Real, 0.0, 0.0]);
    both.frame(&all((0..16).map(far).chain((0..16).map(|i| cube([i as Real, 0.0, 0.0])))));
    both.frame(&all((0..32).map(|i| {
        let at = [0.25 * i as Real, -(i as Real), 3.0];
        Bounds { min: at, max: at }
    })));
    assert!(both.pairs.is_empty());
    let endless = Bounds { min: [Real::NEG_INFINITY; 3], max: [Real::INFINITY; 3] };
    let at_the_end = Bounds { min: [Real::INFINITY; 3], max: [Real::INFINITY; 3] };
    both.frame(&all((0..16).map(|i| cube([2.0 * i as Real; 3])).chain([endless, at_the_end])));
    assert_eq!(both.pairs.len(), 17, "the endless one meets all, the one at infinity that one alone");
    for (bad, error) in [
        (Bounds { min: [Real::NAN; 3], max: [1.0; 3] }, BoundsError::NotANumber { body: 16, axis: 0 }),
        (Bounds { min: [1.0; 3], max: [0.0; 3] }, BoundsError::Inverted { body: 16, axis: 0 }),
    ] {
        let boxes = all((0..16).map(|i| cube([i as Real; 3])).chain([bad]));
        assert_eq!(both.lists.update(&boxes), Err(error));
        assert_eq!(both.columns.update(&boxes), Err(error));
    }
}

#[test]
fn rapier_349_a_box_that_ends_one_ulp_before_the_next_is_apart_from_it() {
    let next = 3.6 * (1.0 + EPS);
    let first = Bounds { min: [3.5858302, 1.4537827], max: [3.6, 1.471331] };
    let beside = |low: Real| Bounds { min: [low, 1.0], max: [4.0, 2.0] };
    let mut both = Both::default();
    both.frame(&[Some(first), Some(beside(next))]);
    assert!(both.pairs.is_empty());
    both.frame(&[Some(first), Some(beside(3.6))]);
    assert_eq!(both.pairs, [[0, 1]], "touching is enough");
    both.frame(&[Some(first), Some(beside(next))]);
    assert!(both.pairs.is_empty());
}

#[test]
fn rapier_580_a_body_that_flew_away_is_a_point_like_any_other() {
    let far = [-10737418000.0, 7683904500.0];
    let mut both = Both::default();
    for at in [far, [5.0e18, -5.0e18], far] {
        let point = Bounds { min: at, max: at };
        let around = Bounds { min: [at[0], at[1] - 1.0e20], max: [at[0], at[1]] };
        both.frame(&[Some(point), Some(around), Some(Bounds { min: [0.0; 2], max: [1.0; 2] })]);
        assert_eq!(both.pairs, [[0, 1]]);
    }
}

#[test]
fn dyn4j_55_long_boxes_that_begin_early_are_not_missed() {
    let mut both = Both::default();
    let small = (0..50).map(|i| cube([2.0 * i as Real, 0.0, 0.0]));
    let long = Bounds { min: [-1.0, 0.5, 0.5], max: [200.0, 0.6, 0.6] };
    both.frame(&all([long].into_iter().chain(small)));
    assert_eq!(both.pairs.len(), 50);
    both.frame(&all([long].into_iter().chain((0..50).map(|i| cube([2.0 * i as Real + 0.5, 0.0, 0.0])))));
    assert_eq!(both.pairs.len(), 50);
}

#[test]
fn coal_501_removal_leaves_nothing_behind_and_empty_is_empty() {
    let mut both = Both::default();
    both.frame(&all((0..8).map(|i| cube([0.5 * i as Real, 0.0, 0.0]))));
    let some: Boxes<3> = (0..8).map(|i| (i % 2 == 0).then(|| cube([0.5 * i as Real, 0.0, 0.0]))).collect();
    both.frame(&some);
    both.frame(&vec![None; 8]);
    assert!(both.pairs.is_empty() && both.lists.lists.iter().all(Vec::is_empty));
    both.frame(&[]);
    both.frame(&all((0..3).map(|_| cube([0.0; 3]))));
    assert_eq!(both.pairs.len(), 3);
}

#[test]
fn ncollide_57_the_pairs_of_a_removed_body_end_in_that_very_frame() {
    let mut both = Both::default();
    both.frame(&[Some(cube([0.0; 3])), Some(cube([0.5; 3])), Some(cube([0.75; 3]))]);
    both.frame(&[Some(cube([0.0; 3])), None, Some(cube([0.75; 3]))]);
    assert_eq!((&both.lists.ended[..], &both.pairs[..]), (&[[0, 1], [1, 2]][..], &[[0, 2]][..]));
}
