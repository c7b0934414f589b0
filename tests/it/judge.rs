//! The judge must refuse what is not proven: every number of a true certificate is falsified in turn.

use contact_lens::answer::{Finding, PairFinding, PairStatus, Proof};
use contact_lens::check::judge::pair::{verify, verify_support};
use contact_lens::check::{self, Bodies, CaseSummary, Claim, Placed, Precision};
use contact_lens::play;
use contact_lens::scene::model::{Algorithm, Dimension, Query, Shape};
use glam::{DMat3, DQuat, DVec3};

fn placed(shape: &Shape, x: f64) -> Placed<'_> {
    let (position, velocity) = (DVec3::new(x, 0.0, 0.0), DVec3::ZERO);
    Placed {
        shape,
        margin: 0.0,
        rotation: DMat3::IDENTITY,
        quaternion: DQuat::IDENTITY,
        position,
        in_plane: false,
        velocity,
        spin: DVec3::ZERO,
    }
}

/// The answer of a pair along x, worked out by hand.
fn along_x(status: PairStatus, distance: f64, a: DVec3, b: DVec3) -> PairFinding {
    PairFinding {
        signed_distance: Some(distance),
        normal: Some(DVec3::X),
        witness_a: a,
        witness_b: b,
        proof: Proof { lower: distance, upper: distance, tolerance: 1e-12 },
        status,
    }
}

/// Every way to falsify one number of a verdict by `by`, with its name.
fn mutants(verdict: &PairFinding, by: f64) -> Vec<(String, PairFinding)> {
    let mut all = Vec::new();
    let normal = verdict.normal.unwrap();
    for sign in [by, -by] {
        let mut add = |name: String, change: &dyn Fn(&mut PairFinding)| {
            let mut mutant = verdict.clone();
            change(&mut mutant);
            all.push((name, mutant));
        };
        add(format!("signed distance {sign:+e}"), &|v| v.signed_distance = v.signed_distance.map(|d| d + sign));
        add(format!("lower {sign:+e}"), &|v| v.proof.lower += sign);
        add(format!("upper {sign:+e}"), &|v| v.proof.upper += sign);
        for i in 0..3 {
            add(format!("witness a[{i}] {sign:+e}"), &|v| v.witness_a[i] += sign);
            add(format!("witness b[{i}] {sign:+e}"), &|v| v.witness_b[i] += sign);
            let mut longer = normal;
            longer[i] += sign;
            add(format!("normal[{i}] {sign:+e}, not normalized"), &|v| v.normal = Some(longer));
        }
        let (side, other) = normal.any_orthonormal_pair();
        add(format!("normal turned {sign:+e}"), &|v| v.normal = Some((normal + sign * side).normalize()));
        add(format!("normal turned across {sign:+e}"), &|v| v.normal = Some((normal + sign * other).normalize()));
    }
    all
}

#[test]
fn true_certificates_by_hand_pass_and_every_falsified_number_is_refused() {
    let ball = Shape::Sphere { radius: 1.0 };
    let cube = Shape::Box { half_extents: [1.0, 1.0, 1.0] };
    let x = |x| DVec3::new(x, 0.0, 0.0);
    let cases = [
        (&ball, &ball, 3.0, along_x(PairStatus::Separated, 1.0, x(1.0), x(2.0))),
        (&cube, &ball, 3.0, along_x(PairStatus::Separated, 1.0, x(1.0), x(2.0))),
        (&cube, &cube, 1.5, along_x(PairStatus::Penetrating, -0.5, x(1.0), x(0.5))),
        (&ball, &ball, 1.5, along_x(PairStatus::Penetrating, -0.5, x(1.0), x(0.5))),
        (&ball, &ball, 2.0, along_x(PairStatus::Touching, 0.0, x(1.0), x(1.0))),
    ];
    for (a, b, at, verdict) in cases {
        let (a, b) = (placed(a, 0.0), placed(b, at));
        assert_eq!(verify(&a, &b, &verdict, f64::EPSILON), vec![], "{at}");
        for (name, mutant) in mutants(&verdict, 1e-2) {
            let violations = verify(&a, &b, &mutant, f64::EPSILON);
            assert!(!violations.is_empty(), "{} at {at}: {name} passed", verdict.status);
        }
    }
}

#[test]
fn each_claim_is_the_one_that_is_refused() {
    let cube = Shape::Box { half_extents: [1.0, 1.0, 1.0] };
    let x = |x| DVec3::new(x, 0.0, 0.0);
    let (a, b) = (placed(&cube, 0.0), placed(&cube, 3.0));
    let good = along_x(PairStatus::Separated, 1.0, x(1.0), x(2.0));
    let claims = |verdict: &PairFinding, a: &Placed, b: &Placed| -> Vec<Claim> {
        verify(a, b, verdict, f64::EPSILON).into_iter().map(|violation| violation.claim).collect()
    };
    let mut wide = good.clone();
    wide.proof.lower = 0.9;
    assert_eq!(claims(&wide, &a, &b), [Claim::Bracket], "converged, but the bracket is wide");
    wide.status = PairStatus::NotConverged;
    assert_eq!(claims(&wide, &a, &b), [], "an honest wide bracket is fine");
    let mut outside = good.clone();
    outside.witness_a.y = 1.5;
    assert_eq!(claims(&outside, &a, &b), [Claim::Witness, Claim::Upper]);
    let mut infinite = good.clone();
    infinite.witness_b.z = f64::INFINITY;
    assert_eq!(claims(&infinite, &a, &b), [Claim::Form]);
    // A depth of 1.5 along x is no lie about that direction, but sliding out along y needs only 0.5.
    let shifted = Placed { position: DVec3::new(0.5, 1.5, 0.0), ..placed(&cube, 0.0) };
    let deep = along_x(PairStatus::Penetrating, -1.5, DVec3::new(1.0, 0.5, 0.0), DVec3::new(-0.5, 0.5, 0.0));
    assert_eq!(claims(&deep, &a, &shifted), [Claim::Depth]);
}

/// The same with answers of the engine, in both precisions, over shipped scenes whose brackets are narrow.
#[test]
fn falsified_answers_of_the_engine_are_refused() {
    let mut judged = 0;
    for shipped in contact_lens::scene::SHIPPED {
        let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in
            scene.queries.iter().filter(|query| serde_json::to_value(&query.ask).unwrap().get("options").is_none())
        {
            for precision in Precision::BOTH {
                let placed = Bodies::of(&scene, query).unwrap().placed_in(0);
                let Ok(answer) = play::answer(precision, &scene, query, 0) else { continue };
                // That of two parts is judged with all parts: `parts.rs`.
                let is_of_parts = matches!(answer.finding, Finding::Parts(_));
                let (Some(verdict), [a, b], false) = (answer.pair(), &placed[..], is_of_parts) else { continue };
                // What has no end has a judge of its own: `lies`.
                if [a, b].iter().any(|body| body.shape.is_half_space()) {
                    continue;
                }
                // Of balls round one center every normal is as good.
                if a.position == b.position {
                    continue;
                }
                assert_eq!(verify(a, b, verdict, precision.eps()), vec![], "{} {precision}", shipped.name);
                let size = a.radius() + b.radius() + a.position.distance(b.position);
                let Some(distance) = verdict.signed_distance else { continue };
                // Where vertices touch, many normals are as good, so a turned one is no falsehood.
                let sure = [PairStatus::Separated, PairStatus::Penetrating].contains(&verdict.status);
                let narrow = sure && verdict.proof.width() < 1e-5 * size;
                if !narrow || a.position.length() > 100.0 * size || distance.abs() > size {
                    continue;
                }
                judged += 1;
                for (name, mutant) in mutants(verdict, 0.05 * size) {
                    let violations = verify(a, b, &mutant, precision.eps());
                    assert!(!violations.is_empty(), "{} in {precision}: {name} passed", shipped.name);
                }
            }
        }
    }
    assert!(judged > 30, "only {judged} answers were fit to be falsified");
}

/// Two bodies, and a question about them.
fn asked(algorithm: &str, shape: &serde_json::Value, apart: f64, expect: serde_json::Value) -> check::Case {
    let scene = serde_json::json!({
        "version": 1,
        "name": "pair",
        "dimension": if shape["type"] == "rectangle" { 2 } else { 3 },
        "bodies": [
            {"name": "a", "shape": shape},
            {"name": "b", "shape": shape, "position": [apart, 0.0, 0.0]}
        ],
        "queries": [{"name": "q", "algorithm": algorithm, "a": "a", "b": "b"}]
    });
    let mut scene = contact_lens::scene::parse("pair", scene.to_string().as_bytes()).unwrap();
    expecting(&mut scene, expect);
    check::check_scene(&scene).remove(0)
}

/// The first query of a scene, expecting this.
fn expecting(scene: &mut contact_lens::scene::model::Scene, expect: serde_json::Value) {
    let mut query = serde_json::to_value(&scene.queries[0]).unwrap();
    query["expect"] = expect;
    scene.queries[0] = serde_json::from_value(query).unwrap();
}

/// Whether bodies overlap is told by what an algorithm answers, whatever bound its answer leaves open.
#[test]
fn a_false_expectation_of_overlap_fails_with_every_algorithm() {
    let cube = serde_json::json!({"type": "box", "half_extents": [1.0, 1.0, 1.0]});
    let square = serde_json::json!({"type": "rectangle", "half_extents": [1.0, 1.0]});
    let round = serde_json::json!({"type": "capsule", "radius": 0.5, "half_height": 0.5, "axis": "x"});
    let pairs = [
        (&cube, ["gjk", "distance", "epa", "isa_gjk", "boolean_gjk"].as_slice()),
        (&round, ["gjk", "distance", "isa_gjk", "boolean_gjk"].as_slice()),
        (&square, ["gjk", "distance", "epa", "isa_gjk", "boolean_gjk"].as_slice()),
    ];
    for (shape, algorithms) in pairs {
        for algorithm in algorithms {
            for (apart, overlap) in [(1.5, true), (2.5, false)] {
                let right = asked(algorithm, shape, apart, serde_json::json!({"intersects": overlap}));
                assert!(right.holds(), "{algorithm} at {apart}: {:?}", right.failures);
                let wrong = asked(algorithm, shape, apart, serde_json::json!({"intersects": !overlap}));
                assert_eq!(wrong.summary(), CaseSummary::Fails, "{algorithm} at {apart} passed");
                assert!(wrong.failures.iter().all(|found| found.kind == check::FailureKind::Expectation), "{wrong:?}");
            }
            for either in [true, false] {
                let touching = asked(algorithm, shape, 2.0, serde_json::json!({"intersects": either}));
                assert!(touching.holds(), "{algorithm}, touching, {either}: {:?}", touching.failures);
            }
        }
    }
    // A support mapping whose direction does not separate decides nothing.
    for either in [true, false] {
        let support = asked("support", &cube, 1.5, serde_json::json!({"intersects": either}));
        assert!(support.failures[0].message.contains("proves neither"), "{:?}", support.failures);
    }
}

#[test]
fn expectations_that_nothing_settles_are_not_met() {
    let cube = serde_json::json!({"type": "box", "half_extents": [1.0, 1.0, 1.0]});
    let unknown = asked("gjk", &cube, 2.5, serde_json::json!({"outcome": "RelativGap"}));
    let said = &unknown.failures[0];
    assert_eq!(said.kind, check::FailureKind::Refused);
    assert!(said.message.starts_with("queries[0].expect.outcome: `RelativGap` is not an ending"), "{}", said.message);
    assert!(said.message.ends_with("did you mean `RelativeGap`?"), "{}", said.message);
    let other = asked("gjk", &cube, 2.5, serde_json::json!({"outcome": "Inside"}));
    assert!(other.failures[0].message.contains("expected the outcome"), "{:?}", other.failures);
    // One expansion leaves a bracket that holds any number.
    let shipped = contact_lens::scene::shipped("epa-iteration-limit").unwrap();
    let mut scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    expecting(&mut scene, serde_json::json!({}));
    let verdict = play::answer(Precision::F64, &scene, &scene.queries[0].clone(), 0).unwrap();
    let outcome = verdict.outcome;
    let verdict = verdict.pair().unwrap();
    assert_eq!(verdict.status, PairStatus::NotConverged);
    let inside = 0.5 * (verdict.proof.lower + verdict.proof.upper);
    expecting(&mut scene, serde_json::json!({ "signed_distance": inside }));
    let case = check::check_scene(&scene).remove(0);
    assert!(case.failures.iter().any(|found| found.message.contains("confirms nothing")), "{:?}", case.failures);
    // Said with a tolerance, the best estimate is what counts.
    let near = serde_json::json!({ "signed_distance": verdict.signed_distance, "tolerance": 1e-9 });
    expecting(&mut scene, near.clone());
    let case = check::check_scene(&scene).remove(0);
    assert_eq!((case.holds(), case.summary()), (true, CaseSummary::Open), "right so far, but not converged");
    let mut ending = near;
    ending["outcome"] = serde_json::Value::from(outcome);
    expecting(&mut scene, ending);
    assert_eq!(check::check_scene(&scene).remove(0).summary(), CaseSummary::Verified, "and that is expected");
    scene.queries[0].ask = Algorithm::Epa.of(scene.bodies[0].name.as_str(), scene.bodies[1].name.as_str());
    assert_eq!(check::check_scene(&scene).remove(0).summary(), CaseSummary::Computed);
}

#[test]
fn an_overlap_or_a_support_point_that_is_none_is_refused() {
    let cube = Shape::Box { half_extents: [1.0, 1.0, 1.0] };
    let (a, b) = (placed(&cube, 0.0), placed(&cube, 3.0));
    let mut claimed = along_x(PairStatus::Penetrating, 0.0, DVec3::ZERO, DVec3::ZERO);
    claimed.signed_distance = None;
    claimed.proof = Proof { lower: -1.0, upper: 1e-15, tolerance: f64::INFINITY };
    claimed.normal = None;
    let claims = |verdict: &PairFinding| -> Vec<Claim> {
        verify(&a, &b, verdict, f64::EPSILON).into_iter().map(|violation| violation.claim).collect()
    };
    assert!(claims(&claimed).contains(&Claim::Overlap), "{:?}", claims(&claimed));
    claimed.status = PairStatus::Separated;
    assert!(claims(&claimed).contains(&Claim::Bracket), "a gap that is not proven: {:?}", claims(&claimed));
    let d = DVec3::new(1.0, 0.5, 0.25);
    let mut support = along_x(PairStatus::Undecided, 0.0, DVec3::ONE, DVec3::new(2.0, -1.0, -1.0));
    assert_eq!(verify_support(&a, &b, &support, d, f64::EPSILON), vec![]);
    support.witness_b.z = 1.0;
    let violations = verify_support(&a, &b, &support, d, f64::EPSILON);
    assert!(violations.len() == 1 && violations[0].message.contains("on B"), "{violations:?}");
}

/// Of pairs that almost touch, or lie askew, the judge itself knows the distance well enough.
#[test]
fn pairs_that_are_barely_apart_have_no_points_of_contact() {
    for name in [
        "gjk-real-jolt-671-box-hovering",
        "gjk-real-jolt-671-other-angles",
        "distance-real-fcl-319-barely-apart",
        "gjk-real-fcl-390-cylinder-and-plate",
    ] {
        let shipped = contact_lens::scene::shipped(name).unwrap();
        let mut scene = contact_lens::scene::parse(name, shipped.text.as_bytes()).unwrap();
        let [a, b] = [0, 1].map(|k| scene.bodies[k].name.clone());
        scene.queries = vec![Query::new("contact", Algorithm::Manifold.of(a, b))];
        let case = check::check_scene(&scene).pop().unwrap();
        assert!(case.holds(), "{name}: {:?}", case.failures);
    }
}

/// The solvers of the plane and of single simplices are held against each other, too: a wrong one is found.
#[test]
fn every_algorithm_with_several_solvers_is_asked_by_all() {
    for shipped in contact_lens::scene::SHIPPED {
        let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let others: Vec<String> =
                check::queries_of_other_solvers(scene.dimension, query).into_iter().map(|(name, _)| name).collect();
            let algorithm = query.ask.algorithm();
            // A world is solved otherwise by a direct solve, which may differ: friction and contacts have many answers.
            let nearest = algorithm.options().contains(&"solver") && algorithm != Algorithm::World;
            let solvers = if nearest { 2 } else { 0 };
            let method = usize::from(algorithm == Algorithm::Distance && scene.dimension == Dimension::Three);
            let simplex = if algorithm.is_simplex() { 2 } else { 0 };
            let planar_hull = usize::from(algorithm.is_hull() && scene.dimension == Dimension::Two);
            let full_answer = usize::from(algorithm == Algorithm::Sat);
            assert_eq!(
                others.len(),
                solvers + method + simplex + planar_hull + full_answer,
                "{}: {others:?}",
                shipped.name
            );
        }
    }
}
