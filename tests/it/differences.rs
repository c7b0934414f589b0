//! Minkowski differences in a batch: closed, convex, every corner a difference, every face named; errors name the field.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use glam::DVec3;
use serde_json::{Value, json};

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

#[test]
fn faces_of_a_turned_box_and_a_triangle_go_by_their_points() {
    let line = json!({
        "op": "minkowski",
        "a": { "shape": { "type": "box", "half_extents": [1, 2, 3] }, "position": [1, 0, 0] },
        "b": { "shape": { "type": "triangle", "points": [[0, 0, 0], [1, 0, 0.2], [0, 1, 0.1]] },
            "rotation": [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214] }
    });
    for (precision, rounding) in [(Precision::F64, 1e-12), (Precision::F32, 1e-5)] {
        let found = reply(precision, &line);
        let point = |p: &Value| {
            DVec3::from_slice(&p.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>())
        };
        let vertices: Vec<DVec3> = found["vertices"].as_array().unwrap().iter().map(point).collect();
        let faces = found["faces"].as_array().unwrap();
        let count = |kind: &str| faces.iter().filter(|face| face["kind"] == kind).count();
        assert_eq!((count("face_a"), count("face_b")), (6, 2), "{found}");
        assert!(count("edge_edge") >= 6 && count("face_face") == 0);
        let mut sides = 0;
        for face in faces {
            let corners: Vec<DVec3> =
                face["vertices"].as_array().unwrap().iter().map(|i| vertices[i.as_u64().unwrap() as usize]).collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            assert!(vertices.iter().all(|v| normal.dot(*v - corners[0]) <= rounding), "{face}");
            sides += corners.len();
        }
        assert_eq!(vertices.len() + faces.len(), sides / 2 + 2, "Euler's formula");
        assert_eq!(found["pairs"].as_array().unwrap().len(), vertices.len());
    }
}

#[test]
fn polygons_have_edges_and_an_area() {
    let line = json!({
        "op": "minkowski",
        "dim": 2,
        "a": { "shape": { "type": "rectangle", "half_extents": [1, 1] } },
        "b": { "shape": { "type": "polygon", "points": [[0, 0], [1, 0], [0, 1]] } }
    });
    let found = reply(Precision::F64, &line);
    assert_eq!(found["area"], 8.5, "4 + 1/2 + what the sides sweep");
    let kinds: Vec<&str> =
        found["faces"].as_array().unwrap().iter().map(|face| face["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "edge_edge").count(), 2, "{found}");
    assert_eq!(kinds.len(), 5);
}

#[test]
fn what_has_no_difference_names_the_field() {
    let said = |a: Value| {
        let b = json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] } });
        reply(Precision::F64, &json!({ "op": "minkowski", "a": a, "b": b }))["error"].as_str().unwrap().to_owned()
    };
    let error = said(json!({ "shape": { "type": "sphere", "radius": 1 } }));
    assert!(error.contains("a.shape.type: has no points"), "{error}");
    let error = said(json!({ "shape": { "type": "polytope", "points": [[0, 0, 0]] }, "margin": 0.5 }));
    assert!(error.contains("a.margin: must be 0"), "{error}");
}
