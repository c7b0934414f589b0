//! Casts of two child shapes of planar compounds, each moving with its body, for the search for the first contact of
//! the compounds. The poses are composed in `f64`.

use glam::{DQuat, DVec2, DVec3};

use super::body::Body;
use super::cast::rotating::{Course, DistanceAnswer, Options as RotatingOptions, RotatingCast, RotatingPair};
use super::cast::{self, Options, PairOfShapes, RelativeMotion};
use super::pair::Pair;
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;
use super::tree::{Bounds, CastMotion, CastPairs, NodeBoxes};
use contact_lens_model::ask::CastMethod;
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::cast::Answer;

/// A child shape with its pose in its body, in `f64`.
#[derive(Clone, Debug)]
struct PosedPart {
    /// The child shape, in its own frame.
    shape: Shape,
    /// Position of the shape's origin in the body's frame, meters.
    position: DVec2,
    /// `(cos, sin)` of the rotation from the shape's axes to the body's.
    rotation: DVec2,
}

/// Bound of the rounding error of the gap of two boxes of rotated bodies, in `f64::EPSILON` times the sizes and the
/// distance of the bodies, with a margin: from the rotations and from their products with the boxes.
const ROTATED_BOX_ROUNDING: f64 = 16.0;

/// Returns a rotation `(cos, sin)`, normalized in `f64`.
fn unit(rotation: Vec2) -> DVec2 {
    rotation.to_f64().truncate().normalize_or(DVec2::X)
}

/// Returns the quaternion of a planar rotation `(cos, sin)`.
fn in_space(rotation: DVec2) -> DQuat {
    DQuat::from_rotation_arc_2d(DVec2::X, rotation)
}

/// Rotates a vector of the plane z = 0.
fn rotated(rotation: DVec2, v: DVec3) -> DVec3 {
    rotation.rotate(v.truncate()).extend(0.0)
}

impl PosedPart {
    /// Returns the child shape of a body with this index.
    fn of(body: &Body, part: u32) -> Self {
        let (shape, pose) = body.part(part);
        Self { shape: shape.clone(), position: pose.position.to_f64().truncate(), rotation: unit(pose.rotation) }
    }
}

/// Two child shapes that rotate about the origins of their bodies.
#[derive(Clone, Debug)]
struct RotatingParts {
    /// The two shapes, each in its own frame.
    pair: PairOfShapes,
    /// Positions of the shapes' origins in their bodies' frames, meters.
    positions: [DVec3; 2],
    /// Rotations from the shapes' axes to the bodies'.
    rotations: [DQuat; 2],
}

impl RotatingPair for RotatingParts {
    type Memory = <PairOfShapes as RotatingPair>::Memory;
    const PLANAR: bool = true;

    fn radii(&self) -> [f64; 2] {
        let radii = self.pair.radii();
        // The factor covers the rounding of the length, the product and the sum.
        [0, 1].map(|body: usize| radii[body] + self.positions[body].length() * (1.0 + 4.0 * f64::EPSILON))
    }

    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        n.dot(rotation * self.positions[body]) + self.pair.extent(body, rotation * self.rotations[body], n)
    }

    fn signed_distance(
        &self,
        rotations: [DQuat; 2],
        between: DVec3,
        near: Option<DVec3>,
        memory: &mut Self::Memory,
    ) -> DistanceAnswer {
        let [origin_a, origin_b] = [0, 1].map(|body: usize| rotations[body] * self.positions[body]);
        let shape_rotations = [0, 1].map(|body: usize| rotations[body] * self.rotations[body]);
        let found = self.pair.signed_distance(shape_rotations, between + origin_b - origin_a, near, memory);
        DistanceAnswer { witness: found.witness.map(|point| point + origin_a), ..found }
    }
}

impl<B: AsRef<Body>> Pair<B> {
    /// Casts two child shapes by an advancement method, whose distance queries are repeated along the motion: for
    /// rotating bodies, and for bilateral advancement.
    fn cast_rotating(&self, [a, b]: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let course = Course {
            velocities: motion.velocities,
            spins: motion.spins,
            rotations: self.poses.map(|pose| in_space(unit(pose.rotation))),
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

    /// Casts two child shapes of bodies that do not rotate, by conservative advancement if that is requested, else by a
    /// GJK ray cast.
    fn cast_straight(&self, [a, b]: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let [rotation_a, rotation_b] = self.poses.map(|pose| unit(pose.rotation));
        let origin_a = rotation_a.rotate(a.position);
        let between = self.poses[1].position.to_f64().truncate() + rotation_b.rotate(b.position) - origin_a;
        let are_at_identity = [&a, &b].iter().all(|part| part.position == DVec2::ZERO && part.rotation == DVec2::X);
        let velocity = motion.relative().truncate();
        let shape_rotation_a = rotation_a.rotate(a.rotation);
        let relative = if are_at_identity {
            RelativeMotion::new([&self.poses[0], &self.poses[1]], velocity)
        } else {
            RelativeMotion::from_double([shape_rotation_a, rotation_b.rotate(b.rotation)], between, velocity)
        };
        let mut options = Options::default();
        options.t_max = motion.t_max as Real;
        options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
        let advances = motion.method == CastMethod::Advance;
        let in_pair_frame =
            cast::first_contact_in_pair_frame([&a.shape, &b.shape], &relative, advances, &options).snapshot();
        let moved_a = origin_a.extend(0.0) + motion.velocities[0] * in_pair_frame.t_first.unwrap_or(0.0);
        Answer {
            normal: in_pair_frame.normal.and_then(|n| rotated(shape_rotation_a, n).try_normalize()),
            witness: in_pair_frame.witness.map(|points| points.map(|p| rotated(shape_rotation_a, p) + moved_a)),
            ..in_pair_frame
        }
    }
}

impl<B: AsRef<Body>> CastPairs<2> for Pair<B> {
    fn boxes(&self, nodes: [u32; 2]) -> NodeBoxes<2> {
        let [of_home, of_other] = self.boxes_of(nodes);
        NodeBoxes { home: self.home, of_home, of_other }
    }

    fn in_box_frame(&self, velocity: DVec3) -> [Real; 2] {
        let rotation = unit(self.poses[self.home].rotation);
        DVec2::new(rotation.x, -rotation.y).rotate(velocity.truncate()).to_array().map(|x| x as Real)
    }

    fn box_rounding(&self) -> Real {
        self.bound_rounding
    }

    fn gap_at(&self, nodes: [u32; 2], motion: &CastMotion, t: f64) -> f64 {
        let home = self.home;
        let other = 1 - self.home;
        let [home_rotation, other_rotation] = [home, other]
            .map(|body| DVec2::from_angle(motion.spins[body].z * t).rotate(unit(self.poses[body].rotation)));
        let between = (self.poses[1].position.to_f64() + motion.relative() * t).truncate();
        // Pose of the other body in the home frame.
        let to_home = home_rotation * DVec2::new(1.0, -1.0);
        let translation = to_home.rotate(if home == 0 { between } else { -between });
        let rotation = to_home.rotate(other_rotation);
        let trees = self.bodies().map(Body::tree);
        let [home_box, other_box] = [home, other].map(|body| trees[body].node(nodes[body]).bounds);
        // Half extents of the box around the rotated box of the other body.
        let weights = rotation.abs();
        let half = half_extents(&other_box);
        let rotated_half = DVec2::new(weights.x * half.x + weights.y * half.y, weights.y * half.x + weights.x * half.y);
        let between_centers = rotation.rotate(middle(&other_box)) + translation - middle(&home_box);
        let gaps = between_centers.abs() - rotated_half - half_extents(&home_box);
        let distance = if gaps.max_element() > 0.0 { gaps.max(DVec2::ZERO).length() } else { gaps.max_element() };
        // Rounding errors of the rotations grow with the angles since the start, radians.
        let angles = 1.0 + motion.spins[0].length() * t + motion.spins[1].length() * t;
        let radii: f64 = self.bodies().iter().map(|body| f64::from(body.radius())).sum();
        distance
            - f64::from(self.bound_rounding)
            - ROTATED_BOX_ROUNDING * f64::EPSILON * (angles * radii + between.length())
    }

    fn cast(&mut self, parts: [u32; 2], motion: &CastMotion) -> Option<Answer> {
        let posed = [0, 1].map(|body| PosedPart::of(self.bodies()[body], parts[body]));
        Some(if motion.advances() { self.cast_rotating(posed, motion) } else { self.cast_straight(posed, motion) })
    }
}

/// Returns the pose of a child shape from the pose `body` of its body, in the frame of that pose, and the shape's pose
/// in the body. Composed in `f64` and then rounded.
pub(super) fn child_pose(body: &Pose, in_body: &Pose) -> Pose {
    if *in_body == Pose::IDENTITY {
        return *body;
    }
    let body_rotation = unit(body.rotation);
    let position = body.position.to_f64().truncate() + body_rotation.rotate(in_body.position.to_f64().truncate());
    let rotation = body_rotation.rotate(unit(in_body.rotation));
    let [position, rotation] = [position, rotation].map(|v| Vec2::new(v.x as Real, v.y as Real));
    Pose::new(position, rotation)
}

/// Returns the center of a box in `f64`.
fn middle(bounds: &Bounds<2>) -> DVec2 {
    DVec2::from_array(std::array::from_fn(|k| 0.5 * f64::from(bounds.doubled_center(k))))
}

/// Returns half of the extent of a box along each axis, in `f64`.
fn half_extents(bounds: &Bounds<2>) -> DVec2 {
    DVec2::from_array(std::array::from_fn(|k| 0.5 * f64::from(bounds.high[k] - bounds.low[k])))
}
