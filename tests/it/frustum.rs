//! Frustum culling, seen from outside: `batch` on what other engines' trackers and tests report, and on matrices of every
//! convention.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use serde_json::{Value, json};

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

/// The body of a public case.
fn body(object: &Value) -> Value {
    let number = |list: &str, k: usize| object[list][k].as_f64().unwrap();
    match object["type"].as_str().unwrap() {
        "sphere" => json!({"center": object["center"], "radius": object["radius"]}),
        "aabb" => {
            let of = |sign: f64| [0, 1, 2].map(|k| 0.5 * (number("max", k) + sign * number("min", k)));
            json!({"center": of(1.0), "half_extents": of(-1.0)})
        }
        _ => {
            json!({"center": object["center"], "half_extents": object["half_extents"], "rotation": object["rotation"]})
        }
    }
}

/// The planes of a public case: as they stand there, or those of a pyramid about z, which has no far plane.
fn frustum(given: &Value) -> Value {
    if given["planes"].is_array() {
        return json!({"planes": given["planes"]});
    }
    let slope = (0.5 * given["opening_angle"].as_f64().unwrap()).tan();
    assert_eq!((&given["apex"], &given["direction"]), (&json!([0, 0, 0]), &json!([0, 0, 1])));
    json!({"planes": [
        [1.0, 0.0, slope, 0.0], [-1.0, 0.0, slope, 0.0], [0.0, 1.0, slope, 0.0], [0.0, -1.0, slope, 0.0],
        [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]
    ]})
}

#[test]
fn real_cases_are_answered_right_or_refused_for_the_right_reason() {
    let cases = include_str!("frustum/real.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut seen = [0; 3];
    for case in cases {
        for precision in Precision::BOTH {
            let line = json!({"id": case["id"], "op": "cull", "frustum": frustum(&case["frustum"]),
                "bodies": [body(&case["object"])]});
            let answer = reply(precision, &line);
            let context = format!("{precision} {} of {}: {answer}", case["id"], case["source"]);
            if case["id"] == "bevy-20703-zero-far-plane" {
                // 0 ≥ 0 says nothing: a plane without numbers is a fault of whoever made it, and is named as that.
                let said = "frustum.planes[5]: the far plane is zero: it has no inside";
                assert!(answer["error"].as_str().unwrap().contains(said), "{context}");
                let fixed = line.to_string().replacen("[0,0,0,0]]", "[0,0,0,1e12]]", 1);
                let answer = reply(precision, &serde_json::from_str(&fixed).unwrap());
                assert_eq!(answer["classes"], json!(["inside"]), "with the far plane at infinity {context}");
                seen[2] += 1;
                continue;
            }
            let visible = answer["classes"][0] != "outside";
            assert_eq!(json!(visible), case["expected"]["visible"], "{context}");
            assert_eq!(visible, answer["planes"][0].is_null(), "{context}");
            seen[usize::from(visible)] += 1;
            if case["query"] == "contains" {
                assert_eq!(answer["classes"][0], "inside", "{context}");
                let larger = line.to_string().replacen("49.49", "49.6", 1);
                let larger = reply(precision, &serde_json::from_str(&larger).unwrap());
                assert_eq!(larger["classes"][0], "crossing", "{context}");
            }
        }
    }
    assert_eq!(seen, [16, 36, 2], "hidden, visible, refused");
}

/// A camera at the origin that looks along −z, 90° by 90°, near 1, far 9: its matrix for column vectors.
fn matrix(depth: &str, reversed: bool, infinite: bool) -> Vec<f64> {
    let (near, far) = (1.0, 9.0);
    let (z, w) = match (depth, reversed, infinite) {
        ("zero_to_one", false, false) => (far / (near - far), near * far / (near - far)),
        ("zero_to_one", true, false) => (near / (far - near), near * far / (far - near)),
        ("zero_to_one", false, true) => (-1.0, -near),
        ("zero_to_one", true, true) => (0.0, near),
        (_, false, false) => ((far + near) / (near - far), 2.0 * near * far / (near - far)),
        (_, true, false) => (-(far + near) / (near - far), -2.0 * near * far / (near - far)),
        (_, false, true) => (-1.0, -2.0 * near),
        _ => (1.0, 2.0 * near),
    };
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, z, w], [0.0, 0.0, -1.0, 0.0]].concat()
}

fn transposed(m: &[f64]) -> Vec<f64> {
    (0..16).map(|k| m[k % 4 * 4 + k / 4]).collect()
}

#[test]
fn all_conventions_of_one_camera_give_one_answer() {
    let bodies = json!([
        {"center": [0, 0, -5], "half_extents": [1, 1, 1]},
        {"center": [0, 0, 0], "half_extents": [0.5, 0.5, 0.5]},
        {"center": [0, 0, -20], "half_extents": [1, 1, 1]},
        {"center": [-6, 0, -3], "half_extents": [1, 1, 1], "rotation": [0, 0, 0, 1]},
        {"center": [0, 4, -4], "radius": 1},
        {"center": [7, 7, -6], "half_extents": [2, 0.1, 0.1], "rotation": [0, 0, -0.3826834, 0.9238795]}
    ]);
    for (depth, reversed, infinite, rows) in (0..16).map(|k| {
        let depth = if k & 1 == 0 { "zero_to_one" } else { "minus_one_to_one" };
        (depth, k & 2 != 0, k & 4 != 0, k & 8 != 0)
    }) {
        let columns = matrix(depth, reversed, infinite);
        let (matrix, layout) = if rows { (transposed(&columns), "row_vectors") } else { (columns, "column_vectors") };
        let frustum = json!({"matrix": matrix, "layout": layout, "depth": depth, "reversed": reversed});
        for precision in Precision::BOTH {
            let answer = reply(precision, &json!({"op": "cull", "frustum": frustum, "bodies": bodies}));
            let (class, plane) = if infinite { ("inside", Value::Null) } else { ("outside", json!("far")) };
            let context = format!("{precision} {frustum} {answer}");
            assert_eq!(
                answer["classes"],
                json!(["inside", "outside", class, "outside", "crossing", "crossing"]),
                "{context}"
            );
            assert_eq!(answer["planes"], json!([null, "near", plane, "left", null, null]), "{context}");
            assert_eq!(answer["exact"][5], "outside", "{context}");
            assert_eq!(answer["false_positives"], json!([5]), "{context}");
        }
    }
}

#[test]
fn each_mistake_is_named_by_its_field() {
    let planes = json!([[1, 0, -1, 0], [-1, 0, -1, 0], [0, 1, -1, 0], [0, -1, -1, 0], [0, 0, -1, -1], [0, 0, 1, 9]]);
    let ball = json!({"center": [0, 0, -5], "radius": 1});
    let sound = json!({"id": 7, "op": "cull", "frustum": {"planes": planes}, "bodies": [ball]});
    assert_eq!(reply(Precision::F64, &sound)["classes"], json!(["inside"]));
    let wrong = |change: &dyn Fn(&mut Value), said: &str| {
        let mut line = sound.clone();
        change(&mut line);
        for precision in Precision::BOTH {
            let answer = reply(precision, &line);
            let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line} is answered: {answer}"));
            assert!(error.contains(said), "{error}\ninstead of {said}");
            assert_eq!((&answer["id"], &answer["line"]), (&json!(7), &json!(1)));
        }
    };
    wrong(&|line| line["bodies"][0]["radius"] = json!(-1), "bodies[0].radius: must not be negative, but is -1");
    wrong(&|line| line["bodies"][0]["size"] = json!(1), "bodies[0].size: unknown field");
    wrong(&|line| line["bodies"][0]["half_extents"] = json!([1, 1, 1]), "bodies[0].radius: cannot be combined with");
    wrong(
        &|line| line["bodies"][0] = json!({"center": [0, 0, 0]}),
        "bodies[0]: needs `half_extents` (a box) or `radius` (a ball)",
    );
    wrong(&|line| line["bodies"][0]["rotation"] = json!([0, 0, 0, 1]), "bodies[0].rotation: has no effect on a ball");
    let boxed = json!({"center": [0, 0, 0], "half_extents": [1, 1, 1], "rotation": [0, 0, 0, 0]});
    wrong(&|line| line["bodies"][0] = boxed.clone(), "bodies[0].rotation: must be a unit quaternion");
    wrong(
        &|line| line["frustum"]["planes"][5] = json!([0, 0, 1, 0.5]),
        "frustum.planes: the frustum is empty: the planes near, far",
    );
    wrong(
        &|line| line["frustum"]["planes"][5] = json!([0, 0, 0, -1]),
        "frustum.planes[5]: no point is inside the far plane",
    );
    wrong(&|line| line["frustum"]["planes"] = json!([[1, 0, 0, 0]]), "frustum.planes: must have 6 entries, but has 1");
    wrong(&|line| line["frustum"] = json!({}), "frustum: needs `eye`");
    wrong(&|line| line["frustum"]["layout"] = json!("row_vectors"), "frustum.layout: cannot be combined with `planes`");
    let matrix = json!({"matrix": matrix("zero_to_one", false, false), "layout": "rows", "depth": "zero_to_one"});
    wrong(&|line| line["frustum"] = matrix.clone(), "frustum.layout: `rows` is not known");
    let missing = json!({"matrix": matrix["matrix"], "layout": "row_vectors"});
    wrong(&|line| line["frustum"] = missing.clone(), "frustum: the field `depth` is missing; `matrix` needs it");
    wrong(&|line| line["dim"] = json!(2), "dim: must be 3");
    let nothing = reply(Precision::F64, &json!({"op": "cull", "frustum": {"planes": planes}, "bodies": []}));
    assert_eq!((&nothing["classes"], &nothing["false_positives"]), (&json!([]), &json!([])));
}

#[test]
fn six_times_one_plane_is_no_frustum() {
    let line = |last: f64| {
        let mut planes = vec![json!([1, 0, 0, 1]); 6];
        planes[5] = json!([1, 0, 0, last]);
        json!({"op": "cull", "frustum": {"planes": planes}, "bodies": [{"center": [0, 0, 0], "radius": 1}]})
    };
    for precision in Precision::BOTH {
        let said = reply(precision, &line(1.0))["error"].as_str().unwrap().to_owned();
        assert!(said.contains("frustum.planes: must not be the same plane six times"), "{said}");
        assert!(reply(precision, &line(2.0)).get("error").is_none(), "two planes are seldom meant, and no nonsense");
    }
}
