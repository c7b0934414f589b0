//! Batch questions about points: farthest along directions against looking through all, nearest of a simplex by its proof.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use glam::DVec3;
use serde_json::{Value, json};

use crate::oracle::Random;

const PRECISIONS: [(Precision, f64); 2] = [(Precision::F32, f32::EPSILON as f64), (Precision::F64, f64::EPSILON)];

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn vectors(list: &Value) -> Vec<DVec3> {
    let vector = |p: &Value| {
        let at = |i: usize| p.get(i).and_then(Value::as_f64).unwrap_or(0.0);
        DVec3::new(at(0), at(1), at(2))
    };
    list.as_array().unwrap().iter().map(vector).collect()
}

/// What the engine holds of a list.
fn held(precision: Precision, list: &Value) -> Vec<DVec3> {
    let narrow = |p: DVec3| if precision == Precision::F32 { p.as_vec3().as_dvec3() } else { p };
    vectors(list).into_iter().map(narrow).collect()
}

#[test]
fn every_method_finds_a_farthest_point() {
    let mut random = Random(9);
    for round in 0..60 {
        let (dim, count) = (2 + round % 2, 1 + random.below(if round % 10 == 0 { 3_000 } else { 40 }));
        let scale = [1.0, 1.0e-6, 1.0e6][round % 3];
        let mut list = |count: u32, scale: f64| -> Value {
            (0..count).map(|_| (0..dim).map(|_| (random.unit() * 2.0 - 1.0) * scale).collect::<Vec<_>>()).collect()
        };
        let (points, directions) = (list(count, scale), list(12, 1.0 / scale));
        for (precision, eps) in PRECISIONS {
            for method in ["brute", "climb", "hierarchy"] {
                let line = json!({ "op": "support", "dim": dim, "points": points, "directions": directions, "method": method });
                let found = reply(precision, &line);
                let (points, directions) = (held(precision, &points), held(precision, &directions));
                for (i, d) in directions.iter().enumerate() {
                    let best = points.iter().map(|p| d.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
                    let value = found["values"][i].as_f64().unwrap();
                    let index = found["indices"][i].as_u64().unwrap() as usize;
                    assert!((d.dot(points[index]) - best).abs() <= 16.0 * eps, "{method} {found} {best}");
                    assert!((value - best).abs() <= 16.0 * eps, "{method}: {value} {best}");
                    let visited = found["visited"][i].as_u64().unwrap();
                    assert!(visited >= 1 && (method != "brute" || visited == u64::from(count)));
                }
            }
        }
    }
}

#[test]
fn a_support_line_that_is_wrong_names_the_field() {
    let said = |line: Value| reply(Precision::F64, &line)["error"].as_str().unwrap().to_owned();
    let points = json!([[0, 0, 0], [1, 0, 0]]);
    let error = said(json!({ "op": "support", "points": points }));
    assert!(error.contains("directions"), "{error}");
    let error = said(json!({ "op": "support", "points": points, "directions": [[1, 0]] }));
    assert!(error.contains("directions[0]: must have 3 entries"), "{error}");
    let error = said(json!({ "op": "support", "points": points, "directions": [[1, 0, 0]], "method": "clim" }));
    assert!(error.contains("did you mean `climb`"), "{error}");
    let error = said(json!({ "op": "simplex", "points": vec![[0, 0, 0]; 5], "query": [0, 0, 0] }));
    assert!(error.contains("points: must have at most 4"), "{error}");
    let error = said(json!({ "op": "simplex", "points": points }));
    assert!(error.contains("query"), "{error}");
}

/// The answer is in the simplex, its weights say so, and the plane through it proves that nothing is nearer.
fn prove(precision: Precision, eps: f64, points: &Value, query: &Value) -> Value {
    let dim = query.as_array().unwrap().len();
    let found = reply(precision, &json!({ "op": "simplex", "dim": dim, "points": points, "query": query }));
    let (points, query) = (vectors(points), vectors(&json!([query]))[0]);
    let closest = vectors(&json!([found["closest"]]))[0];
    let weights: Vec<f64> = found["barycentric"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).collect();
    let size = points.iter().map(|p| (*p - query).length()).fold(0.0, f64::max);
    let rounding = 64.0 * eps * size + 1.0e-300;
    assert!(weights.iter().all(|w| *w >= 0.0) && (weights.iter().sum::<f64>() - 1.0).abs() <= 16.0 * eps, "{found}");
    let mixed: DVec3 = points.iter().zip(&weights).map(|(p, w)| (*p - query) * *w).sum();
    let v = closest - query;
    assert!((mixed - v).length() <= rounding + 4.0 * f64::EPSILON * query.length(), "{found} {mixed}");
    let distance = found["distance"].as_f64().unwrap();
    assert!((distance - mixed.length()).abs() <= rounding, "{found}");
    for p in &points {
        assert!(mixed.dot(*p - query - mixed) >= -rounding * size.max(distance), "{p} is nearer: {found}");
    }
    let carry: Vec<u64> = (0..points.len() as u64).filter(|i| weights[*i as usize] > 0.0).collect();
    assert_eq!(found["feature"], json!(carry));
    found
}

#[test]
fn the_nearest_point_of_a_simplex_is_proven() {
    let mut random = Random(4);
    for round in 0..400 {
        let (dim, count) = (2 + round % 2, 1 + random.below(4));
        let scale = [1.0, 1.0e-6, 1.0e6][round % 3];
        let offset = if round % 5 == 0 { 100.0 * scale } else { 0.0 };
        let mut point = |_| (0..dim).map(|_| (random.unit() * 2.0 - 1.0) * scale + offset).collect::<Vec<f64>>();
        let points: Vec<_> = (0..count).map(&mut point).collect();
        let query = point(0);
        for (precision, eps) in PRECISIONS {
            prove(precision, eps, &json!(points), &json!(query));
        }
    }
}

#[test]
fn simplices_that_broke_others_are_answered_in_every_order() {
    let jolt = [
        [99.9999847, 0.946687222, 99.9999847],
        [-100.010002, 0.977360725, -100.010002],
        [-100.000137, 0.977310658, -100.000137],
    ];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let points = json!(order.map(|i: usize| jolt[i]));
        let found = prove(Precision::F64, f64::EPSILON, &points, &json!([0, 0, 0]));
        let feature: Vec<usize> =
            found["feature"].as_array().unwrap().iter().map(|i| order[i.as_u64().unwrap() as usize]).collect();
        assert!(feature.len() == 2 && feature.contains(&0) && feature.contains(&2), "{found}");
        prove(Precision::F32, f32::EPSILON as f64, &points, &json!([0, 0, 0]));
    }
    let reactphysics = json!([
        [-94.4290924, 0.792089462, -117.274887],
        [-94.4290924, 0.000972747803, 82.7251129],
        [105.570908, 0.000972747803, -117.274887],
        [105.570908, 0.000972747803, 82.7251129]
    ]);
    for (precision, eps) in PRECISIONS {
        prove(precision, eps, &reactphysics, &json!([0, 0, 0]));
    }
}

#[test]
fn lines_about_points_say_what_they_take() {
    let said = |line: Value| Batch::default().reply(1, line.to_string().as_bytes());
    for op in ["hull", "support", "simplex"] {
        let flat = json!({"op": op, "points": [[0, 0], [1, 0]], "directions": [[1, 0]], "query": [0, 0]});
        let mut line = flat.clone();
        let unused: &[&str] = match op {
            "hull" => &["directions"],
            "support" => &[],
            _ => &["directions"],
        };
        unused.iter().for_each(|name| drop(line.as_object_mut().unwrap().remove(*name)));
        let error = said(line);
        assert!(error.contains("[0]: must have 3 entries, but has 2; a planar case needs"), "{error}");
        let error = said(json!({"op": op, "shape": {"type": "sphere", "radius": 1}, "directions": [[1, 0, 0]]}));
        let wanted = format!("shape: has no effect here: `{op}` takes `points`");
        assert!(error.contains(&wanted) && !error.contains("known here"), "{error}");
    }
    let missing = said(json!({"op": "hull"}));
    assert!(missing.contains("the field `points` is missing (Points, meters; at least one)"), "{missing}");
}
