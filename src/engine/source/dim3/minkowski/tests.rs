//! Tests the difference against the hull of all differences of points, by the identity of volumes and Euler's formula,
//! and the origins of its faces.

use glam::DVec3;

use super::*;
use crate::dim3::random::Random;

fn cube(half: Real) -> Vec<Vec3> {
    let sign = |i: u32, bit: u32| if i >> bit & 1 == 0 { -half } else { half };
    (0..8).map(|i| Vec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect()
}

fn at(position: Vec3) -> Pose {
    Pose::new(position, Quat::IDENTITY)
}

/// Checks that the body is closed, its faces are strictly convex and flat, and all vertices are on or below them.
fn check_convex_and_closed(found: &Difference, rounding: f64) {
    let mut sides = std::collections::HashMap::new();
    let point = |corner: u32| DVec3::from_array(found.points[corner as usize]);
    for face in &found.faces {
        let count = face.vertices.len();
        assert!(count >= 3);
        let normal = (1..count - 1).map(|k| {
            let [p, q, r] = [0, k, k + 1].map(|k| point(face.vertices[k]));
            (q - p).cross(r - p)
        });
        let normal = normal.sum::<DVec3>().normalize();
        for corner in 0..found.points.len() as u32 {
            let height = normal.dot(point(corner) - point(face.vertices[0]));
            assert!(height <= rounding, "{height:e} above {face:?}");
        }
        for k in 0..count {
            let [from, to] = [face.vertices[k], face.vertices[(k + 1) % count]];
            assert!(sides.insert([from, to], ()).is_none(), "twice the same side");
        }
    }
    assert!(sides.keys().all(|[from, to]| sides.contains_key(&[*to, *from])), "an open side");
    if found.faces.len() > 2 {
        assert_eq!(found.points.len() + found.faces.len(), sides.len() / 2 + 2, "Euler's formula");
    }
}

#[test]
fn two_boxes_make_a_box_whose_faces_are_faces_of_both() {
    let found = difference(&cube(1.0), &at(Vec3::ZERO), &cube(0.5), &at(Vec3::X * 4.0)).expect("boxes");
    assert_eq!((found.pairs.len(), found.faces.len(), found.volume), (8, 6, 27.0));
    assert!(found.faces.iter().all(|face| matches!(face.origin, FacetOrigin::FaceFace(_))));
    assert!(found.points.iter().all(|p| p[0] == -5.5 || p[0] == -2.5));
}

#[test]
fn a_rotated_box_adds_faces_and_parallelograms() {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize().into(), 0.7);
    let found = difference(&cube(1.0), &at(Vec3::ZERO), &cube(1.0), &Pose::new(Vec3::ZERO, turn)).expect("boxes");
    let count = |kind: fn(&FacetOrigin) -> bool| found.faces.iter().filter(|face| kind(&face.origin)).count();
    let faces = count(|origin| matches!(origin, FacetOrigin::FaceA(_) | FacetOrigin::FaceB(_)));
    assert_eq!(faces, 12);
    assert!(count(|origin| matches!(origin, FacetOrigin::EdgeEdge(_))) >= 12);
    check_convex_and_closed(&found, 1.0e-6);
}

#[test]
fn the_difference_is_the_hull_of_all_differences_on_lattices() {
    let mut random = Random(13);
    let mut dimensions = [0; 4];
    for round in 0..400 {
        let mut body = |kind: u32| -> Vec<Vec3> {
            let count = 1 + random.below(12);
            let rows = 1 + random.below(4);
            let point = |random: &mut Random| [0; 3].map(|_| random.below(rows) as Real);
            (0..count)
                .map(|_| {
                    let [x, y, z] = point(&mut random);
                    match kind % 4 {
                        0 => Vec3::new(x, y, x + y),
                        1 => Vec3::new(x, 2.0 * x, -x),
                        _ => Vec3::new(x, y, z),
                    }
                })
                .collect()
        };
        let (a, b) = (body(round), body(round / 4));
        let found = difference(&a, &at(Vec3::Y * 2.0), &b, &at(Vec3::ZERO)).expect("points");
        let all: Vec<Vec3> = a.iter().flat_map(|p| b.iter().map(move |q| *p - *q + Vec3::Y * 2.0)).collect();
        let hull = hull::hull(&all).expect("points");
        dimensions[hull.dimension as usize] += 1;
        let order = |p: &[f64; 3], q: &[f64; 3]| p.partial_cmp(q).expect("numbers");
        let mut expected: Vec<[f64; 3]> =
            hull.vertices.iter().map(|&i| all[i as usize].to_array().map(|x| x as f64)).collect();
        let mut points = found.points.clone();
        expected.sort_by(order);
        points.sort_by(order);
        assert_eq!(points, expected, "{a:?} {b:?}");
        assert_eq!(found.faces.len(), hull.faces().len(), "{a:?} {b:?}");
        if !found.faces.is_empty() {
            check_convex_and_closed(&found, 1.0e-14);
        }
        let volume = hull.listed(&all).volume;
        assert!((found.volume - volume).abs() <= 1.0e-9 * volume, "{} {volume}", found.volume);
    }
    assert!(dimensions.iter().all(|&count| count > 5), "{dimensions:?}");
}

#[test]
fn random_bodies_close_up_and_their_volumes_add_up() {
    let mut random = Random(2);
    for round in 0..40 {
        let scale = [1.0, 1.0e-6, 1.0e6][round % 3];
        let mut body = || -> Vec<Vec3> { (0..4 + random.below(40)).map(|_| random.direction() * scale).collect() };
        let (a, b) = (body(), body());
        let pose = Pose::new(random.vector() * scale, random.turn());
        let found = difference(&a, &at(Vec3::ZERO), &b, &pose).expect("bodies");
        check_convex_and_closed(&found, 64.0 * EPS as f64 * scale as f64);
        // V(A + C) = V(A) + V(C) + Σ area · h over the faces of both, each with the support of the other.
        let all: Vec<Vec3> = found.points.iter().map(|p| Vec3::from(p.map(|x| x as Real))).collect();
        let volume = hull::hull(&all).expect("points").listed(&all).volume;
        assert!((found.volume - volume).abs() <= 1.0e3 * EPS as f64 * volume, "{} {volume}", found.volume);
    }
}

#[test]
fn invalid_bodies_are_reported() {
    let none: [Vec3; 0] = [];
    let error = difference(&none, &Pose::IDENTITY, &cube(1.0), &Pose::IDENTITY);
    assert_eq!(error, Err(MinkowskiError::Body { body: 0, error: HullError::Empty }));
    let nan = [Vec3::ONE, Vec3::NAN];
    let error = difference(&cube(1.0), &Pose::IDENTITY, &nan, &Pose::IDENTITY);
    assert_eq!(error, Err(MinkowskiError::Body { body: 1, error: HullError::NotFinite { index: 1 } }));
}

/// Every step adds a face of A or of −B, starts an arc of A or adds a crossing, and no face is lost.
#[test]
fn steps_are_faces_arcs_and_crossings() {
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize().into(), 0.7);
    let pose = Pose::new(Vec3::X * 3.0, turn);
    let (a, b) = (cube(1.0), cube(0.5));
    let mut overlay = Overlay::new(&a, &at(Vec3::ZERO), &b, &pose).expect("boxes");
    let (mut faces, mut arcs, mut crossings) = (0, 0, 0);
    let outcome = loop {
        let before = overlay.faces.len();
        match overlay.step() {
            std::ops::ControlFlow::Break(outcome) => break outcome,
            std::ops::ControlFlow::Continue(()) => {}
        }
        let new = overlay.faces.len() - before;
        match overlay.last_action {
            OverlayAction::Face { .. } => faces += new,
            OverlayAction::Arc(edge) => {
                assert_eq!((edge, new), (arcs, 0));
                arcs += 1;
            }
            OverlayAction::Crossing([edge, _]) => {
                assert_eq!((edge + 1, new), (arcs, 1));
                crossings += new;
            }
            OverlayAction::Nothing => panic!("a step that does nothing"),
        }
    };
    assert_eq!((outcome, faces, arcs), (Dimension::Solid, 12, 12));
    assert!(crossings >= 12 && faces + crossings == overlay.faces.len());
    assert_eq!(overlay.step(), std::ops::ControlFlow::Break(Dimension::Solid), "it stays ended");
    let made = overlay.difference([&a, &b], [&at(Vec3::ZERO), &pose]);
    assert_eq!(Ok(made), difference(&a, &at(Vec3::ZERO), &b, &pose));
}

/// V(A − B) = V(A) + V(−B) + Σ over A's faces of area · h(−B) + Σ over the faces of −B of area · h(A), with both `h`
/// about the same point. The test needs no hull of differences.
#[test]
fn volumes_grow_as_the_identity_says() {
    let mut random = Random(11);
    for _ in 0..30 {
        let mut body = || -> Vec<Vec3> { (0..4 + random.below(20)).map(|_| random.direction()).collect() };
        let (a, b) = (body(), body());
        let found = difference(&a, &at(Vec3::ZERO), &b, &at(Vec3::ZERO)).expect("bodies");
        let to_f64 = |p: Vec3| DVec3::from_array(p.to_array().map(|x| x as f64));
        let [own, other]: [Vec<DVec3>; 2] =
            [a.iter().map(|p| to_f64(*p)).collect(), b.iter().map(|p| -to_f64(*p)).collect()];
        let mixed = |points: &[Vec3], placed: &[DVec3], far: &[DVec3], sign: f64| -> f64 {
            let listed = hull::hull(points).expect("points").listed(points);
            let area = |face: &Vec<u32>| -> f64 {
                let at = |k: u32| placed[k as usize];
                let fan = face[1..].windows(2).map(|k| (at(k[0]) - at(face[0])).cross(at(k[1]) - at(face[0])));
                let sum = fan.sum::<DVec3>() * 0.5 * sign;
                sum.length() * far.iter().map(|p| p.dot(sum.normalize())).fold(f64::MIN, f64::max)
            };
            listed.faces.iter().map(area).sum()
        };
        let volume = |points: &[Vec3]| hull::hull(points).expect("points").listed(points).volume;
        let mixed_volumes = [mixed(&a, &own, &other, 1.0), mixed(&b, &other, &own, -1.0)];
        let expected = volume(&a) + volume(&b) + mixed_volumes[0] + mixed_volumes[1];
        assert!((found.volume - expected).abs() <= 1.0e3 * EPS as f64 * expected, "{} {expected}", found.volume);
    }
}

/// Cells and climbing find the same faces in the same order as testing every pair of edges, for lattices of every
/// dimension, rotated bodies, needles and plates.
#[test]
fn cells_and_climbing_miss_no_face() {
    let mut random = Random(29);
    let mut faces = 0;
    for round in 0..300 {
        let mut body = |kind: u32| -> Vec<Vec3> {
            let count = 1 + random.below(60);
            let stretch = match kind % 5 {
                0 => Vec3::new(1.0, 1.0e-5, 1.0),
                1 => Vec3::new(1.0e-4, 1.0, 1.0e-4),
                _ => Vec3::ONE,
            };
            (0..count)
                .map(|_| match kind % 3 {
                    0 => Vec3::new(random.below(4) as Real, random.below(3) as Real, random.below(4) as Real) * stretch,
                    _ => random.direction() * stretch,
                })
                .collect()
        };
        let (a, b) = (body(round), body(round / 7));
        let turn = if round % 2 == 0 { Quat::IDENTITY } else { random.turn() };
        let pose = Pose::new(random.vector(), turn);
        let mut quick = Overlay::new(&a, &at(Vec3::ZERO), &b, &pose).expect("bodies");
        assert!(quick.climbing_is_exact(), "round {round}: {a:?} {b:?}");
        let mut slow = quick.clone().without_cells();
        assert_eq!(quick.run(), slow.run());
        assert_eq!(quick.faces, slow.faces, "round {round}: {a:?} {b:?}");
        faces += quick.faces.len();
    }
    assert!(faces > 10_000, "{faces}");
}
