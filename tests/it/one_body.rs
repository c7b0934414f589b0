//! Batch questions about one body: what it weighs.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use serde_json::{Value, json};

const PRECISIONS: [(Precision, f64); 2] = [(Precision::F32, f32::EPSILON as f64), (Precision::F64, f64::EPSILON)];

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

/// Asserts that all numbers of two values are the same within `eps`, relative to the largest of each list.
fn same(found: &Value, wanted: &Value, eps: f64, what: &str) {
    match (found, wanted) {
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{what}: {found}");
            let size = b.iter().filter_map(Value::as_f64).fold(1.0, |most: f64, x| most.max(x.abs()));
            a.iter().zip(b).for_each(|(a, b)| same(a, b, eps * size, what));
        }
        (Value::Number(a), Value::Number(b)) => {
            let [a, b] = [a, b].map(|x| x.as_f64().unwrap());
            assert!((a - b).abs() <= eps * b.abs().max(1.0), "{what}: {a} is not {b}");
        }
        _ => assert_eq!(found, wanted, "{what}"),
    }
}

#[test]
fn bodies_weigh_what_books_say() {
    let pi = std::f64::consts::PI;
    let tetrahedron = [[7, 0, 0], [8, 0, 0], [7, 1, 0], [7, 0, 1], [7, 0, 0]];
    for (line, wanted) in [
        (
            json!({ "shape": { "type": "box", "half_extents": [1, 2, 3] }, "density": 2 }),
            json!({ "volume": 48, "mass": 96, "center": [0, 0, 0], "inertia": [[416, 0, 0], [0, 320, 0], [0, 0, 160]],
                "principal": { "moments": [416, 320, 160], "rotation": [0, 0, 0, 1] }, "status": "solid" }),
        ),
        (
            json!({ "shape": { "type": "polytope", "points": tetrahedron }, "density": 6 }),
            json!({ "volume": 1.0 / 6.0, "mass": 1, "center": [7.25, 0.25, 0.25],
                "inertia": [[0.075, 0.0125, 0.0125], [0.0125, 0.075, 0.0125], [0.0125, 0.0125, 0.075]], "status": "solid" }),
        ),
        (
            json!({ "shape": { "type": "segment", "points": [[0, -1, 0], [0, 1, 0]] }, "margin": 1 }),
            json!({ "volume": 10.0 * pi / 3.0, "mass": 10.0 * pi / 3.0, "center": [0, 0, 0], "status": "solid" }),
        ),
        (
            json!({ "shape": { "type": "triangle", "points": [[0, 0, 0], [3, 0, 0], [0, 3, 0]] } }),
            json!({ "volume": 0, "mass": 0, "center": [1, 1, 0], "inertia": null, "principal": null, "status": "flat" }),
        ),
        (
            json!({ "dim": 2, "shape": { "type": "box", "half_extents": [1, 0.5] }, "density": 3 }),
            json!({ "area": 2, "mass": 6, "center": [0, 0], "inertia": 2.5, "principal": null, "status": "solid" }),
        ),
        (
            json!({ "dim": 2, "shape": { "type": "polytope", "points": [[1, 1], [1, 1]] }, "margin": 2 }),
            json!({ "area": 4.0 * pi, "mass": 4.0 * pi, "center": [1, 1], "inertia": 8.0 * pi, "status": "solid" }),
        ),
    ] {
        let mut line = line;
        line["op"] = json!("mass");
        for (precision, eps) in PRECISIONS {
            let found = reply(precision, &line);
            for (name, value) in wanted.as_object().unwrap() {
                match name.as_str() {
                    "principal" if value.is_object() => {
                        same(&found[name]["moments"], &value["moments"], 4.0 * eps, "moments");
                        same(&found[name]["rotation"], &value["rotation"], 4.0 * eps, "rotation");
                    }
                    _ => same(&found[name], value, 4.0 * eps, &format!("{name} of {line}: {found}")),
                }
            }
            let planar = line["dim"] == 2;
            assert_eq!((found.get("area").is_some(), found.get("volume").is_some()), (planar, !planar), "{found}");
        }
    }
}

#[test]
fn what_cannot_be_weighed_is_an_error_that_names_the_field() {
    let ball = json!({ "type": "sphere", "radius": 1 });
    let egg = json!({ "type": "ellipsoid", "radii": [1, 2, 3] });
    for (line, field) in [
        (json!({ "shape": ball, "density": 0 }), "density: "),
        (json!({ "shape": ball, "density": -1 }), "density: "),
        (json!({ "shape": ball, "density": "iron" }), "density: "),
        (json!({ "shape": ball, "margin": -1 }), "margin: "),
        (json!({ "shape": ball, "densty": 1 }), "densty: unknown field"),
        (json!({ "shape": ball, "position": [0, 0, 0] }), "position: unknown field"),
        (json!({ "a": { "shape": ball } }), "a: unknown field"),
        (json!({}), "shape"),
        (json!({ "shape": { "type": "sphere", "radius": -1 } }), "shape.radius: "),
        (json!({ "shape": { "type": "circle", "radius": 1 } }), "shape.type: "),
        (json!({ "dim": 2, "shape": { "type": "cone", "radius": 1, "half_height": 1 } }), "shape.type: "),
        (json!({ "dim": 4, "shape": ball }), "dim: "),
        (json!({ "shape": egg, "margin": 0.5 }), "margin: "),
        (json!({ "shape": { "type": "inflate", "radius": 0.5, "shape": egg } }), "shape: "),
    ] {
        let mut line = line;
        (line["op"], line["id"]) = (json!("mass"), json!(7));
        for (precision, _) in PRECISIONS {
            let found = reply(precision, &line);
            let error = found["error"].as_str().unwrap_or_else(|| panic!("{line} is answered: {found}"));
            assert!(error.contains(field) && found["id"] == 7, "{line}: {error}");
        }
    }
    let huge = json!({ "op": "mass", "shape": { "type": "sphere", "radius": 1.0e15 } });
    assert!(reply(Precision::F32, &huge)["error"].as_str().unwrap().contains("shape: "));
    assert!(reply(Precision::F64, &huge)["error"].is_null());
}
