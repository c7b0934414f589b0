//! The configuration-space obstacle (CSO, Minkowski difference) `A − B` of a pair, in the pair frame: A's axes, with
//! the origin at A's origin.

use super::{Feature, LocalGeometry, Support, SupportPoint, Whole};
use crate::dim3::numbers::length;
use crate::dim3::pose::{Pose, matrix};
use crate::dim3::prelude::*;

/// A vertex of `A − B` with the points of A and B that it comes from. All three points are in the pair frame.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Vertex {
    /// `w = a − b`, the point of the CSO.
    pub w: Vec3,
    /// `a`, the point of A.
    pub a: Vec3,
    /// `b`, the point of B.
    pub b: Vec3,
    /// Feature of A to which `a` belongs.
    pub feature_a: Feature,
    /// Feature of B to which `b` belongs.
    pub feature_b: Feature,
}

impl Vertex {
    /// Vertex of zeros, for unused slots.
    pub const ZERO: Self =
        Self { w: Vec3::ZERO, a: Vec3::ZERO, b: Vec3::ZERO, feature_a: Feature(0), feature_b: Feature(0) };

    /// The difference of a point of A and a point of B, both in the pair frame.
    #[inline]
    pub fn between(a: SupportPoint, b: SupportPoint) -> Self {
        Self { w: a.point - b.point, a: a.point, b: b.point, feature_a: a.feature, feature_b: b.feature }
    }

    /// The features of A and of B.
    #[inline]
    pub fn features(&self) -> [Feature; 2] {
        [self.feature_a, self.feature_b]
    }
}

/// Two shapes and the pose of B relative to A. The support mapping `S(A−B, d) = S(A, d) − S(B, −d)` is that of the
/// cores. The radii of the balls around the cores add up to [`Cso::margin`]; after [`Cso::whole`] the balls belong to
/// the cores.
#[derive(Clone, Debug)]
pub struct Cso<A, B> {
    /// The first shape, in its own frame, which is the pair frame.
    pub a: A,
    /// The second shape, in its own frame.
    pub b: B,
    /// Rotation from B's axes to the pair frame's.
    pub rotation: Mat3,
    /// B's origin in the pair frame.
    pub translation: Vec3,
}

impl<A: Support, B: Support> Cso<A, B> {
    /// The pair of two shapes with their poses in the world.
    #[inline]
    pub fn new(a: A, pose_a: &Pose, b: B, pose_b: &Pose) -> Self {
        let to_a = pose_a.rotation.conjugate();
        Self { a, b, rotation: matrix(to_a * pose_b.rotation), translation: to_a * (pose_b.position - pose_a.position) }
    }

    /// The pair of the whole shapes: the balls belong to the cores, and the margins are 0.
    pub fn whole(self) -> Cso<Whole<A>, Whole<B>> {
        Cso { a: Whole(self.a), b: Whole(self.b), rotation: self.rotation, translation: self.translation }
    }

    /// Sum of the radii of both balls: the signed distance of the cores minus that of the shapes.
    #[inline]
    pub fn margin(&self) -> Real {
        self.a.margin() + self.b.margin()
    }

    /// The point `p` of B's frame in the pair frame.
    #[inline(always)]
    pub fn from_b(&self, p: Vec3) -> Vec3 {
        self.rotation * p + self.translation
    }

    /// The point `p` of the pair frame in B's frame.
    #[inline(always)]
    pub fn to_b(&self, p: Vec3) -> Vec3 {
        self.rotation.transpose() * (p - self.translation)
    }

    /// The vertex of the cores' `A − B` farthest in direction `d` (pair frame).
    #[inline(always)]
    pub fn support(&self, d: Vec3) -> Vertex {
        Vertex::between(self.support_a(d), self.support_b(-d))
    }

    /// The point of A's core farthest in direction `d`, both in the pair frame.
    #[inline(always)]
    pub fn support_a(&self, d: Vec3) -> SupportPoint {
        self.a.support(d)
    }

    /// The point of B's core farthest in direction `d`, both in the pair frame.
    #[inline(always)]
    pub fn support_b(&self, d: Vec3) -> SupportPoint {
        let SupportPoint { point, feature } = self.b.support(self.rotation.transpose() * d);
        SupportPoint { point: self.from_b(point), feature }
    }

    /// Result of [`Cso::support`], searched on both bodies from the features of `hint`, a vertex that is farthest in a
    /// similar direction.
    #[inline]
    pub fn support_near(&self, d: Vec3, hint: &Vertex) -> Vertex {
        let a = self.a.support_near(d, hint.feature_a);
        let b = self.b.support_near(self.rotation.transpose() * -d, hint.feature_b);
        Vertex::between(a, SupportPoint { point: self.from_b(b.point), feature: b.feature })
    }

    /// Whether either core has a curved feature.
    #[inline]
    pub fn is_curved(&self) -> bool {
        self.a.local_geometry().is_some_and(LocalGeometry::is_curved)
            || self.b.local_geometry().is_some_and(LocalGeometry::is_curved)
    }

    /// Radii of balls around the origins of A and of B that contain the whole shapes.
    #[inline(always)]
    pub fn bounding_radii(&self) -> [Real; 2] {
        [self.a.bounding_radius() + self.a.margin(), self.b.bounding_radius() + self.b.margin()]
    }

    /// Radius of a ball around the pair frame's origin that contains both shapes, from which rounding errors are
    /// derived.
    #[inline(always)]
    pub fn magnitude(&self) -> Real {
        let [a, b] = self.bounding_radii();
        let b = b + length(self.translation);
        // NaN of an invalid pose is in `b` and is returned, which `Real::max` would not do.
        if a > b { a } else { b }
    }
}
