//! Contact manifolds from outside: the cases that other engines got wrong, what a batch answers, and what is refused.

use contact_lens::check::{Precision, check_scene};
use contact_lens::cli::batch::Batch;
use glam::DVec3;
use serde_json::{Value, json};

use crate::cli::cases;

fn ask(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn vector(value: &Value) -> DVec3 {
    let number = |i: usize| value[i].as_f64().unwrap_or(0.0);
    DVec3::new(number(0), number(1), number(2))
}

fn names(answer: &Value) -> Vec<String> {
    let mut names: Vec<String> =
        answer["points"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// What must hold of an answer about a case of the public files.
fn hold(case: &Value, answer: &Value, precision: Precision) {
    let (digits, name) = if precision == Precision::F64 { (1e-9, "f64") } else { (1e-4, "f32") };
    let said = format!("{} ({}): {answer}", case["id"], case["source"]);
    let (expected, points) = (&case["expected"], answer["points"].as_array().unwrap_or_else(|| panic!("{said}")));
    if expected["intersects"] == true {
        assert!(!points.is_empty(), "{said}");
    }
    // How many points there are may hang on the last bits of the precision that the case is written for.
    if let Some(least) = expected["min_manifold_points"].as_u64().filter(|_| name == "f64" || case["precision"] == name)
    {
        assert!(points.len() as u64 >= least, "{least}: {said}");
    }
    let Some(normal) = answer["normal"].as_array() else { return };
    let normal = vector(&Value::from(normal.clone()));
    if let Some(wanted) = expected["normal"].as_array() {
        let off = expected["normal_tolerance"].as_f64().unwrap_or(1e-6).max(digits);
        let wanted = vector(&Value::from(wanted.clone()));
        assert!((normal - wanted).length() <= off, "{wanted}: {said}");
    }
    let deepest = points.iter().map(|p| p["depth"].as_f64().unwrap()).fold(f64::NEG_INFINITY, f64::max);
    if let Some(distance) = expected["signed_distance"].as_f64() {
        // A face may be worse by a twentieth of the depth.
        let off = expected["tolerance"].as_f64().unwrap_or(0.0).max(digits) + 0.05 * distance.abs();
        assert!((deepest + distance).abs() <= off, "{distance}: {said}");
    }
    for point in points {
        let [a, b] = ["on_a", "on_b"].map(|name| vector(&point[name]));
        let off = (b - a + normal * point["depth"].as_f64().unwrap()).length();
        assert!(off <= 100.0 * digits, "{off}: {said}");
    }
}

#[test]
fn what_other_engines_got_wrong_is_right() {
    let Some(folder) = cases() else { return };
    let text = std::fs::read_to_string(folder.join("real/pairs.jsonl")).unwrap();
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut answered = 0;
    for case in all.filter(|case| case["query"] == "manifold") {
        for precision in [Precision::F64, Precision::F32] {
            let line = |a: &str, b: &str| json!({ "id": case["id"], "op": "manifold", "dim": case["dim"], "a": case[a], "b": case[b], "max_points": 0 });
            let answer = ask(precision, &line("a", "b"));
            hold(&case, &answer, precision);
            let swapped = ask(precision, &line("b", "a"));
            assert_eq!(names(&answer), names(&swapped), "{answer}\n{swapped}");
            answered += 1;
        }
    }
    assert!(answered > 30, "{answered} answers");
}

#[test]
fn points_are_matched_with_the_answer_of_before() {
    for dim in [2, 3] {
        let (half, at, moved) = match dim {
            2 => (json!([1, 1]), json!([0.5, 1.9]), json!([0.52, 1.91])),
            _ => (json!([1, 1, 1]), json!([0.5, 1.9, 0.25]), json!([0.52, 1.91, 0.25])),
        };
        let body = |at: Value| json!({ "shape": { "type": "box", "half_extents": half }, "position": at });
        let zero = if dim == 2 { json!([0, 0]) } else { json!([0, 0, 0]) };
        let line = |at: Value, previous: Value| {
            let mut line = json!({ "op": "manifold", "dim": dim, "a": body(zero.clone()), "b": body(at) });
            if !previous.is_null() {
                line["previous"] = previous;
            }
            line
        };
        let first = ask(Precision::F64, &line(at.clone(), Value::Null));
        assert_eq!((first["status"].as_str(), first["reference"]["body"].is_string()), (Some("face contact"), true));
        assert!(first["kept"].is_null() && first["points"][0]["why"].is_string(), "{first}");
        let next = ask(Precision::F64, &line(moved, first.clone()));
        assert_eq!(next["kept"].as_array().unwrap().len(), if dim == 2 { 2 } else { 4 }, "{next}");
        assert_eq!((&next["added"], &next["dropped"]), (&json!([]), &json!([])));
        let gone = ask(Precision::F64, &line(if dim == 2 { json!([9, 0]) } else { json!([9, 0, 0]) }, next));
        assert_eq!((&gone["normal"], &gone["points"], &gone["reference"]), (&Value::Null, &json!([]), &Value::Null));
        assert_eq!(gone["dropped"].as_array().unwrap().len(), if dim == 2 { 2 } else { 4 });
    }
}

#[test]
fn what_a_line_may_not_say_is_named() {
    let line = |more: &str| {
        format!(
            r#"{{"op": "manifold", "a": {{"shape": {{"type": "sphere", "radius": 1}}}}, "b": {{"shape": {{"type": "sphere", "radius": 1}}}}, {more}}}"#
        )
    };
    for (more, said) in [
        (r#""margn": 1"#, "margn: unknown field; did you mean `margin`?"),
        (r#""margin": -1"#, "margin: must not be negative, but is -1"),
        (r#""max_points": 1.5"#, "max_points: must be"),
        (r#""max_points": -1"#, "max_points: must"),
        (r#""previous": 7"#, "previous: must be"),
        (r#""previous": {"normal": null, "points": [], "reference": null, "kep": []}"#, "previous.kep: unknown field"),
        (
            r#""previous": {"normal": null, "points": [{"id": "v0-v0", "deep": 1}], "reference": null}"#,
            "previous.points[0].deep: unknown field",
        ),
        (
            r#""previous": {"normal": null, "points": [], "reference": {"body": "c", "face": 0}}"#,
            "previous.reference.body: must be `a` or `b`, but is `c`",
        ),
    ] {
        let answer = Batch::default().reply(1, line(more).as_bytes());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(said)), "{more}: {answer}");
    }
}

#[test]
fn the_most_points_that_are_expected_are_points_and_not_steps() {
    let cube = json!({ "type": "box", "half_extents": [1, 1, 1] });
    let holds = |most: u32| {
        let scene = json!({ "version": 1, "name": "stack", "bodies": [
            { "name": "a", "shape": cube }, { "name": "b", "shape": cube, "position": [0.25, 1.9, 0] }],
            "queries": [{ "name": "contact", "algorithm": "manifold", "a": "a", "b": "b", "expect": { "points_at_most": most } }] });
        let scene = contact_lens::scene::parse("stack", scene.to_string().as_bytes()).unwrap();
        check_scene(&scene).iter().all(contact_lens::check::Case::holds)
    };
    assert!(holds(4) && !holds(3), "four corners");
}
