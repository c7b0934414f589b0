//! What a query's options do: each that an algorithm honors is seen in its run; pairs too small are refused by name.

use super::*;
use crate::lesson::Lesson;
use crate::scene::model::Options;

/// Two bodies that move a little, of the plane or of space, apart or deep in each other.
fn scene(algorithm: Algorithm, size: f64) -> Scene {
    let planar = matches!(algorithm, Algorithm::Gjk2 | Algorithm::Epa2 | Algorithm::Direction2);
    let deep = matches!(
        algorithm,
        Algorithm::Epa | Algorithm::Epa2 | Algorithm::Direction | Algorithm::Direction2 | Algorithm::Isa
    );
    let simplex = matches!(algorithm, Algorithm::Voronoi | Algorithm::Johnson | Algorithm::SignedVolumes);
    let corner = |k: f64| [size * (k * 2.3).cos(), size * (k * 2.3).sin(), size * (k * 0.7).sin()];
    let list: Vec<[f64; 3]> = (0..9).map(|k| corner(f64::from(k))).collect();
    let flat: Vec<[f64; 2]> = list.iter().map(|p| [p[0], p[1]]).collect();
    let (a, b) = match () {
        () if simplex => (serde_json::json!(&list[..3]), serde_json::json!([[0.0, 0.0, 2.0 * size]])),
        () if planar => (serde_json::json!(flat), serde_json::json!(&flat[1..8])),
        () => (serde_json::json!(list), serde_json::json!(&list[1..])),
    };
    let kind = if planar { "polygon" } else { "polytope" };
    let apart = if deep { 0.3 } else { 2.4 } * size;
    let at = |x: f64| [x, 0.25 * size, 0.0];
    let margin = if algorithm == Algorithm::Penetration { 0.5 * size } else { 0.0 };
    let text = serde_json::json!({
        "version": 1,
        "name": "test",
        "bodies": [
            { "name": "a", "shape": { "type": kind, "points": a }, "margin": margin },
            { "name": "b", "shape": { "type": kind, "points": b }, "margin": margin,
              "position": if simplex { [0.0; 3] } else { at(apart) } },
        ],
        "queries": [{ "name": "q", "algorithm": algorithm, "a": "a", "b": "b" }],
        "frames": if simplex { serde_json::json!([]) } else { serde_json::json!([
            { "poses": [{ "body": "b", "position": at(apart) }] },
            { "poses": [{ "body": "b", "position": at(apart + 0.01 * size) }] },
        ]) },
    });
    crate::scene::parse("test", text.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that a run says.
fn told(lesson: &dyn Lesson) -> String {
    let mut text = format!("{:?}\n", lesson.verdict());
    for step in 0..lesson.steps() {
        for beat in lesson.beats(step) {
            text += &format!("{} {} {:?} {:?} {:?}\n", beat.line, beat.say, beat.values, beat.tables, beat.stops);
        }
    }
    text
}

fn run(scene: &Scene, options: Options) -> String {
    let query = Query { options, ..scene.queries[0].clone() };
    told(&*play(scene, &query, scene.frame_count().saturating_sub(1)).unwrap_or_else(|error| panic!("{error}")))
}

/// Each option with a value that makes a difference, by the name of its field.
fn with(field: &str) -> Options {
    let default = Options::default();
    match field {
        "direction" => Options { direction: Some([-0.3, 0.2, 0.9]), ..default },
        "relative_tolerance" => Options { relative_tolerance: Some(0.5), ..default },
        "absolute_tolerance" => Options { absolute_tolerance: Some(0.5), ..default },
        "max_iterations" => Options { max_iterations: Some(1), ..default },
        "search" => Options { search: model::Search::MinusV, ..default },
        "rim" => Options { rim: model::Rim::AngleSorted, ..default },
        "method" => Options { method: model::Method::Epa, ..default },
        "warm_start" => Options { warm_start: true, ..default },
        _ => Options { solver: model::Solver::Johnson, ..default },
    }
}

const ALL: [Algorithm; 12] = [
    Algorithm::Gjk,
    Algorithm::Penetration,
    Algorithm::Epa,
    Algorithm::Support,
    Algorithm::Voronoi,
    Algorithm::Johnson,
    Algorithm::SignedVolumes,
    Algorithm::Isa,
    Algorithm::Direction,
    Algorithm::Gjk2,
    Algorithm::Epa2,
    Algorithm::Direction2,
];

#[test]
fn every_option_that_an_algorithm_honors_has_an_effect() {
    let mut idle = Vec::new();
    for algorithm in ALL {
        let scene = scene(algorithm, 1.0);
        let plain = run(&scene, Options::default());
        // All three solvers find the same point, so that nothing but their name can tell them apart.
        for field in algorithm.honors().iter().filter(|field| **field != "solver") {
            // EPA begins with the simplex that GJK leaves, which may well be the same from another start.
            let start = |options| {
                let query = Query { options, ..scene.queries[0].clone() };
                gjk_options(&scene, &query, 1).ok().and_then(|options| options.start)
            };
            let planar = |options| plane::options(&Query { options, ..scene.queries[0].clone() });
            let starts = match algorithm {
                Algorithm::Epa => start(with(field)) != start(Options::default()),
                Algorithm::Epa2 => planar(with(field)) != planar(Options::default()),
                _ => false,
            };
            if !starts && run(&scene, with(field)) == plain {
                idle.push((algorithm, *field));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:?} do nothing");
}

#[test]
fn every_solver_reaches_the_algorithms_that_use_one() {
    let chosen = Solver::Johnson;
    for algorithm in ALL {
        let scene = scene(algorithm, 1.0);
        let query = Query { options: with("solver"), ..scene.queries[0].clone() };
        let used = match algorithm {
            Algorithm::Gjk | Algorithm::Epa => Some(gjk_defaults(&query).solver),
            Algorithm::Penetration => Some(distance::options(&query).gjk.solver),
            Algorithm::Isa => Pair::new(&scene, &query, 0).map(|pair| intersection::cold(&query, &pair).solver).ok(),
            Algorithm::Gjk2 | Algorithm::Epa2 => Some(plane::options(&query).solver),
            _ => None,
        };
        assert_eq!(used == Some(chosen), algorithm.honors().contains(&"solver"), "{algorithm:?}");
    }
}

#[test]
fn no_run_is_longer_than_its_cap() {
    for algorithm in ALL.into_iter().filter(|algorithm| algorithm.honors().contains(&"max_iterations")) {
        for cap in 1..6 {
            let scene = scene(algorithm, 1.0);
            let options = Options { max_iterations: Some(cap), ..Options::default() };
            let query = Query { options, ..scene.queries[0].clone() };
            let verdict = answer(&scene, &query, 0).unwrap_or_else(|error| panic!("{error}"));
            assert!(verdict.iterations <= cap, "{algorithm:?}: {} turns, {cap} are allowed", verdict.iterations);
            let proof = verdict.proof;
            assert!(proof.lower <= proof.upper && proof.lower.is_finite() && proof.upper.is_finite(), "{proof:?}");
        }
    }
}

#[test]
fn a_tolerance_ends_the_search_early_and_stays_a_proof() {
    for algorithm in [Algorithm::Gjk, Algorithm::Epa, Algorithm::Gjk2, Algorithm::Epa2] {
        let scene = scene(algorithm, 1.0);
        let ask = |options| {
            let query = Query { options, ..scene.queries[0].clone() };
            answer(&scene, &query, 0).unwrap_or_else(|error| panic!("{error}"))
        };
        let exact = ask(Options::default());
        let truth = exact.signed_distance.unwrap_or(0.5 * (exact.proof.lower + exact.proof.upper));
        for options in [with("relative_tolerance"), with("absolute_tolerance")] {
            let coarse = ask(options);
            let proof = coarse.proof;
            assert!(proof.holds() && proof.lower <= truth && truth <= proof.upper, "{algorithm:?}: {proof:?} {truth}");
            assert!(coarse.iterations <= exact.iterations, "{algorithm:?}");
            assert!(proof.tolerance > 100.0 * exact.proof.tolerance, "{algorithm:?}");
        }
    }
}

/// Sizes whose squares vanish.
const TINY: [f64; 3] = if EPS < 1.0e-10 { [1.0e-150, 1.0e-165, 1.0e-300] } else { [1.0e-14, 1.0e-23, 1.0e-36] };

#[test]
fn pairs_too_small_are_refused_by_name() {
    for algorithm in ALL {
        for size in TINY {
            let scene = scene(algorithm, size);
            for reject in [
                play(&scene, &scene.queries[0], 0).map(|_| ()).err(),
                answer(&scene, &scene.queries[0], 0).map(|_| ()).err(),
            ] {
                let reject = reject.unwrap_or_else(|| panic!("{algorithm:?} answers for bodies of {size:e} m"));
                assert_eq!(reject.field, "bodies[0].shape", "{algorithm:?}");
                assert!(reject.message.contains("too small") && reject.message.contains(" m "), "{}", reject.message);
            }
        }
    }
}

#[test]
fn small_pairs_that_are_taken_are_right() {
    // Ten times the smallest magnitude of each kind.
    for algorithm in ALL {
        let planar = matches!(algorithm, Algorithm::Gjk2 | Algorithm::Epa2 | Algorithm::Direction2);
        let smallest = if planar { super::engine::rounding::PLAIN2[0] } else { super::engine::rounding::SMALLEST };
        // A power of two changes no digit.
        let size = 2.0_f64.powi((10.0 * f64::from(smallest as f32).max(smallest as f64)).log2().ceil() as i32);
        let ask = |size: f64| {
            let scene = scene(algorithm, size);
            answer(&scene, &scene.queries[0], 0).unwrap_or_else(|error| panic!("{algorithm:?} {size:e}: {error}"))
        };
        let (one, small) = (ask(1.0), ask(size));
        assert_eq!((small.status, small.outcome, small.iterations), (one.status, one.outcome, one.iterations));
        let near = |a: f64, b: f64| (a - b).abs() <= 1.0e3 * EPS as f64;
        assert!(near(small.proof.lower / size, one.proof.lower), "{algorithm:?}: {:?} {:?}", small.proof, one.proof);
        assert!(near(small.proof.upper / size, one.proof.upper), "{algorithm:?}: {:?} {:?}", small.proof, one.proof);
        assert!((small.witness_a / size - one.witness_a).length() <= 1.0e3 * EPS as f64, "{algorithm:?}");
        assert!(small.proof.lower <= small.proof.upper);
    }
}

#[test]
fn the_bracket_of_a_simplex_query_is_no_wider_than_rounding() {
    // A far triangle near whose plane the query point lies: once 9 m were "asked" of an answer of 2 cm.
    let far = |x: f64, y: f64| [x, y, 0.02];
    let text = serde_json::json!({
        "version": 1,
        "name": "test",
        "bodies": [
            { "name": "a", "shape": { "type": "triangle", "points": [far(-70.0, -60.0), far(80.0, -50.0), far(5.0, 90.0)] } },
            { "name": "b", "shape": { "type": "polytope", "points": [[0.0, 0.0, 0.0]] } },
        ],
        "queries": [{ "name": "q", "algorithm": "signed_volumes", "a": "a", "b": "b" }],
    });
    let scene = crate::scene::parse("test", text.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    for algorithm in [Algorithm::Voronoi, Algorithm::Johnson, Algorithm::SignedVolumes] {
        let query = Query { algorithm, ..scene.queries[0].clone() };
        let verdict = answer(&scene, &query, 0).unwrap_or_else(|error| panic!("{error}"));
        let proof = verdict.proof;
        assert!(proof.lower <= 0.02 && 0.02 <= proof.upper && proof.holds(), "{proof:?}");
        assert!(proof.tolerance <= 1.0e4 * EPS as f64, "{algorithm:?}: {} m", proof.tolerance);
    }
}
