//! Tests against brute force, Euler's formula and every kind of degenerate input, in both precisions.

mod integers;
mod predicates;

use super::*;
use crate::dim3::random::Random;
use std::collections::HashMap;

fn vec3(p: [i32; 3]) -> Vec3 {
    Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

/// Integer lattices, with all degeneracies and determinants that fit in `i128`.
fn lattices() -> Vec<Vec<[i32; 3]>> {
    let mut random = Random(7);
    let mut all = Vec::new();
    for round in 0..240 {
        let side = 1 + random.below(6);
        let count = 1 + random.below(60);
        // A shear keeps coplanar points coplanar, on oblique planes.
        let shear: [i32; 3] = if round % 2 == 0 { [0; 3] } else { [3, -2, 7] };
        let rank = round % 4;
        let cloud = (0..count).map(|_| {
            let mut p = [0; 3].map(|_| random.below(side + 1) as i32);
            (rank..3).filter(|_| rank > 0).for_each(|k| p[k] = 2);
            [p[0] + shear[0] * p[1], p[1] + shear[1] * p[2], p[2] + shear[2] * (p[0] + shear[0] * p[1])]
        });
        all.push(cloud.collect());
    }
    all
}

/// `det(b − a, c − a, d − a)`, exact.
fn determinant([a, b, c, d]: [[i32; 3]; 4]) -> i128 {
    let [u, v, w] = [b, c, d].map(|p| [0, 1, 2].map(|k| i128::from(p[k] - a[k])));
    (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] + (u[0] * v[1] - u[1] * v[0]) * w[2]
}

/// Checks that the hull is closed and consistently linked, and Euler's formula.
fn assert_closed(hull: &Hull) {
    let v = hull.vertices.len();
    let e = hull.edges.len();
    let f = hull.faces().count();
    match hull.dimension {
        Dimension::Point => assert_eq!((v, e, f), (1, 0, 0)),
        Dimension::Segment => assert_eq!((v, e, f), (2, 1, 0)),
        Dimension::Polygon => assert!(v >= 3 && e == v && f == 2),
        Dimension::Solid => assert_eq!(v + f, e + 2, "Euler"),
    }
    let mut sides = HashMap::new();
    for (face, corners) in hull.faces().enumerate() {
        for (k, &from) in corners.iter().enumerate() {
            let twice = sides.insert((from, corners[(k + 1) % corners.len()]), face as u32);
            assert_eq!(twice, None, "a directed side belongs to one face");
        }
    }
    assert!(hull.dimension < Dimension::Polygon || sides.len() == 2 * e);
    for edge in &hull.edges {
        let [a, b] = edge.ends;
        assert!(hull.neighbors(a).contains(&b) && hull.neighbors(b).contains(&a));
        if hull.dimension >= Dimension::Polygon {
            assert_eq!(edge.faces, [sides[&(a, b)], sides[&(b, a)]]);
        }
    }
    assert_eq!((0..v as u32).map(|i| hull.neighbors(i).len()).sum::<usize>(), 2 * e);
}

/// Checks exactly that no point is above a face, and that faces are strictly convex and not coplanar with neighbors.
fn assert_convex(points: &[Vec3], hull: &Hull) {
    let cloud = cloud::Cloud::new(points.iter().map(|p| [p.x as f64, p.y as f64, p.z as f64]).collect());
    let input = |i: u32| hull.vertices[i as usize];
    for corners in hull.faces().filter(|_| hull.dimension == Dimension::Solid) {
        let plane = [input(corners[0]), input(corners[1]), input(corners[2])];
        for i in 0..points.len() as u32 {
            let side = cloud.side(plane, i);
            assert!(side <= 0.0, "point {i} is above a face");
            let corner = corners.iter().any(|&c| input(c) == i);
            assert!(!corner || side == 0.0, "the corners of a face lie in its plane");
        }
    }
    for edge in hull.edges.iter().filter(|_| hull.dimension == Dimension::Solid) {
        let left = hull.faces().nth(edge.faces[0] as usize).expect("a face");
        let right = hull.faces().nth(edge.faces[1] as usize).expect("a face");
        let plane = [input(left[0]), input(left[1]), input(left[2])];
        assert!(right.iter().any(|&c| cloud.side(plane, input(c)) < 0.0), "neighbors lie in different planes");
    }
}

fn check(points: &[Vec3]) -> Hull {
    let hull = hull(points).expect("finite points");
    assert_closed(&hull);
    assert_convex(points, &hull);
    hull
}

#[test]
fn lattice_hulls_equal_brute_force() {
    let mut dimensions = [0; 4];
    for points in lattices() {
        let cloud: Vec<Vec3> = points.iter().map(|&p| vec3(p)).collect();
        let hull = check(&cloud);
        dimensions[hull.dimension as usize] += 1;
        // A vertex of a solid is outside the hull of all other points, if that is still a solid.
        for (n, &i) in hull.vertices.iter().enumerate() {
            let others: Vec<Vec3> = cloud.iter().copied().filter(|&p| p != cloud[i as usize]).collect();
            if others.is_empty() {
                continue;
            }
            let smaller = super::hull(&others).expect("finite points");
            let spans: Vec<[i32; 3]> = points.iter().copied().filter(|&p| vec3(p) != cloud[i as usize]).collect();
            let inside = smaller.dimension == Dimension::Solid
                && smaller.faces().all(|f| {
                    let [a, b, c] = [f[0], f[1], f[2]].map(|k| spans[smaller.vertices[k as usize] as usize]);
                    determinant([a, b, c, points[i as usize]]) <= 0
                });
            assert!(!inside, "vertex {n} is no corner");
        }
        for f in hull.faces().filter(|_| hull.dimension == Dimension::Solid) {
            let [a, b, c] = [f[0], f[1], f[2]].map(|k| points[hull.vertices[k as usize] as usize]);
            assert!(points.iter().all(|&p| determinant([a, b, c, p]) <= 0));
        }
    }
    assert!(dimensions.iter().all(|&n| n >= 5), "the mix holds every dimension: {dimensions:?}");
}

#[test]
fn every_iteration_leaves_a_closed_convex_polytope() {
    let mut random = Random(3);
    for round in 0..12 {
        let flat = if round % 3 == 0 { 1e-6 } else { 1.0 };
        let points: Vec<Vec3> = (0..60).map(|_| random.vector() * Vec3::new(1.0, flat, 1.0)).collect();
        let mut quickhull = Quickhull::new(&points).expect("finite points");
        let mut iterations = 0;
        assert!(quickhull.hull().vertices.is_empty() && quickhull.dimension().is_none());
        assert!(quickhull.step().is_continue() && quickhull.hull().vertices.is_empty());
        assert_eq!((quickhull.dimension(), quickhull.extremes().len()), (Some(Dimension::Solid), 4));
        assert!(quickhull.step().is_continue());
        loop {
            let now = quickhull.hull();
            assert_closed(&now);
            for (i, face) in quickhull.faces.iter().enumerate().filter(|(_, face)| face.alive) {
                for side in 0..3 {
                    let other = &quickhull.faces[face.beyond[side] as usize];
                    assert!(other.alive && other.beyond.contains(&(i as u32)));
                }
            }
            let hull_points: Vec<Vec3> = now.vertices.iter().map(|&i| points[i as usize]).collect();
            assert_convex(&hull_points, &super::hull(&hull_points).expect("finite points"));
            if quickhull.step().is_break() {
                break;
            }
            iterations += 1;
        }
        assert!(iterations >= 4 && iterations <= points.len() - 4);
        assert_convex(&points, &quickhull.hull());
        assert_eq!(quickhull.step(), std::ops::ControlFlow::Break(Dimension::Solid), "an ended stepper stays ended");
    }
}

#[test]
fn every_point_is_on_the_conflict_list_of_one_face_or_inside() {
    let mut random = Random(21);
    let points: Vec<Vec3> = (0..80).map(|_| random.vector()).collect();
    let mut quickhull = Quickhull::new(&points).expect("finite points");
    let mut inside: Vec<bool> = vec![false; points.len()];
    while quickhull.step().is_continue() {
        if quickhull.faces.is_empty() {
            continue;
        }
        let mut waits = vec![false; points.len()];
        for face in quickhull.waiting() {
            let heights: Vec<f64> = quickhull.conflicts(face).map(|point| quickhull.height(face, point)).collect();
            let highest = heights.iter().copied().fold(0.0, f64::max);
            let farthest = quickhull.height(face, quickhull.faces[face as usize].farthest);
            assert!(heights.iter().all(|&height| height > 0.0) && (farthest - highest).abs() <= 1e-12);
            for point in quickhull.conflicts(face) {
                assert!(!std::mem::replace(&mut waits[point as usize], true), "a point waits at two faces");
                assert!(!inside[point as usize], "what is inside stays inside");
            }
        }
        for (point, inside) in inside.iter_mut().enumerate().filter(|(point, _)| !waits[*point]) {
            *inside = true;
            let above = |i: usize| quickhull.faces[i].alive && quickhull.height(i as u32, point as u32) > 0.0;
            assert!(!(0..quickhull.faces.len()).any(above), "point {point} is above a face and waits nowhere");
        }
        // The horizon is one closed walk, and the cone is built on it.
        let edges = &quickhull.horizon;
        let next = edges.iter().cycle().skip(1);
        assert!(edges.iter().zip(next).all(|(edge, next)| edge.ends[1] == next.ends[0]));
        assert!(quickhull.apex.is_none() || quickhull.faces.len() - quickhull.added == edges.len());
    }
    assert_eq!(quickhull.waiting().count(), 0);
}

#[test]
fn a_height_is_a_length_in_the_unit_of_the_input() {
    for scale in [1.0, 1e-12, 1e12] {
        let points = [vec3([0, 0, 0]), vec3([4, 0, 0]), vec3([0, 0, 4]), vec3([0, 3, 0])].map(|p| p * scale);
        let mut quickhull = Quickhull::new(&points).expect("finite points");
        quickhull.run();
        let heights = |point: u32| (0..4).map(move |face| (face, point));
        let of_top = heights(3).map(|(face, point)| quickhull.height(face, point)).fold(0.0, f64::min);
        assert!((of_top / scale as f64 + 3.0).abs() < 1e-6, "{of_top}");
    }
}

#[test]
fn a_canonical_hull_uses_the_first_of_equal_points_and_is_sorted() {
    let corners: Vec<Vec3> = (0..8).map(|i| vec3([2 * (i & 1), 3 * (i >> 1 & 1), 5 * (i >> 2)])).collect();
    let twice: Vec<Vec3> = corners.iter().chain(&corners).copied().collect();
    let listed = check(&twice).listed(&twice);
    assert_eq!(listed.vertices, (0..8).collect::<Vec<u32>>());
    assert_eq!(listed.faces[0], [0, 1, 5, 4], "counter-clockwise from outside, from the lowest on");
    assert!(listed.faces.is_sorted() && listed.faces.len() == 6);
    assert_eq!((listed.volume, listed.area), (30.0, 62.0));
    let flat = listed_of(&[[0, 0, 0], [2, 0, 0], [0, 0, 2], [2, 0, 2]]);
    assert_eq!((flat.faces, flat.volume, flat.area), (vec![vec![0, 1, 3, 2], vec![0, 2, 3, 1]], 0.0, 8.0));
    let line = listed_of(&[[1, 1, 1], [0, 0, 0], [2, 2, 2]]);
    assert_eq!((line.vertices, line.faces.len(), line.area), (vec![1, 2], 0, 0.0));
    let zeros = [Vec3::new(-0.0, 0.0, 0.0), Vec3::ZERO];
    assert_eq!(check(&zeros).listed(&zeros).vertices, [0]);
}

fn listed_of(points: &[[i32; 3]]) -> CanonicalHull {
    let points: Vec<Vec3> = points.iter().map(|&p| vec3(p)).collect();
    check(&points).listed(&points)
}

#[test]
fn known_solids() {
    let cube: Vec<[i32; 3]> = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9]).collect();
    let hull = check(&cube.iter().map(|&p| vec3(p)).collect::<Vec<_>>());
    assert_eq!((hull.vertices.len(), hull.edges.len(), hull.faces().count()), (8, 12, 6));
    let octahedron = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [0, 0, 0]];
    let hull = check(&octahedron.map(vec3));
    assert_eq!((hull.vertices.len(), hull.edges.len(), hull.faces().count()), (6, 12, 8));
    let prism = [[4, 0, 0], [2, 0, 3], [-2, 0, 3], [-4, 0, 0], [-2, 0, -3], [2, 0, -3]];
    let both: Vec<Vec3> = prism.iter().flat_map(|&[x, _, z]| [vec3([x, 1, z]), vec3([x, -1, z])]).collect();
    let hull = check(&both);
    assert_eq!(hull.faces().map(<[u32]>::len).filter(|&n| n == 6).count(), 2);
    assert_eq!(hull.faces().count(), 8);
}

#[test]
fn scale_and_offset_change_nothing() {
    let mut random = Random(11);
    let near: Vec<Vec3> = (0..40).map(|_| random.vector()).collect();
    let expected = check(&near);
    // Powers of two scale without rounding, up to the limits of the number range.
    let huge = (Real::MAX / 4.0).log2().floor().exp2();
    let tiny = (Real::MIN_POSITIVE / EPS).log2().ceil().exp2();
    for scale in [huge, tiny, 1048576.0] {
        let scaled: Vec<Vec3> = near.iter().map(|&p| p * scale).collect();
        assert_eq!(check(&scaled), expected, "scale {scale:e}");
    }
    for offset in [1e6, 1e3 / EPS] {
        let far: Vec<Vec3> = near.iter().map(|&p| p + Vec3::splat(offset)).collect();
        check(&far);
    }
}

#[test]
fn needles_and_plates() {
    let mut random = Random(5);
    for thin in [1e-5, 1e-12, 1e-30] {
        for shape in [Vec3::new(thin, 1.0, 1.0), Vec3::new(thin, thin, 1.0), Vec3::new(thin, thin * thin, 1.0)] {
            let points: Vec<Vec3> = (0..50).map(|_| random.vector() * shape).collect();
            check(&points);
        }
    }
}

#[test]
fn nearly_coplanar_points_are_distinguished() {
    // Rounded points of a tilted plane: most of them deviate by less than one rounding error.
    let mut random = Random(9);
    let u = Vec3::new(0.3, 0.7, -0.2);
    let v = Vec3::new(-0.9, 0.1, 0.4);
    let points: Vec<Vec3> = (0..300).map(|_| u * random.unit() + v * random.unit()).collect();
    assert_eq!(check(&points).dimension, Dimension::Solid);
}

#[test]
fn duplicates_collapse() {
    let mut random = Random(1);
    let some: Vec<Vec3> = (0..20).map(|_| random.vector()).collect();
    let many: Vec<Vec3> = (0..400).map(|_| some[random.below(20) as usize]).chain(some.iter().copied()).collect();
    assert_eq!(check(&many).vertices.len(), check(&some).vertices.len());
    assert_eq!(check(&[Vec3::ONE; 9]).dimension, Dimension::Point);
    assert_eq!(check(&[Vec3::ZERO, -Vec3::ZERO]).dimension, Dimension::Point);
}

#[test]
fn invalid_points_are_reported_by_index() {
    assert_eq!(hull(&[]), Err(HullError::Empty));
    let mut points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    points[2].y = Real::NAN;
    assert_eq!(hull(&points), Err(HullError::NotFinite { index: 2 }));
    points[2].y = 0.0;
    points[3].x = Real::INFINITY;
    assert_eq!(hull(&points), Err(HullError::NotFinite { index: 3 }));
}

#[test]
fn a_hundred_thousand_points() {
    let mut random = Random(17);
    let points: Vec<Vec3> = (0..100_000).map(|_| random.vector().normalize_or(Vec3::X)).collect();
    let hull = hull(&points).expect("finite points");
    assert_closed(&hull);
    assert!(hull.vertices.len() > 50_000);
}
