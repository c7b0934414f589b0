//! Moving objects from outside: the cases that other engines got wrong, what a batch answers, and what is refused.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use contact_lens::scene::{case::Line, save};
use serde_json::{Value, json};

use crate::cli::cases;

const METHODS: [&str; 3] = ["sat", "raycast", "advance"];

fn ask(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

/// The line of a case of the public files, whose poses are those before the motion.
fn line(case: &Value, method: &str) -> Value {
    let body = |name: &str| {
        let mut body = case[name].clone();
        body["velocity"] = case["cast"][format!("velocity_{name}")].clone();
        body
    };
    json!({ "id": case["id"], "op": "cast", "dim": case["dim"], "a": body("a"), "b": body("b"),
        "t_max": case["cast"]["max_t"], "method": method })
}

#[test]
fn what_other_engines_got_wrong_is_right_by_every_method() {
    let Some(folder) = cases() else { return };
    let text: String = ["pairs", "other"]
        .map(|name| std::fs::read_to_string(folder.join(format!("real/{name}.jsonl"))).unwrap())
        .concat();
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut answered = 0;
    for case in all.filter(|case| case["query"] == "cast") {
        for (precision, digits) in [(Precision::F64, 1e-11), (Precision::F32, 5e-5)] {
            for method in METHODS {
                let told = ask(precision, &line(&case, method));
                let said = format!("{} ({}), {method} in {precision}: {told}", case["id"], case["source"]);
                if told["error"].is_string() {
                    // Round bodies have no lines.
                    assert!(method == "sat" && said.contains("of which lines could be tried"), "{said}");
                    continue;
                }
                answered += 1;
                let Some(truth) = case["reference"]["toi"].as_f64() else {
                    assert_eq!(told["hit"], false, "{said}");
                    assert!(told["gap"].as_f64().unwrap() > 0.0, "{said}");
                    continue;
                };
                let number = |name: &str| told[name].as_f64().unwrap();
                assert_eq!(told["hit"], true, "{said}");
                // The references of curved bodies are numeric, to about their twelfth digit.
                let slack = 1e-10 * truth.max(1.0);
                assert!(number("lower") <= truth + slack && truth - slack <= number("upper"), "{truth} {said}");
                assert!((number("t_first") - truth).abs() <= digits * truth.max(1.0) * 10.0, "{truth} {said}");
            }
        }
    }
    assert!(answered > 35, "{answered} answers");
}

fn flying(dim: u8) -> Value {
    let (half, zero, at, v) = match dim {
        2 => (json!([1, 1]), json!([0, 0]), json!([5, 0.5]), json!([-2, 0])),
        _ => (json!([1, 1, 1]), json!([0, 0, 0]), json!([5, 0.5, 0]), json!([-2, 0, 0])),
    };
    json!({ "op": "cast", "dim": dim, "t_max": 10,
        "a": { "shape": { "type": "box", "half_extents": half }, "velocity": zero },
        "b": { "shape": { "type": "box", "half_extents": half }, "position": at, "velocity": v } })
}

#[test]
fn an_answer_has_every_field_of_the_form() {
    for dim in [2, 3] {
        for method in METHODS {
            let mut line = flying(dim);
            line["method"] = json!(method);
            let told = ask(Precision::F64, &line);
            assert_eq!((&told["hit"], &told["status"]), (&json!(true), &json!("hit")), "{told}");
            assert!((told["t_first"].as_f64().unwrap() - 1.5).abs() < 1e-12, "{told}");
            assert_eq!(told["normal"].as_array().unwrap().len(), usize::from(dim), "{told}");
            assert!((told["witness_a"][0].as_f64().unwrap() - 1.0).abs() < 1e-9, "{told}");
            assert_eq!(told["t_last"].is_number(), method == "sat", "{told}");
            // Too short a motion is a miss, with its gap.
            line["t_max"] = json!(1);
            let told = ask(Precision::F64, &line);
            assert_eq!(
                (&told["hit"], &told["lower"], &told["upper"]),
                (&json!(false), &json!(1.0), &json!(null)),
                "{told}"
            );
            assert!((told["gap"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{told}");
        }
    }
}

#[test]
fn each_mistake_is_named() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut line = flying(3);
        change(&mut line);
        ask(Precision::F64, &line)["error"].as_str().unwrap_or("accepted").to_owned()
    };
    assert!(
        refused(&|line| line["method"] = json!("gjk"))
            .ends_with("method: must be `raycast`, `sat` or `advance`, is `gjk`")
    );
    assert!(refused(&|line| line["t_max"] = json!(-1)).ends_with("t_max: must not be negative, is -1"));
    assert!(refused(&|line| line["b"]["velocity"] = json!([1, 2])).ends_with("b.velocity: must have 3 entries, has 2"));
    assert!(refused(&|line| line["b"]["velocty"] = json!([1, 2, 3])).contains("b.velocty: unknown field"));
    assert!(refused(&|line| line["op"] = json!("distance")).contains("t_max: unknown field"));
    let round = refused(&|line| {
        line["a"]["shape"] = json!({ "type": "sphere", "radius": 1 });
        line["method"] = json!("sat");
    });
    assert!(round.contains("a.shape.type: has no faces"), "{round}");
}

#[test]
fn a_line_becomes_a_scene_that_asks_the_same() {
    let text = flying(2).to_string();
    let scene = Line::read(text.as_bytes()).asked().unwrap().scene("pasted");
    assert_eq!(scene.queries[0].ask.algorithm().id(), "cast");
    assert_eq!(scene.bodies[1].velocity, Some([-2.0, 0.0, 0.0]));
    let saved = save::to_string(&scene).unwrap();
    assert!(saved.contains("\"velocity\""), "{saved}");
}
