//! A half-space and a body of parts as the pair that the tree search works on.
//!
//! - **Problem.** The part of a compound, mesh or height field with the least signed distance from a half-space, all
//!   its contacts with the half-space, and its first contact.
//! - **Method.** The half-space is a body of one part. The height of a node's box above the plane is a lower bound of
//!   the signed distance of all parts in it, so [`Search`](super::tree::Search) finds the deciding part as it does for
//!   two bodies of parts. Each tested part is queried by a [`HalfSpaceRun`].
//! - **Frame.** World axes, positions from A's origin; meters.
//! - **One-sided triangles.** A triangle whose front normal points out of the half-space is skipped; in a cast, one
//!   that moves along its front normal away from the half-space.

use std::sync::OnceLock;

use glam::{DQuat, DVec3};

use super::numbers::{narrow, rounded_down, rounded_up};
use super::parts::Body;
use super::pose::Pose;
use super::prelude::*;
use super::tree::{Bounds, Pairs, PartsResult, Plain, Tree};
use super::{DoublePose, HalfSpace, HalfSpaceRun, PartInBody, rounding};
use crate::dim3::answer::Answer;
use contact_lens_model::snapshot::{ToF64 as _, answer};

/// A half-space and a body of parts at their poses.
#[derive(Clone, Debug)]
pub struct HalfSpaceAndParts<B> {
    /// The half-space, in its own frame.
    pub half_space: HalfSpace,
    /// The body of parts.
    pub body: B,
    /// Whether the half-space is A.
    pub half_space_is_a: bool,
    /// Pose of the half-space; position from A's origin.
    pub(super) half_space_pose: DoublePose,
    /// Pose of the body; position from A's origin.
    pub(super) body_pose: DoublePose,
    /// Rotations of A and B from their own axes to the world's.
    pub(super) rotations: [DQuat; 2],
    /// Outward unit normal of the half-space, world axes.
    pub(super) n: DVec3,
    /// Bound of the rounding error of a height, meters.
    pub(super) rounding: f64,
}

/// Pose in `f64`, with its position from `origin`.
fn seen_from(origin: DVec3, pose: &Pose) -> DoublePose {
    DoublePose { position: pose.position.to_f64() - origin, ..DoublePose::of(pose) }
}

/// Tree of the half-space, which is a body of one part. Its box is not used.
fn tree_of_half_space() -> &'static Tree<3> {
    static TREE: OnceLock<Tree<3>> = OnceLock::new();
    TREE.get_or_init(|| Tree::new(std::iter::once(Bounds { low: [0.0; 3], high: [0.0; 3] }), || {}))
}

impl<B: AsRef<Body>> HalfSpaceAndParts<B> {
    /// A placed half-space and a placed body. Both poses are relative to the same frame; `half_space_is_a` states which
    /// of the two is A.
    pub fn new(
        half_space: HalfSpace,
        half_space_pose: &Pose,
        body: B,
        body_pose: &Pose,
        half_space_is_a: bool,
    ) -> Self {
        let [pose_a, pose_b] =
            if half_space_is_a { [half_space_pose, body_pose] } else { [body_pose, half_space_pose] };
        let origin = pose_a.position.to_f64();
        let half_space_pose = seen_from(origin, half_space_pose);
        let body_pose = seen_from(origin, body_pose);
        let between = (pose_b.position - pose_a.position).length();
        let size = between + body.as_ref().radius() + half_space.offset.abs() as Real;
        Self {
            half_space,
            body,
            half_space_is_a,
            half_space_pose,
            body_pose,
            rotations: [pose_a, pose_b].map(|pose| pose.rotation.to_f64().normalize()),
            n: (half_space_pose.rotation * half_space.normal).normalize(),
            // The boxes and the parts in them each have the error of a bound.
            rounding: f64::from(2.0 * rounding::bound_rounding(size)),
        }
    }

    /// Index of the body of parts: 0 if it is A, 1 if it is B.
    pub(super) fn body_index(&self) -> usize {
        usize::from(self.half_space_is_a)
    }

    /// Lower bound of the height above the plane, meters, of the box of a node of the body with the pose `pose`.
    pub(super) fn least_height(&self, node: u32, pose: &DoublePose) -> f64 {
        let bounds = self.body.as_ref().tree().node(node).bounds;
        let low = DVec3::from_array(bounds.low.map(f64::from));
        let high = DVec3::from_array(bounds.high.map(f64::from));
        let upward = pose.rotation.transpose() * self.n;
        let above_body = upward.dot(0.5 * (low + high)) - upward.abs().dot(0.5 * (high - low));
        let origin = self.n.dot(pose.position - self.half_space_pose.position);
        origin + above_body - self.half_space.offset - self.rounding
    }

    /// Whether a part is a one-sided triangle whose front normal has a positive component along `direction`, world
    /// axes.
    pub(super) fn faces(&self, part: u32, direction: DVec3) -> bool {
        let normal = self.body.as_ref().one_sided_normal(part);
        normal.is_some_and(|normal| (self.body_pose.rotation * normal.to_f64()).dot(direction) > 0.0)
    }

    /// Distance query of a part, before its first step.
    pub(super) fn run_of(&self, part: PartInBody) -> HalfSpaceRun<PartInBody> {
        HalfSpaceRun::distance(self.half_space, self.half_space_pose, part, self.body_pose, self.half_space_is_a)
    }
}

/// The answer in this precision; its bounds are rounded outward.
pub(in crate::dim3) fn in_real(plain: &answer::Answer) -> Answer {
    Answer {
        signed_distance: plain.signed_distance.map(|d| d as Real),
        normal: plain.normal.map(narrow),
        witness_a: narrow(plain.witness_a),
        witness_b: narrow(plain.witness_b),
        lower: rounded_down(plain.lower),
        upper: rounded_up(plain.upper),
        status: plain.status,
        iterations: plain.iterations,
    }
}

impl<B: AsRef<Body>> Pairs<3> for HalfSpaceAndParts<B> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<3>; 2] {
        let of_body = self.body.as_ref().tree();
        if self.half_space_is_a { [tree_of_half_space(), of_body] } else { [of_body, tree_of_half_space()] }
    }

    fn bound(&self, nodes: [u32; 2]) -> Real {
        rounded_down(self.least_height(nodes[self.body_index()], &self.body_pose))
    }

    fn gap_along_normal(&self, _: [u32; 2]) -> Option<Real> {
        None
    }

    fn store_normal(&mut self, _: [u32; 2], _: &Answer) {}

    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Answer>> {
        let part = parts[self.body_index()];
        if self.faces(part, self.n) {
            return None;
        }
        let mut run = self.run_of(PartInBody::new(self.body.as_ref(), part));
        run.run();
        let answer = in_real(&run.answer());
        Some(PartsResult { bracket: answer.bracket(), is_settled: answer.signed_distance.is_some(), answer })
    }
}

impl<B: AsRef<Body>> Plain<3> for HalfSpaceAndParts<B> {
    type Plain = answer::Answer;

    fn plain(&self, answer: &Answer) -> answer::Answer {
        answer.snapshot(answer.upper - answer.lower)
    }
}
