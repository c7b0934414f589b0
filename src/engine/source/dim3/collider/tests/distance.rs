//! Tests distances and overlaps.

use super::*;

#[test]
fn the_distance_is_the_least_of_all_pairs_of_parts() {
    let mut workspace = Workspace::default();
    let mut signs = [0; 2];
    for [(a, pose_a), (b, pose_b)] in (0..6).flat_map(|seed| pairs(seed, 1.2)) {
        let found = workspace.distance(&a, &pose_a, &b, &pose_b);
        let Some(expected) = brute_distance(&a, &pose_a, &b, &pose_b) else {
            assert_eq!(found, Err(NoAnswer::Unbounded));
            assert_eq!(workspace.intersects(&a, &pose_a, &b, &pose_b), Some(true));
            continue;
        };
        let found = found.unwrap();
        let case = format!("{:?} {:?}: {found:?} instead of {expected}", a.kind(), b.kind());
        // The depth of curved bodies is proven to a thousandth.
        let tolerance = ERROR + if expected < 0.0 { 2.0e-3 * -expected } else { 0.0 };
        assert!((found.signed_distance - expected).abs() <= tolerance, "{case}");
        assert!(found.bracket.lower <= found.signed_distance && found.signed_distance <= found.bracket.upper, "{case}");
        assert!(found.bracket.lower - ERROR <= expected && expected <= found.bracket.upper + ERROR, "{case}");
        let [p, q] = found.points;
        let n = found.normal.unwrap();
        let slack = if expected < 0.0 { 2.0e-3 } else { 20.0 * ERROR.sqrt() };
        assert!(((q - p) - n * found.signed_distance).length() <= slack, "{case}");
        signs[usize::from(expected < 0.0)] += 1;
        let overlaps = workspace.intersects(&a, &pose_a, &b, &pose_b);
        if expected.abs() > ERROR {
            assert_eq!(overlaps, Some(expected < 0.0), "{case}");
        }
        assert_eq!(workspace.distance(&a, &pose_a, &b, &pose_b), Ok(found), "{case}");
        assert_eq!(crate::dim3::collider::distance(&a, &pose_a, &b, &pose_b), Ok(found), "{case}");
        assert_eq!(intersects(&a, &pose_a, &b, &pose_b), overlaps, "{case}");
    }
    assert!(signs[0] > 150 && signs[1] > 150, "{signs:?}");
}

#[test]
fn swapped_arguments_give_mirrored_distances() {
    for [(a, pose_a), (b, pose_b)] in pairs(11, 1.5) {
        let forward = crate::dim3::collider::distance(&a, &pose_a, &b, &pose_b);
        let back = crate::dim3::collider::distance(&b, &pose_b, &a, &pose_a);
        let (Ok(forward), Ok(back)) = (forward, back) else {
            assert_eq!(forward, back);
            continue;
        };
        let case = format!("{:?} {:?}: {forward:?} {back:?}", a.kind(), b.kind());
        let tolerance = ERROR + 2.0e-3 * (-forward.signed_distance).max(0.0);
        assert!((forward.signed_distance - back.signed_distance).abs() <= tolerance, "{case}");
        if forward.signed_distance > 0.05 {
            let [n, m] = [forward, back].map(|found| found.normal.unwrap());
            assert!((n + m).length() <= 1.0e-3, "{case}");
        }
        assert_eq!(intersects(&a, &pose_a, &b, &pose_b), intersects(&b, &pose_b, &a, &pose_a), "{case}");
    }
}

#[test]
fn pairs_far_from_the_origin_are_as_exact_as_near_it() {
    // Positions in steps of 2⁻⁸ are exact at both places in both precisions.
    let far = Vec3::new(4096.0, -2048.0, 8192.0);
    for [(a, pose_a), (b, pose_b)] in pairs(12, 1.0) {
        let [pose_a, pose_b] =
            [pose_a, pose_b].map(|at| Pose { position: (at.position * 256.0).round() / 256.0, ..at });
        let [far_a, far_b] = [pose_a, pose_b].map(|at| Pose { position: at.position + far, ..at });
        let near = crate::dim3::collider::distance(&a, &pose_a, &b, &pose_b);
        let away = crate::dim3::collider::distance(&a, &far_a, &b, &far_b);
        match (near, away) {
            (Ok(near), Ok(away)) => {
                assert_eq!((near.signed_distance, near.bracket), (away.signed_distance, away.bracket));
                assert!((near.points[0] + far - away.points[0]).length() <= 8192.0 * 4.0 * EPS);
            }
            (near, away) => assert_eq!(near, away),
        }
    }
}

#[test]
fn touching_colliders_are_undecided() {
    let cube = Collider::cuboid(Vec3::ONE).unwrap();
    let (vertices, triangles) = box_mesh(Vec3::ONE);
    let mesh = Collider::mesh(vertices, triangles).unwrap();
    let ground = Collider::half_space(Vec3::Y, -1.0).unwrap();
    let compound = Collider::compound([(Pose::IDENTITY, Shape::cuboid(Vec3::ONE).unwrap())]).unwrap();
    let beside = Pose::new(Vec3::new(2.0, 0.0, 0.0), Quat::IDENTITY);
    for body in [&cube, &mesh, &compound] {
        for other in [&cube, &mesh, &compound] {
            assert_eq!(intersects(body, &Pose::IDENTITY, other, &beside), None);
            let found = crate::dim3::collider::distance(body, &Pose::IDENTITY, other, &beside).unwrap();
            assert!(found.signed_distance.abs() <= ERROR && found.bracket.lower <= 0.0 && found.bracket.upper >= 0.0);
        }
        assert_eq!(intersects(&ground, &Pose::IDENTITY, body, &Pose::IDENTITY), None);
        assert_eq!(intersects(body, &Pose::IDENTITY, &ground, &Pose::IDENTITY), None);
    }
}

#[test]
fn half_spaces_with_opposite_normals_have_a_distance() {
    let ground = Collider::half_space(Vec3::Y, 1.0).unwrap();
    let ceiling = Collider::half_space(-Vec3::Y, 0.5).unwrap();
    for (height, expected) in [(3.0, 1.5), (1.0, -0.5)] {
        let above = Pose::new(Vec3::new(4.0, height, 0.0), Quat::IDENTITY);
        let found = crate::dim3::collider::distance(&ground, &Pose::IDENTITY, &ceiling, &above).unwrap();
        assert_eq!((found.signed_distance, found.normal), (expected, Some(Vec3::Y)));
        assert_eq!(intersects(&ground, &Pose::IDENTITY, &ceiling, &above), Some(expected < 0.0));
    }
}

#[test]
fn a_one_sided_mesh_is_skipped_from_behind() {
    let (vertices, triangles) = box_mesh(Vec3::ONE);
    let mesh = Collider::one_sided_mesh(vertices, triangles).unwrap();
    let ball = Collider::ball(0.25).unwrap();
    let inside = crate::dim3::collider::distance(&mesh, &Pose::IDENTITY, &ball, &Pose::IDENTITY);
    assert_eq!(inside, Err(NoAnswer::FromBehind));
    assert_eq!(intersects(&mesh, &Pose::IDENTITY, &ball, &Pose::IDENTITY), Some(false));
    // Only the front of the lowest face is towards the ground.
    let ground = Collider::half_space(Vec3::Y, -2.0).unwrap();
    let found = crate::dim3::collider::distance(&ground, &Pose::IDENTITY, &mesh, &Pose::IDENTITY).unwrap();
    assert_eq!(found.signed_distance, 1.0);
    let flipped = Pose::new(Vec3::ZERO, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    assert_eq!(
        crate::dim3::collider::distance(&mesh, &flipped, &ground, &Pose::IDENTITY).unwrap().signed_distance,
        1.0
    );
}
