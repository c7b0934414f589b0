//! Tests boolean GJK against GJK's proven answers and its own certificates, and where a triple product is 0.

use super::*;
use crate::dim3::answer::Status;
use crate::dim3::isa_gjk::tests::{check, pair};
use crate::dim3::shape::Shape;
use crate::dim3::simplex::cases::Dice;

fn placed(x: Real, y: Real, z: Real) -> Pose {
    Pose { position: Vec3::new(x, y, z), rotation: Quat::IDENTITY }
}

fn run(a: &Shape, b: &Shape, pose_b: &Pose, options: Options) -> (Outcome, Answer) {
    let mut test = BooleanGjk::new(Cso::new(a, &Pose::IDENTITY, b, pose_b), options);
    let outcome = test.run();
    (outcome, test.answer(outcome))
}

#[test]
fn random_pairs_are_decided_correctly() {
    let mut dice = Dice::new(31);
    let (mut apart, mut together, mut iterations) = (0, 0, 0);
    for _ in 0..3000 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let answer = intersect(&a, &pose_a, &b, &pose_b, &Options::default());
        check(&a, &pose_a, &b, &pose_b, &answer);
        apart += usize::from(answer.status == Status::Separated);
        together += usize::from(answer.status == Status::Penetrating);
        iterations += answer.iterations;
    }
    assert!(apart > 900 && together > 900, "the mix: {apart} apart, {together} together");
    assert!(apart + together >= 2990, "all but 10 pairs are decided: {apart} + {together}");
    assert!(iterations < 8 * 3000, "{iterations} iterations for 3000 pairs");
}

#[test]
fn a_zero_triple_product_ends_the_search() {
    // The first two support points of these bars are (2,0,0) and (−2,0,0): the origin is on the edge.
    let bar = Shape::segment([-Vec3::X, Vec3::X]).unwrap();
    let (outcome, answer) = run(&bar, &bar, &Pose::IDENTITY, Options::default());
    assert_eq!(outcome, Outcome::OnEdge, "{answer:?}");
    assert!(answer.upper <= 256.0 * EPS && answer.lower <= 0.0, "a common point is proven: {answer:?}");
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let (outcome, _) = run(&cube, &cube, &Pose::IDENTITY, Options::default());
    assert!(matches!(outcome, Outcome::Inside | Outcome::Overlapping), "concentric: {outcome:?}");
    let (_, answer) = run(&cube, &cube, &placed(2.0, 0.0, 0.0), Options::default());
    assert!(matches!(answer.status, Status::Touching | Status::Penetrating), "face to face: {answer:?}");
}

#[test]
fn touching_and_flat_pairs_have_an_outcome() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let flat = Shape::triangle([Vec3::ZERO, Vec3::X, Vec3::Y]).unwrap();
    let point = Shape::polytope(&[Vec3::ZERO]).unwrap();
    let line = Shape::segment([-Vec3::X, Vec3::X]).unwrap();
    let needle = Shape::cuboid(Vec3::new(1.0, 1.0e-5, 1.0e-5)).unwrap();
    let all = [cube, flat, point, line, needle];
    let places = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 2.0], [2.0, 2.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0]];
    let mut undecided = 0;
    let mut pairs = 0;
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for place in places {
            let pose_b = placed(place[0], place[1], place[2]);
            let (outcome, answer) = run(a, b, &pose_b, Options::default());
            check(a, &Pose::IDENTITY, b, &pose_b, &answer);
            assert!(answer.iterations < 20, "{a:?} {b:?} {place:?}: {answer:?}");
            undecided += usize::from(matches!(outcome, Outcome::IterationLimit | Outcome::Degenerate));
            pairs += 1;
        }
    }
    assert_eq!((undecided, pairs), (0, 150), "none runs to its limit");
}

#[test]
fn numbers_that_are_not_finite_are_reported() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    assert_eq!(run(&cube, &cube, &placed(Real::NAN, 0.0, 0.0), Options::default()).0, Outcome::Degenerate);
    let one = Options { max_iterations: 1, ..Options::default() };
    assert_eq!(run(&cube, &cube, &placed(0.5, 0.25, 0.125), one).0, Outcome::IterationLimit);
}

#[test]
fn exactly_touching_pairs_end() {
    use crate::dim3::gjk;
    let mut dice = Dice::new(91);
    let mut rescued = 0;
    let mut pairs = 0;
    for _ in 0..4000 {
        let round = |v: Vec3| (v * 8.0).round() / 8.0;
        let mut hull = || Shape::polytope(&(0..3 + dice.below(4)).map(|_| round(dice.vector())).collect::<Vec<_>>());
        let (a, b) = (hull().unwrap(), hull().unwrap());
        let at = round(dice.vector() * 2.0);
        let apart = gjk::distance(&a, &Pose::IDENTITY, &b, &placed(at.x, at.y, at.z), &gjk::Options::default());
        if apart.status != Status::Separated {
            continue;
        }
        let at = at - apart.normal.unwrap() * apart.signed_distance.unwrap();
        let pose_b = placed(at.x, at.y, at.z);
        let mut test = BooleanGjk::new(Cso::new(&a, &Pose::IDENTITY, &b, &pose_b), Options::default());
        let outcome = test.run();
        check(&a, &Pose::IDENTITY, &b, &pose_b, &test.answer(outcome));
        assert!(!matches!(outcome, Outcome::IterationLimit | Outcome::Degenerate), "{a:?} {b:?} {at}: {outcome:?}");
        rescued += usize::from(test.uses_nearest_point);
        pairs += 1;
    }
    assert!(pairs > 1500 && rescued > 0, "{pairs} pairs touch, {rescued} of them needed the nearest point");
}

#[test]
fn no_wrong_answer_near_contact() {
    crate::dim3::isa_gjk::tests::check_near_contact(6_000, |a, pose_a, b, pose_b| {
        intersect(a, pose_a, b, pose_b, &Options::default())
    });
}
