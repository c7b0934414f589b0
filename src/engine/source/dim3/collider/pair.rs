//! The two colliders of a question: checks of their poses, and the algorithm for their kinds.

use super::NoAnswer;
use super::geometry::{Collider, ConvexBody, Geometry, Plane};
use super::half_space::{DoublePose, HalfSpace, HalfSpaceAndParts, TwoHalfSpaces};
use super::parts::Body;
use super::pose::Pose;
use super::prelude::*;
use super::rounding;

/// Two colliders at valid poses.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPair<'a> {
    /// Poses of A and B.
    pub poses: [&'a Pose; 2],
}

/// The bodies of two colliders, by the algorithm for their kinds.
#[derive(Clone, Copy, Debug)]
pub(super) enum PairOfKinds<'a> {
    /// Two convex shapes, A and B.
    Shapes([&'a ConvexBody; 2]),
    /// Two bodies, at least one with several parts.
    Parts([&'a Body; 2]),
    /// A half-space and a body.
    HalfSpace {
        /// The half-space, in its own frame.
        half_space: &'a HalfSpace,
        /// The other collider, as a body of parts.
        body: &'a Body,
        /// Whether the half-space is A.
        is_a: bool,
    },
    /// Two half-spaces, A and B.
    HalfSpaces([&'a HalfSpace; 2]),
}

/// Whether all numbers of a pose are finite.
pub(super) fn is_finite(pose: &Pose) -> bool {
    pose.position.is_finite() && pose.rotation().is_finite()
}

/// Checks that a pose is finite and its position small enough for its square.
///
/// # Errors
/// The pose is not finite, or its position is too large.
pub(super) fn check_pose(pose: &Pose) -> Result<(), NoAnswer> {
    if !is_finite(pose) {
        Err(NoAnswer::InvalidInput)
    } else if pose.position.abs().max_element() > rounding::largest() {
        Err(NoAnswer::OutOfRange)
    } else {
        Ok(())
    }
}

/// The kinds of two colliders.
fn kinds<'a>(a: &'a Collider, b: &'a Collider) -> PairOfKinds<'a> {
    match (&a.geometry, &b.geometry) {
        (Geometry::Convex(a), Geometry::Convex(b)) => PairOfKinds::Shapes([a, b]),
        (Geometry::Convex(a), Geometry::Parts(b)) => PairOfKinds::Parts([&a.body, &b.body]),
        (Geometry::Parts(a), Geometry::Convex(b)) => PairOfKinds::Parts([&a.body, &b.body]),
        (Geometry::Parts(a), Geometry::Parts(b)) => PairOfKinds::Parts([&a.body, &b.body]),
        (Geometry::HalfSpace(Plane { half_space, .. }), Geometry::Convex(convex)) => {
            PairOfKinds::HalfSpace { half_space, body: &convex.body, is_a: true }
        }
        (Geometry::HalfSpace(Plane { half_space, .. }), Geometry::Parts(parts)) => {
            PairOfKinds::HalfSpace { half_space, body: &parts.body, is_a: true }
        }
        (Geometry::Convex(convex), Geometry::HalfSpace(Plane { half_space, .. })) => {
            PairOfKinds::HalfSpace { half_space, body: &convex.body, is_a: false }
        }
        (Geometry::Parts(parts), Geometry::HalfSpace(Plane { half_space, .. })) => {
            PairOfKinds::HalfSpace { half_space, body: &parts.body, is_a: false }
        }
        (Geometry::HalfSpace(a), Geometry::HalfSpace(b)) => PairOfKinds::HalfSpaces([&a.half_space, &b.half_space]),
    }
}

impl<'a> PlacedPair<'a> {
    /// Creates the pair from colliders and their poses.
    ///
    /// # Errors
    /// A pose is not finite, or squares of the pair's lengths would overflow or underflow.
    pub fn new(
        a: &'a Collider,
        pose_a: &'a Pose,
        b: &'a Collider,
        pose_b: &'a Pose,
    ) -> Result<(Self, PairOfKinds<'a>), NoAnswer> {
        check_pose(pose_a)?;
        check_pose(pose_b)?;
        let kinds = kinds(a, b);
        if let PairOfKinds::Parts([a, b]) = kinds {
            let size = (pose_b.position - pose_a.position).length() + a.radius() + b.radius();
            if rounding::is_tiny(size) {
                return Err(NoAnswer::OutOfRange);
            }
        }
        Ok((Self { poses: [pose_a, pose_b] }, kinds))
    }

    /// The half-space and the body at their poses.
    pub fn half_space_and_parts(
        &self,
        half_space: &HalfSpace,
        body: &'a Body,
        is_a: bool,
    ) -> HalfSpaceAndParts<&'a Body> {
        let [a, b] = self.poses;
        let [half_space_pose, body_pose] = if is_a { [a, b] } else { [b, a] };
        HalfSpaceAndParts::new(*half_space, half_space_pose, body, body_pose, is_a)
    }

    /// Two half-spaces at their poses; positions from A's origin.
    pub fn half_spaces(&self, half_spaces: [&HalfSpace; 2]) -> TwoHalfSpaces {
        let origin = DoublePose::of(self.poses[0]).position;
        let poses = self.poses.map(|pose| {
            let pose = DoublePose::of(pose);
            DoublePose { position: pose.position - origin, ..pose }
        });
        TwoHalfSpaces::new(half_spaces.map(|half_space| *half_space), poses)
    }

    /// Position of A's origin.
    pub fn origin(&self) -> Vec3 {
        self.poses[0].position
    }
}
