//! The closest pair of child shapes in the plane against all pairs.

use super::distance::{self, Options};
use super::pose::Pose;
use super::prelude::*;
use super::random::Random;
use super::shape::Shape;
use super::tree::Outcome;
use super::{Body, Pair, PartsError, Workspace};

fn pose(random: &mut Random, spread: Real) -> Pose {
    let turn = random.unit() * 6.0;
    Pose::new(random.point() * spread, Vec2::new(turn.cos(), turn.sin()))
}

fn body(random: &mut Random) -> Body {
    let count = 1 + random.below(8);
    let part = |random: &mut Random| {
        let size = 0.1 + 0.4 * random.unit();
        let shape = match random.below(3) {
            0 => Shape::circle(size),
            1 => Shape::rectangle(Vec2::new(size, 0.2)),
            _ => Shape::polygon(&(0..6).map(|_| random.point() * size).collect::<Vec<_>>()),
        };
        (shape.unwrap(), pose(random, 1.0))
    };
    Body::new((0..count).map(|_| part(random)).collect()).unwrap()
}

#[test]
fn the_closest_pair_is_that_of_all_pairs() {
    let random = &mut Random(23);
    let mut overlapping = 0;
    let mut workspace = Workspace::default();
    for case in 0..200 {
        let a = body(random);
        let b = body(random);
        let poses = [pose(random, 1.0), pose(random, 2.2)];
        let options = Options::default();
        let pair = Pair::new([&a, &b], [&poses[0], &poses[1]], options);
        let mut least = Real::INFINITY;
        for i in 0..a.count() {
            for j in 0..b.count() {
                let pose_a = pair.part_pose(0, i);
                let pose_b = pair.part_pose(1, j);
                let answer = distance::signed_distance(&a.part(i).0, &pose_a, &b.part(j).0, &pose_b, &options);
                least = least.min(answer.signed_distance.unwrap());
            }
        }
        let found = workspace.distance([&a, &b], [&poses[0], &poses[1]], &options);
        let answer = found.answer.unwrap();
        let rounding = 1.0e3 * EPS;
        assert_eq!(found.outcome, Outcome::Closest, "case {case}");
        assert!((answer.signed_distance.unwrap() - least).abs() <= rounding, "case {case}");
        assert!(answer.lower <= least + rounding && least - rounding <= answer.upper, "case {case}");
        let does = workspace.intersects([&a, &b], [&poses[0], &poses[1]]).intersects;
        assert!(least.abs() <= rounding || does == Some(least < 0.0), "case {case}");
        overlapping += usize::from(least < 0.0);
    }
    assert!((60..140).contains(&overlapping), "{overlapping} of 200 overlap");
    assert_eq!(Body::new(Vec::new()).map(|_| ()).unwrap_err(), PartsError::Empty);
    let lost = (Shape::circle(1.0).unwrap(), Pose { position: Vec2::new(0.0, Real::NAN), rotation: Vec2::X });
    assert_eq!(Body::new(vec![lost]).map(|_| ()).unwrap_err(), PartsError::Position(0));
}

#[test]
fn a_ray_through_a_joint_of_a_chain_hits_it() {
    use crate::dim2::ray::{Outcome, Ray};
    let random = &mut Random(8);
    for case in 0..500 {
        let [a, b, c] = [-1.0, 0.1, 1.3].map(|x: Real| Vec2::new(x + 0.1 * random.unit(), random.signed()));
        let turn = if case % 2 == 0 { Vec2::X } else { random.point() + Vec2::new(2.5, 0.0) };
        let pose = Pose { position: random.point(), rotation: turn };
        let segments = [[a, b], [b, c]].map(|ends| (Shape::segment(ends).unwrap(), Pose::IDENTITY));
        let body = Body::new(segments.to_vec()).unwrap();
        let joint = Pose::new(pose.position, pose.rotation).point(b);
        let up = Pose::new(Vec2::ZERO, pose.rotation).point(Vec2::new(0.1 * random.signed(), 1.0));
        let ray = Ray { origin: joint + up * 3.0, direction: -up, t_max: 9.0 };
        let found = super::cast_ray(&body, &pose, &ray);
        assert_eq!(found.answer.outcome, Outcome::Hit, "{found:?} {ray:?}");
        let t = found.answer.t.unwrap();
        let upper = found.answer.upper.unwrap();
        assert!(found.answer.lower <= t && t <= upper && (t - 3.0).abs() < 64.0 * EPS, "{found:?}");
    }
}
