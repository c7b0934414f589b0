//! Batch questions about one body: what it weighs, and where a ray meets it.

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
    let huge = json!({ "op": "mass", "shape": { "type": "sphere", "radius": 1.0e9 } });
    assert!(reply(Precision::F32, &huge)["error"].as_str().unwrap().contains("shape: "));
    assert!(reply(Precision::F64, &huge)["error"].is_null());
}

#[test]
fn rays_meet_bodies_where_they_must() {
    let cube = json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] }, "position": [4, 0, 0] });
    let triangle = json!({ "shape": { "type": "triangle", "points": [[0, 0, 0], [4, 0, 0], [0, 4, 0]] } });
    let disc = json!({ "shape": { "type": "sphere", "radius": 1 }, "position": [0, 3] });
    let rod = json!({ "shape": { "type": "segment", "points": [[0, -1], [0, 1]] }, "rotation": [0.0, 1.0] });
    let quarter = json!({ "shape": { "type": "capsule", "radius": 0.5, "half_height": 1 }, "position": [0, 0, 2], "margin": 0.5 });
    for (line, wanted) in [
        (
            json!({ "origin": [0, 0, 0], "direction": [2, 0, 0], "t_max": 10, "b": cube }),
            json!({ "hit": true, "t": 1.5, "lower": 1.5, "upper": 1.5, "point": [3, 0, 0], "normal": [-1, 0, 0],
                "exit": 2.5, "part": [], "status": "hit" }),
        ),
        (
            json!({ "origin": [0, 0, 0], "direction": [4, 0, 0], "b": cube }),
            json!({ "hit": true, "t": 0.75, "exit": null, "status": "hit" }),
        ),
        (
            json!({ "origin": [0, 0, 0], "direction": [2, 0, 0], "b": cube }),
            json!({ "hit": false, "t": null, "lower": 1, "upper": null, "point": null, "normal": null, "exit": null,
                "status": "miss" }),
        ),
        (
            json!({ "origin": [4, 0.5, 0], "direction": [0, 1, 0], "b": cube }),
            json!({ "hit": true, "t": 0, "lower": 0, "upper": 0, "normal": null, "exit": 0.5, "status": "starts inside" }),
        ),
        (
            json!({ "origin": [1, 1, 3], "direction": [0, 0, -1], "t_max": 9, "b": triangle }),
            json!({ "hit": true, "t": 3, "exit": 3, "normal": [0, 0, 1], "point": [1, 1, 0] }),
        ),
        (
            json!({ "origin": [0, 5, 2], "direction": [0, -1, 0], "t_max": 9, "b": quarter }),
            json!({ "hit": true, "t": 3, "exit": 7, "normal": [0, 1, 0] }),
        ),
        (
            json!({ "dim": 2, "origin": [0, 0], "direction": [0, 1], "t_max": 9, "b": disc }),
            json!({ "hit": true, "t": 2, "exit": 4, "normal": [0, -1], "point": [0, 2] }),
        ),
        (
            json!({ "dim": 2, "origin": [0.5, 2], "direction": [0, -1], "t_max": 9, "b": rod }),
            json!({ "hit": true, "t": 2, "exit": 2, "normal": [0, 1], "point": [0.5, 0] }),
        ),
    ] {
        let mut line = line;
        line["op"] = json!("ray");
        for (precision, eps) in PRECISIONS {
            let found = reply(precision, &line);
            for (name, value) in wanted.as_object().unwrap() {
                same(&found[name], value, 4.0 * eps, &format!("{name} of {line}: {found}"));
            }
        }
    }
}

#[test]
fn what_is_no_ray_is_an_error_that_names_the_field() {
    let ball = json!({ "shape": { "type": "sphere", "radius": 1 } });
    let with = |name: &str, value: Value| {
        let mut body = ball.clone();
        body[name] = value;
        body
    };
    let ray = |origin: Value, direction: Value, b: Value| json!({ "origin": origin, "direction": direction, "b": b });
    let plain = |b: Value| ray(json!([0, 0, 5]), json!([0, 0, -1]), b);
    let mut late = plain(ball.clone());
    late["t_max"] = json!(-1);
    let mut misspelt = plain(ball.clone());
    misspelt["tmax"] = json!(1);
    let mut tilted = plain(ball.clone());
    tilted["dim"] = json!(2);
    for (line, field) in [
        (ray(json!([0, 0, 5]), json!([0, 0, 0]), ball.clone()), "direction: must not be the zero vector"),
        (ray(json!([0, 5]), json!([0, 0, 1]), ball.clone()), "origin: "),
        (ray(json!([0, 0, 5]), json!("down"), ball.clone()), "direction: "),
        (json!({ "origin": [0, 0, 5], "b": ball }), "direction"),
        (json!({ "origin": [0, 0, 5], "direction": [0, 0, 1] }), "`b`"),
        (json!({ "origin": [0, 0, 5], "direction": [0, 0, 1], "a": ball }), "a: unknown field"),
        (late, "t_max: "),
        (misspelt, "tmax: unknown field"),
        (tilted, "origin[2]: must be 0 in 2D"),
        (plain(with("velocity", json!([0, 0, 1]))), "b.velocity: unknown field"),
        (plain(with("margin", json!(-1))), "b.margin: "),
        (plain(with("rotation", json!([0, 0, 0, 2]))), "b.rotation: "),
        (plain(with("shape", json!({ "type": "sphere", "radius": -1 }))), "b.shape.radius: "),
        (plain(with("shape", json!({ "type": "shpere", "radius": 1 }))), "b.shape.type: "),
    ] {
        let mut line = line;
        (line["op"], line["id"]) = (json!("ray"), json!(7));
        for (precision, _) in PRECISIONS {
            let found = reply(precision, &line);
            let error = found["error"].as_str().unwrap_or_else(|| panic!("{line} is answered: {found}"));
            assert!(error.contains(field) && found["id"] == 7, "{line}: {error}");
        }
    }
}

/// Rays exactly through edges and vertices that triangles share, and a point that is cast at a triangle: all of them hit.
#[test]
fn rays_through_shared_edges_hit() {
    let seams = include_str!("rays/seams.jsonl").lines();
    // Heights by hand: along an edge of the field, in its middle vertex, in the middle of a diagonal, beside all of them; 10 / 0.9024725.
    let times = [4.28, 4.7, 4.77, 4.23, 11.080_670_048_117_81, 2.5, 2.59];
    let meshes = include_str!("rays/box-mesh.jsonl").lines();
    // The box stands with its lower half at a height of 0.2 below the origin of a ray at 5.
    let tops = [0.1, 0.3, 0.7, 1.1].into_iter().flat_map(|half: f64| [4.8 - half; 3]);
    let expected = times.into_iter().map(Some).chain([None]).chain(tops.map(Some));
    let lines: Vec<&str> = seams.chain(meshes).collect();
    assert_eq!(lines.len(), expected.clone().count());
    for (precision, eps) in PRECISIONS {
        for (line, time) in lines.iter().zip(expected.clone()) {
            let found = reply(precision, &serde_json::from_str(line).unwrap());
            assert_eq!(found["hit"], true, "{line}: {found}");
            if let Some(time) = time {
                let t = found["t"].as_f64().unwrap();
                assert!((t - time).abs() <= 8.0 * eps * time, "{line}: {found}");
            }
        }
    }
}
