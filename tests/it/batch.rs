//! `batch` asked in this process: each operation against the public cases, and what is picked where it does nothing.

use contact_lens::check::Precision;
use contact_lens::cli::batch::{Batch, Test};
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
    let told = reply(&Batch::default(), &intersects(SPACE));
    assert_eq!(
        told,
        json!({"id": 1, "intersects": false, "axis": [0.0, 1.0, 0.0], "status": "separated", "iterations": told["iterations"]})
    );
    let told = reply(&Batch::default(), &intersects(PLANE));
    assert_eq!((&told["intersects"], &told["status"]), (&json!(true), &json!("penetrating")));
    assert!(told.get("axis").is_none(), "{told}");
    let touching = intersects(&SPACE.replacen("[0, 3, 0]", "[0, 2, 0]", 1));
    let told = reply(&Batch::default(), &touching);
    assert_eq!((&told["intersects"], &told["status"]), (&Value::Null, &json!("touching")));
    let timed = reply(&Batch { time: true, ..Batch::default() }, &intersects(SPACE));
    assert!(timed["ns"].as_f64().unwrap() > 0.0, "{timed}");
}

#[test]
fn what_is_picked_for_nothing_is_refused_line_by_line() {
    let method = Batch { method: Some(Method::Epa), ..Batch::default() };
    let solver = Batch { solver: Some(Solver::Johnson), ..Batch::default() };
    let isa = Batch { test: Some(Test::Isa), ..Batch::default() };
    let boolean = Batch { test: Some(Test::Boolean), ..solver };
    let (space, plane) = (intersects(SPACE), intersects(PLANE));
    for (batch, line, said) in [
        (&method, PLANE, "dim: `--solver epa` would do nothing here: only space has a choice of methods"),
        (&method, space.as_str(), "op: `--solver epa` would do nothing here: it is for `distance`"),
        (&isa, SPACE, "`--solver isa` would do nothing here: it is for `intersects`"),
        (&isa, &plane, "dim: `--solver isa` would do nothing here: ISA-GJK is for space"),
        (
            &boolean,
            &space,
            "op: `--solver johnson` would do nothing here: the direction-driven test has no nearest points",
        ),
    ] {
        let told = reply(batch, line);
        assert!(told["error"].as_str().is_some_and(|error| error.contains(said)), "{told}\n{said}");
        assert_eq!((&told["id"], &told["line"]), (&json!(1), &json!(4)));
    }
    for (batch, line) in [(&method, SPACE), (&solver, SPACE), (&solver, PLANE), (&solver, &space), (&isa, &space)] {
        assert!(reply(batch, line).get("error").is_none(), "{batch:?} {line}");
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
            let tests: &[Test] = if case["dim"] == 2 { &[Test::Boolean] } else { &[Test::Isa, Test::Boolean] };
            for test in tests {
                let told = reply(&Batch { precision, test: Some(*test), ..Batch::default() }, &line);
                assert!(told.get("error").is_none(), "{told}");
                let slack = 8.0 * precision.eps() * (far("a") + far("b") + number(&case["size"]));
                match told["intersects"].as_bool() {
                    Some(true) => assert!(truth <= slack, "{precision} {test:?} {truth}: {told}"),
                    Some(false) => assert!(truth >= -slack, "{precision} {test:?} {truth}: {told}"),
                    None => open += 1,
                }
                if let Some(overlap) = told["intersects"].as_bool() {
                    decided[usize::from(overlap)] += 1;
                }
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 500) && open * 5 < decided[0] + decided[1], "{decided:?}, {open} open");
}
