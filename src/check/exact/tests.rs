//! A difference of one bit distinguishes touching bodies from others.

use std::cmp::Ordering::{Equal, Greater, Less};

use contact_lens_engine::double::random::Random;
use contact_lens_scene::model::Axis;
use glam::{DQuat, DVec3};

use super::*;

const CUBE: Shape = Shape::Box { half_extents: [1.0; 3] };

fn placed(shape: &Shape, position: [f64; 3]) -> Placed<'_> {
    Placed { position: position.into(), ..Placed::of_shape(shape) }
}

fn sign(a: &Placed, b: &Placed) -> Ordering {
    Pair::new(a, b, [0.0; 2]).expect("bodies with corners").sign()
}

#[test]
fn one_bit_is_told_from_touching() {
    let ball = Shape::Sphere { radius: 0.1 };
    // Nearer by one bit, faces overlap; at edges and vertices, faces perpendicular to the motion still touch.
    let touching =
        [([2.0, 0.5, 0.25], Less), ([2.0, 2.0, 0.25], Equal), ([2.0, 2.0, 2.0], Equal), ([2.0, 0.0, 0.0], Less)];
    for (at, nearer) in touching {
        let first: f64 = at[0];
        let bits = |step: i64| f64::from_bits((first.to_bits() as i64 + step) as u64);
        for (step, wanted) in [(-1, nearer), (0, Equal), (1, Greater)] {
            let found = sign(&placed(&CUBE, [0.0; 3]), &placed(&CUBE, [bits(step), at[1], at[2]]));
            assert_eq!(found, wanted, "{at:?}, {step} bits farther");
        }
    }
    // 1 + 0.1 is no number of f64: it lies between these two.
    let (below, above): (f64, f64) = (1.1, 1.1_f64.next_up());
    let at = |x: f64| sign(&placed(&CUBE, [0.0; 3]), &placed(&ball, [x, 0.0, 0.0]));
    assert_eq!((at(below.next_down()), at(above)), (Less, Greater));
}

#[test]
fn a_quarter_turn_by_a_root_that_is_no_fraction_is_exact() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turned = Placed { quaternion: DQuat::from_xyzw(0.0, 0.0, half, half), ..placed(&CUBE, [2.0, 0.0, 0.0]) };
    assert_eq!(sign(&placed(&CUBE, [0.0; 3]), &turned), Equal);
}

#[test]
fn flat_bodies_touch_in_space_and_overlap_in_the_plane() {
    let flat = Shape::Rectangle { half_extents: [1.0, 1.0] };
    let a = placed(&flat, [0.0; 3]);
    let b = placed(&flat, [1.0, 0.5, 0.0]);
    assert_eq!(sign(&a, &b), Less, "rectangles are bodies of the plane");
    let points = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let triangle = Shape::Triangle { points };
    assert_eq!(sign(&placed(&triangle, [0.0; 3]), &placed(&triangle, [0.5, 0.0, 0.0])), Equal);
    assert_eq!(sign(&placed(&triangle, [0.0; 3]), &placed(&triangle, [0.0, 0.0, 1e-300])), Greater);
    assert_eq!(sign(&placed(&triangle, [0.0; 3]), &placed(&CUBE, [0.0; 3])), Less);
}

#[test]
fn what_a_body_sweeps_is_seen_as_one() {
    let a = placed(&CUBE, [0.0; 3]);
    let b = Placed { velocity: DVec3::new(-1.0, 0.0, 0.0), ..placed(&CUBE, [4.0, 2.0, 0.0]) };
    let over = |from: f64, to: f64| Pair::new(&a, &b, [from, to]).map(|pair| pair.sign());
    // It slides along the face above: it touches, except before it arrives.
    assert_eq!([over(0.0, 1.5), over(0.0, 2.0), over(0.0, 9.0)], [Some(Greater), Some(Equal), Some(Equal)]);
    let pair = Pair::new(&a, &Placed { position: DVec3::new(4.0, 1.5, 0.0), ..b }, [0.0, 9.0]).expect("boxes");
    assert!(pair.is_no_deeper(0.5, DVec3::Y) && !pair.is_no_deeper(0.499, DVec3::Y));
    assert_eq!(pair.compare_distance(0.0), Less);
}

#[test]
fn distances_are_compared_without_a_root() {
    let a = placed(&CUBE, [0.0; 3]);
    let b = placed(&CUBE, [5.0, 6.0, 2.0]);
    let pair = Pair::new(&a, &b, [0.0; 2]).expect("boxes");
    assert_eq!([4.9, 5.0, 5.1].map(|length| pair.compare_distance(length)), [Greater, Equal, Less]);
    let cone = Shape::Cone { radius: 1.0, half_height: 1.0, axis: Axis::Y };
    assert!(Pair::new(&a, &placed(&cone, [0.0; 3]), [0.0; 2]).is_none());
    assert!(Pair::new(&a, &placed(&CUBE, [f64::NAN, 0.0, 0.0]), [0.0; 2]).is_none());
}

/// Hull of 20 random points of the cube of half extent 1; of its middle plane if `planar`.
fn random_hull(random: &mut Random, planar: bool) -> Shape {
    let flatten = if planar { DVec3::new(1.0, 1.0, 0.0) } else { DVec3::ONE };
    Shape::Polytope { points: (0..20).map(|_| (random.vector() * flatten).to_array()).collect() }
}

#[test]
fn a_shortcut_never_contradicts_the_full_search() {
    let mut random = Random(17);
    let mut decided = [0; 3];
    for case in 0..60 {
        let planar = case % 3 == 0;
        let a = random_hull(&mut random, planar);
        let b = random_hull(&mut random, planar);
        let margin = if case % 4 == 0 { 0.1 } else { 0.0 };
        let first = Placed { in_plane: planar, ..placed(&a, [0.0; 3]) };
        let second = Placed { in_plane: planar, margin, ..placed(&b, [0.05 * f64::from(case), 0.2, 0.0]) };
        let pair = Pair::new(&first, &second, [0.0; 2]).expect("polytopes");
        let full = pair.full_search(pair.radius.clone());
        match pair.shortcut(&pair.radius) {
            Some(side) => {
                assert_eq!(side, full, "case {case}");
                decided[usize::from(side == Greater)] += 1;
            }
            None => decided[2] += 1,
        }
    }
    assert!(decided[0] >= 15 && decided[1] >= 15 && decided[2] <= 15, "overlapping, separate, undecided: {decided:?}");
    let touching = Pair::new(&placed(&CUBE, [0.0; 3]), &placed(&CUBE, [2.0, 0.3, 0.1]), [0.0; 2]).expect("boxes");
    assert_eq!(touching.shortcut(&RBig::ZERO), None);
}
