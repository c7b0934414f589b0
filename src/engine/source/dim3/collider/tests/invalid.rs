//! Tests that invalid numbers give no answer.

use super::*;
use rays::Ray;

#[test]
fn invalid_poses_have_no_answer() {
    let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let invalid = [
        Pose::new(Vec3::NAN, Quat::IDENTITY),
        Pose::new(Vec3::new(0.0, Real::INFINITY, 0.0), Quat::IDENTITY),
        Pose::new(Vec3::ZERO, zero),
        Pose::new(Vec3::ZERO, Quat::from_xyzw(Real::NAN, 0.0, 0.0, 1.0)),
        Pose::new(Vec3::splat(Real::MAX), Quat::IDENTITY),
    ];
    let still = [Velocity::default(); 2];
    let ray = Ray { origin: Vec3::ZERO, direction: Vec3::X, t_max: 1.0 };
    for [(a, pose_a), (b, pose_b)] in pairs(130, 1.0) {
        for at in &invalid {
            for (pose_a, pose_b) in [(at, &pose_b), (&pose_a, at), (at, at)] {
                assert!(crate::dim3::collider::distance(&a, pose_a, &b, pose_b).is_err());
                assert_eq!(intersects(&a, pose_a, &b, pose_b), None);
                assert!(contacts(&a, pose_a, &b, pose_b, 0.1).is_err());
                assert!(cast(&a, pose_a, &b, pose_b, [Vec3::X, Vec3::ZERO], 1.0).is_err());
                assert!(cast_rotating(&a, pose_a, &b, pose_b, still, 1.0).is_err());
            }
            assert!(a.ray(at, &ray).is_err() && a.aabb(at).is_err() && a.support(at, Vec3::X).is_err());
            assert!(a.project(at, Vec3::ZERO).is_err());
            assert_eq!(a.contains(at, Vec3::ZERO), None);
        }
    }
}

#[test]
fn invalid_motions_have_no_answer() {
    for [(a, pose_a), (b, pose_b)] in pairs(131, 3.0) {
        for (velocity, t_max) in [(Vec3::NAN, 1.0), (Vec3::X, -1.0), (Vec3::X, Real::NAN), (Vec3::INFINITY, 1.0)] {
            let found = cast(&a, &pose_a, &b, &pose_b, [velocity, Vec3::ZERO], t_max);
            assert_eq!(found, Err(NoAnswer::InvalidInput));
            let velocities = [Velocity { linear: Vec3::ZERO, angular: velocity }, Velocity::default()];
            let found = cast_rotating(&a, &pose_a, &b, &pose_b, velocities, t_max);
            assert_eq!(found, Err(NoAnswer::InvalidInput));
        }
        // A body at rest touches another only if it does at the start.
        let found = cast(&a, &pose_a, &b, &pose_b, [Vec3::ZERO; 2], 1.0).unwrap();
        assert_eq!(found.outcome.hit(), intersects(&a, &pose_a, &b, &pose_b), "{found:?}");
        for margin in [-1.0, Real::NAN, Real::INFINITY] {
            assert_eq!(contacts(&a, &pose_a, &b, &pose_b, margin), Err(NoAnswer::InvalidInput));
        }
    }
    let ground = Collider::half_space(Vec3::Y, 0.0).unwrap();
    let ball = Collider::ball(0.5).unwrap();
    let spin = Velocity { linear: Vec3::ZERO, angular: Vec3::X };
    for other in [&ball, &ground] {
        let velocities = [spin, Velocity::default()];
        let found = cast_rotating(&ground, &Pose::IDENTITY, other, &Pose::IDENTITY, velocities, 1.0);
        assert_eq!(found, Err(NoAnswer::Unbounded));
    }
}

#[test]
fn invalid_rays_and_directions_have_no_answer() {
    let valid = Ray { origin: Vec3::ZERO, direction: Vec3::X, t_max: 1.0 };
    for collider in colliders(&mut Random(132)) {
        let invalid = [
            Ray { origin: Vec3::NAN, ..valid },
            Ray { direction: Vec3::ZERO, ..valid },
            Ray { direction: Vec3::INFINITY, ..valid },
            Ray { t_max: -1.0, ..valid },
            Ray { t_max: Real::NAN, ..valid },
        ];
        for ray in invalid {
            assert_eq!(collider.ray(&Pose::IDENTITY, &ray), Err(NoAnswer::InvalidInput));
        }
        for direction in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY] {
            assert_eq!(collider.support(&Pose::IDENTITY, direction), Err(NoAnswer::InvalidInput));
        }
        assert_eq!(collider.contains(&Pose::IDENTITY, Vec3::NAN), None);
        assert!(collider.project(&Pose::IDENTITY, Vec3::NAN).is_err());
    }
}

#[test]
fn constructors_reject_invalid_numbers() {
    assert!(Collider::ball(-1.0).is_err() && Collider::ball(Real::NAN).is_err());
    assert!(Collider::cuboid(Vec3::new(1.0, -1.0, 1.0)).is_err());
    assert!(Collider::capsule(0.5, Real::INFINITY, Axis::X).is_err());
    assert!(Collider::convex_hull(&[]).is_err());
    assert!(Collider::half_space(Vec3::ZERO, 0.0).is_err() && Collider::half_space(Vec3::Y, Real::NAN).is_err());
    assert!(Collider::compound([]).is_err());
    assert!(Collider::mesh(vec![Vec3::ZERO; 3], vec![]).is_err());
    assert!(Collider::mesh(vec![Vec3::NAN; 3], vec![[0, 1, 2]]).is_err());
    assert!(Collider::one_sided_mesh(vec![Vec3::ZERO; 3], vec![[0, 1, 2]]).is_err());
    assert!(Collider::height_field(&[vec![0.0, 1.0]], [1.0, 1.0]).is_err());
    let lost = Pose::new(Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    let error = Collider::compound([(lost, Shape::sphere(1.0).unwrap())]).unwrap_err();
    assert_eq!(error, ColliderError::Rotation(0));
    assert_eq!(error.to_string(), "part 0 must have a finite rotation");
}

#[test]
fn colliders_can_be_shared_between_threads() {
    fn check<T: Send + Sync + Clone>(_: &T) {}
    let collider = Collider::ball(1.0).unwrap();
    check(&collider);
    let copy = collider.clone();
    let found = std::thread::spawn(move || intersects(&copy, &Pose::IDENTITY, &copy, &Pose::IDENTITY)).join().unwrap();
    assert_eq!(found, intersects(&collider, &Pose::IDENTITY, &collider, &Pose::IDENTITY));
}

#[test]
fn extreme_sizes_do_not_panic() {
    for size in [Real::MIN_POSITIVE, 1.0e-20, 1.0e15, rounding::largest()] {
        let Ok(ball) = Collider::ball(size) else { continue };
        let compound = Collider::compound([(Pose::IDENTITY, Shape::sphere(size).unwrap())]).unwrap();
        let mesh = Collider::mesh(vec![Vec3::ZERO, Vec3::X * size, Vec3::Y * size], vec![[0, 1, 2]]).unwrap();
        let ground = Collider::half_space(Vec3::Y, size).unwrap();
        let at = Pose::new(Vec3::X * size, Quat::IDENTITY);
        for a in [&ball, &compound, &mesh, &ground] {
            for b in [&ball, &compound, &mesh, &ground] {
                let _ = crate::dim3::collider::distance(a, &Pose::IDENTITY, b, &at);
                let _ = intersects(a, &Pose::IDENTITY, b, &at);
                let _ = contacts(a, &Pose::IDENTITY, b, &at, 0.0);
                let _ = cast(a, &Pose::IDENTITY, b, &at, [Vec3::X * size, Vec3::ZERO], Real::INFINITY);
            }
            let _ = (a.aabb(&at), a.support(&at, Vec3::ONE), a.project(&at, Vec3::ONE), a.mass(1.0));
        }
    }
}
