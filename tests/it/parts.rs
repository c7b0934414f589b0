//! Bodies that are made of parts: lines of a batch, files, the judge of the closest pair, and the pair alone.

use contact_lens::answer::{ContactFinding, Finding, ManifoldsFinding, PairStatus, PartsFinding};
use contact_lens::check::{self, Bodies, Claim, Precision};
use contact_lens::cli::batch::Batch;
use contact_lens::play;
use contact_lens::scene::model::Scene;
use contact_lens::scene::{self, save};
use serde_json::{Value, json};

const PRECISIONS: [(Precision, f64); 2] = [(Precision::F32, 1e-5), (Precision::F64, 1e-12)];

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn ball(radius: f64, at: [f64; 3]) -> Value {
    json!({ "shape": { "type": "sphere", "radius": radius }, "position": at })
}

fn two_parts() -> Value {
    json!({ "type": "compound", "parts": [
        { "name": "ball", "shape": { "type": "sphere", "radius": 1 } },
        { "shape": { "type": "compound", "parts": [
            { "shape": { "type": "box", "half_extents": [1, 1, 1] }, "position": [1, 0, 0] } ] }, "position": [2, 0, 0] },
    ] })
}

fn floor(one_sided: bool) -> Value {
    json!({ "type": "triangle_mesh", "vertices": [[0, 0, 0], [0, 0, 2], [2, 0, 2], [2, 0, 0]],
        "triangles": [[0, 1, 2], [0, 2, 3]], "one_sided": one_sided })
}

fn near(found: &Value, wanted: f64, eps: f64, line: &Value) {
    let number = found.as_f64().unwrap_or_else(|| panic!("{found} of {line}"));
    assert!((number - wanted).abs() <= eps * wanted.abs().max(1.0), "{number} is not {wanted}: {line}");
}

#[test]
fn distances_name_the_parts_that_decide() {
    for (precision, eps) in PRECISIONS {
        let line = json!({ "a": { "shape": two_parts() }, "b": ball(0.5, [5.0, 0.0, 0.0]) });
        let found = reply(precision, &line);
        near(&found["signed_distance"], 0.5, eps, &found);
        assert_eq!((&found["part_a"], &found["part_b"]), (&json!([1, 0]), &json!([])));
        let turned = json!({ "a": ball(0.5, [0.0, -2.0, 0.0]), "b": { "shape": two_parts(), "margin": 0.25 } });
        let found = reply(precision, &turned);
        near(&found["signed_distance"], 0.25, eps, &found);
        assert_eq!((&found["part_a"], &found["part_b"]), (&json!([]), &json!([0])));
        let flat = json!({ "dim": 2, "a": { "shape": { "type": "compound", "parts": [
            { "shape": { "type": "box", "half_extents": [1, 0.1] }, "position": [0, 1], "rotation": [0, 1] },
            { "shape": { "type": "sphere", "radius": 0.1 }, "position": [2, 0] } ] } },
            "b": { "shape": { "type": "sphere", "radius": 0.5 }, "position": [3, 0] } });
        let found = reply(precision, &flat);
        near(&found["signed_distance"], 0.4, eps, &found);
        assert_eq!(found["part_a"], json!([1]));
    }
}

#[test]
fn one_sided_triangles_are_met_from_their_front_alone() {
    for (precision, eps) in PRECISIONS {
        let below = |one_sided| json!({ "a": { "shape": floor(one_sided) }, "b": ball(0.2, [0.5, -1.0, 1.5]) });
        let found = reply(precision, &below(false));
        near(&found["signed_distance"], 0.8, eps, &found);
        let found = reply(precision, &below(true));
        assert_eq!(
            (&found["status"], &found["signed_distance"], &found["part_a"]),
            (&json!("none met"), &Value::Null, &Value::Null)
        );
        let ray = |y: f64| json!({ "op": "ray", "origin": [0.5, y, 1.5], "direction": [0, -y, 0], "t_max": 2, "b": { "shape": floor(true) } });
        let found = reply(precision, &ray(4.0));
        near(&found["t"], 1.0, eps, &found);
        assert_eq!(found["part"], json!([0]));
        assert_eq!(reply(precision, &ray(-4.0))["hit"], json!(false));
        let fall = |y: f64| {
            json!({ "op": "cast", "t_max": 2, "a": { "shape": floor(true) },
            "b": { "shape": { "type": "sphere", "radius": 1 }, "position": [1, y, 1], "velocity": [0, -y, 0] } })
        };
        let found = reply(precision, &fall(4.0));
        near(&found["t_first"], 0.75, 1e-4, &found);
        assert_eq!(reply(precision, &fall(-4.0))["status"], json!("none met"));
    }
}

#[test]
fn overlaps_contacts_and_casts_of_parts_are_told() {
    for (precision, eps) in PRECISIONS {
        let test = |x: f64| json!({ "op": "intersects", "a": { "shape": two_parts() }, "b": ball(0.5, [x, 0.0, 0.0]) });
        let found = reply(precision, &test(4.2));
        assert_eq!((&found["intersects"], &found["part_a"]), (&json!(true), &json!([1, 0])));
        let found = reply(precision, &test(9.0));
        assert_eq!((&found["intersects"], &found["part_a"]), (&json!(false), &Value::Null));
        let field = json!({ "type": "height_field", "heights": [[0, 0, 0], [0, 0, 0], [0, 0, 0]], "cell": [1, 1] });
        let stands = json!({ "op": "manifold", "a": { "shape": field },
            "b": { "shape": { "type": "box", "half_extents": [0.2, 0.2, 0.2] }, "position": [0.5, 0.15, 0.5] } });
        let found = reply(precision, &stands);
        let parts: Vec<&Value> = found["parts"].as_array().unwrap().iter().map(|part| &part["part_a"]).collect();
        assert_eq!(parts, [&json!([0]), &json!([1])]);
        for part in found["parts"].as_array().unwrap() {
            assert!(["a", "b"].contains(&part["reference"]["body"].as_str().unwrap()));
            near(&part["points"][0]["depth"], 0.05, 100.0 * eps, part);
        }
        let flies = json!({ "op": "cast", "t_max": 2, "a": { "shape": field }, "b": { "shape": { "type": "sphere", "radius": 0.3 },
            "position": [0.7, 3.3, 1.2], "velocity": [0, -1, 0] } });
        near(&reply(precision, &flies)["gap"], 1.0, 1e-4, &flies);
    }
}

#[test]
fn what_is_no_body_of_parts_names_its_field() {
    let with = |shape: Value| json!({ "a": { "shape": shape }, "b": ball(1.0, [0.0; 3]) });
    let mesh = |triangles: Value| json!({ "type": "triangle_mesh", "vertices": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], "triangles": triangles });
    let field = |heights: Value| json!({ "type": "height_field", "heights": heights, "cell": [1, 1] });
    let compound = |parts: Value| json!({ "type": "compound", "parts": parts });
    let deep = (0..12).fold(json!({ "type": "sphere", "radius": 1 }), |inner, _| compound(json!([{ "shape": inner }])));
    for (line, wanted) in [
        (with(mesh(json!([[0, 1, 9]]))), "a.shape.triangles[0][2]: there is no vertex 9"),
        (with(mesh(json!([[0, 1, 3], [0, 1, 2]]))), "a.shape.triangles[1]: has no area"),
        (with(mesh(json!([]))), "a.shape.triangles: must not be empty"),
        (with(json!({ "type": "triangle_mesh", "file": "a.obj" })), "a.shape.file: was not read"),
        (
            with(json!({ "type": "triangle_mesh", "file": "a.obj", "triangles": [[0, 1, 2]] })),
            "a.shape.triangles: cannot be combined with",
        ),
        (with(field(json!([[0, 1]]))), "a.shape.heights: must have at least 2 entries, but has 1"),
        (with(field(json!([[0], [1]]))), "a.shape.heights[0]: must have at least 2 entries, but has 1"),
        (with(field(json!([[0, 1], [1]]))), "a.shape.heights[1]: must have as many entries as the first row, 2"),
        (with(field(json!([[0, 1], [1, "x"]]))), "a.shape.heights[1][1]: must be a number"),
        (with(compound(json!([]))), "a.shape.parts: must have at least 1 entry, but has 0"),
        (
            with(compound(json!([{ "shape": { "type": "sphere", "radius": -1 } }]))),
            "a.shape.parts[0].shape.radius: must not be negative",
        ),
        (
            with(compound(json!([{ "shape": { "type": "sphere", "radius": 1 }, "rotation": [0, 0, 0, 2] }]))),
            "a.shape.parts[0].rotation: must be a unit quaternion",
        ),
        (
            with(
                json!({ "type": "inflate", "radius": 1, "shape": compound(json!([{ "shape": { "type": "sphere", "radius": 1 } }])) }),
            ),
            "a.shape.shape.type: must be convex",
        ),
        (with(deep), "is nested in more than"),
        (
            json!({ "op": "sat", "a": { "shape": field(json!([[0, 0], [0, 0]])) }, "b": ball(1.0, [0.0; 3]) }),
            "a.shape.type: has several child shapes",
        ),
        (
            json!({ "op": "manifold", "previous": { "points": [], "normal": null, "reference": null }, "a": { "shape": field(json!([[0, 0], [0, 0]])) }, "b": ball(1.0, [0.0; 3]) }),
            "previous: applies to one pair of bodies",
        ),
    ] {
        let error = reply(Precision::F64, &line)["error"].as_str().map(str::to_owned);
        let error = error.unwrap_or_else(|| panic!("{line} is answered"));
        assert!(error.contains(wanted), "{error:?} does not say {wanted:?}");
    }
}

fn shipped(name: &str) -> Scene {
    let shipped = scene::shipped(name).unwrap();
    scene::parse(shipped.name, shipped.text.as_bytes()).unwrap()
}

const SCENES: [&str; 6] = [
    "parts-compound",
    "parts-two-compounds",
    "parts-triangle-mesh",
    "parts-height-field",
    "parts-one-sided",
    "parts-plane",
];

#[test]
fn scenes_of_parts_are_saved_as_they_were_read() {
    for name in SCENES.into_iter().chain(FLIGHTS).chain(CONTACTS) {
        let scene = shipped(name);
        let text = save::to_string(&scene).unwrap();
        assert_eq!(scene::parse(name, text.as_bytes()).unwrap(), scene, "{name}");
    }
}

/// Ways to spoil an answer, each with the claim that refuses it, where it is one alone.
fn lies(found: &PartsFinding) -> Vec<(&'static str, PartsFinding)> {
    let spoiled = |change: &dyn Fn(&mut PartsFinding)| {
        let mut lie = found.clone();
        change(&mut lie);
        lie
    };
    let moved = |by: f64| {
        move |lie: &mut PartsFinding| {
            let pair = lie.pair.as_mut().unwrap();
            pair.signed_distance = pair.signed_distance.map(|distance| distance + by);
            (pair.proof.lower, pair.proof.upper) = (pair.proof.lower + by, pair.proof.upper + by);
        }
    };
    vec![
        ("closer", spoiled(&moved(-0.05))),
        ("farther", spoiled(&moved(0.05))),
        ("another part of A", spoiled(&|lie| *lie.part_a.as_mut().unwrap().last_mut().unwrap() += 1)),
        ("no part of A", spoiled(&|lie| lie.part_a = Some(vec![9, 9]))),
        ("a part of a convex B", spoiled(&|lie| lie.part_b.as_mut().unwrap().push(7))),
        ("nothing is met", spoiled(&|lie| lie.pair = None)),
        ("fewer pairs", spoiled(&|lie| lie.pairs -= 1)),
        ("witness elsewhere", spoiled(&|lie| lie.pair.as_mut().unwrap().witness_a.x += 0.1)),
        (
            "normal the other way",
            spoiled(&|lie| {
                let pair = lie.pair.as_mut().unwrap();
                pair.normal = pair.normal.map(|normal| -normal);
            }),
        ),
        ("lower too high", spoiled(&|lie| lie.pair.as_mut().unwrap().proof.lower += 0.05)),
        ("upper too low", spoiled(&|lie| lie.pair.as_mut().unwrap().proof.upper -= 0.05)),
        ("overlapping", spoiled(&|lie| lie.pair.as_mut().unwrap().status = PairStatus::TouchingOrOverlapping)),
    ]
}

#[test]
fn the_judge_refuses_lies_about_parts() {
    for name in ["parts-compound", "parts-two-compounds", "parts-triangle-mesh", "parts-height-field"] {
        let scene = shipped(name);
        let query = &scene.queries[0];
        let about = Bodies::of(&scene, query).unwrap();
        for precision in Precision::BOTH {
            let verdict = play::answer(precision, &scene, query, 0).unwrap();
            let Finding::Parts(found) = &verdict.finding else { panic!("{name}: {verdict:?}") };
            assert_eq!(check::verify(&about, 0, precision, &verdict.finding), [], "{name} {precision}");
            for (lie, claimed) in lies(found) {
                let violations = check::verify(&about, 0, precision, &Finding::Parts(claimed));
                assert!(!violations.is_empty(), "{name} {precision}: {lie} passed");
            }
        }
    }
}

/// A pair of parts that is judged well, but is not the closest one.
#[test]
fn the_judge_finds_a_closer_pair() {
    let scene = shipped("parts-compound");
    let mut alone = scene.clone();
    let contact_lens::scene::model::Shape::Compound { parts } = &mut alone.bodies[0].shape else {
        panic!("no compound")
    };
    parts.retain(|part| part.name.as_deref() == Some("back"));
    let verdict = play::answer(Precision::F64, &alone, &alone.queries[0], 0).unwrap();
    let Finding::Parts(mut found) = verdict.finding else { panic!("no parts") };
    (found.part_a, found.pairs) = (Some(vec![1]), 7);
    let about = Bodies::of(&scene, &scene.queries[0]).unwrap();
    let claims: Vec<Claim> = check::verify(&about, 0, Precision::F64, &Finding::Parts(found))
        .into_iter()
        .map(|violation| violation.claim)
        .collect();
    assert_eq!(claims, [Claim::Parts]);
}

/// Scenes of bodies in flight, and those that touch.
const FLIGHTS: [&str; 4] = ["parts-flight", "parts-flight-turning", "parts-flight-none-met", "parts-plane-flight"];
const CONTACTS: [&str; 2] = ["parts-contacts", "parts-contacts-compounds"];

type MovingSearch = PartsFinding<ContactFinding>;

/// Ways to spoil an answer about a first contact or a miss.
fn lies_about_flight(found: &MovingSearch) -> Vec<(&'static str, MovingSearch)> {
    let spoiled = |change: &dyn Fn(&mut MovingSearch)| {
        let mut lie = found.clone();
        change(&mut lie);
        lie
    };
    let shifted = |by: f64| {
        move |lie: &mut MovingSearch| {
            let contact = lie.pair.as_mut().unwrap();
            contact.t_first = contact.t_first.map(|t| t + by);
            contact.gap = contact.gap.map(|gap| gap + by);
            contact.upper = contact.upper.map(|t| t + by);
            if contact.hit == Some(true) {
                contact.lower += by;
            }
        }
    };
    let mut lies = vec![
        ("fewer pairs", spoiled(&|lie| lie.pairs -= 1)),
        ("nothing is met", spoiled(&|lie| lie.pair = None)),
        ("no part of A", spoiled(&|lie| lie.part_a = Some(vec![9, 9]))),
        ("later, or farther", spoiled(&shifted(0.05))),
        ("sooner, or nearer", spoiled(&shifted(-0.05))),
        (
            "a hit that is none, or the other way",
            spoiled(&|lie| {
                let contact = lie.pair.as_mut().unwrap();
                contact.hit = contact.hit.map(|hit| !hit);
            }),
        ),
    ];
    if found.pair.as_ref().is_some_and(|contact| contact.hit == Some(true)) {
        let turned = |lie: &mut MovingSearch| {
            let contact = lie.pair.as_mut().unwrap();
            contact.normal = contact.normal.map(|normal| -normal);
        };
        lies.push(("normal the other way", spoiled(&turned)));
        lies.push((
            "witness elsewhere",
            spoiled(&|lie| lie.pair.as_mut().unwrap().witness.as_mut().unwrap()[0].x += 0.1),
        ));
    }
    lies
}

#[test]
fn the_judge_refuses_lies_about_parts_in_flight() {
    let mut refused = 0;
    for name in FLIGHTS {
        let scene = shipped(name);
        for query in &scene.queries {
            let about = Bodies::of(&scene, query).unwrap();
            for precision in Precision::BOTH {
                let verdict = play::answer(precision, &scene, query, 0).unwrap();
                let Finding::PartsInFlight(found) = &verdict.finding else { continue };
                let at = format!("{name} {} {precision}", query.name);
                assert_eq!(check::verify(&about, 0, precision, &verdict.finding), [], "{at}");
                if found.pair.as_ref().is_none_or(|contact| contact.hit.is_none()) {
                    continue;
                }
                for (lie, claimed) in lies_about_flight(found) {
                    let violations = check::verify(&about, 0, precision, &Finding::PartsInFlight(claimed));
                    assert!(!violations.is_empty(), "{at}: {lie} passed");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 60, "{refused} lies");
}

/// Ways to spoil an answer about contacts.
fn lies_about_contacts(found: &ManifoldsFinding) -> Vec<(&'static str, ManifoldsFinding)> {
    let spoiled = |change: &dyn Fn(&mut ManifoldsFinding)| {
        let mut lie = found.clone();
        change(&mut lie);
        lie
    };
    vec![
        ("a pair left out", spoiled(&|lie| _ = lie.parts.pop())),
        ("a pair twice", spoiled(&|lie| lie.parts.push(lie.parts[0].clone()))),
        ("fewer pairs", spoiled(&|lie| lie.pairs -= 1)),
        ("no part of A", spoiled(&|lie| lie.parts[0].part_a = vec![9, 9])),
        ("deeper", spoiled(&|lie| lie.parts[0].manifold.points[0].depth += 0.01)),
        ("no points", spoiled(&|lie| lie.parts[0].manifold.points.clear())),
        ("a point elsewhere", spoiled(&|lie| lie.parts[0].manifold.points[0].on_a.x += 0.05)),
        (
            "normal the other way",
            spoiled(&|lie| {
                let manifold = &mut lie.parts[0].manifold;
                manifold.normal = manifold.normal.map(|normal| -normal);
            }),
        ),
    ]
}

#[test]
fn the_judge_refuses_lies_about_contacts_of_parts() {
    for name in CONTACTS {
        let scene = shipped(name);
        let query = &scene.queries[0];
        let about = Bodies::of(&scene, query).unwrap();
        for precision in Precision::BOTH {
            let verdict = play::answer(precision, &scene, query, 0).unwrap();
            let Finding::PartsInContact(found) = &verdict.finding else { panic!("{name}: {verdict:?}") };
            assert_eq!(check::verify(&about, 0, precision, &verdict.finding), [], "{name} {precision}");
            for (lie, claimed) in lies_about_contacts(found) {
                let violations = check::verify(&about, 0, precision, &Finding::PartsInContact(claimed));
                assert!(!violations.is_empty(), "{name} {precision}: {lie} passed");
            }
        }
    }
}

/// Parts in flight and parts that touch stand alone as well: a part that turns about the origin of its body, too.
#[test]
fn the_pair_that_decides_a_flight_or_a_contact_stands_alone() {
    for name in FLIGHTS.into_iter().chain(CONTACTS) {
        let scene = shipped(name);
        for query in &scene.queries {
            let whole = play::answer(Precision::F64, &scene, query, 0).unwrap();
            let Ok(alone) = play::deciding_pair(&scene, query, 0, &whole.finding) else {
                // A cast that is not decided names no pair.
                let names_none = match &whole.finding {
                    Finding::PartsInFlight(found) => found.part_a.is_none() && found.part_b.is_none(),
                    _ => false,
                };
                let is_open = whole.outcome == "NotConverged" && names_none;
                let is_apart = matches!(whole.outcome, "NoneMet" | "Apart");
                assert!(is_open || is_apart, "{name} {}: {}", query.name, whole.outcome);
                continue;
            };
            let again = play::answer(Precision::F64, &alone, &alone.queries[0], 0).unwrap();
            match (&whole.finding, &again.finding) {
                (Finding::PartsInFlight(one), Finding::FirstContact(other)) => {
                    let one = one.pair.as_ref().unwrap();
                    assert_eq!(one.hit, other.hit, "{name} {}", query.name);
                    for (one, other) in [(one.t_first, other.t_first), (one.gap, other.gap)] {
                        let off = one.zip(other).map_or(0.0, |(one, other)| (one - other).abs());
                        assert!(off < 1e-6, "{name} {}: off by {off}", query.name);
                    }
                }
                (Finding::PartsInContact(one), Finding::Manifold(other)) => {
                    let off = one.deepest().unwrap().manifold.deepest().unwrap() - other.deepest().unwrap();
                    assert!(off.abs() < 1e-12, "{name} {}: off by {off}", query.name);
                }
                (Finding::Parts(one), Finding::Distance(other)) => {
                    let off = one.pair.as_ref().unwrap().signed_distance.unwrap() - other.signed_distance.unwrap();
                    assert!(off.abs() < 1e-12, "{name} {}: off by {off}", query.name);
                }
                other => panic!("{name} {}: {other:?}", query.name),
            }
        }
    }
}

#[test]
fn the_deciding_pair_stands_alone_with_the_same_answer() {
    for name in SCENES {
        let scene = shipped(name);
        let query = &scene.queries[0];
        let whole = play::answer(Precision::F64, &scene, query, 0).unwrap();
        let alone = play::deciding_pair(&scene, query, 0, &whole.finding).unwrap();
        let again = play::answer(Precision::F64, &alone, &alone.queries[0], 0).unwrap();
        let [one, other] = [&whole, &again].map(|verdict| verdict.pair().unwrap().signed_distance.unwrap());
        assert!((one - other).abs() < 1e-12, "{name}: {one} and {other}");
        assert!(matches!(again.finding, Finding::Distance(_)), "{name}: it opens in the lesson of a pair");
    }
}

/// What compounds and closed meshes weigh, by hand.
#[test]
fn bodies_of_parts_have_a_mass() {
    let cube = |x: f64| json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] }, "position": [x, 0, 0] });
    let pair = |x: f64| json!({ "type": "compound", "parts": [cube(0.0), cube(x)] });
    let corners = json!([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    let mesh = |triangles: Value| json!({ "type": "triangle_mesh", "vertices": corners, "triangles": triangles });
    for precision in Precision::BOTH {
        let weigh = |line: Value| {
            let batch = Batch { precision, ..Batch::default() };
            serde_json::from_str::<Value>(&batch.reply(1, line.to_string().as_bytes())).unwrap()
        };
        let near = |found: &Value, wanted: f64| (found.as_f64().unwrap() - wanted).abs() < 4e-6 * wanted.abs().max(1.0);
        let found = weigh(json!({ "op": "mass", "shape": pair(3.0), "density": 2 }));
        assert_eq!((&found["volume"], &found["mass"], &found["status"]), (&json!(16.0), &json!(32.0), &json!("solid")));
        assert_eq!(found["center"], json!([1.5, 0.0, 0.0]), "{found}");
        // 2 · 16 kg · (2/3 m² + 1.5² m²) across, 2 · 16 · 2/3 along.
        assert!(
            near(&found["inertia"][0][0], 64.0 / 3.0) && near(&found["inertia"][1][1], 32.0 * (2.0 / 3.0 + 2.25)),
            "{found}"
        );
        let found = weigh(json!({ "op": "mass", "shape": pair(1.0) }));
        assert_eq!((&found["volume"], &found["status"]), (&json!(16.0), &json!("overlapping")), "{found}");
        let closed = mesh(json!([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]));
        let found = weigh(json!({ "op": "mass", "shape": closed, "density": 6 }));
        assert!(
            near(&found["mass"], 1.0) && near(&found["center"][0], 0.25) && near(&found["inertia"][0][0], 0.075),
            "{found}"
        );
        let flat = json!({ "type": "compound", "parts": [
            { "shape": { "type": "box", "half_extents": [1, 1] } }, { "shape": { "type": "sphere", "radius": 1 }, "position": [4, 0] }] });
        let found = weigh(json!({ "op": "mass", "dim": 2, "shape": flat }));
        assert!(near(&found["area"], 4.0 + std::f64::consts::PI) && found["status"] == "solid", "{found}");
        let open = mesh(json!([[0, 2, 1], [0, 1, 3], [0, 3, 2]]));
        let inside = json!({ "type": "compound", "parts": [cube(0.0), { "shape": open }] });
        let field = json!({ "type": "height_field", "heights": [[0, 0], [0, 1]], "cell": [1, 1] });
        for (line, why) in [
            (json!({ "op": "mass", "shape": open }), "shape: the surface encloses nothing"),
            (json!({ "op": "mass", "shape": inside }), "shape.parts[1].shape: the surface encloses nothing"),
            (json!({ "op": "mass", "shape": field }), "shape: a height field is open below"),
            (
                json!({ "op": "mass", "shape": closed, "margin": 0.5 }),
                "margin: must be 0: the volume of a mesh with a margin",
            ),
        ] {
            let said = weigh(line.clone())["error"].as_str().map(String::from).unwrap_or_default();
            assert!(said.contains(why), "{line}: {said}");
        }
    }
}

#[test]
fn bodies_of_parts_are_drawn_where_nobody_asks_about_them() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let text = json!({ "version": 1, "name": "others", "bodies": [
        { "name": "a", "shape": { "type": "sphere", "radius": 1 } },
        { "name": "b", "shape": { "type": "sphere", "radius": 1 }, "position": [4, 0, 0] },
        { "name": "two", "shape": two_parts(), "position": [0, 5, 0], "rotation": [0, 0, half, half] },
        { "name": "floor", "shape": floor(false), "position": [0, -3, 0] },
    ], "queries": [{ "name": "q", "algorithm": "gjk", "a": "a", "b": "b" }] });
    let scene = scene::parse("others", text.to_string().as_bytes()).unwrap();
    let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
    let backdrop = lesson.backdrop();
    let bounds = |key: &str| {
        let marks = &backdrop.pictures.of("world").marks;
        let marks = marks.iter().filter(|mark| &*mark.key.0 == key).cloned().collect();
        contact_lens::picture::Bounds::of(&marks).corners().unwrap()
    };
    // The box at x = 3 of a body that is turned by a right angle about z, 5 m up: it is at y = 8.
    let [low, high] = bounds("body/two/1");
    assert!((low - glam::DVec3::new(-1.0, 7.0, -1.0)).length() < 1e-6 && (high.y - 9.0).abs() < 1e-6, "{low} {high}");
    let [low, high] = bounds("body/floor/0");
    assert!((low - glam::DVec3::new(0.0, -3.0, 0.0)).length() < 1e-9 && (high.x - 2.0).abs() < 1e-9, "{low} {high}");
}
