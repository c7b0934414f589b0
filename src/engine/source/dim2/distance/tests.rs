//! Planar distances against brute force, invariants after every step, invalid input, and scaled input.

use super::*;
use crate::dim2::answer::Status;
use crate::dim2::epa::{self, Epa};
use crate::dim2::gjk::{self, Search};
use crate::dim2::random::Random;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// The default.
static OPTIONS: LazyLock<Options> = LazyLock::new(Options::default);

/// Poses and shapes of a generator.
trait Bodies {
    fn pose(&mut self, spread: Real) -> Pose;
    fn shape(&mut self, kind: u32) -> Shape;
}

impl Bodies for Random {
    fn pose(&mut self, spread: Real) -> Pose {
        Pose::new(self.point() * spread, self.point())
    }
    /// Any shape, of any dimension; some snapped to a grid so that sides are parallel and corners meet.
    fn shape(&mut self, kind: u32) -> Shape {
        let count = 1 + self.bits() % 20;
        let snap = self.bits().is_multiple_of(2);
        let points: Vec<Vec2> =
            (0..count).map(|_| if snap { (self.point() * 4.0).round() / 4.0 } else { self.point() }).collect();
        let shape = match kind % 6 {
            0 => Shape::circle(self.signed().abs()),
            1 => Shape::rectangle(self.point().abs()),
            2 => Shape::segment([points[0], self.point()]),
            3 => Shape::capsule(self.signed().abs(), self.signed().abs()),
            _ => Shape::polygon(&points),
        };
        shape.expect("valid")
    }
}

/// Brute force in `f64` over the cores' differences: the least distance to a side when apart, the least reach of a
/// side's normal when overlapping.
fn brute(cso: &Cso<&Shape>) -> f64 {
    let to_f64 = |p: Vec2| glam::DVec2::new(p.x as f64, p.y as f64);
    let rotation = to_f64(cso.rotation).normalize();
    let all: Vec<glam::DVec2> = cso
        .a
        .core()
        .iter()
        .flat_map(|a| {
            cso.b.core().iter().map(move |b| to_f64(*a) - rotation.rotate(to_f64(*b)) - to_f64(cso.translation))
        })
        .collect();
    let flat: Vec<[f64; 3]> = all.iter().map(|p| [p.x, p.y, 0.0]).collect();
    let hull = crate::dim2::dim3::hull::hull_f64(flat).expect("finite");
    let corners: Vec<glam::DVec2> = match hull.faces().next() {
        Some(face) => face.iter().map(|&i| all[hull.vertices[i as usize] as usize]).collect(),
        None => hull.vertices.iter().map(|&i| all[i as usize]).collect(),
    };
    let sides = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    let mut outside = corners.len() < 3;
    let mut nearest = f64::INFINITY;
    let mut least = f64::INFINITY;
    for (p, q) in sides {
        let e = q - p;
        let t = if e == glam::DVec2::ZERO { 0.0 } else { (-p.dot(e) / e.length_squared()).clamp(0.0, 1.0) };
        nearest = nearest.min((p + e * t).length());
        let height = e.perp_dot(-p) / e.length();
        outside |= height < 0.0;
        least = least.min(height);
    }
    (if outside { nearest } else { -least }) - cso.margin() as f64
}

#[test]
fn random_pairs_equal_brute_force() {
    let mut random = Random(42);
    let mut overlaps = 0;
    for round in 0..3000 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let pose_a = random.pose(1.0);
        let pose_b = random.pose(1.0);
        let cso = Cso::new(&a, &pose_a, &b, &pose_b);
        let expected = brute(&cso);
        let answer = signed_distance(&a, &pose_a, &b, &pose_b, &OPTIONS);
        let error = (answer.signed_distance.unwrap() as f64 - expected).abs();
        assert!(error <= (32.0 * EPS) as f64, "round {round}: {} for {expected}", answer.signed_distance.unwrap());
        assert!(answer.lower as f64 <= expected && expected <= answer.upper as f64, "round {round}");
        assert!((answer.normal.unwrap().length() - 1.0).abs() < 8.0 * EPS);
        let v = answer.witness_a - answer.witness_b;
        assert!(
            (v + answer.normal.unwrap() * answer.signed_distance.unwrap()).length() < 64.0 * EPS,
            "round {round}: witness points"
        );
        overlaps += u32::from(expected < 0.0);
    }
    assert!((900..=2100).contains(&overlaps), "{overlaps} of 3000 overlap");
}

#[test]
fn every_step_keeps_its_promises() {
    let mut random = Random(7);
    let mut deep = 0;
    let mut differ = 0;
    for round in 0..1500 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let cso = Cso::new(&a, &random.pose(0.7), &b, &random.pose(0.7));
        let mut gjk = Gjk::new(cso.clone(), *OPTIONS);
        let mut before = gjk.nearest().v.length();
        let outcome = loop {
            let flow = gjk.step();
            let now = gjk.nearest().v.length();
            assert!(now <= before + gjk.epsilon, "|v| grew from {before} to {now}");
            assert!((gjk.nearest().weights.iter().sum::<Real>() - 1.0).abs() < 8.0 * EPS);
            before = now;
            if let ControlFlow::Break(outcome) = flow {
                break outcome;
            }
        };
        assert_eq!(gjk.step(), ControlFlow::Break(outcome), "an ended stepper stays ended");
        let other = Gjk::new(cso.clone(), Options { search: Search::MinusV, ..*OPTIONS }).run();
        differ += u32::from(other != outcome);
        if !matches!(outcome, gjk::Outcome::Contained | gjk::Outcome::OnEdge) {
            continue;
        }
        deep += 1;
        let mut epa = Epa::new(cso, &gjk.simplex[..gjk.count], epa::Options::default(), Vec::new());
        let mut upper = Real::INFINITY;
        while epa.step().is_continue() {
            assert!(epa.upper <= upper && epa.edges[epa.nearest_now()].distance() <= epa.upper + epa.epsilon);
            upper = epa.upper;
            for edge in epa.edges.iter() {
                assert_eq!(
                    epa.edges.iter().filter(|other| other.from.w == edge.to.w).count(),
                    1,
                    "the polygon is closed"
                );
            }
        }
    }
    assert!((450..=1050).contains(&deep), "{deep} of 1500 are deep");
    assert!(differ <= 100, "the direction −v ends differently in {differ} of 1500");
}

#[test]
fn a_remembered_feature_saves_iterations_and_changes_no_answer() {
    let mut random = Random(11);
    let mut workspace = Workspace::default();
    let mut warm = 0;
    let mut cold = 0;
    let mut deep = 0;
    for round in 0..300 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let mut pose_a = random.pose(0.7);
        let mut pose_b = random.pose(0.7);
        let mut feature = None;
        for _ in 0..10 {
            let expected = workspace.signed_distance(&a, &pose_a, &b, &pose_b, &OPTIONS);
            if let Some(feature) = feature {
                let answer = workspace.resumed(&a, &pose_a, &b, &pose_b, &OPTIONS, feature);
                let error = (answer.signed_distance.unwrap() - expected.signed_distance.unwrap()).abs();
                assert!(error <= 32.0 * EPS, "round {round}: {answer:?} for {expected:?}");
                assert_eq!(answer.status, expected.status, "round {round}");
                warm += answer.iterations;
                cold += expected.iterations;
                deep += u32::from(expected.status == Status::Penetrating);
            }
            feature = Some(expected.feature);
            // Now and then a jump, after which what was nearest lies inside of the difference.
            let far = if round % 5 == 4 { 0.2 } else { 0.01 };
            pose_a = Pose::new(pose_a.position + random.point() * far, pose_a.rotation + random.point() * far);
            pose_b = Pose::new(pose_b.position + random.point() * far, pose_b.rotation + random.point() * far);
        }
    }
    assert!((810..=1890).contains(&deep), "{deep} of 2700 overlap");
    assert!(warm * 4 < cold * 3, "{warm} iterations instead of {cold}");
    let point = Shape::circle(0.0).expect("valid");
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    let foreign = workspace.resumed(&point, &Pose::IDENTITY, &square, &Pose::IDENTITY, &OPTIONS, [[7, 9], [3, 1]]);
    assert_eq!(foreign.signed_distance, Some(-1.0), "a feature of other shapes is no start");
}

#[test]
fn every_ending_is_reached() {
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    let at = |x: Real, y: Real| Cso::new(&square, &Pose::IDENTITY, &square, &Pose::new(Vec2::new(x, y), Vec2::X));
    let end = |x, y| Gjk::new(at(x, y), *OPTIONS).run();
    assert_eq!(end(5.0, 1.0), gjk::Outcome::Apart);
    assert_eq!(end(0.5, 0.25), gjk::Outcome::Contained);
    assert_eq!(end(2.0, 2.0), gjk::Outcome::OnVertex);
    assert_eq!(end(2.0, 0.5), gjk::Outcome::OnEdge);
    let segment = Shape::segment([-Vec2::X, Vec2::X]).expect("valid");
    let along = |x: Real| {
        signed_distance(&segment, &Pose::IDENTITY, &segment, &Pose::new(Vec2::new(x, 0.0), Vec2::X), &OPTIONS)
    };
    let flat = along(0.5);
    assert_eq!((flat.signed_distance, flat.normal.map(|n| n.x), flat.status), (Some(0.0), Some(0.0), Status::Touching));
    assert_eq!(along(3.0).signed_distance, Some(1.0));
    let point = Shape::circle(0.0).expect("valid");
    let same = signed_distance(&point, &Pose::IDENTITY, &point, &Pose::IDENTITY, &OPTIONS);
    assert_eq!((same.signed_distance, same.status), (Some(0.0), Status::Touching));
    let disc = Shape::circle(1.5).expect("valid");
    assert_eq!(signed_distance(&disc, &Pose::IDENTITY, &disc, &Pose::IDENTITY, &OPTIONS).signed_distance, Some(-3.0));
}

#[test]
fn the_unit_of_length_changes_nothing() {
    let mut random = Random(3);
    let ends = [Real::MAX.sqrt().log2().floor() - 8.0, (Real::MIN_POSITIVE).log2() + 40.0, 20.0, -20.0];
    for round in 0..200 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let pose_a = random.pose(1.0);
        let pose_b = random.pose(1.0);
        let one = signed_distance(&a, &pose_a, &b, &pose_b, &OPTIONS);
        for factor in ends.map(Real::exp2) {
            let moved = |pose: &Pose| Pose { position: pose.position * factor, ..*pose };
            let other =
                signed_distance(&a.scaled(factor), &moved(&pose_a), &b.scaled(factor), &moved(&pose_b), &OPTIONS);
            let error = (other.signed_distance.unwrap() / factor - one.signed_distance.unwrap()).abs();
            assert!(
                error <= 32.0 * EPS,
                "factor {factor:e}: {} and {}",
                other.signed_distance.unwrap() / factor,
                one.signed_distance.unwrap()
            );
            assert_eq!(other.status, one.status);
        }
    }
}

#[test]
fn bad_shapes_are_refused() {
    assert!(Shape::circle(-1.0).is_err() && Shape::circle(Real::NAN).is_err() && Shape::circle(Real::MAX).is_err());
    assert!(Shape::polygon(&[]).is_err() && Shape::polygon(&[Vec2::splat(Real::MAX)]).is_err());
    assert!(Shape::rectangle(Vec2::new(1.0, Real::INFINITY)).is_err());
    assert_eq!(Pose::new(Vec2::ZERO, Vec2::ZERO).rotation, Vec2::X);
}

/// Shapes made of numbers whose squares vanish, not scaled afterwards.
#[test]
fn tiny_shapes_are_answered_as_ordinary_ones() {
    let mut random = Random(5);
    let powers = if EPS < 1.0e-10 { [-300, -560, -900] } else { [-40, -80, -105] };
    for round in 0..200 {
        let points: Vec<Vec2> = (0..6).map(|_| random.point()).collect();
        let radius = random.signed().abs();
        let half = random.point().abs();
        let place = random.point() * 2.0;
        let turn = random.point();
        let ask = |unit: Real| {
            let shapes = [
                Shape::circle(radius * unit),
                Shape::rectangle(half * unit),
                Shape::polygon(&points.iter().map(|p| *p * unit).collect::<Vec<_>>()),
                Shape::capsule(radius * unit, half.x * unit),
            ]
            .map(|shape| shape.expect("valid"));
            let [a, b] = [&shapes[round % 4], &shapes[round / 4 % 4]];
            signed_distance(a, &Pose::IDENTITY, b, &Pose::new(place * unit, turn), &OPTIONS)
        };
        let one = ask(1.0);
        for power in powers {
            let unit = (2.0 as Real).powi(power);
            let tiny = ask(unit);
            let blur = 32.0 * Real::MIN_POSITIVE / unit;
            assert!(
                tiny.lower <= tiny.signed_distance.unwrap() && tiny.signed_distance.unwrap() <= tiny.upper,
                "{tiny:?}"
            );
            let near = |x: Real, y: Real| (x / unit - y).abs() <= 64.0 * EPS + blur;
            assert!(
                near(tiny.signed_distance.unwrap(), one.signed_distance.unwrap()),
                "unit {unit:e}: {tiny:?} {one:?}"
            );
            assert!(near(tiny.lower, one.lower) && near(tiny.upper, one.upper), "unit {unit:e}: {tiny:?} {one:?}");
            assert!(blur > EPS || tiny.status == one.status, "unit {unit:e}: {tiny:?} {one:?}");
            assert!((tiny.witness_a / unit - one.witness_a).length() <= 64.0 * EPS + blur, "{tiny:?} {one:?}");
        }
    }
}

#[test]
fn the_three_solvers_are_interchangeable_in_the_plane() {
    use crate::dim2::simplex::Solver;
    let mut random = Random(17);
    let mut iterations = [0; 3];
    for round in 0..1500 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let pose_a = random.pose(0.7);
        let pose_b = random.pose(0.7);
        let answers = [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi]
            .map(|solver| signed_distance(&a, &pose_a, &b, &pose_b, &Options { solver, ..*OPTIONS }));
        for (answer, iterations) in answers.iter().zip(&mut iterations) {
            assert_eq!(answer.status, answers[0].status, "round {round}: {answers:?}");
            assert!(
                (answer.signed_distance.unwrap() - answers[0].signed_distance.unwrap()).abs() <= 32.0 * EPS,
                "{round}: {answers:?}"
            );
            *iterations += answer.iterations;
        }
    }
    assert!(iterations[1] <= iterations[0] * 11 / 10 && iterations[2] <= iterations[0] * 11 / 10, "{iterations:?}");
    // The default goes its own way; the others are asked.
    let square = Shape::rectangle(Vec2::ONE).expect("valid");
    let cso = Cso::new(&square, &Pose::IDENTITY, &square, &Pose::new(Vec2::new(5.0, 0.3), Vec2::X));
    for solver in [Solver::Johnson, Solver::Voronoi] {
        let mut gjk = Gjk::new(cso.clone(), Options { solver, ..*OPTIONS });
        assert_eq!((gjk.run(), gjk.options.solver), (gjk::Outcome::Apart, solver));
    }
}

#[test]
fn what_is_asked_for_is_what_is_proven() {
    let mut random = Random(23);
    let mut saved = 0;
    let mut whole = 0;
    for round in 0..600 {
        let a = random.shape(round);
        let b = random.shape(round / 6);
        let pose_a = random.pose(0.7);
        let pose_b = random.pose(0.7);
        let exact = signed_distance(&a, &pose_a, &b, &pose_b, &OPTIONS);
        whole += exact.iterations;
        for options in [Options { relative: 0.2, ..*OPTIONS }, Options { absolute: 0.1, ..*OPTIONS }] {
            let answer = signed_distance(&a, &pose_a, &b, &pose_b, &options);
            let truth = exact.signed_distance.unwrap();
            assert!(answer.lower <= truth + 32.0 * EPS && truth <= answer.upper + 32.0 * EPS, "{answer:?} {truth}");
            let wanted = options.width(answer.signed_distance.unwrap()) + 256.0 * EPS;
            assert!(
                matches!(answer.status, Status::NotConverged(_)) || answer.upper - answer.lower <= wanted,
                "{answer:?}"
            );
            assert!(!matches!(answer.status, Status::NotConverged(_)), "round {round}: {answer:?}");
            saved += exact.iterations.saturating_sub(answer.iterations);
        }
        for max_iterations in 0..4 {
            let answer = signed_distance(&a, &pose_a, &b, &pose_b, &Options { max_iterations, ..*OPTIONS });
            let truth = exact.signed_distance.unwrap();
            assert!(answer.iterations <= max_iterations.max(1), "{max_iterations}: {answer:?}");
            assert!(answer.lower <= truth + 32.0 * EPS && truth <= answer.upper + 32.0 * EPS, "{answer:?} {truth}");
            assert!(answer.lower.is_finite() && answer.upper.is_finite(), "{answer:?}");
        }
    }
    assert!(saved > whole / 10, "{saved} of {whole} iterations saved");
}
