//! Streams of lines: order of the answers, and remarks that are reported once.

use super::*;

/// A line that exceeds its budget gets a reply with its id, and the next line is answered.
#[test]
fn a_line_beyond_the_budget_ends_and_the_others_go_on() {
    const BALL: &str = r#"{"shape": {"type": "sphere", "radius": 1}}"#;
    let world = r#"{"id": "w", "op": "world", "frames": [1000000], "scene": {"version": 1, "name": "x", "dimension": 2,
        "bodies": [{"name": "a", "shape": {"type": "circle", "radius": 1}, "angular_velocity": 1}],
        "queries": [{"name": "q", "algorithm": "world", "options": {"steps": 1000000, "substeps": 1000}}]}}"#;
    let lines = format!("{}\n{{\"id\": 2, \"a\": {BALL}, \"b\": {BALL}}}\n", world.replace('\n', " "));
    let mut answers = Vec::new();
    let budget = Some(Duration::from_millis(300));
    let ending = answer_all(&Batch::default(), budget, &mut lines.as_bytes(), &mut answers, &mut Vec::new(), &|_| ());
    assert!(matches!(ending, Ok(Ending::Fine)));
    let answers = String::from_utf8_lossy(&answers);
    let replies: Vec<serde_json::Value> =
        answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&replies[0]["id"], &replies[0]["status"]), (&"w".into(), &"out of budget".into()), "{replies:?}");
    assert!(replies[0]["error"].as_str().is_some_and(|error| error.contains("`--budget`")), "{replies:?}");
    assert_eq!((&replies[1]["id"], &replies[1]["status"]), (&2.into(), &"penetrating".into()), "{replies:?}");
}

#[test]
fn what_has_no_effect_is_said_once_and_every_line_is_answered() {
    const BALL: &str = r#"{"shape": {"type": "sphere", "radius": 1}}"#;
    let line = |more: &str| format!(r#"{{{more}"a": {BALL}, "b": {BALL}}}"#);
    let lines = [
        line(r#""precision": "f64", "#),
        line(r#""precision": "f32", "family": 1, "#),
        line(r#""op": "manifold", "family": "x", "#),
        line(r#""op": "sat", "#),
        String::from(r#"{"op": "hull", "points": [[0, 0, 0]]}"#),
        String::from(r#"{"op": "hull", "points": [[0, 0, 0]]}"#),
    ];
    let batch = Batch { method: Some(Method::Epa), ..Batch::default() };
    let mut answers = Vec::new();
    let mut warnings = Vec::new();
    let ending = answer_all(&batch, None, &mut lines.join("\n").as_bytes(), &mut answers, &mut warnings, &|_| ());
    assert!(matches!(ending, Ok(Ending::Fine)));
    assert_eq!(String::from_utf8_lossy(&answers).lines().count(), lines.len());
    let warnings = String::from_utf8_lossy(&warnings);
    let warning_lines: Vec<&str> = warnings.lines().collect();
    let count_with = |text: &str| warning_lines.iter().filter(|line| line.contains(text)).count();
    assert!(
        warning_lines[0].starts_with("line 2: `precision` has no effect here")
            || warning_lines[0].starts_with("line 2: `family`")
    );
    // Three operations ignore the method, each for its own reason: only the first is reported.
    assert_eq!(
        (count_with("`precision`"), count_with("`family`"), count_with("`--solver epa`")),
        (1, 1, 1),
        "{warning_lines:?}"
    );
    assert!(
        warning_lines.contains(&"line 3: `--solver epa` has no effect here: `manifold` has only one method"),
        "{warning_lines:?}"
    );
    let hull = Batch::default().reply(1, lines[4].as_bytes());
    assert_eq!(batch.reply(1, lines[4].as_bytes()), hull, "the answer is that without `--solver`");
}

/// All long computations count iterations, so that a line that exceeds its budget ends.
#[test]
fn every_operation_hears_that_nobody_waits_any_more() {
    let corners: Vec<[f64; 3]> = (0..60).map(|index| f64::from(index).sin_cos()).map(|(x, y)| [x, y, x * y]).collect();
    let points = serde_json::to_string(&corners).expect("JSON");
    let flat: Vec<[f64; 2]> = corners.iter().map(|[x, y, _]| [*x, *y]).collect();
    let flat = serde_json::to_string(&flat).expect("JSON");
    let body = format!(r#"{{"shape": {{"type": "polytope", "points": {points}}}}}"#);
    let polygon = format!(r#"{{"shape": {{"type": "polygon", "points": {flat}}}}}"#);
    let cube = r#"[[0, 0, 0], [1, 1, 1]]"#;
    let planes = "[[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1],[0,0,1,1],[0,0,-1,1]]";
    for asked in [
        format!(r#""op": "hull", "points": {points}"#),
        format!(r#""op": "support", "points": {points}, "directions": {points}"#),
        format!(r#""op": "sat", "a": {body}, "b": {body}"#),
        format!(r#""op": "sat", "dim": 2, "a": {polygon}, "b": {polygon}"#),
        format!(r#""op": "manifold", "a": {body}, "b": {body}"#),
        format!(r#""op": "minkowski", "a": {body}, "b": {body}"#),
        format!(r#""op": "pairs", "frames": [[{cube}, {cube}]]"#),
        format!(r#""op": "cull", "frustum": {{"planes": {planes}}}, "bodies": [{{"center": [0,0,0], "radius": 1}}]"#),
    ] {
        let line = format!("{{{asked}}}");
        for precision in Precision::BOTH {
            let batch = Batch { precision, ..Batch::default() };
            let answered = batch.reply(1, line.as_bytes());
            assert!(!answered.contains("\"error\""), "{answered}");
            let over = Arc::new(Watch::for_at_most(Duration::ZERO));
            assert_eq!(over.run(|| batch.reply(1, line.as_bytes())), None, "{asked}");
        }
    }
}

/// The proof, which compares points again, keeps the same point.
#[test]
fn no_more_points_are_visited_than_there_are() {
    for method in ["brute", "climb", "hierarchy"] {
        let line = format!(
            r#"{{"op": "support", "method": "{method}", "points": [[0,0,0],[1,0,0]], "directions": [[0,0,0],[1,2,3]]}}"#
        );
        let reply: serde_json::Value = serde_json::from_str(&Batch::default().reply(1, line.as_bytes())).expect("JSON");
        assert_eq!(reply["visited"], serde_json::json!([2, 2]), "{method}: {reply}");
    }
}

/// A direction that a precision would round to 0 gives the same point, with the value along the direction as given.
#[test]
fn a_direction_too_small_for_the_precision_has_a_farthest_point() {
    for method in ["brute", "climb", "hierarchy"] {
        let line = format!(
            r#"{{"op": "support", "method": "{method}", "points": [[0,0,0],[1,0,0],[0,2,0],[0,0,1]], "directions": [[0,1e-300,0]]}}"#
        );
        for precision in Precision::BOTH {
            let reply = Batch { precision, ..Batch::default() }.reply(1, line.as_bytes());
            let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
            assert_eq!(reply["indices"], serde_json::json!([2]), "{method} in {precision}: {reply}");
            let value = reply["values"][0].as_f64().expect("a number");
            assert!((value / 2e-300 - 1.0).abs() < 1e-6, "{method} in {precision}: {reply}");
        }
    }
}
