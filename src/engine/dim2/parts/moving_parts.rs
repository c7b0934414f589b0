//! Casts of two child shapes in the plane, each moving with its body.

use glam::{DQuat, DVec2, DVec3};

use super::body::Body;
use super::cast::rotating::{Course, Found, Options as RotatingOptions, RotatingCast, RotatingPair};
use super::cast::{self, Options, PairOfShapes, RelativeMotion};
use super::pair::Pair;
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;
use super::tree::{Bounds, CastMotion, CastPairs};
use crate::ask::CastMethod;
use crate::snapshot::ToF64 as _;
use crate::snapshot::cast::Answer;

/// Child shape with its pose in its body.
#[derive(Clone, Debug)]
struct PosedPart {
    shape: Shape,
    /// Position of the shape's origin in the body's frame.
    position: DVec2,
    /// `(cos, sin)` of the rotation from the shape's axes to the body's.
    rotation: DVec2,
}

/// Unit vector `(cos, sin)` of a rotation in `f64`.
fn unit(turn: Vec2) -> DVec2 {
    turn.to_f64().truncate().normalize_or(DVec2::X)
}

/// Quaternion of a planar rotation.
fn in_space(turn: DVec2) -> DQuat {
    DQuat::from_rotation_arc_2d(DVec2::X, turn)
}

impl PosedPart {
    fn of(body: &Body, part: u32) -> Self {
        let (shape, pose) = body.part(part);
        Self { shape: shape.clone(), position: pose.position.to_f64().truncate(), rotation: unit(pose.rotation) }
    }
}

/// Two child shapes that rotate about the origins of their bodies.
#[derive(Clone, Debug)]
struct RotatingParts {
    pair: PairOfShapes,
    /// Positions of the shapes' origins in their bodies' frames.
    positions: [DVec3; 2],
    /// Rotations from the shapes' axes to the bodies'.
    rotations: [DQuat; 2],
}

impl RotatingPair for RotatingParts {
    type Memory = <PairOfShapes as RotatingPair>::Memory;
    const PLANAR: bool = true;

    fn radii(&self) -> [f64; 2] {
        let own = self.pair.radii();
        [0, 1].map(|body: usize| own[body] + self.positions[body].length() * (1.0 + 4.0 * f64::EPSILON))
    }

    fn reach(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        n.dot(rotation * self.positions[body]) + self.pair.reach(body, rotation * self.rotations[body], n)
    }

    fn full(&self, turns: [DQuat; 2], between: DVec3, near: Option<DVec3>, memory: &mut Self::Memory) -> Found {
        let [from, to] = [0, 1].map(|body: usize| turns[body] * self.positions[body]);
        let turned = [0, 1].map(|body: usize| turns[body] * self.rotations[body]);
        let found = self.pair.full(turned, between + to - from, near, memory);
        Found { witness: found.witness.map(|point| point + from), ..found }
    }
}

impl<B: AsRef<Body>> Pair<B> {
    /// Cast of two child shapes of rotating bodies, by conservative advancement.
    fn cast_rotating(&self, [a, b]: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let course = Course {
            velocities: motion.velocities,
            spins: motion.spins,
            turns: self.poses.map(|pose| in_space(unit(pose.rotation))),
            between: self.poses[1].position.to_f64(),
        };
        let positions = [a.position, b.position].map(|position| position.extend(0.0));
        let rotations = [a.rotation, b.rotation].map(in_space);
        let mut options =
            RotatingOptions { t_max: motion.t_max, bilateral: motion.is_bilateral(), ..RotatingOptions::default() };
        options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
        let pair = RotatingParts { pair: PairOfShapes { a: a.shape, b: b.shape }, positions, rotations };
        let mut run = RotatingCast::new(pair, course, options);
        let outcome = run.run();
        run.answer(outcome)
    }

    /// Cast of two child shapes of bodies that do not rotate.
    fn cast_straight(&self, [a, b]: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let [turn_a, turn_b] = self.poses.map(|pose| unit(pose.rotation));
        let from = turn_a.rotate(a.position);
        let between = self.poses[1].position.to_f64().truncate() + turn_b.rotate(b.position) - from;
        let is_unmoved = [&a, &b].iter().all(|part| part.position == DVec2::ZERO && part.rotation == DVec2::X);
        let velocity = motion.relative().truncate();
        let turn = turn_a.rotate(a.rotation);
        let relative = match is_unmoved {
            true => RelativeMotion::new([&self.poses[0], &self.poses[1]], velocity),
            false => RelativeMotion::from_double([turn, turn_b.rotate(b.rotation)], between, velocity),
        };
        let mut options = Options::default();
        options.t_max = motion.t_max as Real;
        options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
        let advances = motion.method == CastMethod::Advance;
        let plain = cast::cast_of([&a.shape, &b.shape], &relative, advances, &options).snapshot();
        let moved = from.extend(0.0) + motion.velocities[0] * plain.t_first.unwrap_or(0.0);
        Answer {
            normal: plain.normal.and_then(|n| turn.rotate(n.truncate()).extend(0.0).try_normalize()),
            witness: plain.witness.map(|points| points.map(|p| turn.rotate(p.truncate()).extend(0.0) + moved)),
            ..plain
        }
    }
}

impl<B: AsRef<Body>> CastPairs<2> for Pair<B> {
    fn boxes(&self, nodes: [u32; 2]) -> (usize, [Bounds<2>; 2]) {
        (self.home, self.boxes_of(nodes))
    }

    fn in_box_frame(&self, velocity: DVec3) -> [Real; 2] {
        let turn = unit(self.poses[self.home].rotation);
        DVec2::new(turn.x, -turn.y).rotate(velocity.truncate()).to_array().map(|x| x as Real)
    }

    fn box_rounding(&self) -> Real {
        self.slack
    }

    fn gap_at(&self, nodes: [u32; 2], motion: &CastMotion, t: f64) -> f64 {
        let home = self.home;
        let other = 1 - self.home;
        let [home_rotation, other_rotation] = [home, other]
            .map(|body| DVec2::from_angle(motion.spins[body].z * t).rotate(unit(self.poses[body].rotation)));
        let between = (self.poses[1].position.to_f64() + motion.relative() * t).truncate();
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
        let turns = 1.0 + motion.spins[0].length() * t + motion.spins[1].length() * t;
        let reach: f64 = self.bodies().iter().map(|body| f64::from(body.radius())).sum();
        // Rounding error of the rotations and of the product with the box; the factor is chosen with a margin.
        apart - f64::from(self.slack) - 16.0 * f64::EPSILON * (turns * reach + between.length())
    }

    fn cast(&mut self, parts: [u32; 2], motion: &CastMotion) -> Option<Answer> {
        let posed = [0, 1].map(|body| PosedPart::of(self.bodies()[body], parts[body]));
        Some(if motion.advances() { self.cast_rotating(posed, motion) } else { self.cast_straight(posed, motion) })
    }
}

/// Pose of a child shape in the world, composed in `f64`.
pub(super) fn child_pose(body: &Pose, own: &Pose) -> Pose {
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
