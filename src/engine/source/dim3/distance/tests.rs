//! Tests the branches at known distances, one method against the other, coherent motion, and the bracket after every
//! step.

use std::ops::ControlFlow;

use super::*;
use crate::dim3::answer::{Reason, Status};
use crate::dim3::gjk;
use crate::dim3::isa_gjk::tests::pair;
use crate::dim3::shape::Shape;
use crate::dim3::simplex::cases::Dice;

fn ball_box(margin: Real) -> Shape {
    Shape::inflate(Shape::cuboid(Vec3::splat(0.5)).unwrap(), margin).unwrap()
}

fn run(a: &Shape, b: &Shape, at: Vec3) -> (Outcome, Answer) {
    let cso = Cso::new(a, &Pose::IDENTITY, b, &Pose::new(at, Quat::IDENTITY));
    let mut query = Distance::new(cso, Options::default(), Buffers::default());
    let outcome = query.run();
    (outcome, query.answer())
}

#[test]
fn the_distance_of_the_cores_decides_the_branch() {
    let a = ball_box(0.125);
    let b = ball_box(0.25);
    let rounding = 64.0 * EPS;
    for (x, expected) in [(1.5, 0.125), (1.375, 0.0), (1.25, -0.125), (1.0625, -0.3125), (0.75, -0.625), (0.25, -1.125)]
    {
        let (outcome, answer) = run(&a, &b, Vec3::new(x, 0.0625, -0.03125));
        assert!((answer.signed_distance.unwrap() - expected).abs() <= rounding, "{x}: {answer:?}");
        assert!(answer.lower <= expected && expected <= answer.upper, "{x}: {answer:?}");
        assert!((answer.normal.unwrap() - Vec3::X).length() <= rounding, "{x}: {answer:?}");
        let is_expected_branch = match outcome {
            Outcome::Separated(_) => expected >= 0.0,
            Outcome::Shallow(_) => (-0.375..=0.0).contains(&expected),
            Outcome::Deep(_) => expected <= -0.375,
        };
        assert!(is_expected_branch, "{x}: {outcome:?}");
    }
}

#[test]
fn margins_or_no_margins_the_answer_is_the_same() {
    let mut dice = Dice::new(8);
    let mut overlapping = 0;
    let mut shallow = 0;
    let mut count = 0;
    for _ in 0..1500 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let [a, b] = [a, b].map(|shape| Shape::inflate(shape, 0.05 + 0.1 * dice.real().abs()).unwrap());
        let solve = |method| signed_distance(&a, &pose_a, &b, &pose_b, &Options { method, ..Options::default() });
        let hybrid = solve(Method::Hybrid);
        let epa = solve(Method::Epa);
        let at = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}\n{hybrid:?}\n{epa:?}");
        assert!(hybrid.lower <= epa.upper && epa.lower <= hybrid.upper, "brackets exclude each other: {}", at());
        assert!(!matches!(hybrid.status, Status::NotConverged(_)), "{}", at());
        let open = matches!(epa.status, Status::NotConverged(_));
        let off = (hybrid.signed_distance.unwrap() - epa.signed_distance.unwrap()).abs();
        assert!(open || off <= 1.0e-3 * hybrid.signed_distance.unwrap().abs() + 1.0e4 * EPS, "{}", at());
        overlapping += u32::from(hybrid.upper < 0.0);
        let mut query = Distance::new(Cso::new(&a, &pose_a, &b, &pose_b), Options::default(), Buffers::default());
        shallow += u32::from(matches!(query.run(), Outcome::Shallow(_)));
        count += 1;
    }
    assert!(overlapping > count * 3 / 10 && overlapping < count * 7 / 10, "{overlapping} of {count} overlap");
    assert!(shallow > 60, "only {shallow} shallow");
}

/// With balls much larger than the cores, GJK may end before it is known whether the cores overlap.
#[test]
fn cores_far_smaller_than_their_margins_have_true_brackets() {
    let mut dice = Dice::new(920);
    let mut apart = 0;
    let mut deep = 0;
    for _ in 0..6000 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let [a, b] = [a, b].map(|core| if dice.below(3) == 0 { curved(&mut dice) } else { core });
        let cores = signed_distance(&a, &pose_a, &b, &pose_b, &Options::default());
        let ball = (1 << dice.below(9)) as Real * 1.0e-6 / EPS;
        let inflated = Shape::inflate(a.clone(), ball).unwrap();
        let answer = signed_distance(&inflated, &pose_a, &b, &pose_b, &Options::default());
        let truth = [cores.lower, cores.upper].map(|bound| bound as f64 - ball as f64);
        let at = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?} {ball}\n{cores:?}\n{answer:?}");
        assert!(answer.lower as f64 <= truth[1] && truth[0] <= answer.upper as f64, "no common point: {}", at());
        apart += u32::from(cores.lower > 0.0);
        deep += u32::from(cores.upper < 0.0);
    }
    assert!(apart > 1500 && deep > 1500, "{apart} apart, {deep} deep");
}

/// A cylinder, a cone or an ellipsoid.
fn curved(dice: &mut Dice) -> Shape {
    let mut size = || 0.1 + 0.9 * dice.real().abs();
    let [x, y, z] = [size(), size(), size()];
    match dice.below(3) {
        0 => Shape::cylinder(x, y, Default::default()),
        1 => Shape::cone(x, y, Default::default()),
        _ => Shape::ellipsoid(Vec3::new(x, y, z)),
    }
    .unwrap()
}

/// The depth of curved bodies should be exact although the proven bracket is wide: a tighter proof seldom finds a
/// smaller depth. Where it does not, the difference of the witness points is the depth along the normal.
#[test]
fn a_tighter_proof_seldom_finds_a_shallower_depth() {
    let mut dice = Dice::new(77);
    let mut deep = 0;
    let mut missed = 0;
    for _ in 0..3000 {
        let (a, pose_a, _, pose_b) = pair(&mut dice);
        let b = curved(&mut dice);
        let a = if dice.below(2) == 0 { a } else { curved(&mut dice) };
        let near = if dice.below(2) == 0 { 0.05 } else { 0.6 };
        let pose_b = Pose { position: pose_a.position + dice.vector() * near, ..pose_b };
        let solve = |proof| {
            signed_distance(&a, &pose_a, &b, &pose_b, &Options { proof, max_expansions: 512, ..Options::default() })
        };
        let [usual, tight] = [Options::default().proof, 1.0e-5].map(solve);
        let at = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}\n{usual:?}\n{tight:?}");
        assert!(!matches!(usual.status, Status::NotConverged(_)), "{}", at());
        assert!(usual.lower <= tight.upper && tight.lower <= usual.upper, "brackets exclude each other: {}", at());
        deep += u32::from(usual.upper < 0.0);
        let size = a.radius() + b.radius();
        if usual.upper < 0.0 && usual.signed_distance.unwrap() < tight.signed_distance.unwrap() - 1.0e3 * EPS * size {
            missed += 1;
            continue;
        }
        let apart = usual.witness_b - usual.witness_a - usual.normal.unwrap() * usual.signed_distance.unwrap();
        assert!(usual.upper >= 0.0 || apart.length() <= 64.0 * EPS.sqrt() * size, "witness points: {}", at());
    }
    assert!(deep > 1500, "{deep} overlap");
    assert!(missed <= deep / 500, "{missed} of {deep} are deeper than need be");
}

#[test]
fn a_start_from_the_last_frame_changes_no_answer() {
    let mut dice = Dice::new(3);
    for _ in 0..40 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let mut start = None;
        for frame in 0..12 {
            let moved = Pose { position: pose_b.position + Vec3::splat(0.01) * frame as Real, ..pose_b };
            let solve = |start| {
                let gjk = gjk::Options { start, ..gjk::Options::default() };
                signed_distance(&a, &pose_a, &b, &moved, &Options { gjk, ..Options::default() })
            };
            let warm = solve(start);
            let cold = solve(None);
            assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "{warm:?}\n{cold:?}");
            start = Some(-(pose_a.rotation.conjugate() * warm.normal.unwrap()));
        }
    }
}

/// Small moves, jumps, and other shapes every twelve frames: a useless memory must not make the answer worse.
#[test]
fn answers_of_a_moving_pair_agree_with_those_without_memory() {
    let mut dice = Dice::new(1029); // in f32, one of these stalls GJK on two polytopes
    let mut warm_iterations = 0;
    let mut cold_iterations = 0;
    let mut overlapping = 0;
    let mut count = 0;
    let mut motion = Motion::default();
    for _ in 0..12_000 {
        let (a, mut pose_a, b, mut pose_b) = pair(&mut dice);
        for frame in 0..12 {
            let far = if frame % 6 == 5 { 0.5 } else { 0.02 };
            for pose in [&mut pose_a, &mut pose_b] {
                let half = dice.vector() * (0.5 * far);
                let rotation = Quat::from_xyzw(half.x, half.y, half.z, 1.0);
                *pose = Pose {
                    position: pose.position + dice.vector() * far,
                    rotation: (rotation * pose.rotation).normalize(),
                };
            }
            let warm = motion.signed_distance(&a, &pose_a, &b, &pose_b, &Options::default());
            let cold = signed_distance(&a, &pose_a, &b, &pose_b, &Options::default());
            let at = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}\n{warm:?}\n{cold:?}");
            assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "brackets exclude each other: {}", at());
            assert!(
                warm.lower <= warm.signed_distance.unwrap() && warm.signed_distance.unwrap() <= warm.upper,
                "{}",
                at()
            );
            let open = |answer: &Answer| matches!(answer.status, Status::NotConverged(_));
            assert!(!open(&warm) || open(&cold), "{}", at());
            let rounding = 512.0 * EPS * (a.radius() + b.radius() + (pose_b.position - pose_a.position).length());
            let apart = (warm.witness_b - warm.witness_a).dot(warm.normal.unwrap());
            assert!(
                (apart - warm.signed_distance.unwrap()).abs() <= rounding + (warm.upper - warm.lower),
                "witness points: {}",
                at()
            );
            warm_iterations += warm.iterations;
            cold_iterations += cold.iterations;
            overlapping += u32::from(cold.upper < 0.0);
            count += 1;
        }
    }
    assert!(overlapping > count * 3 / 10 && overlapping < count * 7 / 10, "{overlapping} of {count} overlap");
    assert!(
        4 * warm_iterations < 3 * cold_iterations,
        "{warm_iterations} iterations remembered, {cold_iterations} cold"
    );
}

#[test]
fn the_bracket_contains_the_answer_after_every_step() {
    let mut dice = Dice::new(17);
    for _ in 0..300 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let truth = signed_distance(&a, &pose_a, &b, &pose_b, &Options::default()).signed_distance.unwrap();
        let cso = Cso::new(&a, &pose_a, &b, &pose_b);
        let mut query = Distance::new(cso, Options::default(), Buffers::default());
        loop {
            let flow = query.step();
            let answer = query.answer();
            let rounding = 256.0 * EPS * (a.radius() + b.radius());
            assert!(answer.lower <= truth + rounding && truth <= answer.upper + rounding, "{truth}: {answer:?}");
            if let ControlFlow::Break(outcome) = flow {
                assert_eq!(query.step(), ControlFlow::Break(outcome), "an end is an end");
                break;
            }
        }
    }
}

#[test]
fn a_moving_pair_honors_the_method_and_the_surface() {
    let a = ball_box(0.125);
    let b = ball_box(0.25);
    let pose_b = Pose::new(Vec3::new(1.25, 0.0625, -0.03125), Quat::IDENTITY);
    let surface = gjk::Options { surface: true, ..Default::default() };
    let variants = [
        Options::default(),
        Options { method: Method::Epa, ..Options::default() },
        Options { gjk: surface, ..Options::default() },
    ];
    let cold = variants.map(|options| signed_distance(&a, &Pose::IDENTITY, &b, &pose_b, &options));
    for (options, cold) in variants.iter().zip(&cold) {
        let mut motion = Motion::default();
        let first = motion.signed_distance(&a, &Pose::IDENTITY, &b, &pose_b, options);
        assert_eq!(&first, cold, "the first call of a motion is a cold one");
        let again = motion.signed_distance(&a, &Pose::IDENTITY, &b, &pose_b, options);
        assert!(again.lower <= first.upper && first.lower <= again.upper, "{first:?} {again:?}");
    }
    assert_ne!(cold[0].iterations, cold[1].iterations, "cores take fewer iterations than surfaces");
    assert_eq!(cold[1], cold[2], "both options select the surfaces");
}

#[test]
fn an_absolute_tolerance_ends_the_search_for_the_depth() {
    let mut dice = Dice::new(21);
    let mut deep = 0;
    let mut saved = 0;
    for _ in 0..400 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let solve = |absolute| {
            let options = Options { gjk: gjk::Options { absolute, ..Default::default() }, ..Options::default() };
            signed_distance(&a, &pose_a, &b, &pose_b, &options)
        };
        let [exact, coarse] = [0.0, 0.05].map(solve);
        let rounding = 1.0e4 * EPS;
        assert!(
            coarse.lower <= exact.upper + rounding && exact.lower <= coarse.upper + rounding,
            "{exact:?} {coarse:?}"
        );
        assert!(!matches!(coarse.status, Status::NotConverged(_)), "{coarse:?}");
        deep += u32::from(exact.upper < 0.0);
        saved += u32::from(exact.upper < 0.0 && coarse.iterations < exact.iterations);
    }
    assert!(deep > 100 && saved > deep / 10, "{saved} of {deep} overlaps took less");
}

#[test]
fn the_iteration_limit_applies_to_all_phases_together() {
    let mut dice = Dice::new(22);
    let mut capped = 0;
    for _ in 0..300 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let solve = |max_iterations| {
            signed_distance(&a, &pose_a, &b, &pose_b, &Options { max_iterations, ..Options::default() })
        };
        let unlimited = solve(u32::MAX);
        for cap in 1..12 {
            let answer = solve(cap);
            assert!(answer.iterations <= cap, "{cap}: {answer:?}");
            assert!(answer.lower <= answer.upper && answer.lower <= unlimited.upper && unlimited.lower <= answer.upper);
            capped += u32::from(matches!(answer.status, Status::NotConverged(Reason::IterationLimit)));
        }
    }
    assert!(capped > 300, "{capped} of 3300 answers were cut short");
}

/// A wide disc magnifies the tilt of a simplex of rim points; the disc's own normal is exact.
#[test]
fn a_point_over_a_wide_disc_is_as_far_as_the_disc_is() {
    let mut dice = Dice::new(23);
    for _ in 0..400 {
        let wide = 10.0 + 900.0 * dice.real().abs();
        let far = wide * (0.01 + 0.3 * dice.real().abs());
        let cone = Shape::cone(wide, 0.3 * wide, Default::default()).unwrap();
        let ball = Shape::capsule(0.01 * wide, 0.02 * wide, Default::default()).unwrap();
        let aside = Vec3::new(dice.real(), 0.0, dice.real()) * (0.6 * wide);
        let pose_a = Pose::new(Vec3::ZERO, Quat::from_xyzw(dice.real(), dice.real(), dice.real(), 1.5));
        let below = aside - Vec3::Y * (0.3 * wide + far + 0.03 * wide);
        let pose_b = Pose::new(pose_a.point(below), pose_a.rotation);
        for swap in [false, true] {
            let answer = match swap {
                false => signed_distance(&cone, &pose_a, &ball, &pose_b, &Options::default()),
                true => signed_distance(&ball, &pose_b, &cone, &pose_a, &Options::default()),
            };
            assert_eq!(answer.status, Status::Separated, "{answer:?}");
            assert!((answer.signed_distance.unwrap() - far).abs() <= 256.0 * EPS * (wide + far), "{far}: {answer:?}");
        }
    }
}

/// A random pair, separate or overlapping; either body is curved in two of three cases.
fn any_pair(dice: &mut Dice) -> (Shape, Pose, Shape, Pose) {
    let (mut a, pose_a, mut b, pose_b) = pair(dice);
    if dice.below(3) > 0 {
        a = curved(dice);
    }
    if dice.below(3) > 0 {
        b = curved(dice);
    }
    let near = [0.05, 0.6, 1.5][dice.below(3) as usize];
    let pose_b = Pose { position: pose_a.position + dice.vector() * near, ..pose_b };
    (a, pose_a, b, pose_b)
}

/// Phases that may follow `done`.
fn successors(done: Phase) -> &'static [Phase] {
    use Phase::*;
    const A: Phase = Disc { of_a: true };
    const B: Phase = Disc { of_a: false };
    match done {
        ClosedForm => &[Gjk, Conclusion],
        Gjk => &[Gjk, Newton, Overlap, Conclusion],
        Newton => &[Gjk, OverDisc, Conclusion],
        OverDisc => &[Kink, Conclusion],
        Kink | Conclusion => &[Conclusion],
        Overlap => &[Facet, Guess, Expand],
        Facet => &[Facet, Guess, Expand, Conclusion],
        Guess | Mirror => &[A, B, Refine, Expand],
        Disc { of_a: true } => &[Rim { of_a: true }, B, Refine],
        Disc { of_a: false } => &[Rim { of_a: false }, Refine],
        Rim { of_a: true } => &[B, Refine],
        Rim { of_a: false } => &[Refine],
        Refine => &[Balls, Expand, Minimum, Conclusion],
        Balls => &[Mirror, Expand, Conclusion],
        Expand => &[Expand, Join, A, B, Refine, Minimum, Conclusion],
        Join => &[Expand],
        Minimum => &[A, B, Refine, Conclusion],
    }
}

#[test]
fn a_step_does_one_phase_and_no_bound_gets_worse() {
    let mut dice = Dice::new(31);
    let mut reached: Vec<Phase> = Vec::new();
    for _ in 0..1500 {
        let (a, pose_a, b, pose_b) = any_pair(&mut dice);
        let cso = Cso::new(&a, &pose_a, &b, &pose_b);
        let mut query = Distance::new(cso.clone(), Options::default(), Buffers::default());
        let mut lower = -Real::MAX;
        let mut upper = Real::MAX;
        let rounding = 256.0 * EPS * (a.radius() + b.radius() + cso.translation.length());
        let outcome = loop {
            let done = query.phase;
            let before = (query.gjk.k, query.deep.as_ref().map_or(0, |deep| deep.epa.iterations));
            let flow = query.step();
            let after = (query.gjk.k, query.deep.as_ref().map_or(0, |deep| deep.epa.iterations));
            let at = || format!("{done:?} of {a:?} {pose_a:?} {b:?} {pose_b:?}: {:?}", query.answer());
            assert!(successors(done).contains(&query.phase), "{:?} after {}", query.phase, at());
            assert_eq!(after.0 - before.0, u32::from(done == Phase::Gjk), "iterations of GJK in {}", at());
            assert!(after.1 - before.1 <= u32::from(done == Phase::Expand), "steps of EPA in {}", at());
            let answer = query.answer();
            assert!(answer.lower <= answer.upper, "{}", at());
            assert!(answer.lower >= lower - rounding && answer.upper <= upper + rounding, "{lower} {upper}: {}", at());
            lower = answer.lower.max(lower);
            upper = answer.upper.min(upper);
            if !reached.contains(&done) {
                reached.push(done);
            }
            if let ControlFlow::Break(outcome) = flow {
                break outcome;
            }
        };
        let mut run = Distance::new(cso, Options::default(), Buffers::default());
        assert_eq!(run.run(), outcome);
        assert_eq!(run.answer(), query.answer(), "a run is its steps");
    }
    // Flat discs that stall GJK have a test of their own, and kinks only occur by rounding.
    assert_eq!(reached.len(), 17, "{reached:?}");
}
