//! `batch` asked in this process: each operation against the public cases, and what is picked where it does nothing.

use contact_lens::check::Precision;
use contact_lens::cli::batch::{Batch, OverlapTest, ReplyWithRemarks};
use contact_lens::scene::model::{Method, Solver};
use serde_json::{Value, json};

const SPACE: &str = r#"{"id": 1, "a": {"shape": {"type": "sphere", "radius": 1}}, "b": {"shape": {"type": "sphere", "radius": 1}, "position": [0, 3, 0]}}"#;
const PLANE: &str = r#"{"id": 1, "dim": 2, "a": {"shape": {"type": "circle", "radius": 1}}, "b": {"shape": {"type": "circle", "radius": 1}}}"#;

fn reply(batch: &Batch, line: &str) -> Value {
    serde_json::from_str(&batch.reply(4, line.as_bytes())).unwrap()
}

fn intersects(line: &str) -> String {
    line.replacen('{', "{\"op\": \"intersects\", ", 1)
}

#[test]
fn a_margin_beside_a_shape_counts() {
    for line in [SPACE, PLANE] {
        let bare = reply(&Batch::default(), line)["signed_distance"].as_f64().unwrap();
        let line = line.replacen("\"radius\": 1}", "\"radius\": 1}, \"margin\": 0.25", 2);
        for precision in Precision::BOTH {
            let wide = reply(&Batch { precision, ..Batch::default() }, &line)["signed_distance"].as_f64().unwrap();
            assert!((bare - 0.5 - wide).abs() < 1e-6, "{precision}: {bare} {wide}");
        }
    }
}

#[test]
fn overlap_is_told_with_the_axis_that_refutes_it() {
    let answer = reply(&Batch::default(), &intersects(SPACE));
    assert_eq!(
        answer,
        json!({"id": 1, "intersects": false, "axis": [0.0, 1.0, 0.0], "status": "separated", "iterations": answer["iterations"], "rounding": answer["rounding"]})
    );
    assert!(answer["rounding"].as_f64().is_some_and(|rounding| rounding > 0.0 && rounding < 1e-12), "{answer}");
    let answer = reply(&Batch::default(), &intersects(PLANE));
    assert_eq!((&answer["intersects"], &answer["status"]), (&json!(true), &json!("penetrating")));
    assert!(answer.get("axis").is_none(), "{answer}");
    let touching = intersects(&SPACE.replacen("[0, 3, 0]", "[0, 2, 0]", 1));
    let answer = reply(&Batch::default(), &touching);
    assert_eq!((&answer["intersects"], &answer["status"]), (&Value::Null, &json!("touching")));
    let timed = reply(&Batch { time: true, ..Batch::default() }, &intersects(SPACE));
    assert!(timed["ns"].as_f64().unwrap() > 0.0, "{timed}");
}

#[test]
fn what_is_picked_for_nothing_is_said_beside_the_answer() {
    let method = Batch { method: Some(Method::Epa), ..Batch::default() };
    let solver = Batch { solver: Some(Solver::Johnson), ..Batch::default() };
    let isa = Batch { test: Some(OverlapTest::Isa), ..Batch::default() };
    let boolean = Batch { test: Some(OverlapTest::Boolean), ..solver };
    let (space, plane) = (intersects(SPACE), intersects(PLANE));
    for (batch, line, said) in [
        (&method, PLANE, "`--solver epa` has no effect here: only 3D queries have a choice of methods"),
        (&method, space.as_str(), "`--solver epa` has no effect here: only `distance` uses this choice"),
        (&isa, SPACE, "`--solver isa` has no effect here: only `intersects` uses this choice"),
        (&isa, &plane, "`--solver isa` has no effect here: ISA-GJK is for 3D queries"),
        (&boolean, &space, "`--solver johnson` has no effect here: boolean GJK computes no nearest points"),
    ] {
        let ReplyWithRemarks { reply: answer, remarks: notes } = batch.reply_with_remarks(4, line.as_bytes());
        assert_eq!(notes, [said]);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer.get("error").is_none() && answer["id"] == json!(1), "{answer}");
    }
    for (batch, line) in [(&method, SPACE), (&solver, SPACE), (&solver, PLANE), (&solver, &space), (&isa, &space)] {
        let ReplyWithRemarks { reply: answer, remarks: notes } = batch.reply_with_remarks(4, line.as_bytes());
        assert!(!answer.contains("error") && notes.is_empty(), "{batch:?} {line}: {notes:?}");
    }
}

/// Beyond what rounding the poses to the precision may have changed, every verdict is the reference's.
#[test]
fn overlap_agrees_with_the_references_of_the_public_cases() {
    let Ok(folder) = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cases")) else { return };
    let files = folder.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jsonl"));
    let texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let (mut decided, mut open) = ([0; 2], 0);
    for line in texts.iter().flat_map(|text| text.lines()).step_by(3) {
        let case: Value = serde_json::from_str(line).unwrap();
        let number = |value: &Value| value.as_f64().unwrap();
        let truth = number(&case["reference"]["signed_distance"]);
        let far =
            |body: &str| case[body]["position"].as_array().unwrap().iter().map(|x| number(x).abs()).fold(0.0, f64::max);
        let line = intersects(line);
        for precision in Precision::BOTH {
            let tests: &[OverlapTest] =
                if case["dim"] == 2 { &[OverlapTest::Boolean] } else { &[OverlapTest::Isa, OverlapTest::Boolean] };
            for test in tests {
                let answer = reply(&Batch { precision, test: Some(*test), ..Batch::default() }, &line);
                assert!(answer.get("error").is_none(), "{answer}");
                let rounding = 8.0 * precision.eps() * (far("a") + far("b") + number(&case["size"]));
                match answer["intersects"].as_bool() {
                    Some(true) => assert!(truth <= rounding, "{precision} {test:?} {truth}: {answer}"),
                    Some(false) => assert!(truth >= -rounding, "{precision} {test:?} {truth}: {answer}"),
                    None => open += 1,
                }
                if let Some(overlap) = answer["intersects"].as_bool() {
                    decided[usize::from(overlap)] += 1;
                }
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 500) && open * 5 < decided[0] + decided[1], "{decided:?}, {open} open");
}

#[test]
fn a_size_that_is_lost_in_a_precision_is_refused_by_name() {
    let single = Batch { precision: Precision::F32, ..Batch::default() };
    let line = |dim: u8, shape: Value| {
        json!({"dim": dim, "a": {"shape": shape}, "b": {"shape": {"type": "sphere", "radius": 1}, "position": [5, 0, 0]}})
            .to_string()
    };
    let cases = [
        (
            3,
            json!({"type": "sphere", "radius": 1e-60}),
            "a.shape.radius: is 1e-60, which rounds to 0 in this precision",
        ),
        (3, json!({"type": "box", "half_extents": [1, 1e-50, 1]}), "a.shape.half_extents[1]: is 1e-50"),
        (
            3,
            json!({"type": "ellipsoid", "radii": [1, 1e-30, 1]}),
            "a.shape.radii[1]: is 1e-30, too small for this precision: its square underflows",
        ),
        (3, json!({"type": "cone", "radius": 1, "half_height": 1e-40}), "a.shape.half_height: is 1e-40"),
        (2, json!({"type": "circle", "radius": 1e-20}), "a.shape.radius: is 1e-20"),
        (
            3,
            json!({"type": "inflate", "radius": 1, "shape": {"type": "capsule", "radius": 1e-46, "half_height": 1}}),
            "a.shape.shape.radius",
        ),
        (2, json!({"type": "circle", "radius": 1e-60}), "a.shape.radius: is 1e-60"),
        (2, json!({"type": "rectangle", "half_extents": [1e-60, 1]}), "a.shape.half_extents[0]: is 1e-60"),
    ];
    for (dim, shape, said) in cases {
        let line = line(dim, shape);
        let error = reply(&single, &line)["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains(said), "{line}: {error}");
    }
    for (dim, shape, said) in [
        (3, json!({"type": "ellipsoid", "radii": [5e-324, 0.01, 0.6]}), "a.shape.radii[0]: is 5e-324"),
        (
            3,
            json!({"type": "ellipsoid", "radii": [0.7, 0.01, 1e-160]}),
            "a.shape.radii[2]: is 1e-160, too small for this precision",
        ),
        (2, json!({"type": "rectangle", "half_extents": [1, 1e-160]}), "a.shape.half_extents[1]: is 1e-160"),
    ] {
        let line = line(dim, shape);
        let error = reply(&Batch::default(), &line)["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains(said), "{line}: {error}");
    }
    for (dim, shape) in [
        (3, json!({"type": "ellipsoid", "radii": [1e-150, 0.01, 0.6]})),
        (2, json!({"type": "circle", "radius": 1e-150})),
    ] {
        let answer = reply(&Batch::default(), &line(dim, shape));
        assert!(
            answer["signed_distance"].as_f64().is_some_and(|distance| distance > 3.0),
            "small is no mistake: {answer}"
        );
    }
    for (dim, shape) in [(3, json!({"type": "sphere", "radius": 0})), (2, json!({"type": "circle", "radius": 0}))] {
        assert_eq!(reply(&single, &line(dim, shape))["signed_distance"], 4.0, "a point is no mistake");
    }
}
