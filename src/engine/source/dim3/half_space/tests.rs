//! Tests the queries against the distance solver with a large box whose face is in the plane, and against sampled
//! points of the bodies.

use glam::DVec3;

use super::*;
use crate::dim3::random::Random;
use contact_lens_model::ask::Axis;
use pose::Pose;
use prelude::*;
use shape::Shape;
use support::farthest;

mod bodies_of_parts;

fn shapes() -> Vec<Shape> {
    let mut random = Random(11);
    let cloud: Vec<Vec3> = (0..12).map(|_| random.vector()).collect();
    vec![
        Shape::sphere(0.7).unwrap(),
        Shape::cuboid(Vec3::new(0.5, 0.8, 0.3)).unwrap(),
        Shape::cylinder(0.5, 0.9, Axis::Y).unwrap(),
        Shape::cone(0.5, 0.9, Axis::X).unwrap(),
        Shape::capsule(0.3, 0.6, Axis::Z).unwrap(),
        Shape::ellipsoid(Vec3::new(0.3, 0.6, 1.1)).unwrap(),
        Shape::segment([-Vec3::ONE, Vec3::X]).unwrap(),
        Shape::polytope(&cloud).unwrap(),
        Shape::inflate(Shape::polytope(&cloud).unwrap(), 0.25).unwrap(),
    ]
}

fn wide(v: Vec3) -> DVec3 {
    DVec3::from_array(v.to_array().map(f64::from))
}

/// A half-space, its pose, and the pose of a body, about `unit` in size.
fn setting(random: &mut Random, unit: Real) -> (HalfSpace, Pose, Pose) {
    let half_space =
        HalfSpace::new(random.direction() * (random.unit() + 0.1) * 4.0, random.signed() * unit, 0.0).unwrap();
    let plane = Pose::new(random.vector() * unit, random.turn());
    (half_space, plane, Pose::new(random.vector() * (1.5 * unit), random.turn()))
}

fn ended<S: HalfSpaceBody>(mut run: HalfSpaceRun<S>) -> HalfSpaceRun<S> {
    run.run();
    run
}

#[test]
fn the_distance_is_that_of_a_box_whose_face_is_the_plane() {
    let (mut random, mut sides) = (Random(3), [0; 2]);
    for shape in shapes() {
        for _ in 0..12 {
            let (half_space, plane, at) = setting(&mut random, 1.0);
            let run =
                HalfSpaceRun::distance(half_space, DoublePose::of(&plane), shape.clone(), DoublePose::of(&at), true);
            let found = ended(run).answer();
            // The box has its face y = 0 in the plane.
            let n = Vec3::from_array(half_space.normal.to_array().map(|x| x as Real));
            let turn = plane.rotation * Quat::from_rotation_arc(Vec3::Y.into(), n.into());
            let (half, up) = (64.0, turn * Vec3::Y);
            let foot = plane.position + up * (half_space.offset as Real - half);
            let huge = Shape::cuboid(Vec3::splat(half)).unwrap();
            let there = Pose::new(foot, turn);
            let solved = crate::dim3::distance::signed_distance(&huge, &there, &shape, &at, &Default::default());
            let d = found.signed_distance.unwrap();
            let expected = f64::from(solved.signed_distance.unwrap());
            assert!((d - expected).abs() < 400.0 * f64::from(EPS) * 64.0, "{shape:?}: {d} {expected}");
            assert!(found.lower <= d && d <= found.upper && found.upper - found.lower < 256.0 * f64::from(EPS));
            sides[usize::from(d > 0.0)] += 1;
        }
    }
    assert!(sides.iter().all(|count| *count > 25), "{sides:?}");
}

/// Minimum height of the body above the plane, from its support points in many directions, summed in `f64`.
fn sampled(shape: &Shape, at: &Pose, normal: DVec3, from: DVec3) -> f64 {
    let (mut random, pose) = (Random(7), DoublePose::of(at));
    let inward = pose.rotation.transpose() * -normal;
    let near = |k: u32| {
        let off = wide(random.vector()) * if k == 0 { 0.0 } else { 1.0e-3 };
        let d = inward + off;
        let p = farthest(shape, Vec3::new(d.x as Real, d.y as Real, d.z as Real)).point;
        normal.dot(pose.rotation * wide(p) + pose.position - from)
    };
    (0..40).map(near).fold(f64::INFINITY, f64::min)
}

#[test]
fn brackets_hold_at_every_scale_and_no_sampled_point_lies_deeper() {
    let mut random = Random(5);
    for unit in [1.0e-4, 1.0, 1.0e6] {
        for shape in shapes() {
            let shape =
                Shape::affine(Mat3::from_cols(Vec3::X * unit, Vec3::Y * unit, Vec3::Z * unit), Vec3::ZERO, shape)
                    .unwrap();
            for _ in 0..6 {
                let (half_space, plane, at) = setting(&mut random, unit);
                let run = ended(HalfSpaceRun::distance(
                    half_space,
                    DoublePose::of(&plane),
                    &shape,
                    DoublePose::of(&at),
                    false,
                ));
                let (found, gap) = (run.answer(), run.gap.unwrap());
                let normal = run.n.unwrap();
                let foot = run.half_space_pose.position + normal * half_space.offset;
                let least = sampled(&shape, &at, normal, foot);
                let slack = 1.0e-13 * f64::from(unit) + 8.0 * f64::from(EPS * unit);
                assert!(gap.lower <= least + slack, "{shape:?}: {gap:?}, {least}");
                // The body's witness is that deep, the other is in the plane, and both are on one normal.
                let off = (found.witness_a - foot).dot(normal) - gap.d;
                assert!(off.abs() < 1.0e-12 * f64::from(unit) + 1.0e-12 * half_space.offset.abs(), "{off}");
                assert_eq!(found.normal, Some(-normal), "from the body, which is A, to the half-space");
            }
        }
    }
}

#[test]
fn a_cast_meets_the_plane_when_the_gap_is_closed() {
    let (mut random, mut counts) = (Random(9), [0; 4]);
    for shape in shapes() {
        for _ in 0..24 {
            let (half_space, plane, at) = setting(&mut random, 1.0);
            let at = Pose { position: at.position * 2.0, ..at };
            let velocity = random.vector() * 4.0;
            let query = Query::Cast { velocity: wide(velocity), t_max: 1.0 };
            let run =
                HalfSpaceRun::distance(half_space, DoublePose::of(&plane), shape.clone(), DoublePose::of(&at), true)
                    .with_query(query);
            let found = ended(run).first_contact([DVec3::ZERO, wide(velocity)]);
            // The gap at a moment is a separate query.
            let gap = |t: f64| {
                let pose = DoublePose::of(&at);
                let there = DoublePose { position: pose.position + wide(velocity) * t, ..pose };
                ended(HalfSpaceRun::distance(half_space, DoublePose::of(&plane), shape.clone(), there, true))
                    .gap
                    .unwrap()
            };
            match found.outcome {
                cast::Outcome::Hit => {
                    counts[0] += 1;
                    let upper = found.upper.unwrap();
                    assert!(gap(found.lower).upper >= 0.0 && gap(upper).lower <= 0.0, "{shape:?} {found:?}");
                    let closing = -wide(velocity).dot(found.normal.unwrap());
                    assert!((upper - found.lower) * closing < 512.0 * f64::from(EPS), "{found:?}");
                }
                cast::Outcome::MovesApart | cast::Outcome::TooLate => {
                    counts[1] += 1;
                    assert!(gap(0.0).upper > 0.0 && gap(1.0).upper > 0.0, "{found:?}");
                    let least = gap(0.0).d.min(gap(1.0).d);
                    assert!((found.gap.unwrap() - least).abs() < 1.0e-9, "{found:?} {least}");
                }
                cast::Outcome::Overlapping => {
                    counts[2] += 1;
                    assert!(gap(0.0).upper < 0.0);
                }
                other => counts[3] += usize::from(other != cast::Outcome::Touching),
            }
        }
    }
    assert!(counts[..3].iter().all(|count| *count > 20) && counts[3] == 0, "{counts:?}");
}

fn grounded(shape: &Shape, height: Real, query: Query) -> HalfSpaceRun<&Shape> {
    let ground = HalfSpace::new(Vec3::Y, 0.0, 0.0).unwrap();
    let at = DoublePose::of(&Pose::new(Vec3::Y * height, Quat::IDENTITY));
    ended(HalfSpaceRun::distance(ground, DoublePose::of(&Pose::IDENTITY), shape, at, true).with_query(query))
}

#[test]
fn motions_that_start_in_contact_or_do_not_close_have_their_own_outcomes() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let at = |height: Real, velocity: DVec3| {
        let run = grounded(&cube, height, Query::Cast { velocity, t_max: 10.0 });
        run.first_contact([DVec3::ZERO, velocity]).outcome
    };
    assert_eq!(at(1.0, DVec3::Y), cast::Outcome::Touching, "receding");
    assert_eq!(at(0.5, DVec3::Y), cast::Outcome::Overlapping);
    assert_eq!(at(1.5, DVec3::X), cast::Outcome::MovesApart, "along the plane");
    assert_eq!(at(1.5, DVec3::ZERO), cast::Outcome::NoRelativeMotion);
    assert_eq!(at(1.5, DVec3::NEG_Y * 0.01), cast::Outcome::TooLate);
    assert_eq!(at(1.5, DVec3::NEG_Y), cast::Outcome::Hit);
}

#[test]
fn contacts_are_the_vertices_of_the_deepest_feature() {
    let contacts = |shape: &Shape, height: Real, margin: f64, most: u32| {
        grounded(shape, height, Query::Contacts { margin, max_points: most }).contacts()
    };
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let deep = contacts(&cube, 0.25, 0.0, 0);
    assert_eq!((deep.outcome, deep.points.len()), (manifold::Outcome::FaceContact, 4), "not the upper face");
    assert!(deep.points.iter().all(|p| (p.depth - 0.75).abs() < 1.0e-6 && p.on_a.y.abs() < 1.0e-6));
    assert_eq!(contacts(&cube, 1.5, 0.25, 0).outcome, manifold::Outcome::Apart);
    let fewer = contacts(&cube, 0.25, 0.0, 2);
    assert_eq!((fewer.points.len(), fewer.reduced), (2, 2));
    let across = (fewer.points[0].on_a - fewer.points[1].on_a).length();
    assert!((across - 8.0_f64.sqrt()).abs() < 1.0e-6, "opposite corners, {across}");
    let ball = Shape::sphere(0.5).unwrap();
    assert_eq!(contacts(&ball, 0.25, 0.0, 0).outcome, manifold::Outcome::VertexContact);
    let capsule = Shape::capsule(0.25, 0.5, Axis::X).unwrap();
    let lying = contacts(&capsule, 0.125, 0.0, 0);
    assert_eq!((lying.outcome, lying.points.len()), (manifold::Outcome::EdgeContact, 2));
    let standing = contacts(&Shape::cylinder(0.5, 1.0, Axis::Y).unwrap(), 0.9, 0.0, 4);
    assert_eq!((standing.outcome, standing.points.len()), (manifold::Outcome::FaceContact, 4));
    let mut ids: Vec<u64> = deep.points.iter().map(|p| p.id).collect();
    ids.dedup();
    assert_eq!(ids.len(), 4);
}

#[test]
fn hostile_numbers_are_rejected_or_reported() {
    assert_eq!(HalfSpace::new(Vec3::ZERO, 0.0, 0.0), Err(HalfSpaceError::NoNormal));
    assert_eq!(HalfSpace::new(Vec3::Y * Real::NAN, 0.0, 0.0).unwrap_err().path(), "normal[0]");
    assert_eq!(HalfSpace::new(Vec3::Y, Real::INFINITY, 0.0), Err(HalfSpaceError::Offset));
    let tiny = HalfSpace::new(Vec3::new(0.0, Real::MIN_POSITIVE, 0.0), 1.0, 0.5).unwrap();
    assert_eq!((tiny.normal, tiny.offset), (DVec3::Y, 1.5), "a length of any size, a margin adds");
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let nowhere = DoublePose { position: DVec3::splat(f64::NAN), ..DoublePose::of(&Pose::IDENTITY) };
    let run = HalfSpaceRun::distance(tiny, DoublePose::of(&Pose::IDENTITY), &cube, nowhere, true);
    for query in [
        Query::Distance,
        Query::Cast { velocity: DVec3::X, t_max: 1.0 },
        Query::Contacts { margin: 0.0, max_points: 0 },
    ] {
        let run = ended(run.clone().with_query(query));
        assert_eq!(run.outcome, Some(Outcome::NotFinite));
        assert_eq!(run.answer().signed_distance, None);
        assert_eq!(run.first_contact([DVec3::ZERO; 2]).outcome, cast::Outcome::NotFinite);
        assert_eq!(run.contacts().outcome, manifold::Outcome::NotFinite);
    }
}

#[test]
fn answers_of_two_half_spaces_agree_with_points_of_both() {
    let (mut random, mut counts) = (Random(17), [0; 3]);
    for i in 0..200 {
        let (a, at, there) = setting(&mut random, 1.0);
        let n = DoublePose::of(&at).rotation * a.normal;
        // Every second half-space has the opposite normal, in rotated axes.
        let own = DoublePose::of(&there).rotation.transpose() * if i % 2 == 0 { -n } else { wide(random.direction()) };
        let own = Vec3::from_array(own.to_array().map(|x| x as Real));
        let b = HalfSpace::new(own, random.signed(), 0.0).unwrap();
        let mut run = TwoHalfSpaces::new([a, b], [DoublePose::of(&at), DoublePose::of(&there)]);
        let outcome = run.run();
        let height = |which: usize, p: DVec3| {
            let (pose, own) = (run.poses[which], run.half_spaces[which]);
            (pose.rotation * own.normal).dot(p - pose.position) - own.offset
        };
        match run.answer() {
            Some(found) => {
                assert_eq!(i % 2, 0, "seed {i}");
                let d = found.signed_distance.unwrap();
                assert!(found.lower <= d && d <= found.upper && found.upper - found.lower < f64::from(2000.0 * EPS));
                let off = height(0, found.witness_a).abs().max(height(1, found.witness_b).abs());
                assert!(off <= f64::from(40.0 * EPS), "seed {i}: {off:e}");
                assert!((found.witness_b - found.witness_a).dot(found.normal.unwrap()) - d < 1e-12);
                counts[usize::from(d > 0.0)] += 1;
            }
            None => {
                assert_eq!((i % 2, outcome), (1, TwoHalfSpacesOutcome::Unbounded), "seed {i}");
                // A point far enough along `w` is inside both.
                let w = run.deeper.unwrap();
                let far = w * (1e3 / w.length_squared());
                assert!(height(0, far) < 0.0 && height(1, far) < 0.0, "seed {i}");
                counts[2] += 1;
            }
        }
    }
    let touching = |y: f64| {
        let half_spaces = [Vec3::Y, -Vec3::Y].map(|n| HalfSpace::new(n, 0.0, 0.0).unwrap());
        let poses = [0.0, y].map(|y| DoublePose::of(&Pose::new(Vec3::new(0.0, y as Real, 0.0), Quat::IDENTITY)));
        let mut run = TwoHalfSpaces::new(half_spaces, poses);
        run.run()
    };
    assert_eq!(
        [0.0, 1.0, -1.0, f64::INFINITY].map(touching),
        [
            TwoHalfSpacesOutcome::Touching,
            TwoHalfSpacesOutcome::Separated,
            TwoHalfSpacesOutcome::Penetrating,
            TwoHalfSpacesOutcome::NotFinite,
        ]
    );
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}
