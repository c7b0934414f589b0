//! Tests casts.

use super::*;

/// Pose of a body that moves with a constant velocity for the time `t`.
fn moved(at: &Pose, velocity: &Velocity, t: Real) -> Pose {
    let rotation = Quat::from_scaled_axis((velocity.angular * t).into()) * at.rotation();
    Pose::new(at.position + velocity.linear * t, rotation)
}

/// Checks a cast against distances along the motion. Returns whether it is a hit, unless that is undecided.
fn check(
    found: &FirstContact,
    [(a, pose_a), (b, pose_b)]: &[(Collider, Pose); 2],
    velocities: &[Velocity; 2],
    t_max: Real,
) -> Option<bool> {
    let case = format!("{:?} {:?}: {found:?}", a.kind(), b.kind());
    let distance_at =
        |t| brute_distance(a, &moved(pose_a, &velocities[0], t), b, &moved(pose_b, &velocities[1], t)).unwrap();
    let hit = found.outcome.hit()?;
    // The lower bound holds: the bodies are separate before.
    for k in 0..20 {
        let t = found.lower * k as Real / 20.0;
        let distance = distance_at(t);
        assert!(distance >= -ERROR || found.lower == 0.0, "{distance} at {t}: {case}");
    }
    if hit {
        let t = found.time.unwrap();
        let upper = found.upper.unwrap();
        assert!(found.lower <= t && t <= upper && upper <= t_max, "{case}");
        let distance = distance_at(t);
        let is_start = found.outcome.is_at_start();
        assert!(if is_start { distance <= ERROR } else { distance.abs() <= 1.0e-3 }, "{distance}: {case}");
        if let (Some(n), false) = (found.normal, is_start) {
            assert!((n.length() - 1.0).abs() <= 32.0 * EPS, "{case}");
        }
        assert!(found.points.is_some() && found.gap.is_none(), "{case}");
    } else {
        assert!(found.time.is_none() && found.lower == t_max, "{case}");
        let gap = found.gap.unwrap_or(0.0);
        let least = (0..=20).map(|k| distance_at(t_max * k as Real / 20.0)).fold(Real::INFINITY, Real::min);
        assert!(gap <= least + ERROR, "{least}: {case}");
    }
    Some(hit)
}

#[test]
fn casts_end_at_the_first_contact() {
    let random = &mut Random(40);
    let mut workspace = Workspace::default();
    let mut counts = [0; 3];
    for pair in (40..43).flat_map(|seed| pairs(seed, 2.0)) {
        let [(a, pose_a), (b, pose_b)] = &pair;
        let velocities = [0, 1].map(|_| random.vector() * 2.0);
        let t_max = 1.5;
        let found = workspace.cast(a, pose_a, b, pose_b, velocities, t_max).unwrap();
        assert_eq!(cast(a, pose_a, b, pose_b, velocities, t_max), Ok(found));
        if a.as_half_space().is_some() && b.as_half_space().is_some() {
            assert_eq!((found.outcome, found.time), (casts::Outcome::Overlapping, Some(0.0)));
            continue;
        }
        let linear = velocities.map(|linear| Velocity { linear, ..Velocity::default() });
        let hit = check(&found, &pair, &linear, t_max);
        counts[hit.map_or(2, usize::from)] += 1;
    }
    assert!(counts[0] > 50 && counts[1] > 50 && counts[2] < 5, "{counts:?}");
}

#[test]
fn casts_with_rotation_end_at_the_first_contact() {
    let random = &mut Random(50);
    let mut workspace = Workspace::default();
    let mut counts = [0; 3];
    for pair in (50..52).flat_map(|seed| pairs(seed, 2.0)) {
        let [(a, pose_a), (b, pose_b)] = &pair;
        let t_max = 1.0;
        let velocities = [a, b].map(|body| {
            let rotates = body.as_half_space().is_none();
            let angular = if rotates { random.vector() * 2.0 } else { Vec3::ZERO };
            Velocity { linear: random.vector() * 2.0, angular }
        });
        let found = workspace.cast_rotating(a, pose_a, b, pose_b, velocities, t_max).unwrap();
        assert_eq!(cast_rotating(a, pose_a, b, pose_b, velocities, t_max), Ok(found));
        if a.as_half_space().is_some() && b.as_half_space().is_some() {
            continue;
        }
        let hit = check(&found, &pair, &velocities, t_max);
        counts[hit.map_or(2, usize::from)] += 1;
    }
    assert!(counts[0] > 30 && counts[1] > 30 && counts[2] < 10, "{counts:?}");
}

#[test]
fn swapped_arguments_give_mirrored_casts() {
    let random = &mut Random(60);
    for [(a, pose_a), (b, pose_b)] in pairs(60, 2.0) {
        let [v, w] = [0, 1].map(|_| random.vector() * 2.0);
        let forward = cast(&a, &pose_a, &b, &pose_b, [v, w], 1.5).unwrap();
        let back = cast(&b, &pose_b, &a, &pose_a, [w, v], 1.5).unwrap();
        let case = format!("{:?} {:?}: {forward:?} {back:?}", a.kind(), b.kind());
        assert_eq!(forward.outcome.hit(), back.outcome.hit(), "{case}");
        if let (Some(t), Some(s)) = (forward.time, back.time) {
            assert!((t - s).abs() <= 1.0e-3, "{case}");
        }
    }
}

#[test]
fn a_compound_on_a_half_space_lands_by_a_closed_form() {
    let children = [-1.0, 0.5].map(|x| (Pose::new(Vec3::new(x, x, 0.0), Quat::IDENTITY), Shape::sphere(0.5).unwrap()));
    let body = Collider::compound(children).unwrap();
    let ground = Collider::half_space(Vec3::Y, 0.0).unwrap();
    let above = Pose::new(Vec3::new(0.0, 3.5, 0.0), Quat::IDENTITY);
    let fall = [Vec3::ZERO, Vec3::new(1.0, -4.0, 0.0)];
    let found = cast(&ground, &Pose::IDENTITY, &body, &above, fall, 1.0).unwrap();
    assert_eq!((found.time, found.normal, found.parts), (Some(0.5), Some(Vec3::Y), Some([0, 0])));
    // Rotated by 90° per second, the other ball is lower after 2 seconds.
    let rolling = Velocity { linear: Vec3::new(0.0, -1.0, 0.0), angular: Vec3::Z * 1.5 };
    let found = cast_rotating(&body, &above, &ground, &Pose::IDENTITY, [rolling, Velocity::default()], 4.0).unwrap();
    assert_eq!((found.outcome.hit(), found.normal), (Some(true), Some(-Vec3::Y)));
    let late = cast(&ground, &Pose::IDENTITY, &body, &above, fall, 0.25).unwrap();
    assert_eq!((late.outcome.hit(), late.gap), (Some(false), Some(1.0)));
}

#[test]
fn a_motion_from_behind_all_triangles_is_a_miss() {
    let triangle = vec![Vec3::ZERO, Vec3::Z, Vec3::X];
    let floor = Collider::one_sided_mesh(triangle, vec![[0, 1, 2]]).unwrap();
    let ball = Collider::ball(0.25).unwrap();
    let ground = Collider::half_space(Vec3::Y, 0.5).unwrap();
    let above = Pose::new(Vec3::new(0.25, 1.0, 0.25), Quat::IDENTITY);
    let below = Pose::new(Vec3::new(0.25, -1.0, 0.25), Quat::IDENTITY);
    let down = cast(&floor, &Pose::IDENTITY, &ball, &above, [Vec3::ZERO, -Vec3::Y], 2.0).unwrap();
    assert_eq!((down.outcome.hit(), down.normal), (Some(true), Some(Vec3::Y)));
    let up = cast(&floor, &Pose::IDENTITY, &ball, &below, [Vec3::ZERO, Vec3::Y], 2.0).unwrap();
    assert_eq!((up.outcome.hit(), up.lower, up.parts), (Some(false), 2.0, None));
    let onto_ground = cast(&ground, &Pose::IDENTITY, &floor, &above, [Vec3::ZERO, -Vec3::Y], 2.0).unwrap();
    assert_eq!(onto_ground.outcome.hit(), Some(false), "its front is on the other side");
}

#[test]
fn half_spaces_approach_along_their_normals() {
    let ground = Collider::half_space(Vec3::Y, 1.0).unwrap();
    let ceiling = Collider::half_space(-Vec3::Y, 0.0).unwrap();
    let above = Pose::new(Vec3::new(4.0, 3.0, 0.0), Quat::IDENTITY);
    let fall = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(2.0, -3.0, 0.0)];
    let found = cast(&ground, &Pose::IDENTITY, &ceiling, &above, fall, 1.0).unwrap();
    assert_eq!((found.time, found.normal), (Some(0.5), Some(Vec3::Y)));
    let rise = cast(&ground, &Pose::IDENTITY, &ceiling, &above, [Vec3::ZERO, Vec3::Y], 1.0).unwrap();
    assert_eq!(rise.outcome.hit(), Some(false));
}
