//! Tests contact points.

use super::*;

/// Largest depth of all points.
fn deepest(found: &[PartContacts]) -> Option<Real> {
    found.iter().flat_map(|contact| &contact.manifold.points).map(|point| point.depth).reduce(Real::max)
}

#[test]
fn contacts_are_as_deep_as_the_distance() {
    let margin = 0.1;
    let mut workspace = Workspace::default();
    let mut counts = [0; 3];
    for [(a, pose_a), (b, pose_b)] in (20..24).flat_map(|seed| pairs(seed, 0.9)) {
        let found = workspace.contacts(&a, &pose_a, &b, &pose_b, margin).map(<[PartContacts]>::to_vec);
        let case = format!("{:?} {:?}: {found:?}", a.kind(), b.kind());
        assert_eq!(contacts(&a, &pose_a, &b, &pose_b, margin), found, "{case}");
        let Some(distance) = brute_distance(&a, &pose_a, &b, &pose_b) else {
            assert_eq!(found, Err(NoAnswer::Unbounded));
            continue;
        };
        let found = found.unwrap();
        if (distance - margin).abs() > ERROR {
            assert_eq!(found.is_empty(), distance > margin, "{distance}: {case}");
        }
        for PartContacts { manifold, .. } in &found {
            assert!(!manifold.points.is_empty(), "{case}");
            let n = manifold.normal.unwrap();
            for point in &manifold.points {
                assert!((point.on_b - point.on_a + n * point.depth).length() <= ERROR, "{case}");
                assert!(point.depth >= -margin - ERROR, "{case}");
            }
        }
        if let Some(depth) = deepest(&found) {
            // The normal may be that of a face with a depth up to 5 % above the least.
            assert!(depth >= -distance - 0.01 - 0.06 * distance.abs(), "{distance}: {case}");
            let is_convex = a.shape().is_some() && b.shape().is_some() || a.as_half_space().is_some();
            if is_convex {
                assert!(depth <= -distance + 0.01 + 0.06 * distance.abs(), "{distance}: {case}");
            }
        }
        counts[if distance > margin { 0 } else { usize::from(distance < 0.0) + 1 }] += 1;
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

#[test]
fn swapped_arguments_give_mirrored_contacts() {
    for [(a, pose_a), (b, pose_b)] in pairs(31, 0.8) {
        let forward = contacts(&a, &pose_a, &b, &pose_b, 0.05);
        let back = contacts(&b, &pose_b, &a, &pose_a, 0.05);
        let (Ok(forward), Ok(back)) = (&forward, &back) else {
            assert_eq!(forward, back);
            continue;
        };
        assert_eq!(forward.len(), back.len());
        for contact in forward {
            let [i, j] = contact.parts;
            let mirrored = back.iter().find(|other| other.parts == [j, i]).unwrap();
            assert_eq!(contact.manifold.points.len(), mirrored.manifold.points.len());
            let [n, m] = [contact, mirrored].map(|contact| contact.manifold.normal.unwrap());
            assert!((n + m).length() <= ERROR);
        }
    }
}

#[test]
fn a_box_stands_on_four_points_of_every_ground() {
    let cube = Collider::cuboid(Vec3::new(0.4, 0.3, 0.4)).unwrap();
    let slab = Collider::cuboid(Vec3::new(2.0, 1.0, 2.0)).unwrap();
    let compound = Collider::compound([(Pose::IDENTITY, Shape::cuboid(Vec3::new(2.0, 1.0, 2.0)).unwrap())]).unwrap();
    let ground = Collider::half_space(Vec3::Y * 3.0, 1.0).unwrap();
    let above = Pose::new(Vec3::new(0.125, 1.25, 0.0), Quat::IDENTITY);
    for below in [&slab, &compound, &ground] {
        let found = contacts(below, &Pose::IDENTITY, &cube, &above, 0.01).unwrap();
        let [PartContacts { parts: [0, 0], manifold }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((manifold.points.len(), manifold.normal), (4, Some(Vec3::Y)));
        assert!(manifold.points.iter().all(|point| (point.depth - 0.05).abs() <= ERROR));
        assert!(manifold.points.iter().all(|point| (point.on_a.y - 1.0).abs() <= ERROR));
    }
}

#[test]
fn options_limit_the_points() {
    let cube = Collider::cuboid(Vec3::ONE).unwrap();
    let ground = Collider::half_space(Vec3::Y, -0.9).unwrap();
    let slab = Collider::cuboid(Vec3::new(3.0, 0.1, 3.0)).unwrap();
    let below = Pose::new(Vec3::new(0.0, -1.0, 0.0), Quat::IDENTITY);
    let options = contact::Options { max_points: 2, ..contact::Options::default() };
    let mut workspace = Workspace::default();
    for (ground, at) in [(&ground, &Pose::IDENTITY), (&slab, &below)] {
        let found = workspace.contacts_with(ground, at, &cube, &Pose::IDENTITY, &options).unwrap();
        assert_eq!((found[0].manifold.points.len(), found[0].manifold.reduced), (2, 2));
    }
}
