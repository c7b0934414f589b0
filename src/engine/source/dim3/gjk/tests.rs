//! Tests GJK against closed forms and itself: invariants after every step, hostile pairs, units, swaps, outcomes.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Gjk, Options, Outcome, Search, distance};
use crate::dim3::answer::{Answer, Status};
use crate::dim3::bracket::Bracket;
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::shape::{Axis, Shape};
use crate::dim3::simplex::Solver;
use crate::dim3::support::Cso;
use crate::dim3::xorshift::Xorshift as Random;

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    fn rotation(&mut self) -> Quat {
        match self.below(4) {
            0 => Quat::IDENTITY,
            1 => Quat::from_xyzw(0.5, 0.5, 0.5, 0.5),
            _ => Quat::from_xyzw(self.real(), self.real(), self.real(), 1.0 + self.real()),
        }
    }
    /// A size that is mostly ordinary and sometimes extreme.
    fn size(&mut self) -> Real {
        match self.below(12) {
            0 => 0.0,
            1 => 1.0e-5,
            2 => 1.0e3,
            _ => 0.1 + self.real().abs(),
        }
    }
    fn points(&mut self) -> Vec<Vec3> {
        let n = 1 + self.below(12) as usize;
        let stretch = match self.below(5) {
            0 => Vec3::new(1.0, 0.0, 1.0),
            1 => Vec3::new(1.0, 1.0e-5, 1.0),
            2 => Vec3::new(1.0e-5, 1.0, 1.0e-5),
            _ => Vec3::ONE,
        };
        let mut points: Vec<Vec3> = (0..n).map(|_| self.vector() * stretch).collect();
        if self.below(3) == 0 {
            points.extend_from_within(..n.div_ceil(2));
        }
        points
    }
    fn shape(&mut self, depth: u32) -> Shape {
        let axis = [Axis::X, Axis::Y, Axis::Z][self.below(3) as usize];
        let inner = if depth == 0 { 9 } else { 11 };
        let shape = match self.below(inner) {
            0 => Shape::sphere(self.size()),
            1 => Shape::cuboid(Vec3::new(self.size(), self.size(), self.size())),
            2 => Shape::cylinder(self.size(), self.size(), axis),
            3 => Shape::cone(self.size(), self.size(), axis),
            4 => Shape::capsule(self.size(), self.size(), axis),
            5 => Shape::ellipsoid(Vec3::new(self.size(), self.size(), self.size())),
            6 => Shape::segment([self.vector(), self.vector()]),
            7 => Shape::triangle([self.vector(), self.vector(), self.vector()]),
            8 => Shape::polytope(&self.points()),
            9 => {
                let matrix = Mat3::from_cols(self.vector(), self.vector(), self.vector() * self.size());
                Shape::affine(matrix, self.vector(), self.shape(depth - 1))
            }
            _ => Shape::inflate(self.shape(depth - 1), self.size()),
        };
        shape.unwrap_or_else(|e| panic!("{e}"))
    }
    /// A pair with difficult input: sizes of 0, duplicate points, flat bodies, slivers, tiny, huge, far apart,
    /// concentric.
    fn pair(&mut self) -> (Shape, Pose, Shape, Pose) {
        let unit = [1.0, 1.0, 1.0, 1.0e-6, 1.0e6][self.below(5) as usize];
        let scaled = |shape: Shape| {
            if unit == 1.0 {
                shape
            } else {
                Shape::affine(Mat3::IDENTITY * unit, Vec3::ZERO, shape).unwrap_or_else(|e| panic!("{e}"))
            }
        };
        let (a, b) = (scaled(self.shape(1)), scaled(self.shape(1)));
        let home = if self.below(4) == 0 { self.vector() * (1.0e6 * unit) } else { Vec3::ZERO };
        let reach = a.radius().min(3.0 * unit) + b.radius().min(3.0 * unit);
        let apart = match self.below(10) {
            0..=3 => Vec3::ZERO,
            4..=6 => self.vector() * (0.25 * reach),
            7 => Vec3::X * (a.radius() + b.radius()),
            _ => self.vector() * (1.5 * reach),
        };
        (a, Pose::new(home, self.rotation()), b, Pose::new(home + apart, self.rotation()))
    }
}

/// Asserts that 30 % to 70 % of the pairs overlap, so that a random test covers both cases.
fn assert_fair_mix(overlapping: u32, pairs: u32) {
    let share = 100 * overlapping / pairs;
    assert!((30..=70).contains(&share), "{share} % of the pairs overlap: not a fair mix");
}

/// Checks that an answer is finite, inside its own bracket and within the iteration limit.
fn check_answer(answer: &Answer, options: &Options) -> Result<(), String> {
    let Answer { signed_distance, normal, witness_a, witness_b, lower, upper, iterations, .. } = *answer;
    // For overlapping cores, only the bracket is known.
    let d = signed_distance.unwrap_or(upper);
    let Some(normal) = normal else {
        let nothing = signed_distance.is_none() && answer.bracket() == Bracket::UNKNOWN;
        return if nothing { Ok(()) } else { Err(String::from("a distance without a normal")) };
    };
    let ok = d.is_finite() && lower.is_finite() && upper.is_finite() && witness_a.is_finite() && witness_b.is_finite();
    if !ok {
        Err(String::from("not finite"))
    } else if !(lower <= d && d <= upper) {
        Err(String::from("outside of its own bracket"))
    } else if (normal.length() - 1.0).abs() > 16.0 * EPS {
        Err(String::from("the normal is not a unit vector"))
    } else if iterations > options.max_iterations {
        Err(String::from("more iterations than allowed"))
    } else {
        Ok(())
    }
}

#[test]
fn closed_forms() {
    let sphere = |r| Shape::sphere(r).expect("a sphere");
    let cube = Shape::cuboid(Vec3::ONE).expect("a box");
    let at = |x: Real, y: Real, z: Real| Pose::new(Vec3::new(x, y, z), Quat::IDENTITY);
    let cases = [
        (sphere(1.0), at(0.0, 0.0, 0.0), sphere(0.5), at(3.0, 4.0, 0.0), 3.5),
        (sphere(2.0), at(0.0, 0.0, 0.0), sphere(2.0), at(0.0, 0.0, 3.0), -1.0),
        (cube.clone(), at(0.0, 0.0, 0.0), cube.clone(), at(0.0, 2.5, 0.25), 0.5),
        (cube.clone(), at(0.0, 0.0, 0.0), cube.clone(), at(5.0, 6.0, 0.0), 5.0),
        (cube.clone(), at(0.0, 0.0, 0.0), sphere(1.0), at(1.0, 5.0, 4.0), 4.0),
        (cube.clone(), at(0.0, 0.0, 0.0), cube, at(2.0, 0.0, 0.0), 0.0),
    ];
    for (a, pose_a, b, pose_b, expected) in cases {
        for (surface, rounding) in [(false, 0.0), (true, 1.0e-6)] {
            let answer = distance(&a, &pose_a, &b, &pose_b, &Options { surface, ..Options::default() });
            if surface && expected < 0.0 {
                assert!(answer.upper <= 8.0 * rounding::bound_rounding(8.0));
                continue;
            }
            let error = (answer.signed_distance.unwrap() - expected).abs();
            assert!(error <= 8.0 * EPS + rounding, "{a:?} {b:?}: {answer:?}, not {expected}");
            assert!(answer.lower <= expected && expected <= answer.upper, "{a:?} {b:?}: {answer:?} without {expected}");
        }
    }
}

#[test]
fn invariants_after_every_step() {
    let mut random = Random(0xA11CE);
    let (mut overlapping, mut steps) = (0, 0);
    const PAIRS: u32 = 20_000;
    for number in 0..PAIRS {
        let (a, pose_a, b, pose_b) = random.pair();
        let direction = if number % 4 == 3 { Search::MinusV } else { Search::Perpendicular };
        let mut gjk = Gjk::new(Cso::new(&a, &pose_a, &b, &pose_b), Options { search: direction, ..Options::default() });
        let rounding = 16.0 * gjk.rounding() + Real::MIN_POSITIVE;
        loop {
            let before = gjk.clone();
            let end = gjk.step();
            steps += 1;
            let say =
                |what: &str| format!("pair {number}, iteration {}: {what}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}", gjk.k);
            assert!(before.filled == 0 || gjk.v().length() <= before.v().length() + rounding, "{}", say("|v| rose"));
            assert!(gjk.mu >= before.mu && gjk.upper <= before.upper, "{}", say("a bound got worse"));
            assert!(gjk.mu <= gjk.upper + rounding, "{}", say("lower above upper"));
            assert!((gjk.d.length() - 1.0).abs() < 8.0 * EPS, "{}", say("d is not a unit vector"));
            let lambda = gjk.lambda();
            let (sum, least) = (lambda.iter().sum::<Real>(), lambda.iter().copied().fold(0.0, Real::min));
            if gjk.filled != 0 {
                assert!((sum - 1.0).abs() < 16.0 * EPS && least >= 0.0, "{} {:?}", say("λ"), lambda);
                let [p, q] = gjk.witness();
                // Inside, signs are certain and v is 0, but the weights of a sliver can be inaccurate.
                let inside = end == ControlFlow::Break(Outcome::Inside);
                assert!(inside || (p - q - gjk.v()).length() <= rounding, "{}", say("v is not Σ λ w"));
            }
            if let ControlFlow::Break(end) = end {
                overlapping += u32::from(matches!(end, Outcome::Inside | Outcome::Vanished));
                break;
            }
        }
        assert!(gjk.step().is_break(), "a run that has ended goes on");
    }
    assert_fair_mix(overlapping, PAIRS);
    assert!(steps > 2 * PAIRS, "{steps} steps");
}

#[test]
fn hostile_pairs_get_finite_answers_that_agree_with_their_mirror_image() {
    let mut random = Random(0xBAD);
    let options = Options::default();
    let (mut overlapping, mut open) = (0, 0);
    const PAIRS: u32 = 100_000;
    for number in 0..PAIRS {
        let (a, pose_a, b, pose_b) = random.pair();
        let answer = distance(&a, &pose_a, &b, &pose_b, &options);
        let mirror = distance(&b, &pose_b, &a, &pose_a, &options);
        for answer in [&answer, &mirror] {
            if let Err(what) = check_answer(answer, &options) {
                panic!("pair {number}: {what}: {answer:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
            }
        }
        // Both brackets contain the true value, so they have a common point.
        assert!(
            answer.lower <= mirror.upper && mirror.lower <= answer.upper,
            "pair {number}: {answer:?}\n{mirror:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}"
        );
        overlapping += u32::from(answer.lower <= 0.0);
        open += u32::from(matches!(answer.status, Status::NotConverged(_)) && answer.lower > 0.0);
    }
    assert_fair_mix(overlapping, PAIRS);
    assert!(open < PAIRS / 50, "{open} pairs proven apart were left open");
}

#[test]
fn another_unit_of_length_changes_nothing_but_the_unit() {
    let mut random = Random(0x5CA1E);
    for number in 0..2_000 {
        let (points_a, points_b) = (random.points(), random.points());
        let (qa, qb) = (random.rotation(), random.rotation());
        let (ta, tb) = (random.vector(), random.vector() * 3.0);
        let (radius, height) = (0.2 + random.real().abs(), random.real().abs());
        let answer_in_unit = |unit: Real| {
            let scaled = |points: &[Vec3]| points.iter().map(|p| *p * unit).collect::<Vec<_>>();
            let a = Shape::polytope(&scaled(&points_a)).expect("a polytope");
            let b = if number % 2 == 0 {
                Shape::polytope(&scaled(&points_b)).expect("a polytope")
            } else {
                Shape::cylinder(radius * unit, height * unit, Axis::X).expect("a cylinder")
            };
            distance(&a, &Pose::new(ta * unit, qa), &b, &Pose::new(tb * unit, qb), &Options::default())
        };
        let one = answer_in_unit(1.0);
        // With powers of two, every number of the run is the same except for its exponent.
        for unit in [Real::powi(2.0, -20), Real::powi(2.0, 20)] {
            let other = answer_in_unit(unit);
            assert_eq!(
                one.signed_distance.map(|d| d * unit),
                other.signed_distance,
                "pair {number} in units of {unit:e}"
            );
            assert_eq!((one.normal, one.status, one.iterations), (other.normal, other.status, other.iterations));
            assert_eq!((one.witness_a * unit, one.witness_b * unit), (other.witness_a, other.witness_b));
        }
    }
}

#[test]
fn any_start_and_any_solver_lead_to_the_same_answer() {
    let mut random = Random(0x57A27);
    for number in 0..3_000 {
        let (a, pose_a, b, pose_b) = random.pair();
        let plain = distance(&a, &pose_a, &b, &pose_b, &Options::default());
        let starts = [Vec3::ZERO, Vec3::splat(Real::NAN), Vec3::X * Real::MAX, random.vector()];
        let others = starts.map(|start| Options { start: Some(start), ..Options::default() }).into_iter();
        let solvers = [Solver::Johnson, Solver::Voronoi].map(|solver| Options { solver, ..Options::default() });
        for options in others.chain(solvers).chain([Options { search: Search::MinusV, ..Options::default() }]) {
            let other = distance(&a, &pose_a, &b, &pose_b, &options);
            check_answer(&other, &options).unwrap_or_else(|e| panic!("pair {number}: {e}: {other:?} with {options:?}"));
            assert!(
                plain.lower <= other.upper && other.lower <= plain.upper,
                "pair {number}: {plain:?}\n{other:?} with {options:?}"
            );
        }
    }
}

#[test]
fn unusable_poses_do_not_converge() {
    let a = Shape::sphere(1.0).expect("a sphere");
    for x in [Real::NAN, Real::INFINITY, Real::MAX] {
        let far = Pose { position: Vec3::new(x, 0.0, 0.0), rotation: Quat::IDENTITY };
        let answer = distance(&a, &Pose::IDENTITY, &a, &far, &Options::default());
        let options = Options::default();
        assert!(matches!(answer.status, Status::NotConverged(_)), "{answer:?}");
        check_answer(&answer, &options).unwrap_or_else(|e| panic!("{e}: {answer:?}"));
    }
}

#[test]
fn every_ending_is_reached() {
    let mut random = Random(0xE4D);
    let mut reached = HashSet::new();
    for number in 0..40_000 {
        let (a, pose_a, b, pose_b) = random.pair();
        let options = Options {
            relative: if number % 2 == 0 { 0.0 } else { rounding::RELATIVE_TOLERANCE },
            absolute: if number % 5 == 0 { 0.25 } else { 0.0 },
            max_iterations: if number % 7 == 0 { 2 } else { rounding::MAX_ITERATIONS },
            surface: number % 3 == 0,
            ..Options::default()
        };
        let cso = Cso::new(&a, &pose_a, &b, &pose_b);
        reached.insert(if options.surface {
            Gjk::new(cso.whole(), options).run()
        } else {
            Gjk::new(cso, options).run()
        });
    }
    let beyond = Pose { position: Vec3::splat(Real::MAX), rotation: Quat::IDENTITY };
    let a = Shape::sphere(1.0).expect("a sphere");
    reached.insert(Gjk::new(Cso::new(&a, &Pose::IDENTITY, &a, &beyond), Options::default()).run());
    for outcome in [
        Outcome::AbsoluteGap,
        Outcome::RelativeGap,
        Outcome::RoundingGap,
        Outcome::Repeated,
        Outcome::NoProgress,
        Outcome::Inside,
        Outcome::Vanished,
        Outcome::IterationLimit,
        Outcome::Degenerate,
    ] {
        assert!(reached.contains(&outcome), "{outcome:?} was never reached");
    }
}
