//! Convex hulls, seen from outside: `batch`, lessons and judge against brute force in exact integers.

mod brute;

use std::collections::BTreeSet;

use brute::Brute;
use contact_lens::answer::{Finding, HullFinding, HullMeasure};
use contact_lens::check::judge::hull::verify;
use contact_lens::check::{Claim, Placed, Precision};
use contact_lens::cli::batch::{Batch, ReplyWithRemarks};
use contact_lens::play;
use contact_lens::scene;
use contact_lens::scene::batch_line::Line;
use serde_json::{Value, json};

use crate::oracle::Random;

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

/// Points that break hulls: lattices with every degeneracy, squashed to a plane, a line, a point; scaled, shifted, doubled.
fn cloud(random: &mut Random, round: usize, dim: usize) -> Vec<[f64; 3]> {
    let (side, count) = (1 + random.below(4), 1 + random.below(11) as usize);
    let rank = round % 5;
    let shear = if round.is_multiple_of(2) { [0.0; 3] } else { [3.0, -2.0, 5.0] };
    let mut points: Vec<[f64; 3]> = (0..count)
        .map(|_| {
            let mut p = [0.0; 3].map(|_: f64| f64::from(random.below(side + 1)));
            if round % 7 == 6 {
                p = p.map(|x| x + 0.25 * random.unit());
            }
            (rank..3).filter(|_| rank < 3).for_each(|k| p[k] = 1.0);
            let sheared = [p[0] + shear[0] * p[1], p[1] + shear[1] * p[2], p[2] + shear[2] * p[0]];
            if dim == 2 { [sheared[0], p[1] + shear[1] * p[0], 0.0] } else { sheared }
        })
        .collect();
    let (scale, shift) = [(1.0, 0.0), (1e-6, 0.0), (1e6, 0.0), (1.0, 1e6), (1e-3, -1e6)][random.below(5) as usize];
    points.iter_mut().flatten().for_each(|x| *x = *x * scale + shift);
    if dim == 2 {
        points.iter_mut().for_each(|p| p[2] = 0.0);
    }
    // Twins to the last bit, and points that are off by it.
    if round.is_multiple_of(3) {
        let [x, y, z] = points[random.below(count as u32) as usize];
        points.push([x, y, z]);
        if y != 0.0 {
            points.push([x, f64::from_bits(y.to_bits() + 1), z]);
        }
    }
    points
}

fn rounded(points: &[[f64; 3]], precision: Precision) -> Vec<[f64; 3]> {
    let round = |x: f64| if precision == Precision::F32 { f64::from(x as f32) } else { x };
    points.iter().map(|p| p.map(round)).collect()
}

fn numbers(list: &Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(|i| i.as_u64().unwrap() as u32).collect()
}

/// What `batch` says, as the judge takes it.
fn finding(answer: &Value, dim: usize) -> HullFinding {
    let size = |name: &str| answer[name].as_f64().unwrap();
    let measure = match dim {
        2 => HullMeasure::Planar { area: size("area"), perimeter: size("perimeter") },
        _ => {
            let faces = answer["faces"].as_array().unwrap().iter().map(numbers).collect();
            HullMeasure::Spatial { faces, volume: size("volume"), area: size("area") }
        }
    };
    HullFinding {
        dimension: answer["dimension"].as_u64().unwrap() as u8,
        vertices: numbers(&answer["vertices"]),
        measure,
        mesh_volume: None,
    }
}

/// What the judge says of a hull of these points.
fn claims(points: &[[f64; 3]], dim: usize, precision: Precision, found: &HullFinding) -> Vec<Claim> {
    let shape = match dim {
        2 => scene::model::Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() },
        _ => scene::model::Shape::Polytope { points: points.to_vec() },
    };
    let body = Placed {
        shape: &shape,
        margin: 0.0,
        velocity: glam::DVec3::ZERO,
        spin: glam::DVec3::ZERO,
        rotation: glam::DMat3::IDENTITY,
        quaternion: glam::DQuat::IDENTITY,
        position: glam::DVec3::ZERO,
        in_plane: false,
    };
    verify(&body, found, precision).into_iter().map(|violation| violation.claim).collect()
}

fn line(points: &[[f64; 3]], dim: usize) -> Value {
    let points: Vec<&[f64]> = points.iter().map(|p| &p[..dim]).collect();
    json!({ "id": 1, "op": "hull", "dim": dim, "points": points })
}

#[test]
fn small_clouds_have_the_hulls_of_brute_force() {
    let mut random = Random(3);
    let mut dimensions = [[0; 4]; 2];
    for round in 0..420 {
        for dim in [2, 3] {
            let points = cloud(&mut random, round, dim);
            for precision in Precision::BOTH {
                let answer = reply(precision, &line(&points, dim));
                let held = rounded(&points, precision);
                let brute = Brute::new(&held);
                let found = finding(&answer, dim);
                assert_eq!(found.dimension, brute.dimension, "{round} {dim} {precision}: {points:?}");
                dimensions[dim - 2][usize::from(found.dimension)] += 1;
                let vertices: BTreeSet<u32> = found.vertices.iter().copied().collect();
                assert_eq!(vertices, brute.vertices, "{round} {dim} {precision}: {points:?}");
                assert_eq!(vertices.len(), found.vertices.len());
                if found.dimension == 3 {
                    let faces: BTreeSet<BTreeSet<u32>> =
                        found.faces().iter().map(|face| face.iter().copied().collect()).collect();
                    assert_eq!(faces, brute.faces, "{round} {precision}: {points:?}");
                    assert_eq!(faces.len(), found.faces().len());
                    let HullMeasure::Spatial { volume, .. } = found.measure else { panic!("{answer}") };
                    let exact = brute.volume(found.faces());
                    // What cancels in a thin hull is of the size of its box.
                    let along = |k: usize| held.iter().map(move |p| p[k]);
                    let side = |k: usize| along(k).fold(f64::MIN, f64::max) - along(k).fold(f64::MAX, f64::min);
                    let rounding = 1e-14 * (0..3).map(side).fold(0.0, f64::max).powi(3);
                    assert!((volume - exact).abs() <= 1e-9 * exact + rounding, "{volume} {exact}: {points:?}");
                }
                let broken = claims(&points, dim, precision, &found);
                assert!(broken.is_empty(), "{round} {dim} {precision}: {broken:?} {answer} {points:?}");
            }
        }
    }
    assert!(dimensions[0][..3].iter().all(|&count| count > 40), "{dimensions:?}");
    assert!(dimensions[1].iter().all(|&count| count > 40), "{dimensions:?}");
}

#[test]
fn the_answer_has_the_fields_and_the_order_that_are_promised() {
    let square = reply(
        Precision::F64,
        &json!({"id": "s", "op": "hull", "dim": 2, "points": [[1, 0], [1, 1], [0, 0], [0.5, 0.5], [0, 1], [1, 0]]}),
    );
    assert_eq!(square, json!({"id": "s", "dimension": 2, "vertices": [2, 0, 1, 4], "area": 1.0, "perimeter": 4.0}));
    let flat = reply(
        Precision::F32,
        &json!({"op": "hull", "points": [[0, 0, 1], [2, 0, 1], [0, 2, 1], [2, 2, 1], [1, 1, 1]]}),
    );
    assert_eq!(
        flat,
        json!({"id": null, "dimension": 2, "vertices": [0, 1, 2, 3], "faces": [[0, 1, 3, 2], [0, 2, 3, 1]], "volume": 0.0, "area": 8.0})
    );
    let tetrahedron = reply(
        Precision::F64,
        &json!({"op": "hull", "dim": 3, "points": [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3], [0, 0, 0]]}),
    );
    assert_eq!(tetrahedron["faces"], json!([[0, 1, 3], [0, 2, 1], [0, 3, 2], [1, 2, 3]]));
    assert_eq!((&tetrahedron["dimension"], &tetrahedron["volume"]), (&json!(3), &json!(4.5)));
    let segment = reply(Precision::F64, &json!({"op": "hull", "points": [[1, 1, 1], [0, 0, 0], [2, 2, 2]]}));
    assert_eq!(
        segment,
        json!({"id": null, "dimension": 1, "vertices": [1, 2], "faces": [], "volume": 0.0, "area": 0.0})
    );
    let timed = Batch { time: true, ..Batch::default() }.reply(1, br#"{"op": "hull", "points": [[0, 0, 0]]}"#);
    assert!(timed.contains("\"ns\":") && timed.contains("\"dimension\":0,\"vertices\":[0]"), "{timed}");
}

#[test]
fn bad_lines_name_their_field() {
    for (line, said) in [
        (r#"{"op": "hull", "points": []}"#, "points: must have at least 1 entry, but has 0"),
        (r#"{"op": "hull"}"#, "the field `points` is missing"),
        (r#"{"op": "hull", "points": [[0, 0]]}"#, "points[0]: must have 3 entries, but has 2"),
        (r#"{"op": "hull", "dim": 2, "points": [[0, 0], [0, 0, 1]]}"#, "points[1][2]: must be 0 in 2D, but is 1"),
        (r#"{"op": "hull", "points": [[0, 0, "x"]]}"#, "points[0][2]: must be a number"),
        (r#"{"op": "hull", "points": [[0, 0, NaN]]}"#, "column 34"),
        (r#"{"op": "hull", "points": [[0, 0, 1e999]]}"#, "points[0][2]"),
        (r#"{"op": "hull", "pionts": [[0, 0, 0]]}"#, "pionts: unknown field; did you mean `points`?"),
        (r#"{"op": "hull", "points": [[0, 0, 0]], "a": {}}"#, "a: has no effect here: `hull` takes `points`"),
        (r#"{"op": "hull", "dim": 4, "points": [[0, 0, 0]]}"#, "dim: must be 2 or 3, but is 4"),
    ] {
        let answer: Value = serde_json::from_str(&Batch::default().reply(7, line.as_bytes())).unwrap();
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(said)), "{line}: {answer}");
        assert_eq!(answer["line"], 7);
    }
    let solver = Batch { solver: Some(scene::model::Solver::Johnson), ..Batch::default() };
    let ReplyWithRemarks { reply: answer, remarks: notes } =
        solver.reply_with_remarks(1, br#"{"op": "hull", "points": [[0, 0, 0]]}"#);
    assert!(!answer.contains("error"), "{answer}");
    assert_eq!(notes, ["`--solver johnson` has no effect here: `hull` has only one method"]);
    let pair = Line::read(br#"{"op": "hull", "points": [[0, 0, 0]]}"#).case().unwrap_err().to_string();
    assert_eq!(pair, "column 8: op: takes points; an operation on a pair of bodies is needed here");
}

#[test]
fn cases_that_other_libraries_failed_have_hulls_that_hold() {
    let mut count = 0;
    for text in include_str!("hulls/real.jsonl").lines() {
        let asked = Line::read(text.as_bytes()).query().unwrap_or_else(|error| panic!("{error}"));
        let contact_lens::scene::batch_line::LineQuery::Hull(cloud) = &asked else { panic!("{text}") };
        for precision in Precision::BOTH {
            let answer: Value =
                serde_json::from_str(&Batch { precision, ..Batch::default() }.reply(1, text.as_bytes())).unwrap();
            let dim = usize::from(cloud.dim);
            let broken = claims(&cloud.points, dim, precision, &finding(&answer, dim));
            assert!(broken.is_empty(), "{text}: {broken:?}, {answer}");
            let scene = asked.scene("case");
            let verdict = play::answer(precision, &scene, &scene.queries[0], 0).unwrap();
            let Finding::Hull(found) = &verdict.finding else { panic!("{verdict:?}") };
            assert_eq!(*found, finding(&answer, dim), "the lesson and the batch answer alike");
        }
        count += 1;
    }
    assert_eq!(count, 13);
}

/// Every way in which a true hull is falsified by one change.
fn mutants(found: &HullFinding, points: usize) -> Vec<(String, HullFinding)> {
    let mut all = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut HullFinding)| {
        let mut mutant = found.clone();
        change(&mut mutant);
        if mutant != *found {
            all.push((name, mutant));
        }
    };
    add(String::from("a dimension more"), &|hull| hull.dimension += 1);
    for k in 0..found.vertices.len() {
        add(format!("without corner {k}"), &|hull| _ = hull.vertices.remove(k));
        add(format!("corner {k} twice"), &|hull| hull.vertices.push(hull.vertices[k]));
        for i in 0..points as u32 {
            add(format!("corner {k} is point {i}"), &|hull| hull.vertices[k] = i);
        }
    }
    (0..points as u32).filter(|i| !found.vertices.contains(i)).for_each(|i| {
        add(format!("point {i} is a corner"), &|hull| hull.vertices.insert(hull.vertices.len() / 2, i));
    });
    fn faces(hull: &mut HullFinding) -> &mut Vec<Vec<u32>> {
        match &mut hull.measure {
            HullMeasure::Spatial { faces, .. } => faces,
            HullMeasure::Planar { .. } => unreachable!("a face of a hull in the plane"),
        }
    }
    for k in 0..found.faces().len() {
        add(format!("without face {k}"), &|hull| _ = faces(hull).remove(k));
        add(format!("face {k} twice"), &|hull| {
            let face = hull.faces()[k].clone();
            faces(hull).push(face);
        });
        add(format!("face {k} turned"), &|hull| faces(hull)[k].reverse());
        add(format!("face {k} without a corner"), &|hull| _ = faces(hull)[k].pop());
        add(format!("face {k} in another order"), &|hull| faces(hull)[k].swap(0, 1));
        if found.faces()[k].len() > 3 {
            add(format!("face {k} in two"), &|hull| {
                let face = hull.faces()[k].clone();
                faces(hull)[k] = face[..3].to_vec();
                faces(hull).push([&face[..1], &face[2..]].concat());
            });
        }
    }
    // Next to nothing within a thin hull is rounding.
    let thin = match found.measure {
        HullMeasure::Planar { area, perimeter } => area < 1e-6 * perimeter * perimeter,
        HullMeasure::Spatial { volume, area, .. } => volume < 1e-6 * area.powf(1.5),
    };
    for factor in [0.999, 1.001].into_iter().filter(|_| !thin) {
        add(format!("sizes times {factor}"), &|hull| match &mut hull.measure {
            HullMeasure::Planar { area, .. } => *area *= factor,
            HullMeasure::Spatial { area, .. } => *area *= factor,
        });
        add(format!("other sizes times {factor}"), &|hull| match &mut hull.measure {
            HullMeasure::Planar { perimeter, .. } => *perimeter *= factor,
            HullMeasure::Spatial { volume, .. } => *volume *= factor,
        });
    }
    all
}

#[test]
fn the_judge_refuses_every_hull_that_is_falsified() {
    let mut random = Random(5);
    let mut refused = 0;
    for round in 0..60 {
        for dim in [2, 3] {
            let points = cloud(&mut random, round, dim);
            let found = finding(&reply(Precision::F64, &line(&points, dim)), dim);
            for (name, mutant) in mutants(&found, points.len()) {
                let broken = claims(&points, dim, Precision::F64, &mutant);
                assert!(!broken.is_empty(), "{name} passed: {mutant:?} of {points:?}");
                refused += 1;
            }
        }
    }
    assert!(refused > 3000, "{refused}");
}

#[test]
fn bodies_without_points_are_refused_by_their_field() {
    let text = |shape: &str, dimension: u8, algorithm: &str| {
        format!(
            r#"{{"version": 1, "name": "t", "dimension": {dimension}, "bodies": [{{"name": "b", "shape": {shape}}}],
            "queries": [{{"name": "q", "algorithm": "{algorithm}", "body": "b"}}]}}"#
        )
    };
    let said = |text: &str| match scene::parse("f", text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(scene) => play::answer(Precision::F64, &scene, &scene.queries[0], 0)
            .map_or_else(|error| error.to_string(), |verdict| verdict.outcome.to_owned()),
    };
    let ball = r#"{"type": "sphere", "radius": 1}"#;
    let none = "bodies[0].shape.type: has no points";
    assert!(said(&text(ball, 3, "quickhull")).starts_with(none), "{}", said(&text(ball, 3, "quickhull")));
    let none = "bodies[0].shape.type: has no 2D points";
    assert!(said(&text(r#"{"type": "circle", "radius": 1}"#, 2, "graham")).starts_with(none));
    let cuboid = r#"{"type": "box", "half_extents": [1, 1, 0]}"#;
    assert_eq!(said(&text(cuboid, 3, "quickhull")), "Polygon");
    assert_eq!(said(&text(r#"{"type": "rectangle", "half_extents": [1, 0]}"#, 2, "jarvis")), "Segment");
    let wrong = said(&text(cuboid, 3, "graham"));
    assert_eq!(
        wrong,
        "f:2:52: queries[0].algorithm: `graham` needs a 2D scene; this scene is 3D (see the field `dimension`)"
    );
    let wide = text(cuboid, 3, "quickhull").replacen("\"name\": \"b\", ", "\"name\": \"b\", \"margin\": 0.5, ", 1);
    assert!(said(&wide).starts_with("bodies[0].margin: must be 0"), "{}", said(&wide));
    let nobody = text(cuboid, 3, "quickhull").replacen("\"body\": \"b\"", "\"body\": \"c\"", 1);
    assert!(said(&nobody).contains("queries[0].body"), "{}", said(&nobody));
    let pair = text(cuboid, 3, "quickhull").replacen("\"body\": \"b\"", "\"a\": \"b\", \"b\": \"b\"", 1);
    assert!(said(&pair).contains("queries[0].a: unknown field"), "{}", said(&pair));
}
