//! Solids are closed, their faces point outward and are planar; differences match results computed by hand.

use super::*;
use std::collections::HashMap;

/// Difference of a pair that is small enough for an exact one.
fn difference(a: &Solid, b: &Solid) -> Solid {
    super::difference(a, b).expect("a small pair")
}

fn normal_of(solid: &Solid, face: &[u32]) -> DVec3 {
    weld_coplanar::area_normal(face.iter().map(|&i| solid.vertices[i as usize])).normalize_or_zero()
}

/// Every side is used once in each direction, Euler's formula holds, and nothing is above any face.
#[track_caller]
fn assert_solid(solid: &Solid) {
    let size = solid.vertices.iter().fold(0.0, |m: f64, p| m.max(p.distance(solid.vertices[0])));
    let mut sides = HashMap::new();
    for face in &solid.faces {
        for (k, &from) in face.iter().enumerate() {
            assert_eq!(sides.insert((from, face[(k + 1) % face.len()]), ()), None, "a side is used twice");
        }
        let normal = normal_of(solid, face);
        let corner = solid.vertices[face[0] as usize];
        for p in &solid.vertices {
            assert!(normal.dot(*p - corner) <= 1e-6 * size, "{} above a face", normal.dot(*p - corner));
        }
        let planar = face.iter().all(|&i| normal.dot(solid.vertices[i as usize] - corner).abs() <= 1e-6 * size);
        assert!(planar, "a face is bent");
    }
    assert!(sides.keys().all(|&(i, j)| sides.contains_key(&(j, i))), "a hole");
    assert_eq!(solid.vertices.len() + solid.faces.len(), sides.len() / 2 + 2, "Euler");
    assert!(solid.creases.iter().all(|&[i, j]| sides.contains_key(&(i, j))), "a crease is a side");
}

fn counts(solid: &Solid) -> (usize, usize, usize) {
    (solid.vertices.len(), solid.creases.len(), solid.faces.len())
}

fn area_facing(solid: &Solid, direction: DVec3) -> f64 {
    let facing = solid.faces.iter().filter(|f| normal_of(solid, f).dot(direction) > 1.0 - 1e-9);
    facing.map(|f| weld_coplanar::area_normal(f.iter().map(|&i| solid.vertices[i as usize])).length() / 2.0).sum()
}

fn turns() -> impl Iterator<Item = DQuat> {
    (0..40).map(|i| {
        let t = f64::from(i);
        DQuat::from_euler(glam::EulerRot::XYZ, 1.7 * t, 0.9 * t + 0.3, 2.3 * t)
    })
}

#[test]
fn primitives_are_closed() {
    for solid in [
        mesh::cuboid(DVec3::new(1.0, 2.0, 3.0)),
        mesh::ball(mesh::FINE),
        mesh::cylinder(mesh::FINE, 1.0, 2.0),
        mesh::cone(mesh::FINE, 0.5, 1.0),
        mesh::capsule(mesh::FINE, 0.3, 1.0),
    ] {
        assert_solid(&solid);
    }
    assert_eq!(counts(&mesh::cuboid(DVec3::ONE)), (8, 12, 6));
    assert_eq!(counts(&mesh::cylinder(mesh::FINE, 1.0, 1.0)), (96, 96, 50));
    assert_eq!(counts(&mesh::cone(mesh::FINE, 1.0, 1.0)), (49, 48, 49));
}

#[test]
fn boxes_that_turn_about_y() {
    let half = DVec3::new(1.0, 2.0, 1.0);
    let still = mesh::cuboid(half);
    for (angle, expected) in [(0.0, (8, 12, 6)), (0.5, (16, 24, 10)), (0.5 * std::f64::consts::PI, (8, 12, 6))] {
        for far in [DVec3::ZERO, DVec3::new(3.0, 0.1, -7.0), DVec3::splat(1e5)] {
            for turn in turns() {
                let b = moved(still.clone(), turn * DQuat::from_rotation_y(angle), turn * far);
                let cso = difference(&moved(still.clone(), turn, DVec3::ZERO), &b);
                assert_solid(&cso);
                assert_eq!(counts(&cso), expected, "angle {angle}, far {far}");
            }
        }
    }
}

#[test]
fn boxes_in_general_position() {
    let plate = mesh::cuboid(DVec3::new(1.0, 1e-4, 0.7));
    for turn in turns().skip(1) {
        let cso = difference(&mesh::cuboid(DVec3::new(1.0, 0.5, 0.2)), &moved(plate.clone(), turn, DVec3::ONE));
        assert_solid(&cso);
        // Six faces of each; the number of edge pairs depends on the angles.
        assert!(cso.faces.len() >= 12 && cso.faces.len() <= 36);
    }
}

#[test]
fn a_box_less_a_ball_is_a_rounded_box() {
    for turn in turns() {
        let cso =
            difference(&moved(mesh::cuboid(DVec3::new(1.0, 2.0, 3.0)), turn, DVec3::ZERO), &mesh::ball(mesh::FINE));
        assert_solid(&cso);
        assert_eq!(cso.creases, Vec::<[u32; 2]>::new(), "a rounded box has no rims");
        assert!((area_facing(&cso, turn * DVec3::X) - 24.0).abs() < 1e-3, "{}", area_facing(&cso, turn * DVec3::X));
        let reach = cso.vertices.iter().fold(0.0, |m: f64, p| m.max(p.dot(turn * DVec3::Y)));
        assert!((reach - 3.0).abs() < 5e-3);
    }
}

#[test]
fn round_pairs_are_closed_and_large_enough() {
    let round = [
        mesh::ball(mesh::FINE),
        mesh::cylinder(mesh::FINE, 1.0, 0.5),
        mesh::cone(mesh::FINE, 0.5, 1.0),
        mesh::capsule(mesh::FINE, 0.3, 1.0),
    ];
    for (a, turn) in round.iter().zip(turns().skip(3)) {
        for b in &round {
            let b = moved(b.clone(), turn, DVec3::X);
            let cso = difference(a, &b);
            assert_solid(&cso);
            for d in turns().map(|t| t * DVec3::Z) {
                let want = farthest(a, d).dot(d) - farthest(&b, -d).dot(d);
                let got = farthest(&cso, d).dot(d);
                assert!(got <= want + 1e-9 && got >= want - 0.02, "reach {got} of {want}");
            }
        }
    }
    let drum = difference(
        &mesh::cylinder(mesh::FINE, 1.0, 0.5),
        &moved(mesh::cylinder(mesh::FINE, 0.5, 0.5), DQuat::IDENTITY, DVec3::X),
    );
    assert_eq!(drum.creases.len(), 96, "coaxial cylinders make a cylinder with two rims");
    assert!((area_facing(&drum, DVec3::Y) - 48.0 / 2.0 * 2.25 * (std::f64::consts::TAU / 48.0).sin()).abs() < 1e-6);
}

#[test]
fn thin_differences_keep_their_dimension() {
    let segment = |a: DVec3, b: DVec3| weld_coplanar::solid(&[a, b, (a + b) / 2.0], ALL_EDGES);
    for turn in turns() {
        let x = segment(turn * DVec3::X, turn * -DVec3::X);
        let y = segment(turn * DVec3::Y, turn * -DVec3::Y);
        assert_eq!(counts(&difference(&x, &y)), (4, 4, 2));
        assert_eq!(counts(&difference(&x, &x)), (2, 1, 0));
        let point = weld_coplanar::solid(&[turn * DVec3::ONE; 3], ALL_EDGES);
        assert_eq!(counts(&difference(&point, &point)), (1, 0, 0));
        let capsule = difference(&x, &mesh::ball(mesh::FINE));
        assert_solid(&capsule);
        let square =
            weld_coplanar::solid(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y].map(|p| turn * p), ALL_EDGES);
        assert_eq!(counts(&square), (4, 4, 2));
        let pillow = difference(&square, &mesh::ball(mesh::FINE));
        assert_solid(&pillow);
        assert!((area_facing(&pillow, turn * DVec3::Z) - 1.0).abs() < 1e-3);
    }
}

#[test]
fn nothing_bad_comes_of_bad_points() {
    assert_eq!(weld_coplanar::solid(&[], ALL_EDGES), Solid::default());
    assert_eq!(weld_coplanar::solid(&[DVec3::NAN; 4], ALL_EDGES), Solid::default());
    assert_eq!(weld_coplanar::solid(&[DVec3::splat(f64::INFINITY), DVec3::ONE], ALL_EDGES).vertices.len(), 1);
    for scale in [1e-30, 1e-6, 1e6, 1e30] {
        let tiny = mesh::cuboid(DVec3::splat(scale));
        assert_eq!(counts(&difference(&tiny, &tiny)), (8, 12, 6));
    }
}

#[test]
fn two_hundred_vertices_each() {
    let rock = |seed: f64| -> Solid {
        let spiral = (0..200).map(|i| {
            let y = 1.0 - (2.0 * f64::from(i) + 1.0) / 200.0;
            let angle = seed * f64::from(i);
            DVec3::new((1.0 - y * y).sqrt() * angle.sin(), y, (1.0 - y * y).sqrt() * angle.cos())
        });
        weld_coplanar::solid(&spiral.collect::<Vec<_>>(), ALL_EDGES)
    };
    let a = rock(2.4);
    let b = rock(1.7);
    let begin = std::time::Instant::now();
    let cso = difference(&a, &b);
    println!("200 × 200 vertices: {:?} in {:?}", counts(&cso), begin.elapsed());
    assert_solid(&cso);
    let ball = mesh::ball(mesh::FINE);
    let drum = mesh::cylinder(mesh::FINE, 1.0, 1.0);
    let begin = std::time::Instant::now();
    let round = difference(&ball, &drum);
    println!("ball and drum: {:?} in {:?}", counts(&round), begin.elapsed());
    let begin = std::time::Instant::now();
    let round = difference(&a, &drum);
    println!("rock and drum: {:?} in {:?}", counts(&round), begin.elapsed());
}

#[test]
fn large_polygons_of_the_plane_are_sampled_too() {
    let polygon = |count: u32, radius: f64| -> Vec<DVec2> {
        (0..count)
            .map(|k| DVec2::from_angle(std::f64::consts::TAU * f64::from(k) / f64::from(count)) * radius)
            .collect()
    };
    let begin = std::time::Instant::now();
    for (a, b, ball) in [(20_000, 20_000, 0.0), (20_000, 3, 0.5), (200, 200, 0.5), (30, 40, 0.5)] {
        let whole = flat_difference(&polygon(a, 1.0), &polygon(b, 0.5), ball);
        assert_eq!(whole.faces.len(), 2, "front and back");
        assert!(!whole.round && whole.vertices.iter().all(|p| p.z == 0.0));
        let reach = whole.vertices.iter().map(|p| p.length()).fold(0.0, f64::max);
        assert!((reach - 1.5 - ball).abs() < 1e-3, "{a} and {b} corners, ball {ball}: reach {reach}");
    }
    println!("planar: {:?}", begin.elapsed());
}
