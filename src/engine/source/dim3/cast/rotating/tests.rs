//! Tests against distances at many times: no contact before the lower bound, overlap at the upper one, and no contact
//! at any time on a miss.

use glam::{DQuat, DVec3};

use super::*;
use contact_lens_model::ask::Axis;
use prelude::*;
use random::Random;
use shape::Shape;

fn to_f64(v: Vec3) -> DVec3 {
    DVec3::from_array(v.to_array().map(f64::from))
}

fn shape(random: &mut Random) -> Shape {
    match random.below(6) {
        0 => Shape::cuboid(Vec3::new(random.unit() + 0.1, random.unit() + 0.1, random.unit() + 0.1)),
        1 => Shape::sphere(0.2 + 0.5 * random.unit()),
        2 => Shape::capsule(0.1 + 0.3 * random.unit(), random.unit(), Axis::X),
        3 => Shape::cylinder(0.1 + 0.5 * random.unit(), 0.1 + random.unit(), Axis::Y),
        4 => Shape::cuboid(Vec3::new(1.5, 0.05, 0.1)),
        _ => Shape::polytope(&(0..8).map(|_| random.vector()).collect::<Vec<_>>()),
    }
    .unwrap()
}

fn course(random: &mut Random) -> Course {
    let rotations = [0, 1].map(|_| {
        let q = random.turn().to_array().map(f64::from);
        DQuat::from_array(q).normalize()
    });
    let away = to_f64(random.direction()) * f64::from(1.5 + 2.0 * random.unit());
    let towards = -away.normalize() * f64::from(3.0 * random.unit()) + to_f64(random.vector()) * 1.5;
    Course {
        velocities: [to_f64(random.vector()) * 0.3, towards],
        spins: [0, 1].map(|_| to_f64(random.vector()) * f64::from(4.0 * random.unit())),
        rotations,
        between: away,
    }
}

/// Separate distance query at the time `t`.
fn distance_at<P: RotatingPair>(run: &RotatingCast<P>, t: f64) -> DistanceAnswer {
    let rotations = [0, 1].map(|body| run.course.rotation(body, t));
    run.pair.signed_distance(rotations, run.course.between_at(t), None, &mut P::Memory::default())
}

/// Runs a cast and checks its answer against `samples` distances; returns whether it is a hit.
fn check<P: RotatingPair>(mut run: RotatingCast<P>, samples: u32, context: impl Fn() -> String) -> Option<bool> {
    let outcome = loop {
        let t = run.t;
        if let std::ops::ControlFlow::Break(outcome) = run.step() {
            break outcome;
        }
        assert!(run.t >= t && run.upper >= run.t, "t must not fall: {}", context());
    };
    let answer = run.answer(outcome);
    let rounding = 1.0e3 * f64::from(EPS);
    let describe = |t: f64, found: DistanceAnswer| format!("{outcome:?} {answer:?}\nat {t}: {found:?}\n{}", context());
    for k in 0..samples {
        let t = answer.lower * f64::from(k) / f64::from(samples);
        let found = distance_at(&run, t);
        assert!(found.upper >= -rounding || answer.lower == 0.0, "{}", describe(t, found));
    }
    match outcome.hit() {
        Some(true) if !outcome.is_at_start() => {
            let upper = answer.upper.unwrap();
            let found = distance_at(&run, upper);
            assert!(found.upper < 0.0 && upper <= run.options.t_max, "{}", describe(upper, found));
            assert!(upper - answer.lower < 0.02, "{}", describe(upper, found));
            let [a, b] = answer.witness.unwrap();
            assert!(a == b && answer.normal.is_some(), "{}", describe(upper, found));
        }
        Some(false) => {
            let gap = answer.gap.unwrap();
            let least = (0..=samples).map(|k| {
                let t = run.options.t_max * f64::from(k) / f64::from(samples);
                distance_at(&run, t).d.unwrap_or(f64::INFINITY)
            });
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(gap <= least + rounding + 0.02 * least.abs(), "{gap} {least} {}", context());
            let proven = run.gap.unwrap().lower;
            assert!(proven <= least + rounding, "{proven} {least} {}", context());
        }
        _ => {}
    }
    outcome.hit()
}

/// Checks `count` random casts; returns the number of distance queries of all searches.
fn check_many(count: u32, samples: u32, seed: u64, bilateral: bool) -> u32 {
    let mut random = Random(seed);
    let mut hits = 0;
    let mut misses = 0;
    let mut open = 0;
    let mut queries = 0;
    for case in 0..count {
        let a = shape(&mut random);
        let b = shape(&mut random);
        let course = course(&mut random);
        let options = Options { bilateral, ..Options::default() };
        let run = RotatingCast::new(PairOfShapes { a: a.clone(), b: b.clone() }, course, options);
        let context = || format!("case {case}: {a:?} {b:?} {course:?}");
        let mut search = run.clone();
        search.run();
        queries += search.k;
        match check(run, samples, context) {
            Some(true) => hits += 1,
            Some(false) => misses += 1,
            None => open += 1,
        }
    }
    assert!(hits * 10 > count * 2 && misses * 10 > count * 2, "{hits} hits, {misses} misses");
    assert!(open * 50 <= count, "{open} of {count} are open");
    queries
}

#[test]
fn brackets_hold_against_sampling() {
    let [without, with] = [false, true].map(|bilateral| check_many(200, 12, 1, bilateral));
    assert!(with * 2 < without, "bilateral advancement takes {with} distance queries, linear {without}");
}

/// Ten thousand pairs with 100 sampled distances each; takes minutes.
#[test]
#[ignore = "minutes"]
fn brackets_hold_against_dense_sampling() {
    check_many(10_000, 100, 2, false);
    check_many(10_000, 100, 2, true);
}

#[test]
fn the_end_of_a_rotating_rod_hits_a_ball() {
    let rod = Shape::cuboid(Vec3::new(2.0, 0.125, 0.125)).unwrap();
    let ball = Shape::sphere(0.5).unwrap();
    let still = Course {
        velocities: [DVec3::ZERO; 2],
        spins: [DVec3::ZERO; 2],
        rotations: [DQuat::IDENTITY; 2],
        between: DVec3::new(0.0, 1.5, 0.0),
    };
    let answer_of = |course: Course, t_max: f64| {
        let pair = PairOfShapes { a: rod.clone(), b: ball.clone() };
        let mut run = RotatingCast::new(pair, course, Options { t_max, ..Options::default() });
        let outcome = run.run();
        run.answer(outcome)
    };
    assert_eq!(answer_of(still, 9.0).outcome, Outcome::NoRelativeMotion);
    let rotating = Course { spins: [DVec3::Z, DVec3::ZERO], ..still };
    let hit = answer_of(rotating, 9.0);
    // At this angle the rod's side is 0.625 from the ball's center, which is 1.5 away.
    let expected = std::f64::consts::FRAC_PI_2 - (0.625_f64 / 1.5).asin();
    assert_eq!(hit.outcome, Outcome::Hit);
    assert!(
        (hit.t_first.unwrap() - expected).abs() < 1.0e-4 && hit.upper.unwrap() - hit.lower < 1.0e-3,
        "{hit:?} {expected}"
    );
    assert_eq!(answer_of(rotating, 0.5).outcome, Outcome::TooLate);
    let away = Course { velocities: [DVec3::ZERO, DVec3::Y * 9.0], ..rotating };
    assert_eq!(answer_of(away, 1.0).outcome, Outcome::MovesApart);
    let inside = Course { between: DVec3::Y * 0.25, ..rotating };
    assert_eq!(answer_of(inside, 1.0).outcome, Outcome::Overlapping);
    let nowhere = Course { between: DVec3::NAN, ..rotating };
    assert_eq!(answer_of(nowhere, 1.0).outcome, Outcome::NotFinite);
    let endless = Course { spins: [DVec3::Z * 1.0e9, DVec3::ZERO], between: DVec3::Y * 9.0, ..rotating };
    assert!(answer_of(endless, 1.0).outcome != Outcome::Hit);
    assert!(matches!(answer_of(endless, 1.0e3).outcome, Outcome::IterationLimit | Outcome::MovesApart));
}

#[test]
fn scales_change_nothing() {
    for unit in [1.0e-6, 1.0e6] {
        let a = Shape::cuboid(Vec3::ONE * unit).unwrap();
        let b = Shape::sphere(0.5 * unit).unwrap();
        let size = f64::from(unit);
        let course = Course {
            velocities: [DVec3::ZERO, DVec3::NEG_X * 2.0 * size],
            spins: [DVec3::Z, DVec3::X],
            rotations: [DQuat::IDENTITY; 2],
            between: DVec3::X * 4.0 * size,
        };
        let run = RotatingCast::new(PairOfShapes { a, b }, course, Options { t_max: 2.0, ..Options::default() });
        assert_eq!(check(run, 40, || format!("{unit}")), Some(true));
    }
}

/// A rotating rod whose end passes a ball at the distance `gap`, which is small, 0 or negative.
#[test]
fn tangential_approaches_are_decided() {
    let rod = Shape::cuboid(Vec3::new(2.0, 0.125, 0.125)).unwrap();
    let ball = Shape::sphere(0.5).unwrap();
    let rod_end = (4.0_f64 + 0.125 * 0.125).sqrt();
    for gap in [1.0e-2, 1.0e-4, 0.0, -1.0e-3] {
        let course = Course {
            velocities: [DVec3::ZERO; 2],
            spins: [DVec3::Z * 2.0, DVec3::ZERO],
            rotations: [DQuat::IDENTITY; 2],
            between: DVec3::Y * (rod_end + 0.5 + gap),
        };
        let options = Options { t_max: 1.5, bilateral: true, ..Options::default() };
        let mut run = RotatingCast::new(PairOfShapes { a: rod.clone(), b: ball.clone() }, course, options);
        let outcome = run.run();
        let found = run.answer(outcome);
        match gap {
            gap if gap > 0.0 => {
                assert_eq!(outcome, Outcome::TooLate, "{gap}: {found:?}");
                assert!((found.gap.unwrap() - gap).abs() <= 2.0e-2 * gap + 1.0e3 * f64::from(EPS), "{gap}: {found:?}");
            }
            gap if gap < 0.0 => assert_eq!(outcome, Outcome::Hit, "{found:?}"),
            _ => assert!(matches!(outcome, Outcome::Grazing | Outcome::Hit), "{found:?}"),
        }
        assert!(run.k <= 24, "{gap}: {} distances", run.k);
    }
}
