//! Separating axes from outside: the public case files in both precisions, what a batch answers, and what is refused.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use contact_lens::play;
use contact_lens::scene;
use contact_lens::scene::batch_line::Line;
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use crate::case_files::{self, Case, Placed};

/// The points of a shape without round parts, in its own frame, z = 0 in the plane.
fn points(shape: &Value, dim: u32) -> Option<Vec<DVec3>> {
    let number = |x: &Value| x.as_f64().unwrap();
    let point = |p: &Value| DVec3::new(number(&p[0]), number(&p[1]), p.get(2).map_or(0.0, number));
    match shape["type"].as_str().unwrap() {
        "polytope" | "polygon" | "triangle" | "segment" => {
            Some(shape["points"].as_array().unwrap().iter().map(point).collect())
        }
        "box" => {
            let half = point(&shape["half_extents"]);
            let signs = |k: usize| DVec3::from([1, 2, 4].map(|bit| if k & bit == 0 { -1.0 } else { 1.0 }));
            Some((0..if dim == 2 { 4 } else { 8 }).map(|k| signs(k) * half).collect())
        }
        _ => None,
    }
}

/// The same in the world.
fn placed(body: &Placed, dim: u32) -> Option<Vec<DVec3>> {
    let own = points(&body.shape, dim)?;
    let (p, q) = (&body.position, &body.rotation);
    let turn = match dim {
        2 => DQuat::from_rotation_z(q[1].atan2(q[0])),
        _ => DQuat::from_xyzw(q[0], q[1], q[2], q[3]).normalize(),
    };
    let at = DVec3::new(p[0], p[1], p.get(2).copied().unwrap_or(0.0));
    Some(own.into_iter().map(|v| turn * v + at).collect())
}

/// The gap along `n` between bodies with these points.
fn gap(a: &[DVec3], b: &[DVec3], n: DVec3) -> f64 {
    let far = |points: &[DVec3], n: DVec3| points.iter().map(|p| n.dot(*p - a[0])).fold(f64::NEG_INFINITY, f64::max);
    -far(b, -n) - far(a, n)
}

fn ask(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn body(placed: &Placed) -> Value {
    json!({ "shape": placed.shape, "position": placed.position, "rotation": placed.rotation })
}

/// What an answer says, held against the reference: true if they were found apart.
fn hold(case: &Case, [a, b]: [&[DVec3]; 2], precision: Precision) -> bool {
    let line = json!({ "op": "sat", "dim": case.dim, "a": body(&case.a), "b": body(&case.b) });
    let answer = ask(precision, &line);
    let number = |name: &str| answer[name].as_f64();
    let (status, said) = (answer["status"].as_str().unwrap_or("none"), format!("{} in {precision}: {answer}", case.id));
    let (truth, tolerance) = (case.reference.signed_distance, case.reference.tolerance);
    let (separation, lower) = (number("separation").expect(&said), number("lower").expect(&said));
    let width = 2.0 * (separation - lower);
    assert!(lower <= truth + tolerance, "{said}");
    match number("upper") {
        None => assert!(status == "separated" && truth + tolerance > 0.0 - width, "{truth} {said}"),
        Some(upper) => {
            assert!(upper >= truth - tolerance, "{truth} {said}");
            assert!((separation - truth).abs() <= tolerance + upper - lower, "{truth} {said}");
            if status == "overlapping" {
                // As the cases are judged: of slivers the bracket alone would let a worse line pass.
                let least = if precision == Precision::F32 { 5.0e-3 } else { 1.0e-3 } * case.size;
                let allowed = 1.0e-3 * truth.abs().max(least) + tolerance;
                assert!((separation - truth).abs() <= allowed, "{truth} {said}");
            }
        }
    }
    if truth > width + tolerance {
        assert_eq!(status, "separated", "{truth} {said}");
    } else if truth < -width - tolerance {
        assert_eq!(status, "overlapping", "{truth} {said}");
    }
    if let Some(n) = answer["normal"].as_array() {
        let n: Vec<f64> = n.iter().map(|x| x.as_f64().unwrap()).collect();
        let n = DVec3::new(n[0], n[1], n.get(2).copied().unwrap_or(0.0));
        assert!((n.length() - 1.0).abs() < 1e-6, "{said}");
        // The points are rounded in the world here, far from its origin too.
        let far = a.iter().chain(b).map(|p| p.length()).fold(0.0, f64::max);
        assert!(
            gap(a, b, n) >= lower - width - 8.0 * f64::EPSILON * far,
            "the slab of the normal: {} {said}",
            gap(a, b, n)
        );
    }
    status == "separated"
}

#[test]
fn every_pair_of_polytopes_of_the_case_files_agrees_with_its_reference() {
    let cases = case_files::read();
    if cases.is_empty() {
        return;
    }
    let (mut all, mut apart, mut planar) = (0, 0, 0);
    for case in &cases {
        let (Some(a), Some(b)) = (placed(&case.a, case.dim), placed(&case.b, case.dim)) else { continue };
        all += 1;
        planar += u32::from(case.dim == 2);
        for precision in Precision::BOTH {
            apart += u32::from(hold(case, [&a, &b], precision));
        }
    }
    assert!(all > 1000 && planar > 100, "{all} pairs, {planar} of the plane");
    assert!((all / 2..3 * all / 2).contains(&apart), "{apart} of {} answers are apart", 2 * all);
}

#[test]
fn a_batch_tells_the_line_its_features_and_its_ties() {
    let cube = json!({ "type": "box", "half_extents": [1, 1, 1] });
    let at =
        |position: [f64; 3], rotation: [f64; 4]| json!({ "shape": cube, "position": position, "rotation": rotation });
    let still = [0.0, 0.0, 0.0, 1.0];
    let answer = ask(
        Precision::F64,
        &json!({ "id": 3, "op": "sat", "a": at([0.0; 3], still), "b": at([1.75, 0.5, 0.0], still) }),
    );
    assert_eq!(
        (&answer["id"], &answer["status"], &answer["separation"]),
        (&json!(3), &json!("overlapping"), &json!(-0.25))
    );
    assert_eq!(
        (&answer["normal"], &answer["axes"], &answer["pruned"]),
        (&json!([1.0, 0.0, 0.0]), &json!(12), &json!(3))
    );
    // A's face at x = 1: the corners whose number has bit 0, counter-clockwise from outside.
    assert_eq!(answer["axis"]["kind"], "face_a");
    let mut face: Vec<u64> =
        answer["axis"]["features"].as_array().unwrap().iter().map(|i| i.as_u64().unwrap()).collect();
    let corner = |i: u64| DVec3::from([1, 2, 4].map(|bit| if i & bit == 0 { -1.0 } else { 1.0 }));
    let [p, q, r] = [0, 1, 2].map(|i| corner(face[i]));
    assert!((q - p).cross(r - q).x > 0.0, "{face:?}");
    face.sort_unstable();
    assert_eq!(face, [1, 3, 5, 7]);
    // B's face has the same line: it looks at A, at x = −1 of its own.
    let tie = answer["ties"].as_array().unwrap().iter().find(|tie| tie["kind"] == "face_b").unwrap();
    let mut face: Vec<u64> = tie["features"].as_array().unwrap().iter().map(|i| i.as_u64().unwrap()).collect();
    face.sort_unstable();
    assert_eq!(face, [0, 2, 4, 6]);

    let parted = scene::shipped("sat-boxes-edge-edge").unwrap();
    let parted = scene::parse(parted.name, parted.text.as_bytes()).unwrap();
    let [a, b] = [0, 1].map(|i| serde_json::to_value(&parted.bodies[i]).unwrap());
    let bare =
        |body: &Value| json!({ "shape": body["shape"], "position": body["position"], "rotation": body["rotation"] });
    let mut line = json!({ "op": "sat", "a": bare(&a), "b": bare(&b) });
    let answer = ask(Precision::F64, &line);
    assert_eq!(
        (&answer["axis"]["kind"], &answer["upper"], &answer["axes"]),
        (&json!("edge_edge"), &Value::Null, &json!(15))
    );
    for edge in answer["axis"]["features"].as_array().unwrap() {
        let ends = [0, 1].map(|i| edge[i].as_u64().unwrap());
        assert!((ends[0] ^ ends[1]).is_power_of_two() && ends[0] < 8 && ends[1] < 8, "{edge}");
    }
    line["stop"] = json!("first");
    let first = ask(Precision::F64, &line);
    assert!(first["axes"].as_u64() <= answer["axes"].as_u64() && first["status"] == "separated", "{first}");
    line["stop"] = json!("frist");
    assert!(ask(Precision::F64, &line)["error"].as_str().unwrap().contains("stop"), "{}", ask(Precision::F64, &line));
    line["op"] = json!("distance");
    assert!(ask(Precision::F64, &line)["error"].as_str().unwrap().contains("stop"));
}

#[test]
fn a_side_of_a_polygon_goes_by_the_points_of_the_line() {
    // One point lies inside, and the order is no order.
    let a = json!({ "type": "polygon", "points": [[1, 1], [0, 0], [-1, -1], [-1, 1], [1, -1]] });
    let b = json!({ "type": "polygon", "points": [[0.5, 0.5], [0, 0.2], [0.5, 0.25]] });
    let line = json!({ "op": "sat", "dim": 2, "a": { "shape": a }, "b": { "shape": b, "position": [1.5, 0] } });
    for precision in Precision::BOTH {
        let answer = ask(precision, &line);
        assert_eq!((&answer["status"], &answer["separation"]), (&json!("separated"), &json!(0.5)), "{answer}");
        assert_eq!(
            (&answer["axis"]["kind"], &answer["axis"]["features"]),
            (&json!("face_a"), &json!([4, 0])),
            "{answer}"
        );
        assert_eq!(answer["normal"], json!([1.0, 0.0]));
    }
}

#[test]
fn what_is_no_polytope_is_refused_by_its_field() {
    let cube = json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] } });
    let refused = |dim: u32, b: Value, words: &str| {
        let a = if dim == 2 { json!({ "shape": { "type": "box", "half_extents": [1, 1] } }) } else { cube.clone() };
        let answer = ask(Precision::F64, &json!({ "op": "sat", "dim": dim, "a": a, "b": b }));
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(error.contains(words), "{error}");
    };
    refused(
        3,
        json!({ "shape": { "type": "sphere", "radius": 1 } }),
        "b.shape.type: has no finite set of separating axes",
    );
    refused(2, json!({ "shape": { "type": "circle", "radius": 1 } }), "b.shape.type: is round");
    refused(3, json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] }, "margin": 0.5 }), "b.margin: must be 0");
    let inflated =
        json!({ "type": "inflate", "radius": 1, "shape": { "type": "segment", "points": [[0, 0, 0], [1, 0, 0]] } });
    refused(3, json!({ "shape": inflated }), "b.shape.type: has no finite set of separating axes");

    let scene = |shape: Value, margin: f64| {
        let text = json!({ "version": 1, "name": "s", "bodies": [
            { "name": "a", "shape": { "type": "box", "half_extents": [1, 1, 1] } },
            { "name": "b", "shape": shape, "margin": margin, "position": [3, 0, 0] }],
            "queries": [{ "name": "q", "algorithm": "sat", "a": "a", "b": "b" }] });
        let scene = scene::parse("s", text.to_string().as_bytes()).unwrap();
        play::answer(Precision::F64, &scene, &scene.queries[0], 0)
    };
    let cuboid = json!({ "type": "box", "half_extents": [1, 1, 1] });
    assert_eq!(scene(json!({ "type": "sphere", "radius": 1 }), 0.0).unwrap_err().field, "bodies[1].shape.type");
    assert_eq!(scene(cuboid.clone(), 0.1).unwrap_err().field, "bodies[1].margin");
    assert_eq!(scene(cuboid, 0.0).unwrap().outcome, "Separated");
    let pasted = Line::read(br#"{"op": "sat", "stop": "first", "a": {"shape": {"type": "box", "half_extents": [1, 1, 1]}}, "b": {"shape": {"type": "box", "half_extents": [1, 1, 1]}}}"#)
        .case()
        .unwrap()
        .scene("pasted");
    assert_eq!(pasted.queries[0].ask.algorithm().id(), "sat");
}

/// Every pair of edges that pruning skips stands on the Gauss sphere, says why, and lights its two edges and their arcs.
#[test]
fn a_skipped_pair_of_edges_tells_why() {
    let shipped = scene::shipped("sat-pruning").unwrap();
    let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
    let lesson = run.lesson(0).unwrap();
    let backdrop = lesson.backdrop();
    let arcs = backdrop.pictures.of("sphere").marks.iter().filter(|mark| mark.key.0.starts_with("arc/0/"));
    let lit: Vec<_> = arcs.filter_map(|mark| lesson.hint(&mark.key)).collect();
    assert!(lit.len() >= 12, "every arc of an octahedron tells");
    let sphere = |hint: &contact_lens::lesson::Hint| hint.pictures.of("sphere").marks.clone();
    let skipped: Vec<_> = lit.iter().flat_map(sphere).collect();
    assert!(skipped.len() > 10, "{} pairs", skipped.len());
    for mark in &skipped {
        let hint = lesson.hint(&mark.key).unwrap();
        assert!(hint.say.contains(" is skipped: ") && hint.say.contains(" × "), "{}", hint.say);
        assert_eq!(hint.pictures.of("world").marks.len(), 2, "both edges");
        assert!(hint.pictures.of("sphere").marks.len() >= 3, "both arcs and the place");
    }
    assert!(lesson.hint(&"normal/0/0/0".into()).is_none(), "all else says what it is by its label");
}
