//! Options of queries: each one that an algorithm supports changes its run. Pairs that are too small are rejected by
//! name.

use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_model::answer::PairFinding;
use contact_lens_scene::model::{Ask, SubjectKind};
use serde_json::{Value, json};

use super::engine::prelude::*;
use super::engine::rounding;
use super::*;

/// An algorithm in a dimension.
type SceneQuery = (Algorithm, Dimension);

/// Every algorithm for two bodies.
fn all() -> impl Iterator<Item = SceneQuery> {
    let all = ENTRIES.iter().map(|entry| (entry.algorithm, entry.dimension));
    all.filter(|(algorithm, _)| algorithm.subject() == SubjectKind::Pair)
}

/// Two moving bodies, 2D or 3D, separate or deep in each other.
fn scene((algorithm, dimension): SceneQuery, size: f64) -> Scene {
    let planar = dimension == Dimension::Two;
    let deep = matches!(algorithm, Algorithm::Epa | Algorithm::BooleanGjk | Algorithm::IsaGjk | Algorithm::Manifold);
    let simplex = algorithm.is_simplex();
    let corner = |k: f64| [size * (k * 2.3).cos(), size * (k * 2.3).sin(), size * (k * 0.7).sin()];
    let list: Vec<[f64; 3]> = (0..9).map(|k| corner(f64::from(k))).collect();
    let flat: Vec<[f64; 2]> = list.iter().map(|p| [p[0], p[1]]).collect();
    let (a, b) = match () {
        () if simplex && planar => (json!(&flat[..3]), json!([[0.0, 2.0 * size]])),
        () if simplex => (json!(&list[..3]), json!([[0.0, 0.0, 2.0 * size]])),
        () if planar => (json!(flat), json!(&flat[1..8])),
        () => (json!(list), json!(&list[1..])),
    };
    let kind = if planar { "polygon" } else { "polytope" };
    let apart = if deep { 0.3 } else { 2.4 } * size;
    let at = |x: f64| [x, 0.25 * size, 0.0];
    let margin = if algorithm == Algorithm::Distance { 0.5 * size } else { 0.0 };
    let mut text = json!({
        "version": 1,
        "name": "test",
        "dimension": u8::from(dimension),
        "bodies": [
            { "name": "a", "shape": { "type": kind, "points": a }, "margin": margin },
            { "name": "b", "shape": { "type": kind, "points": b }, "margin": margin,
              "position": if simplex { [0.0; 3] } else { at(apart) } },
        ],
        "queries": [{ "name": "q", "algorithm": algorithm.id(), "a": "a", "b": "b" }],
        "frames": if simplex { json!([]) } else { json!([
            { "poses": [{ "body": "b", "position": at(apart) }] },
            { "poses": [{ "body": "b", "position": at(apart + 0.01 * size) }] },
        ]) },
    });
    if algorithm == Algorithm::Cast {
        text["bodies"][1]["velocity"] = json!([-2.0 * apart, 0.0, 0.0]);
    }
    contact_lens_scene::parse("test", text.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// All text of a run.
fn in_words(lesson: &dyn Lesson) -> String {
    let mut text = format!("{:?}\n", lesson.verdict());
    for step in 0..lesson.steps() {
        for beat in lesson.beats(step) {
            text += &format!("{} {} {:?} {:?} {:?}\n", beat.line, beat.say, beat.values, beat.tables, beat.stops);
        }
    }
    text
}

/// First query of a scene with these options.
fn asked(scene: &Scene, options: &Value) -> Query {
    let mut query = serde_json::to_value(&scene.queries[0]).expect("a query");
    if *options != json!({}) {
        query["options"] = options.clone();
    }
    serde_json::from_value(query).expect("a query")
}

fn answer(scene: &Scene, query: &Query) -> Result<Verdict, QueryError> {
    open(scene, query)?.answer(0)
}

fn played(scene: &Scene, options: &Value) -> String {
    let last = scene.frame_count() - 1;
    let lesson = open(scene, &asked(scene, options)).and_then(|run| run.lesson(last));
    in_words(&*lesson.unwrap_or_else(|error| panic!("{error}")))
}

/// An option with a value that makes a difference for this algorithm.
fn with_of(algorithm: Algorithm, field: &str) -> Value {
    match (algorithm, field) {
        (Algorithm::Cast, "method") => json!({ "method": "advance" }),
        _ => with(field),
    }
}

/// Each option with a value that makes a difference, by the name of its field.
fn with(field: &str) -> Value {
    let value = match field {
        "direction" | "along" => json!([-0.3, 0.2, 0.9]),
        "relative_tolerance" | "absolute_tolerance" => json!(0.5),
        "max_iterations" => json!(1),
        "search" => json!("minus_v"),
        "horizon" => json!("angle_sorted"),
        "method" => json!("epa"),
        "stop" => json!("first"),
        "pairs" => json!("all"),
        "warm_start" => json!(true),
        "t_max" => json!(0.01),
        "margin" => json!(0.5),
        "max_points" => json!(1),
        "reference" => json!("face_b"),
        _ => json!("johnson"),
    };
    json!({ field: value })
}

/// Finding about the pair.
fn pair(verdict: &Verdict) -> &PairFinding {
    verdict.pair().unwrap_or_else(|| panic!("{verdict:?}"))
}

#[test]
fn every_option_of_an_algorithm_has_an_effect() {
    let mut idle = Vec::new();
    for asked_of in all() {
        let (algorithm, dimension) = asked_of;
        let scene = scene(asked_of, 1.0);
        let plain = played(&scene, &json!({}));
        for field in algorithm.options() {
            // All three solvers find the same point, so that only their names differ.
            let named = field == "solver";
            let spatial = dimension == Dimension::Two
                && algorithm != Algorithm::Cast
                && ["method", "horizon", "pairs"].contains(&field);
            // The exact perpendicular and −v differ if v has lost its digits.
            let exact = field == "search";
            // EPA starts from GJK's simplex, which may be the same for another start.
            let before = algorithm == Algorithm::Epa && ["direction", "warm_start"].contains(&field);
            let skipped = named || spatial || exact || before;
            if !skipped && played(&scene, &with_of(algorithm, field)) == plain {
                idle.push((asked_of, field));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:?} do nothing");
}

#[test]
fn every_solver_reaches_the_algorithms_that_use_one() {
    let chosen = Solver::Johnson;
    for asked_of in all().filter(|(algorithm, _)| algorithm.options().contains(&"solver")) {
        let scene = scene(asked_of, 1.0);
        let used = match (asked(&scene, &with("solver")).ask, asked_of.1) {
            (Ask::Gjk { options, .. }, Dimension::Three) => gjk::engine_options(&options).solver,
            (Ask::Distance { options, .. }, Dimension::Three) => distance::engine_options(&options).gjk.solver,
            (Ask::Epa { options, .. }, Dimension::Three) => epa::gjk_options(&options).solver,
            (Ask::IsaGjk { options, .. }, _) => intersection::engine_options(&options).solver,
            (Ask::Gjk { options, .. }, Dimension::Two) => plane::options_of_gjk(&options).solver,
            (Ask::Epa { options, .. }, Dimension::Two) => plane::options_of_epa(&options).solver,
            (Ask::Distance { options, .. }, Dimension::Two) => plane::options_of_distance(&options).solver,
            (other, _) => panic!("{other:?}"),
        };
        assert_eq!(used, chosen, "{asked_of:?}");
    }
}

#[test]
fn no_run_is_longer_than_its_cap() {
    // Iterations of a cast beyond its cap are those of the distance query that proves its result.
    let capped = |algorithm: Algorithm| algorithm.options().contains(&"max_iterations") && algorithm != Algorithm::Cast;
    for asked_of in all().filter(|(algorithm, _)| capped(*algorithm)) {
        for cap in 1..6 {
            let scene = scene(asked_of, 1.0);
            let query = asked(&scene, &json!({ "max_iterations": cap }));
            let verdict = answer(&scene, &query).unwrap_or_else(|error| panic!("{error}"));
            assert!(verdict.iterations <= cap, "{asked_of:?}: {} iterations, {cap} are allowed", verdict.iterations);
            let proof = pair(&verdict).proof;
            assert!(proof.lower <= proof.upper && proof.lower.is_finite() && proof.upper.is_finite(), "{proof:?}");
        }
    }
}

#[test]
fn a_tolerance_ends_the_search_early_and_stays_a_proof() {
    for algorithm in all().filter(|(algorithm, _)| matches!(algorithm, Algorithm::Gjk | Algorithm::Epa)) {
        let scene = scene(algorithm, 1.0);
        let ask = |options| answer(&scene, &asked(&scene, &options)).unwrap_or_else(|error| panic!("{error}"));
        let exact = ask(json!({}));
        let known = pair(&exact);
        let truth = known.signed_distance.unwrap_or(0.5 * (known.proof.lower + known.proof.upper));
        for options in [with("relative_tolerance"), with("absolute_tolerance")] {
            let coarse = ask(options);
            let proof = pair(&coarse).proof;
            assert!(proof.holds() && proof.lower <= truth && truth <= proof.upper, "{algorithm:?}: {proof:?} {truth}");
            assert!(coarse.iterations <= exact.iterations, "{algorithm:?}");
            assert!(proof.tolerance > 100.0 * known.proof.tolerance, "{algorithm:?}");
        }
    }
}

/// Sizes whose squares underflow.
const TINY: [f64; 3] = if EPS < 1.0e-10 { [1.0e-150, 1.0e-165, 1.0e-300] } else { [1.0e-14, 1.0e-23, 1.0e-36] };

#[test]
fn pairs_too_small_are_refused_by_name() {
    for algorithm in all() {
        for size in TINY {
            let scene = scene(algorithm, size);
            for reject in [
                open(&scene, &scene.queries[0]).and_then(|run| run.lesson(0)).map(|_| ()).err(),
                answer(&scene, &scene.queries[0]).map(|_| ()).err(),
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
    for algorithm in all() {
        let lifted = algorithm.0.is_simplex() || matches!(algorithm.0, Algorithm::Support | Algorithm::IsaGjk);
        let planar = algorithm.1 == Dimension::Two && !lifted;
        let smallest = if planar { rounding::MAGNITUDES_IN_PLANE[0] } else { rounding::SMALLEST_MAGNITUDE };
        // A power of two changes no digit.
        let size = 2.0_f64.powi((10.0 * f64::from(smallest as f32).max(smallest as f64)).log2().ceil() as i32);
        let ask = |size: f64| {
            let scene = scene(algorithm, size);
            answer(&scene, &scene.queries[0]).unwrap_or_else(|error| panic!("{algorithm:?} {size:e}: {error}"))
        };
        let one = ask(1.0);
        let small = ask(size);
        assert_eq!((small.outcome, small.iterations), (one.outcome, one.iterations));
        // An axis has no witness points; its gap is checked by its own tests.
        let (Some(one), Some(small)) = (one.pair(), small.pair()) else { continue };
        assert_eq!(small.status, one.status);
        let near = |a: f64, b: f64| (a - b).abs() <= 1.0e3 * EPS as f64;
        assert!(near(small.proof.lower / size, one.proof.lower), "{algorithm:?}: {:?} {:?}", small.proof, one.proof);
        assert!(near(small.proof.upper / size, one.proof.upper), "{algorithm:?}: {:?} {:?}", small.proof, one.proof);
        assert!((small.witness_a / size - one.witness_a).length() <= 1.0e3 * EPS as f64, "{algorithm:?}");
        assert!(small.proof.lower <= small.proof.upper);
    }
}

#[test]
fn the_bracket_of_a_simplex_query_is_no_wider_than_rounding() {
    // A far triangle whose plane passes near the query point: once the tolerance was 9 m for a distance of 2 cm.
    let far = |x: f64, y: f64| [x, y, 0.02];
    let text = json!({
        "version": 1,
        "name": "test",
        "bodies": [
            { "name": "a", "shape": { "type": "triangle", "points": [far(-70.0, -60.0), far(80.0, -50.0), far(5.0, 90.0)] } },
            { "name": "b", "shape": { "type": "polytope", "points": [[0.0, 0.0, 0.0]] } },
        ],
        "queries": [{ "name": "q", "algorithm": "signed_volumes", "a": "a", "b": "b" }],
    });
    let scene =
        contact_lens_scene::parse("test", text.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    for algorithm in [Algorithm::Voronoi, Algorithm::Johnson, Algorithm::SignedVolumes] {
        let query = Query { ask: scene.queries[0].ask.converted_to(algorithm), ..scene.queries[0].clone() };
        let verdict = answer(&scene, &query).unwrap_or_else(|error| panic!("{error}"));
        let proof = pair(&verdict).proof;
        assert!(proof.lower <= 0.02 && 0.02 <= proof.upper && proof.holds(), "{proof:?}");
        assert!(proof.tolerance <= 1.0e4 * EPS as f64, "{algorithm:?}: {} m", proof.tolerance);
    }
}
