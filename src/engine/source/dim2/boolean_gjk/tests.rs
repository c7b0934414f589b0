//! The direction-driven planar test against the proven distance; the zero triple product; contact.

use super::*;
use crate::dim2::answer::Status;
use crate::dim2::distance;
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::{Cso, Pose};

fn at(x: Real, y: Real) -> Pose {
    Pose::new(Vec2::new(x, y), Vec2::X)
}

fn ask(a: &Shape, b: &Shape, pose_b: &Pose) -> (Outcome, Answer) {
    let mut test = BooleanGjk::new(Cso::new(a, &Pose::IDENTITY, b, pose_b), Vec2::X);
    let outcome = test.run();
    assert_eq!(test.step(), std::ops::ControlFlow::Break(outcome), "an ended stepper stays ended");
    (outcome, test.answer(outcome))
}

/// Whether a verdict agrees with the proven signed distance, and its own bracket with that.
fn check(a: &Shape, b: &Shape, pose_b: &Pose, answer: &Answer) {
    let truth = distance::signed_distance(a, &Pose::IDENTITY, b, pose_b, &distance::Options::default());
    match answer.status {
        Status::Separated => assert!(truth.upper > 0.0, "{a:?} {b:?} {pose_b:?}: {answer:?} but {truth:?}"),
        Status::Penetrating => assert!(truth.lower < 0.0, "{a:?} {b:?} {pose_b:?}: {answer:?} but {truth:?}"),
        _ => {}
    }
    assert!(answer.lower <= truth.upper, "{answer:?} and {truth:?}");
    assert!(truth.lower <= answer.upper, "{answer:?} and {truth:?}");
}

struct Random(u64);

impl Random {
    fn signed(&mut self) -> Real {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 45) as Real / (1u32 << 18) as Real - 1.0
    }
    fn point(&mut self) -> Vec2 {
        Vec2::new(self.signed(), self.signed())
    }
    fn shape(&mut self, kind: u32) -> Shape {
        match kind % 4 {
            0 => Shape::circle(self.signed().abs()),
            1 => Shape::rectangle(self.point().abs()),
            2 => Shape::capsule(self.signed().abs() * 0.5, self.signed().abs()),
            _ => Shape::polygon(&[(); 7].map(|()| self.point())),
        }
        .expect("valid")
    }
}

#[test]
fn random_pairs_are_judged_right() {
    let mut random = Random(31);
    let mut apart = 0;
    let mut together = 0;
    let mut iterations = 0;
    for round in 0..3000 {
        let a = random.shape(round);
        let b = random.shape(round / 4);
        let pose_b = Pose::new(random.point() * 1.3, random.point());
        let (_, answer) = ask(&a, &b, &pose_b);
        check(&a, &b, &pose_b, &answer);
        apart += u32::from(answer.status == Status::Separated);
        together += u32::from(answer.status == Status::Penetrating);
        iterations += answer.iterations;
    }
    assert!(apart > 900 && together > 900, "the mix: {apart} apart, {together} together");
    assert!(apart + together >= 2990, "all but a hair's breadth are proven: {apart} + {together}");
    assert!(iterations < 6 * 3000, "{iterations} iterations for 3000 pairs");
}

#[test]
fn the_triangles_of_the_source_are_apart_or_together_as_their_difference_says() {
    let a = Shape::polygon(&[Vec2::ZERO, Vec2::X * 2.0, Vec2::new(1.0, 2.0)]).expect("valid");
    let b = Shape::polygon(&[Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0), Vec2::new(2.0, 3.0)]).expect("valid");
    let (outcome, answer) = ask(&a, &b, &Pose::IDENTITY);
    assert_eq!((outcome, answer.status), (Outcome::Inside, Status::Penetrating), "they overlap");
    assert_eq!(ask(&a, &b, &at(1.5, 1.5)).0, Outcome::Separated, "moved apart");
}

#[test]
fn a_zero_triple_product_ends_the_search() {
    // Erratum 6: the first two support points are (2, 0) and (−2, 0), and the origin is on the edge between them.
    let bar = Shape::segment([-Vec2::X, Vec2::X]).expect("valid");
    let (outcome, answer) = ask(&bar, &bar, &Pose::IDENTITY);
    assert_eq!(outcome, Outcome::OnEdge, "{answer:?}");
    assert!(answer.upper <= 64.0 * EPS && answer.lower <= 0.0, "a common point is proven: {answer:?}");
    // Here the origin is on the line through the edge, beyond its end.
    assert_eq!(ask(&bar, &bar, &at(3.0, 0.0)).0, Outcome::Separated, "apart on one line");
    let disc = Shape::circle(1.0).expect("valid");
    let (outcome, answer) = ask(&disc, &disc, &Pose::IDENTITY);
    assert_eq!(
        outcome,
        Outcome::Overlapping,
        "concentric: the second point mirrors the first, and the full answer decides"
    );
    assert_eq!(answer.status, Status::Penetrating, "they are 2 deep");
}

#[test]
fn contact_and_flat_pairs_end_with_a_name() {
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    let flat = Shape::segment([-Vec2::X, Vec2::X]).expect("valid");
    let point = Shape::circle(0.0).expect("valid");
    let disc = Shape::circle(1.0).expect("valid");
    let needle = Shape::rectangle(Vec2::new(1.0, 1.0e-5)).expect("valid");
    let all = [square, flat, point, disc, needle];
    let places = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [1.0, 1.0], [0.0, 2.0], [1.6, 1.2]];
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for [x, y] in places {
            let (outcome, answer) = ask(a, b, &at(x, y));
            check(a, b, &at(x, y), &answer);
            assert!(answer.iterations < 60, "{a:?} {b:?} {x} {y}: {answer:?}");
            assert_ne!(outcome, Outcome::IterationLimit, "{a:?} {b:?} {x} {y}");
        }
    }
}

#[test]
fn what_is_not_finite_is_named() {
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    assert_eq!(ask(&square, &square, &at(Real::NAN, 0.0)).0, Outcome::Degenerate);
    let mut capped = BooleanGjk::new(Cso::new(&square, &Pose::IDENTITY, &square, &at(0.5, 0.25)), Vec2::X);
    capped.limit = 1;
    assert_eq!(capped.run(), Outcome::IterationLimit);
}

/// A disc, a box or a segment on the side of a rectangle, exactly `2^k` last digits from contact.
#[test]
fn near_contact_nothing_is_claimed_that_is_not_so() {
    let mut random = Random(24);
    let mut seen = [0; 3];
    for round in 0..12_000_u32 {
        let mut size = || (16.0 + (random.signed() * 1000.0).abs().floor()) / 256.0;
        let half = Vec2::new(size(), size());
        let other = Vec2::new(size(), size());
        let (b, below) = match round % 3 {
            0 => (Shape::circle(other.y), other.y),
            1 => (Shape::rectangle(other), other.y),
            _ => (Shape::segment([-Vec2::X * other.x, Vec2::X * other.x]), 0.0),
        };
        let digits = (1_i32 << (round % 13)) as Real * if round % 26 < 13 { 1.0 } else { -1.0 };
        let y = half.y + below + digits * EPS * (half.y + below);
        let gap = y - (half.y + below);
        let a = Shape::rectangle(half).unwrap();
        let b = b.unwrap();
        let at = at((random.signed() * half.x * 64.0).trunc() / 64.0, y);
        let answer = intersect(&a, &Pose::IDENTITY, &b, &at, Vec2::X);
        let context = || format!("gap {gap}: {answer:?}\n{a:?}\n{b:?} {at:?}");
        let side = match answer.status {
            Status::Separated => (0, gap > 0.0),
            Status::Penetrating => (1, gap < 0.0),
            _ => (2, gap.abs() <= 4.0 * rounding::bound_rounding2(Cso::new(&a, &Pose::IDENTITY, &b, &at).magnitude())),
        };
        assert!(side.1, "{}", context());
        seen[side.0] += 1;
    }
    assert!(seen.iter().all(|n| *n > 1_000), "{seen:?}");
}

#[test]
fn a_pair_whose_squares_vanish_is_asked_in_another_unit() {
    let size = Real::MIN_POSITIVE * 1.0e6;
    let square = Shape::rectangle(Vec2::splat(size)).unwrap();
    for (x, expected) in [(2.5, Status::Separated), (1.5, Status::Penetrating)] {
        assert_eq!(intersect(&square, &Pose::IDENTITY, &square, &at(x * size, 0.0), Vec2::X).status, expected);
    }
}
