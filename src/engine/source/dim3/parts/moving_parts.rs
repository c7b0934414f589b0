//! Casts of two parts, each moving and rotating with its body.

use glam::{DMat3, DQuat, DVec3};

use super::body::Body;
use super::cast::rotating::{
    Course, DistanceAnswer, Options as RotatingOptions, PairOfShapes, RotatingCast, RotatingPair,
};
use super::cast::{self, Options, RelativeMotion};
use super::leaf::Leaf;
use super::pair::Pair;
use super::pose::Pose;
use super::prelude::*;
use super::rays::ExactLine;
use super::shape::Kind;
use super::tree::{Bounds, CastMotion, CastPairs, NodeBoxes};
use contact_lens_model::ask::CastMethod;
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::cast::{Answer, Outcome};

/// Rounding error of both poses in units of `EPS` times the lengths of the pair: four rotations and positions, chosen
/// with a margin.
const POSE_ROUNDING: f64 = 16.0;

/// A part with its pose in its body.
#[derive(Clone, Debug)]
struct PosedPart {
    /// The part, in its own frame.
    leaf: Leaf,
    /// Position of the part's origin in the body's frame.
    position: DVec3,
    /// Rotation from the part's axes to the body's.
    rotation: DQuat,
}

impl PosedPart {
    /// Part number `part` of a body.
    fn from_body(body: &Body, part: u32) -> Self {
        let (leaf, pose) = body.leaf(part);
        Self { leaf, position: pose.position.to_f64(), rotation: pose.rotation.to_f64().normalize() }
    }

    /// Whether the part's frame is that of its body.
    fn has_body_frame(&self) -> bool {
        self.position == DVec3::ZERO && self.rotation == DQuat::IDENTITY
    }
}

/// Two parts that rotate around the origins of their bodies.
#[derive(Clone, Debug)]
struct RotatingParts([PosedPart; 2]);

impl RotatingPair for RotatingParts {
    type Memory = <PairOfShapes<Leaf> as RotatingPair>::Memory;
    const PLANAR: bool = false;

    fn radii(&self) -> [f64; 2] {
        let [a, b] = &self.0;
        let [radius_a, radius_b] = PairOfShapes { a: a.leaf.clone(), b: b.leaf.clone() }.radii();
        // The length of a vector has an error of less than four roundings.
        let [distance_a, distance_b] = [a, b].map(|part| part.position.length() * (1.0 + 4.0 * f64::EPSILON));
        [radius_a + distance_a, radius_b + distance_b]
    }

    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        let [a, b] = &self.0;
        let pair = PairOfShapes { a: a.leaf.clone(), b: b.leaf.clone() };
        let part = &self.0[body];
        n.dot(rotation * part.position) + pair.extent(body, rotation * part.rotation, n)
    }

    fn signed_distance(
        &self,
        body_rotations: [DQuat; 2],
        between: DVec3,
        near: Option<DVec3>,
        memory: &mut Self::Memory,
    ) -> DistanceAnswer {
        let [a, b] = &self.0;
        let [offset_a, offset_b] = [body_rotations[0] * a.position, body_rotations[1] * b.position];
        let pair = PairOfShapes { a: a.leaf.clone(), b: b.leaf.clone() };
        let rotations = [body_rotations[0] * a.rotation, body_rotations[1] * b.rotation];
        // The query's origin is that of the part of A; the answer's is that of body A.
        let answer = pair.signed_distance(rotations, between + offset_b - offset_a, near, memory);
        DistanceAnswer { witness: answer.witness.map(|point| point + offset_a), ..answer }
    }
}

/// Options of a cast without rotation.
fn options_for(motion: &CastMotion) -> Options {
    let mut options = Options::default();
    options.t_max = motion.t_max as Real;
    options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
    options
}

impl<B: AsRef<Body>> Pair<B> {
    /// Whether one of the parts is a one-sided triangle that faces away from the motion: the other body moves along the
    /// triangle's normal.
    fn faces_away(&self, parts: [u32; 2], motion: &CastMotion) -> bool {
        (0..2).any(|body| {
            let normal = self.bodies()[body].one_sided_normal(parts[body]);
            normal.is_some_and(|normal| motion.moves_along(body, (self.poses[body].rotation * normal).to_f64()))
        })
    }

    /// Sum of the bounding radii of both bodies, meters.
    fn radius_sum(&self) -> f64 {
        let [a, b] = self.bodies().map(|body| f64::from(body.radius()));
        a + b
    }

    /// Cast of two parts of rotating bodies, by conservative advancement.
    fn cast_rotating(&self, posed: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let course = Course {
            velocities: motion.velocities,
            spins: motion.spins,
            rotations: self.poses.map(|pose| pose.rotation.to_f64().normalize()),
            between: self.poses[1].position.to_f64(),
        };
        let mut options =
            RotatingOptions { t_max: motion.t_max, bilateral: motion.is_bilateral(), ..RotatingOptions::default() };
        options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
        let mut run = RotatingCast::new(RotatingParts(posed), course, options);
        let outcome = run.run();
        run.answer(outcome)
    }

    /// Cast of two parts of bodies that do not rotate.
    fn cast_straight(&self, [a, b]: [PosedPart; 2], motion: &CastMotion) -> Answer {
        let [rotation_a, rotation_b] = self.poses.map(|pose| pose.rotation.to_f64().normalize());
        let origin_a = rotation_a * a.position;
        let between = self.poses[1].position.to_f64() + rotation_b * b.position - origin_a;
        let relative = if a.has_body_frame() && b.has_body_frame() {
            RelativeMotion::new(&self.poses[0], &self.poses[1], motion.relative())
        } else {
            let rotations = [rotation_a * a.rotation, rotation_b * b.rotation];
            RelativeMotion::from_double(rotations, between, motion.relative())
        };
        let answer = match motion.method {
            CastMethod::Advance => cast::advance_of(&a.leaf, &b.leaf, &relative, &options_for(motion)),
            CastMethod::Sat | CastMethod::Raycast | CastMethod::Bilateral => {
                cast::ray_cast_of(&a.leaf, &b.leaf, &relative, &options_for(motion))
            }
        };
        // From the frame of the first part to the world.
        let rotation = rotation_a * a.rotation;
        let answer = answer.snapshot();
        let t = answer.t_first.unwrap_or(0.0);
        Answer {
            normal: answer.normal.and_then(|n| (rotation * n).try_normalize()),
            witness: answer.witness.map(|points| points.map(|p| rotation * p + origin_a + motion.velocities[0] * t)),
            ..answer
        }
    }

    /// Contact of a point with a part, computed with an exact ray, for a pair whose cast was inconclusive: a point that
    /// moves through an edge shared by parts hits each of them. `point` is the index of the point's body, 0 for A;
    /// `inconclusive` is the answer of that cast. The bracket is widened by the rounding of the poses. `None` if the
    /// part of that body is not a point, if the other part has a ball, or if the exact ray does not enter it.
    #[cold]
    fn cast_point_exactly(
        &self,
        point: usize,
        parts: [u32; 2],
        motion: &CastMotion,
        inconclusive: &Answer,
    ) -> Option<Answer> {
        let other = 1 - point;
        let (leaf, point_pose) = self.bodies()[point].leaf(parts[point]);
        let (target, target_pose) = self.bodies()[other].leaf(parts[other]);
        let position = point_of(&leaf).filter(|_| target.ball == 0.0)?;
        let [pose, other_pose] = [point, other].map(|body| &self.poses[body]);
        let [v, w] = [point, other].map(|body| motion.velocities[body]);
        let line = ExactLine::of_point(position, &[point_pose, pose], [v.to_array(), w.to_array()]);
        let line_in_target = line.in_body(other_pose).in_body(target_pose);
        let entry = line_in_target.enters(&target.shape, motion.t_max)?;
        let [low, high] = entry.bounds;
        let [rotation, other_rotation] = [pose, other_pose].map(|pose| pose.rotation.to_f64().normalize());
        let normal_in_other = target_pose.rotation.to_f64().normalize() * DVec3::from_array(entry.normal);
        let normal = (other_rotation * normal_in_other).try_normalize()?;
        // Time in which the closing speed covers the rounding error of both poses.
        let size = self.radius_sum() + self.poses[1].position.to_f64().length();
        let closing_speed = -normal.dot(v - w);
        let time_error = POSE_ROUNDING * f64::from(EPS) * size / closing_speed;
        if !(time_error >= 0.0 && time_error.is_finite()) {
            return None;
        }
        let upper = (high + time_error).min(motion.t_max);
        let lower = (low - time_error).max(inconclusive.lower).min(upper);
        let t = low.clamp(lower, upper);
        let point_in_body = point_pose.rotation.to_f64().normalize() * position.to_f64() + point_pose.position.to_f64();
        let start = rotation * point_in_body;
        Some(Answer {
            outcome: Outcome::Hit,
            t_first: Some(t),
            lower,
            upper: Some(upper),
            normal: Some(if point == 0 { -normal } else { normal }),
            witness: Some([start + pose.position.to_f64() + v * t; 2]),
            gap: None,
            ..*inconclusive
        })
    }
}

/// Position of a part that is a single point, in the part's frame; `None` for other parts.
fn point_of(leaf: &Leaf) -> Option<Vec3> {
    match leaf.shape.kind() {
        _ if leaf.ball > 0.0 => None,
        Kind::Sphere { radius } if *radius == 0.0 => Some(Vec3::ZERO),
        Kind::Polytope(polytope) => match polytope.hull().vertices[..] {
            [only] => Some(polytope.points()[only as usize]),
            _ => None,
        },
        Kind::Sphere { .. } | Kind::Box { .. } | Kind::Segment(_) | Kind::Triangle(_) | Kind::Capsule(_) => None,
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) | Kind::Inflate { .. } => None,
    }
}

/// Center of a box, in `f64`.
fn center_of(bounds: &Bounds<3>) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|k| 0.5 * f64::from(bounds.doubled_center(k))))
}

/// Half of the edge lengths of a box, in `f64`.
fn half_extents_of(bounds: &Bounds<3>) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|k| 0.5 * f64::from(bounds.high[k] - bounds.low[k])))
}

impl<B: AsRef<Body>> CastPairs<3> for Pair<B> {
    fn boxes(&self, nodes: [u32; 2]) -> NodeBoxes<3> {
        let [of_home, of_other] = self.boxes_of(nodes);
        NodeBoxes { home: self.home, of_home, of_other }
    }

    fn in_box_frame(&self, velocity: DVec3) -> [Real; 3] {
        let in_home = self.poses[self.home].rotation.to_f64().normalize().conjugate() * velocity;
        in_home.to_array().map(|x| x as Real)
    }

    fn box_rounding(&self) -> Real {
        self.rounding
    }

    fn gap_at(&self, nodes: [u32; 2], motion: &CastMotion, t: f64) -> f64 {
        let home = self.home;
        let other = 1 - self.home;
        let rotations = [0, 1].map(|body| {
            DQuat::from_scaled_axis(motion.spins[body] * t) * self.poses[body].rotation.to_f64().normalize()
        });
        let between = self.poses[1].position.to_f64() + motion.relative() * t;
        // The box of the other body, moved and rotated by the time `t`, in the frame of the home body.
        let to_home = rotations[home].conjugate();
        let translation = to_home * if home == 0 { between } else { -between };
        let rotation = DMat3::from_quat(to_home * rotations[other]);
        let trees = self.bodies().map(Body::tree);
        let boxes = [home, other].map(|body| trees[body].node(nodes[body]).bounds);
        let [home_center, other_center] = boxes.map(|bounds| center_of(&bounds));
        let [home_half, other_half] = boxes.map(|bounds| half_extents_of(&bounds));
        let abs_rotation = DMat3::from_cols(rotation.x_axis.abs(), rotation.y_axis.abs(), rotation.z_axis.abs());
        // On each axis, the gap between the home box and the box around the rotated one.
        let gap = (rotation * other_center + translation - home_center).abs() - abs_rotation * other_half - home_half;
        let largest_gap = gap.max_element();
        let distance = if largest_gap > 0.0 { gap.max(DVec3::ZERO).length() } else { largest_gap };
        let angles = 1.0 + motion.spins[0].length() * t + motion.spins[1].length() * t;
        // Rounding error of the rotations and of the product with the box.
        let rounding = POSE_ROUNDING * f64::EPSILON * (angles * self.radius_sum() + between.length());
        distance - f64::from(self.rounding) - rounding
    }

    fn cast(&mut self, parts: [u32; 2], motion: &CastMotion) -> Option<Answer> {
        if self.faces_away(parts, motion) {
            return None;
        }
        let posed = [0, 1].map(|body| PosedPart::from_body(self.bodies()[body], parts[body]));
        if motion.advances() {
            return Some(self.cast_rotating(posed, motion));
        }
        let answer = self.cast_straight(posed, motion);
        if answer.outcome.hit().is_some() {
            return Some(answer);
        }
        let decided = (0..2).find_map(|point| self.cast_point_exactly(point, parts, motion, &answer));
        Some(decided.unwrap_or(answer))
    }
}

/// Pose of a part with the pose `part_pose` in its body, in the frame in which the body has the pose `body_pose`;
/// composed in `f64` and rounded once.
pub(super) fn child_pose(body_pose: &Pose, part_pose: &Pose) -> Pose {
    if *part_pose == Pose::IDENTITY {
        return *body_pose;
    }
    let rotation = body_pose.rotation.to_f64().normalize();
    let part_rotation = part_pose.rotation.to_f64().normalize();
    let position = body_pose.position.to_f64() + rotation * part_pose.position.to_f64();
    let [x, y, z] = position.to_array().map(|x| x as Real);
    let [i, j, k, w] = (rotation * part_rotation).to_array().map(|x| x as Real);
    Pose::new(Vec3::new(x, y, z), Quat::from_xyzw(i, j, k, w))
}
