//! The polyhedra of all polytopes, boxes and triangles of the public case files, in both precisions: closed, convex, with
//! every input point below every plane, and climbing finds what brute force finds.

use crate::case_files;

/// A number that every field of a list is.
fn numbers(value: &serde_json::Value) -> [f64; 3] {
    [0, 1, 2].map(|k| value[k].as_f64().unwrap())
}

/// The corners of a shape that has some, and of shapes that others are made of.
fn collect(shape: &serde_json::Value, all: &mut Vec<Vec<[f64; 3]>>) {
    match shape["type"].as_str().unwrap_or_default() {
        "polytope" | "triangle" => all.push(shape["points"].as_array().unwrap().iter().map(numbers).collect()),
        "box" => {
            let half = numbers(&shape["half_extents"]);
            let sign = |i: usize, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
            all.push((0..8).map(|i| [0, 1, 2].map(|k| sign(i, k))).collect());
        }
        _ => {}
    }
    if shape["shape"].is_object() {
        collect(&shape["shape"], all);
    }
}

fn bodies() -> Vec<Vec<[f64; 3]>> {
    let mut all = Vec::new();
    for case in case_files::read().iter().filter(|case| case.dim == 3) {
        collect(&case.a.shape, &mut all);
        collect(&case.b.shape, &mut all);
    }
    all
}

macro_rules! polyhedra {
    ($precision:ident, $real:ty, $vector:ty) => {
        #[test]
        fn $precision() {
            use contact_lens::$precision::dim3::polyhedron::{Dimension, Polyhedron, PolyhedronError};
            let mut seen = [0; 3];
            for (number, body) in bodies().iter().enumerate() {
                let points: Vec<$vector> = body.iter().map(|p| p.map(|x| x as $real).into()).collect();
                let p = match Polyhedron::hull(&points) {
                    Ok(p) => p,
                    Err(PolyhedronError::NoFace { .. }) => {
                        seen[0] += 1;
                        continue;
                    }
                    Err(error) => panic!("body {number}: {error}"),
                };
                seen[if p.dimension() == Dimension::Polygon { 1 } else { 2 }] += 1;
                let m = points.iter().map(|q| q.abs().max_element()).fold(0.0, <$real>::max);
                let rounding = 16.0 * <$real>::EPSILON * m;
                assert_eq!(p.euler_characteristic(), 2);
                for face in p.faces() {
                    let high = points.iter().map(|&q| face.plane.signed_distance(q)).fold(<$real>::MIN, <$real>::max);
                    assert!(high <= rounding, "body {number}: a point {high:e} above a face");
                    assert!(face.depth <= rounding, "body {number}: a corner {:e} below its face", face.depth);
                    let d = face.plane.normal;
                    let [top, climbed] = [p.support(d), p.support_from(d, 0)].map(|i| p.vertices()[i as usize]);
                    assert!(d.dot(top - climbed) <= 2.0 * rounding, "body {number}: climbing ends too early");
                }
                for edge in p.edges() {
                    let [left, right] = edge.faces.map(|i| p.faces()[i as usize].plane.normal);
                    let [tail, head] = edge.ends.map(|i| p.vertices()[i as usize]);
                    let slope = left.cross(right).dot(head - tail);
                    assert!(slope >= -rounding, "body {number}: an edge is not convex: {slope:e}");
                }
            }
            println!("without face, flat, solid: {seen:?}");
            assert!(seen[2] > 1000 || seen == [0; 3], "most bodies of the suite are solids: {seen:?}");
        }
    };
}

polyhedra!(single, f32, glam::Vec3A);
polyhedra!(double, f64, glam::DVec3);
