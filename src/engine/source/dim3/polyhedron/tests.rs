//! Tests invariants, known bodies, rounding, hostile input, and support against brute force, in both precisions.

use glam::DVec3;

use super::*;
use crate::dim3::hull;
use crate::dim3::random::Random;
use crate::dim3::rounding;

fn to_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

fn magnitude(points: &[Vec3]) -> Real {
    points.iter().map(|p| p.abs().max_element()).fold(0.0, Real::max)
}

/// Numbers of vertices, edges and faces.
fn counts(p: &Polyhedron) -> (usize, usize, usize) {
    (p.vertices().len(), p.edge_count(), p.faces().len())
}

/// Checks that the links agree, whatever the coordinates are.
fn check_links(p: &Polyhedron) {
    assert_eq!(p.euler_characteristic(), 2);
    for (h, half_edge) in (0..).zip(p.half_edges()) {
        let HalfEdge { origin, face, next, prev } = *half_edge;
        let at = |h: u32| p.half_edges()[h as usize];
        assert_eq!((at(next).prev, at(prev).next), (h, h), "next and prev are each other's inverse");
        assert_eq!(at(next).origin, p.head(h), "the next half-edge starts where this one ends");
        assert_eq!(at(next).face, face);
        assert_ne!(at(h ^ 1).face, face, "an edge has two faces");
        assert_eq!(p.head(h ^ 1), origin);
        assert_eq!(h & 1 == 0, origin < p.head(h), "an even half-edge runs to the higher number");
        assert_eq!(p.face_half_edges(face).filter(|&g| g == h).count(), 1);
        assert_eq!(p.vertex_half_edges(origin).filter(|&g| g == h).count(), 1);
    }
    let flat = p.dimension() == Dimension::Polygon;
    for vertex in 0..p.vertices().len() as u32 {
        let degree = p.vertex_faces(vertex).count();
        assert!(if flat { degree == 2 } else { degree >= 3 }, "vertex {vertex} has {degree} faces");
        let neighbors: Vec<u32> = p.vertex_neighbors(vertex).collect();
        assert!((1..neighbors.len()).all(|k| !neighbors[..k].contains(&neighbors[k])));
    }
    assert_eq!((0..p.faces().len() as u32).map(|f| p.face_vertices(f).count()).sum::<usize>(), p.half_edges().len());
    assert!(!flat || p.faces().len() == 2);
    for (e, edge) in p.edges().enumerate() {
        assert_eq!(edge.ends, [p.half_edges()[2 * e].origin, p.head(2 * e as u32)]);
        assert!(p.face_neighbors(edge.faces[0]).any(|f| f == edge.faces[1]));
    }
}

/// Checks that normals are unit vectors, points are below all planes, vertices are in them, and polygons are convex.
fn check_geometry(p: &Polyhedron, points: &[Vec3]) {
    let m = magnitude(points) as f64;
    let dot = 4.0 * f64::EPSILON * m;
    let rounding = 2.0 * rounding::coplanar_rounding(m as Real) as f64 + dot;
    for (face, Face { plane, depth, .. }) in (0..).zip(p.faces()) {
        let normal = to_f64(plane.normal);
        assert!((normal.length() - 1.0).abs() <= 2.0 * EPS as f64);
        let height = |v: Vec3| normal.dot(to_f64(v)) - plane.offset as f64;
        let top = points.iter().map(|&v| height(v)).fold(f64::MIN, f64::max);
        assert!(top <= dot, "a point is {top:e} above face {face}, {} EPS M", top / m / EPS as f64);
        let corners: Vec<Vec3> = p.face_vertices(face).map(|i| p.vertices()[i as usize]).collect();
        let low = corners.iter().map(|&v| height(v)).fold(f64::MAX, f64::min);
        assert!(low >= -rounding, "a corner is {} EPS M below its face", low / m / EPS as f64);
        assert!(*depth as f64 >= -low - 2.0 * EPS as f64 * m && *depth as f64 <= rounding);
        for k in 0..corners.len() {
            let [a, b, c] = [k, k + 1, k + 2].map(|i| to_f64(corners[i % corners.len()]));
            let area = normal.dot((b - a).cross(c - b));
            let chord = (c - a).length();
            assert!(area >= -2.0 * rounding * chord, "face {face} is convex");
        }
    }
}

/// Volume about the first point, from exact sums over the hull, in `f64`.
fn hull_volume(points: &[Vec3]) -> f64 {
    let hull = hull::hull(points).unwrap();
    let at = |i: u32| to_f64(points[hull.vertices[i as usize] as usize]) - to_f64(points[0]);
    let fan = |f: &[u32]| (2..f.len()).map(|k| at(f[0]).dot(at(f[k - 1]).cross(at(f[k])))).sum::<f64>();
    hull.faces().map(fan).sum::<f64>() / 6.0
}

fn check_support(p: &Polyhedron, random: &mut Random) {
    let m = magnitude(p.vertices());
    let normals = p.faces().iter().map(|f| f.plane.normal);
    let near: Vec<Vec3> = normals.take(40).flat_map(|n| [n, n + random.vector() * 1e-5]).collect();
    for d in near.into_iter().chain((0..40).map(|_| random.direction())).collect::<Vec<_>>() {
        let start = random.below(p.vertices().len() as u32);
        let [best, climbed] = [p.support(d), p.support_from(d, start)].map(|i| p.vertices()[i as usize]);
        let lost = to_f64(d).dot(to_f64(best) - to_f64(climbed));
        let bound = 4.0 * rounding::coplanar_rounding(m) as f64 * d.length() as f64;
        assert!(lost.abs() <= bound, "climbing ended {} EPS M below the top", lost / (m * EPS) as f64);
        let aligned = p.faces()[p.face_along(d) as usize].plane.normal.dot(d);
        assert!(p.faces().iter().all(|f| f.plane.normal.dot(d) <= aligned));
    }
}

/// Checks everything that holds for every hull.
fn check(points: &[Vec3]) -> Polyhedron {
    let p = Polyhedron::hull(points).unwrap();
    check_links(&p);
    check_geometry(&p, points);
    check_support(&p, &mut Random(5));
    for (v, &i) in p.vertices().iter().zip(p.sources()) {
        assert_eq!(*v, points[i as usize]);
    }
    let volume = p.volume() as f64;
    let m = magnitude(points) as f64;
    let error = 64.0 * EPS as f64 * m * p.area() as f64;
    assert!((volume - hull_volume(points)).abs() <= error, "volume {volume}, not {}", hull_volume(points));
    let center = p.centroid();
    assert!(p.faces().iter().all(|f| f.plane.signed_distance(center) <= 32.0 * EPS * magnitude(points)));
    p
}

/// `n³` lattice points of a cube.
fn grid(n: u32) -> Vec<Vec3> {
    let x = |i: u32| 2.0 * i as Real / (n - 1) as Real - 1.0;
    (0..n * n * n).map(|i| Vec3::new(x(i % n), x(i / n % n), x(i / n / n))).collect()
}

fn ring(sides: u32, height: Real) -> impl Iterator<Item = Vec3> {
    (0..sides).map(move |k| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(sides)).sin_cos();
        Vec3::new(sin as Real, height, cos as Real)
    })
}

#[test]
fn boxes() {
    let half = Vec3::new(1.0, 2.0, 3.0);
    let p = Polyhedron::cuboid(half).unwrap();
    check_links(&p);
    check_geometry(&p, p.vertices());
    assert_eq!(counts(&p), (8, 12, 6));
    assert_eq!((p.volume(), p.area(), p.centroid()), (48.0, 88.0, Vec3::ZERO));
    assert!((p.max_radius() - half.length()).abs() <= 2.0 * EPS);
    for (face, normal) in [-Vec3::X, Vec3::X, -Vec3::Y, Vec3::Y, -Vec3::Z, Vec3::Z].into_iter().enumerate() {
        assert_eq!(p.faces()[face].plane, Plane { normal, offset: half.dot(normal.abs()) });
        assert_eq!(p.face_along(normal), face as u32);
        assert!(
            p.face_vertices(face as u32)
                .all(|i| p.faces()[face].plane.signed_distance(p.vertices()[i as usize]) == 0.0)
        );
    }
    let rectangle = Polyhedron::cuboid(Vec3::new(1.0, 0.0, 3.0)).unwrap();
    check_links(&rectangle);
    assert_eq!((counts(&rectangle), rectangle.dimension()), ((4, 4, 2), Dimension::Polygon));
    assert_eq!((rectangle.volume(), rectangle.area()), (0.0, 24.0));
    let segment = Polyhedron::cuboid(Vec3::new(1.0, 0.0, 0.0)).unwrap_err();
    assert!(matches!(segment, PolyhedronError::NoFace { dimension: Dimension::Segment, .. }));
    assert_eq!(Polyhedron::cuboid(-half).unwrap_err(), PolyhedronError::BadSize { index: 0 });
    assert_eq!(Polyhedron::cuboid(half * Real::NAN).unwrap_err(), PolyhedronError::NotFinite { vertex: 0 });
}

#[test]
fn known_solids() {
    let tetrahedron = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    assert_eq!(counts(&check(&tetrahedron)), (4, 6, 4));
    let octahedron = [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
    assert_eq!(counts(&check(&octahedron)), (6, 12, 8));
    assert_eq!(counts(&check(&grid(5))), (8, 12, 6));
    for sides in [3, 4, 5, 64, 1000] {
        let p = Polyhedron::prism(sides, 2.0, 0.5).unwrap();
        check_links(&p);
        check_geometry(&p, p.vertices());
        check_support(&p, &mut Random(2));
        let n = sides as usize;
        assert_eq!(counts(&p), (2 * n, 3 * n, n + 2));
        assert_eq!(p.faces()[0].plane, Plane { normal: Vec3::Y, offset: 0.5 });
        let hull = check(p.vertices());
        assert_eq!(counts(&hull), counts(&p), "the hull of a prism is the prism");
    }
}

#[test]
fn triangles_and_polygons() {
    let corners = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.0, 0.0, 3.0)];
    let p = Polyhedron::triangle(corners).unwrap();
    check_links(&p);
    check_geometry(&p, &corners);
    assert_eq!((counts(&p), p.dimension()), ((3, 3, 2), Dimension::Polygon));
    assert_eq!(p.face_vertices(0).collect::<Vec<_>>(), [0, 1, 2]);
    let [front, back] = [0, 1].map(|i| p.faces()[i].plane);
    assert!(front.normal.min_element() > 0.0 && back.normal == -front.normal);
    assert!((front.offset + back.offset).abs() <= 2.0 * EPS);
    assert!((p.centroid() - Vec3::new(1.0, 2.0, 3.0) / 3.0).length() < 4.0 * EPS);
    let line = Polyhedron::triangle([Vec3::ZERO, Vec3::ONE, Vec3::ONE * 2.0]).unwrap_err();
    assert_eq!(line, PolyhedronError::NoFace { dimension: Dimension::Segment, ends: [0, 2] });
    let needle = [Vec3::ZERO, Vec3::X, Vec3::new(0.5, Real::MIN_POSITIVE, 0.0)];
    let p = Polyhedron::triangle(needle).unwrap();
    assert_eq!(p.faces()[0].plane.normal, Vec3::Z);
    let mut random = Random(3);
    for sides in [3, 7, 64, 500] {
        let flat: Vec<Vec3> = ring(sides, 0.0).collect();
        assert_eq!(check(&flat).dimension(), Dimension::Polygon);
        let turn = random.turn();
        let turned: Vec<Vec3> = flat.iter().map(|&p| turn * p + random.vector()).collect();
        check(&turned);
        let shift = random.vector();
        let turned: Vec<Vec3> = flat.iter().map(|&p| turn * p + shift).collect();
        let p = check(&turned);
        assert_eq!((p.dimension(), p.vertices().len()), (Dimension::Polygon, sides as usize), "flat within rounding");
    }
}

#[test]
fn rotated_bodies_keep_their_faces() {
    let mut random = Random(21);
    for round in 0..60 {
        let turn = random.turn();
        let shift = random.vector() * if round % 2 == 0 { 0.0 } else { 3.0 };
        let image = |p: &Vec3| turn * (*p * Vec3::new(1.0, 0.7, 0.4)) + shift;
        let cube: Vec<Vec3> = grid(2 + round % 8).iter().map(image).collect();
        assert_eq!(counts(&check(&cube)), (8, 12, 6), "round {round}");
        let sides = 3 + round;
        let n = sides as usize;
        let prism: Vec<Vec3> = ring(sides, 1.0).chain(ring(sides, -1.0)).collect();
        let prism: Vec<Vec3> = prism.iter().map(|&p| turn * p + shift).collect();
        assert_eq!(counts(&check(&prism)), (2 * n, 3 * n, n + 2), "{sides} sides");
        let sheet: Vec<Vec3> = grid(6).iter().map(|p| turn * (*p * Vec3::new(1.0, 0.5, 0.0)) + shift).collect();
        let p = check(&sheet);
        assert_eq!((counts(&p), p.dimension()), ((4, 4, 2), Dimension::Polygon), "round {round}");
    }
}

#[test]
fn one_ulp_of_rounding() {
    let mut random = Random(8);
    let ulp = |x: Real, random: &mut Random| match random.below(3) {
        0 => x.next_up(),
        1 => x.next_down(),
        _ => x,
    };
    for round in 0..40 {
        let mut points = grid(2 + round % 6);
        points.extend(points.clone());
        points.iter_mut().for_each(|p| *p = Vec3::from_array(p.to_array().map(|x| ulp(x, &mut random))));
        assert_eq!(counts(&check(&points)), (8, 12, 6), "round {round}");
        let mut prism: Vec<Vec3> = ring(64, 0.3).chain(ring(64, -0.3)).collect();
        prism.extend(prism.clone());
        prism.iter_mut().for_each(|p| *p = Vec3::from_array(p.to_array().map(|x| ulp(x, &mut random))));
        assert_eq!(counts(&check(&prism)), (128, 192, 66), "round {round}");
    }
}

#[test]
fn random_clouds() {
    let mut random = Random(4);
    for round in 0..60 {
        let count = 4 + random.below(120);
        let stretch = [Vec3::ONE, Vec3::new(1.0, 1e-3, 1.0), Vec3::new(1e-4, 1.0, 1e-2)][round % 3];
        let points: Vec<Vec3> = (0..count).map(|_| random.vector() * stretch).collect();
        let p = check(&points);
        let hull = hull::hull(&points).unwrap();
        assert_eq!(p.dimension(), Dimension::Solid);
        if EPS < 1e-10 {
            assert_eq!(counts(&p), (hull.vertices.len(), hull.edges.len(), hull.faces().count()), "nothing to merge");
        }
        let ball: Vec<Vec3> = (0..count).map(|_| random.direction()).collect();
        check(&ball);
    }
}

#[test]
fn exact_hulls_are_exactly_convex() {
    let mut random = Random(6);
    for round in 0..40 {
        let cell = if round % 2 == 0 { 4.0 } else { 1e6 };
        let points: Vec<Vec3> = (0..80).map(|_| (random.vector() * cell).round() / cell).collect();
        let p = Polyhedron::exact_hull(&points, &hull::hull(&points).unwrap()).unwrap();
        check_links(&p);
        check_geometry(&p, &points);
        let at = |i: u32| to_f64(p.vertices()[i as usize]);
        let coord = |v: DVec3| robust::Coord3D { x: v.x, y: v.y, z: v.z };
        for (face, _) in p.faces().iter().enumerate() {
            let corners: Vec<u32> = p.face_vertices(face as u32).collect();
            let [a, b, c] = [0, 1, 2].map(|k| coord(at(corners[k])));
            assert!(points.iter().all(|&q| robust::orient3d(a, b, c, coord(to_f64(q))) >= 0.0));
            assert!(corners.iter().all(|&i| robust::orient3d(a, b, c, coord(at(i))) == 0.0));
        }
    }
}

#[test]
fn scale_and_offset() {
    let mut random = Random(11);
    let turn = random.turn();
    let bodies = [grid(3), ring(12, 1.0).chain(ring(12, -1.0)).collect::<Vec<_>>()];
    let large = if EPS < 1e-10 { 1e30 } else { 1e17 };
    for (body, faces) in bodies.iter().zip([6, 14]) {
        for scale in [1e-6, 1e6, 1e-30, large] {
            let points: Vec<Vec3> = body.iter().map(|&p| turn * p * scale).collect();
            let p = Polyhedron::hull(&points).unwrap();
            check_links(&p);
            assert_eq!(p.faces().len(), faces, "scale {scale:e}");
            assert!(p.centroid().abs().max_element() <= 64.0 * EPS * scale);
            for _ in 0..20 {
                let d = random.direction();
                let [a, b] = [p.support(d), p.support_from(d, 0)].map(|i| p.vertices()[i as usize]);
                assert!(d.dot(a - b) <= 16.0 * EPS * scale);
            }
        }
        for offset in [1e3, 1e6] {
            let points: Vec<Vec3> = body.iter().map(|&p| turn * p + Vec3::splat(offset)).collect();
            let p = Polyhedron::hull(&points).unwrap();
            check_links(&p);
            check_geometry(&p, &points);
            assert!(EPS > 1e-10 || p.faces().len() == faces);
        }
    }
    // Smaller than the rounding at its position, but exact, so nothing may be merged.
    let far: Vec<Vec3> = grid(2).iter().map(|&p| p * 0.5 + Vec3::splat(1.0 / EPS / 8.0)).collect();
    let p = Polyhedron::hull(&far).unwrap();
    check_links(&p);
    assert_eq!(counts(&p), (8, 12, 6));
}

#[test]
fn slivers_and_hostile_clouds() {
    let mut random = Random(31);
    for round in 0..200 {
        let thin = [1e-5, 1e-12, 1e-30, EPS, 30.0 * EPS][round % 5];
        let shape =
            [Vec3::new(thin, 1.0, 1.0), Vec3::new(thin, thin, 1.0), Vec3::new(thin, thin * thin, 1.0)][round % 3];
        let turn = if round % 2 == 0 { Quat::IDENTITY } else { random.turn() };
        let count = 3 + random.below(40);
        let points: Vec<Vec3> = (0..count).map(|_| turn * (random.vector() * shape)).collect();
        match Polyhedron::hull(&points) {
            Ok(p) => {
                check_links(&p);
                check_geometry(&p, &points);
            }
            Err(error) => assert!(matches!(error, PolyhedronError::NoFace { .. }), "round {round}: {error}"),
        }
    }
    for round in 0..100 {
        // Duplicates and lattices of a few ulps: all degeneracies within rounding.
        let step = [1.0, 2.0, 5.0, 20.0][round % 4] * EPS;
        let points: Vec<Vec3> =
            (0..60).map(|_| random.vector().round() + (random.vector() * 3.0).round() * step).collect();
        let p = Polyhedron::hull(&points).unwrap();
        check_links(&p);
        check_geometry(&p, &points);
    }
}

#[test]
fn invalid_points_are_reported_by_index() {
    assert_eq!(Polyhedron::hull(&[]).unwrap_err(), PolyhedronError::NoPoints);
    let one = Polyhedron::hull(&[Vec3::ONE; 5]).unwrap_err();
    assert!(matches!(one, PolyhedronError::NoFace { dimension: Dimension::Point, .. }));
    let mut points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    points[2].y = Real::NAN;
    assert_eq!(Polyhedron::hull(&points).unwrap_err(), PolyhedronError::NotFinite { vertex: 2 });
    points[2].y = Real::MAX;
    assert_eq!(Polyhedron::hull(&points).unwrap_err(), PolyhedronError::TooLarge { vertex: 2 });
    points[2].y = 1.0;
    for rounding in [Real::NAN, Real::INFINITY, -1.0, Real::MAX, 10.0] {
        check_links(&Polyhedron::hull_within(&points, rounding).unwrap());
        check_links(&Polyhedron::hull_within(&grid(3), rounding).unwrap());
    }
    let odd = Polyhedron::cuboid(Vec3::ONE).unwrap();
    for d in [Vec3::ZERO, Vec3::splat(Real::NAN), Vec3::splat(Real::INFINITY), Vec3::splat(Real::MIN_POSITIVE)] {
        assert!(odd.support(d) < 8 && odd.support_from(d, 99) < 8 && odd.face_along(d) < 6);
    }
    assert_eq!((odd.face_vertices(9).count(), odd.vertex_faces(u32::MAX).count()), (0, 0));
}

#[test]
fn six_digits_of_a_text_file() {
    let turn = Random(12).turn();
    let written = |p: &Vec3| Vec3::from_array((turn * *p).to_array().map(|x| (x * 1e5).round() / 1e5));
    let points: Vec<Vec3> = grid(4).iter().map(written).collect();
    assert_ne!(Polyhedron::hull(&points).unwrap().faces().len(), 6);
    let p = Polyhedron::hull_within(&points, 4e-5).unwrap();
    check_links(&p);
    assert_eq!(counts(&p), (8, 12, 6));
}

#[test]
fn twenty_thousand_points() {
    let mut random = Random(17);
    let ball: Vec<Vec3> = (0..20_000).map(|_| random.direction()).collect();
    let p = Polyhedron::hull(&ball).unwrap();
    check_links(&p);
    assert!(p.vertices().len() > 15_000);
    let block: Vec<Vec3> = (0..20_000).map(|_| random.vector()).collect();
    check(&block);
    let turn = random.turn();
    let shell: Vec<Vec3> = grid(27).iter().map(|&p| turn * p).collect();
    assert_eq!(counts(&Polyhedron::hull(&shell).unwrap()), (8, 12, 6));
    let rim = 10_000;
    let drum: Vec<Vec3> = ring(rim, 1.0).chain(ring(rim, -1.0)).map(|p| turn * p).collect();
    let p = Polyhedron::hull(&drum).unwrap();
    check_links(&p);
    check_support(&p, &mut random);
}

/// Clouds whose noise ranges from less than the rounding to a thousand times as much.
fn noisy(kind: u32, random: &mut Random) -> Vec<Vec3> {
    let count = 3 + random.below(60);
    let mut some = |count: u32, point: &dyn Fn(&mut Random) -> Vec3| (0..count).map(|_| point(random)).collect();
    match kind {
        // A plate a few roundings thick, and a disc of 1/1000.
        0 => some(200, &|r| r.vector() * Vec3::new(1.0, 20.0 * EPS, 1.0)),
        1 => some(400, &|r| r.direction() * Vec3::new(1.0, 1.0, 1e-3)),
        // Clusters at the vertices, edges and faces of a cube.
        2 => some(100, &|r| (r.vector() * 1.5).round() + r.vector() * 6.0 * EPS),
        3 => some(100, &|r| (r.vector() * 1.5).round() + r.vector() * 60.0 * EPS),
        // A nearly flat roof above a point.
        4 => {
            let bend = EPS * (10.0 as Real).powf(random.unit() * 4.0);
            let mut points: Vec<Vec3> = (0..count).map(|_| random.vector()).collect();
            points.iter_mut().for_each(|p| p.y = -bend * (p.x * p.x + p.z * p.z));
            points.push(-Vec3::Y);
            points
        }
        // Every vertex many times.
        _ => {
            let corners: Vec<Vec3> = (0..8).map(|_| random.vector()).collect();
            (0..120).map(|i| corners[i % 8] + random.vector() * 4.0 * EPS).collect()
        }
    }
}

#[test]
fn rounding_errors_of_every_size() {
    let mut random = Random(77);
    for round in 0..240 {
        let turn = random.turn();
        let shift = random.vector() * 3.0;
        let points: Vec<Vec3> = noisy(round % 6, &mut random).iter().map(|&p| turn * p + shift).collect();
        let p = Polyhedron::hull(&points).unwrap();
        check_links(&p);
        check_geometry(&p, &points);
        check_support(&p, &mut random);
        // Dropped points are within rounding of the kept ones.
        for _ in 0..100 {
            let d = to_f64(random.direction());
            let top =
                |points: &[Vec3]| points.iter().map(|&p| d.dot(to_f64(p) - to_f64(shift))).fold(f64::MIN, f64::max);
            let lost = top(&points) - top(p.vertices());
            let rounding = rounding::coplanar_rounding(magnitude(&points)) as f64;
            assert!(lost <= 2.0 * rounding, "round {round}: {} roundings were cut off", lost / rounding);
        }
        let volume = p.volume() as f64;
        let error = 128.0 * (EPS * magnitude(&points) * p.area()) as f64;
        assert!((volume - hull_volume(&points)).abs() <= error, "round {round}: the volume");
    }
}

/// The faces of a polyhedron as lists of vertices.
fn loops(p: &Polyhedron) -> Vec<Vec<u32>> {
    (0..p.faces().len() as u32).map(|face| p.face_vertices(face).collect()).collect()
}

#[test]
fn explicit_faces_are_kept() {
    let mut random = Random(41);
    for round in 0..60 {
        let turn = random.turn();
        let shift = random.vector();
        let cloud: Vec<Vec3> = match round % 3 {
            0 => ring(3 + round, 1.0).chain(ring(3 + round, -1.0)).collect(),
            1 => grid(2),
            _ => (0..50).map(|_| random.vector()).collect(),
        };
        let points: Vec<Vec3> = cloud.iter().map(|&p| turn * p + shift).collect();
        let hull = Polyhedron::hull(&points).unwrap();
        let again = Polyhedron::from_faces(hull.vertices(), &loops(&hull)).unwrap();
        check_links(&again);
        check_geometry(&again, hull.vertices());
        assert_eq!(again.half_edges(), hull.half_edges());
        // Coplanar triangles are allowed, unless they are so thin that rounding tilts them.
        if round % 3 > 0 {
            let fan = |f: &Vec<u32>| (2..f.len()).map(|k| vec![f[0], f[k - 1], f[k]]).collect::<Vec<_>>();
            let triangles: Vec<Vec<u32>> = loops(&hull).iter().flat_map(fan).collect();
            let p = Polyhedron::from_faces(hull.vertices(), &triangles).unwrap();
            check_links(&p);
            assert_eq!(p.faces().len(), triangles.len());
        }
    }
    let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
    let p = Polyhedron::from_faces(&square, &[[0, 1, 2, 3], [3, 2, 1, 0]]).unwrap();
    check_links(&p);
    assert_eq!((p.dimension(), p.faces()[0].plane.normal), (Dimension::Polygon, Vec3::Z));
}

#[test]
fn invalid_faces_are_reported() {
    use PolyhedronError as E;
    let cube = Polyhedron::cuboid(Vec3::ONE).unwrap();
    let error = |points: &[Vec3], faces: &[Vec<u32>]| Polyhedron::from_faces(points, faces).unwrap_err();
    let changed = |change: &dyn Fn(&mut Vec<Vec<u32>>)| {
        let mut faces = loops(&cube);
        change(&mut faces);
        error(cube.vertices(), &faces)
    };
    assert_eq!(changed(&|f| f[2][1] = 8), E::UnknownVertex { face: 2, corner: 1 });
    assert_eq!(changed(&|f| f[2][3] = f[2][0]), E::RepeatedVertex { face: 2, corner: 3 });
    assert_eq!(changed(&|f| f[4].truncate(2)), E::FewCorners { face: 4 });
    assert!(matches!(changed(&|f| _ = f.pop()), E::OpenEdge { .. }));
    assert!(matches!(changed(&|f| f[3].reverse()), E::EdgeTwice { .. }));
    assert!(matches!(changed(&|f| f.push(vec![0, 1, 2])), E::EdgeTwice { .. }));
    assert_eq!(changed(&|f| f.iter_mut().for_each(|f| f.reverse())), E::Inward { face: 0 });
    assert_eq!(changed(&Vec::clear), E::NoPoints);
    let mut points = cube.vertices().to_vec();
    points.push(Vec3::ZERO);
    assert_eq!(error(&points, &loops(&cube)), E::UnusedVertex { vertex: 8 });
    let mut points = cube.vertices().to_vec();
    points[7] *= 0.9;
    assert!(matches!(error(&points, &loops(&cube)), E::NotPlanar { .. }));
    // A triangulated cube with one vertex pushed in: its faces are planar, but the body is not convex.
    let fans: Vec<Vec<u32>> =
        loops(&cube).iter().flat_map(|f| [vec![f[0], f[1], f[2]], vec![f[0], f[2], f[3]]]).collect();
    points[7] *= 0.1;
    assert!(matches!(error(&points, &fans), E::NotConvex { .. }));
    points[7] = Vec3::splat(Real::NAN);
    assert_eq!(error(&points, &fans), E::NotFinite { vertex: 7 });
    // Two separate cubes, and two tetrahedra that share a vertex.
    let mut two = cube.vertices().to_vec();
    two.extend(cube.vertices().iter().map(|&v| v + Vec3::X * 5.0));
    let both: Vec<Vec<u32>> =
        [0, 8].iter().flat_map(|k| loops(&cube).into_iter().map(move |f| f.iter().map(|i| i + k).collect())).collect();
    assert_eq!(error(&two, &both), E::Disconnected { face: 6 });
    let bow = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z];
    let tetrahedron = |[a, b, c, d]: [u32; 4]| [vec![a, c, b], vec![a, b, d], vec![b, c, d], vec![c, a, d]];
    let bow_faces: Vec<Vec<u32>> = [[0, 1, 2, 3], [0, 5, 4, 6]].into_iter().flat_map(tetrahedron).collect();
    assert_eq!(error(&bow, &bow_faces), E::SplitVertex { vertex: 0 });
    // Faces that are not convex: an arrowhead with two sides, and a star.
    let arrow = [Vec3::ZERO, Vec3::X, Vec3::new(0.2, 0.2, 0.0), Vec3::Y];
    assert_eq!(error(&arrow, &[vec![0, 1, 2, 3], vec![3, 2, 1, 0]]), E::Reflex { face: 0, corner: 2 });
    let star: Vec<Vec3> = ring(5, 0.0).collect();
    let twice = error(&star, &[vec![0, 2, 4, 1, 3], vec![3, 1, 4, 2, 0]]);
    assert_eq!(twice, E::Reflex { face: 0, corner: 0 });
    let line = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0];
    assert!(matches!(error(&line, &[vec![0, 1, 2], vec![2, 1, 0]]), E::NoFace { .. }));
    // A vertex within an edge that only two faces share.
    let mut points = cube.vertices().to_vec();
    points.push(Vec3::new(0.0, -1.0, -1.0));
    let faces: Vec<Vec<u32>> = loops(&cube)
        .into_iter()
        .map(|mut face| {
            let count = face.len();
            if let Some(k) = (0..count).find(|&k| [[0, 1], [1, 0]].contains(&[face[k], face[(k + 1) % count]])) {
                face.insert(k + 1, 8);
            }
            face
        })
        .collect();
    assert_eq!(error(&points, &faces), E::TwoFaces { vertex: 8 });
    for e in [E::Handle, E::Flat, E::CoveredTwice, E::NoArea { face: 3 }, E::BadSize { index: 0 }] {
        assert!(!e.to_string().is_empty());
    }
}

/// A walk that ends on a face with many vertices, below and above its scan limit, ends at the maximum height.
#[test]
fn a_climb_that_ends_on_a_level_face_is_as_high_as_a_search() {
    let mut random = Random(64);
    for sides in [5, 30, 63, 64, 65, 200] {
        let corner = |k: usize, y: Real| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
            Vec3::new(cos as Real, y, sin as Real)
        };
        let points: Vec<Vec3> = [-0.5, 0.5].iter().flat_map(|y| (0..sides).map(move |k| corner(k, *y))).collect();
        let hull = hull::hull(&points).unwrap();
        for p in [Polyhedron::hull(&points).unwrap(), Polyhedron::exact_hull(&points, &hull).unwrap()] {
            check_support(&p, &mut random);
            for start in 0..p.vertices().len() as u32 {
                let top = p.vertices()[p.support_from(Vec3::Y, start) as usize];
                assert_eq!(top.y, 0.5, "{sides} sides, from {start}");
            }
        }
    }
}
