//! Casts of two child shapes in the plane, each moving with its body.

use glam::{DQuat, DVec2, DVec3};

use super::body::Body;
use super::cast::turning::{Course, Found, Options as TurningOptions, Turning, Turns};
use super::cast::{self, Approach, Options, Two};
use super::pair::Pair;
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;
use super::tree::{Bounds, Flying, Throw};
use crate::ask::CastMethod;
use crate::snapshot::ToF64 as _;
use crate::snapshot::cast::Answer;

/// A child shape and its pose in its body; `turn` is `(cos, sin)`.
#[derive(Clone, Debug)]
struct Carried {
    shape: Shape,
    at: DVec2,
    turn: DVec2,
}

fn unit(turn: Vec2) -> DVec2 {
    turn.to_f64().truncate().normalize_or(DVec2::X)
}

/// Quaternion of a planar rotation.
fn in_space(turn: DVec2) -> DQuat {
    DQuat::from_rotation_arc_2d(DVec2::X, turn)
}

impl Carried {
    fn of(body: &Body, part: u32) -> Self {
        let (shape, pose) = body.part(part);
        Self { shape: shape.clone(), at: pose.position.to_f64().truncate(), turn: unit(pose.rotation) }
    }
}

/// Two child shapes that rotate about the origins of their bodies.
#[derive(Clone, Debug)]
struct TwoParts {
    pair: Two,
    at: [DVec3; 2],
    turns: [DQuat; 2],
}

impl Turns for TwoParts {
    type Memory = <Two as Turns>::Memory;
    const PLANAR: bool = true;

    fn radii(&self) -> [f64; 2] {
        let own = self.pair.radii();
        [0, 1].map(|body: usize| own[body] + self.at[body].length() * (1.0 + 4.0 * f64::EPSILON))
    }

    fn reach(&self, body: usize, turn: DQuat, n: DVec3) -> f64 {
        n.dot(turn * self.at[body]) + self.pair.reach(body, turn * self.turns[body], n)
    }

    fn full(&self, turns: [DQuat; 2], between: DVec3, near: Option<DVec3>, memory: &mut Self::Memory) -> Found {
        let [from, to] = [0, 1].map(|body: usize| turns[body] * self.at[body]);
        let turned = [0, 1].map(|body: usize| turns[body] * self.turns[body]);
        let found = self.pair.full(turned, between + to - from, near, memory);
        Found { witness: found.witness.map(|point| point + from), ..found }
    }
}

impl<B: AsRef<Body>> Pair<B> {
    fn cast_turning(&self, [a, b]: [Carried; 2], throw: &Throw) -> Answer {
        let course = Course {
            velocities: throw.velocities,
            spins: throw.spins,
            turns: self.poses.map(|pose| in_space(unit(pose.rotation))),
            between: self.poses[1].position.to_f64(),
        };
        let at = [a.at, b.at].map(|at| at.extend(0.0));
        let turns = [a.turn, b.turn].map(in_space);
        let mut options =
            TurningOptions { t_max: throw.t_max, bilateral: throw.is_bilateral(), ..TurningOptions::default() };
        options.max_iterations = throw.max_iterations.unwrap_or(options.max_iterations);
        let pair = TwoParts { pair: Two { a: a.shape, b: b.shape }, at, turns };
        let mut run = Turning::new(pair, course, options);
        let outcome = run.run();
        run.answer(outcome)
    }

    fn cast_straight(&self, [a, b]: [Carried; 2], throw: &Throw) -> Answer {
        let [turn_a, turn_b] = self.poses.map(|pose| unit(pose.rotation));
        let from = turn_a.rotate(a.at);
        let between = self.poses[1].position.to_f64().truncate() + turn_b.rotate(b.at) - from;
        let is_unmoved = [&a, &b].iter().all(|part| part.at == DVec2::ZERO && part.turn == DVec2::X);
        let way = throw.relative().truncate();
        let turn = turn_a.rotate(a.turn);
        let approach = match is_unmoved {
            true => Approach::new([&self.poses[0], &self.poses[1]], way),
            false => Approach::placed_finely([turn, turn_b.rotate(b.turn)], between, way),
        };
        let mut options = Options::default();
        options.t_max = throw.t_max as Real;
        options.max_iterations = throw.max_iterations.unwrap_or(options.max_iterations);
        let advances = throw.method == CastMethod::Advance;
        let plain = cast::cast_of([&a.shape, &b.shape], &approach, advances, &options).snapshot();
        let moved = from.extend(0.0) + throw.velocities[0] * plain.t_first.unwrap_or(0.0);
        Answer {
            normal: plain.normal.and_then(|n| turn.rotate(n.truncate()).extend(0.0).try_normalize()),
            witness: plain.witness.map(|points| points.map(|p| turn.rotate(p.truncate()).extend(0.0) + moved)),
            ..plain
        }
    }
}

impl<B: AsRef<Body>> Flying<2> for Pair<B> {
    fn boxes(&self, nodes: [u32; 2]) -> (usize, [Bounds<2>; 2]) {
        (self.home, self.boxes_of(nodes))
    }

    fn seen(&self, velocity: DVec3) -> [Real; 2] {
        let turn = unit(self.poses[self.home].rotation);
        DVec2::new(turn.x, -turn.y).rotate(velocity.truncate()).to_array().map(|x| x as Real)
    }

    fn slack(&self) -> Real {
        self.slack
    }

    fn gap_at(&self, nodes: [u32; 2], throw: &Throw, t: f64) -> f64 {
        let home = self.home;
        let other = 1 - self.home;
        let [home_rotation, other_rotation] = [home, other]
            .map(|body| DVec2::from_angle(throw.spins[body].z * t).rotate(unit(self.poses[body].rotation)));
        let between = (self.poses[1].position.to_f64() + throw.relative() * t).truncate();
        let back = home_rotation * DVec2::new(1.0, -1.0);
        let from = back.rotate(if home == 0 { between } else { -between });
        let turn = back.rotate(other_rotation);
        let trees = self.bodies().map(Body::tree);
        let [own, moved] = [home, other].map(|body| trees[body].node(nodes[body]).bounds);
        let size = turn.abs();
        let wide = half_extents(&moved);
        let grown = DVec2::new(size.x * wide.x + size.y * wide.y, size.y * wide.x + size.x * wide.y);
        let gap = (turn.rotate(middle(&moved)) + from - middle(&own)).abs() - grown - half_extents(&own);
        let apart = if gap.max_element() > 0.0 { gap.max(DVec2::ZERO).length() } else { gap.max_element() };
        let turns = 1.0 + throw.spins[0].length() * t + throw.spins[1].length() * t;
        let reach: f64 = self.bodies().iter().map(|body| f64::from(body.radius())).sum();
        apart - f64::from(self.slack) - 16.0 * f64::EPSILON * (turns * reach + between.length())
    }

    fn cast(&mut self, parts: [u32; 2], throw: &Throw) -> Option<Answer> {
        let carried = [0, 1].map(|body| Carried::of(self.bodies()[body], parts[body]));
        Some(if throw.advances() { self.cast_turning(carried, throw) } else { self.cast_straight(carried, throw) })
    }
}

/// Pose of a child shape in the world, composed in `f64`.
pub(super) fn placed_finely(body: &Pose, own: &Pose) -> Pose {
    if *own == Pose::IDENTITY {
        return *body;
    }
    let turn = unit(body.rotation);
    let at = body.position.to_f64().truncate() + turn.rotate(own.position.to_f64().truncate());
    let [position, rotation] = [at, turn.rotate(unit(own.rotation))].map(|v| Vec2::new(v.x as Real, v.y as Real));
    Pose::new(position, rotation)
}

fn middle(of: &Bounds<2>) -> DVec2 {
    DVec2::from_array(std::array::from_fn(|k| 0.5 * f64::from(of.middle(k))))
}

fn half_extents(of: &Bounds<2>) -> DVec2 {
    DVec2::from_array(std::array::from_fn(|k| 0.5 * f64::from(of.high[k] - of.low[k])))
}
