//! The configuration-space obstacle `A − B` of a pair, in the pair frame (A's axes, origin at A's origin).

use super::super::pose::Pose;
use super::super::prelude::*;
use super::{Feature, Support};

/// A point of `A − B` that remembers where it comes from. All three points are in the pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = a − b`, the point of the CSO.
    pub w: Vec3,
    /// The point of A.
    pub a: Vec3,
    /// The point of B.
    pub b: Vec3,
    /// A's feature at `a`.
    pub feature_a: Feature,
    /// B's feature at `b`.
    pub feature_b: Feature,
}

/// Two shapes and where B stands seen from A. Its support mapping is `S(A−B, d) = S(A, d) − S(B, −d)`.
#[derive(Clone, Debug)]
pub struct Cso<A, B> {
    /// The first shape, in its own frame, which is the pair frame.
    pub a: A,
    /// The second shape, in its own frame.
    pub b: B,
    /// From B's frame to the pair frame.
    pub rotation: Mat3,
    /// B's origin in the pair frame.
    pub translation: Vec3,
}

impl<A: Support, B: Support> Cso<A, B> {
    /// The pair `a`, `b` placed in the world.
    pub fn new(a: A, pose_a: &Pose, b: B, pose_b: &Pose) -> Self {
        let to_a = pose_a.rotation.conjugate();
        Self {
            a,
            b,
            rotation: Mat3::from_quat((to_a * pose_b.rotation).normalize()),
            translation: to_a * (pose_b.position - pose_a.position),
        }
    }

    /// The vertex of `A − B` farthest in direction `d` (pair frame).
    #[inline]
    pub fn support(&self, d: Vec3) -> Vertex {
        let a = self.a.support(d);
        let b = self.b.support(self.rotation.transpose() * -d);
        let b_point = self.rotation * b.point + self.translation;
        Vertex { w: a.point - b_point, a: a.point, b: b_point, feature_a: a.feature, feature_b: b.feature }
    }

    /// A radius about the pair frame's origin that holds both shapes: the magnitude of every number in the query.
    pub fn magnitude(&self) -> Real {
        self.a.radius().max(self.b.radius() + self.translation.length())
    }
}
