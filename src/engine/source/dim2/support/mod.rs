//! A pair of planar shapes and its configuration-space obstacle `A − B`, or CSO (`[ACD11]` "Support mapping").
//!
//! The frame is the pair frame: A's own axes, origin at A's origin. Only the difference of the two positions enters, so
//! a pair far from the world's origin loses no precision. The CSO is that of the *cores*, the convex polygons of the
//! shapes without their margins; callers add the margins.

use std::borrow::Borrow;

use super::answer::{Answer, Reason, Status};
use super::bracket::Bracket;
use super::numbers::length2;
pub use super::pose::Pose;
pub(super) use super::pose::lift;
use super::prelude::*;
use super::rounding;
use super::shape::Shape;

/// A vertex of `A − B` with its vertices of A and B.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Vertex {
    /// `w = a − b`, pair frame, meters.
    pub w: Vec2,
    /// Index of the vertex of A's core.
    pub a: u32,
    /// Index of the vertex of B's core.
    pub b: u32,
}

impl Vertex {
    /// Returns whether both are differences of the same two vertices.
    #[inline]
    pub fn is_same_vertex(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b
    }
}

/// Signed distance of two cores, meters, without margins.
#[derive(Clone, Copy)]
pub(super) struct CoreDistance {
    /// Lower bound, without rounding error.
    pub lower: Real,
    /// Best estimate of the signed distance.
    pub estimate: Real,
    /// Upper bound, without rounding error.
    pub upper: Real,
}

/// Two shapes and the pose of B in the pair frame. `S` is a shape, or anything that borrows one.
#[derive(Clone, Debug)]
pub struct Cso<S> {
    /// The first shape; its frame is the pair frame.
    pub a: S,
    /// The second shape, in its own frame.
    pub b: S,
    /// `(cos, sin)` of the rotation from B's axes to the pair frame's.
    pub rotation: Vec2,
    /// B's origin in the pair frame, meters.
    pub translation: Vec2,
    /// Sum of the bounding radii of both shapes and the distance of their origins, meters.
    magnitude: Real,
}

impl<S: Borrow<Shape>> Cso<S> {
    /// Creates the pair `a`, `b` placed in the world.
    #[inline]
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose) -> Self {
        let back = Vec2::new(pose_a.rotation.x, -pose_a.rotation.y);
        Self::placed(a, b, back.rotate(pose_b.rotation), back.rotate(pose_b.position - pose_a.position))
    }

    /// Creates the pair with B rotated by `rotation` and moved by `translation` in the pair frame.
    #[inline]
    pub fn placed(a: S, b: S, rotation: Vec2, translation: Vec2) -> Self {
        let magnitude = a.borrow().radius() + b.borrow().radius() + length2(translation);
        Self { a, b, rotation, translation, magnitude }
    }

    /// Returns the vertex of the cores' `A − B` farthest along `d`, a vector of the pair frame of any length.
    #[inline(always)]
    pub fn support(&self, d: Vec2) -> Vertex {
        let back = Vec2::new(self.rotation.x, -self.rotation.y);
        self.vertex(self.a.borrow().farthest(d), self.b.borrow().farthest(back.rotate(-d)))
    }

    /// Returns the difference of two vertices.
    #[inline]
    pub fn vertex(&self, a: u32, b: u32) -> Vertex {
        Vertex { w: self.point_a(a) - self.point_b(b), a, b }
    }

    /// Returns the position of a vertex of A's core in the pair frame, meters.
    #[inline]
    pub fn point_a(&self, a: u32) -> Vec2 {
        self.a.borrow().core()[a as usize]
    }

    /// Returns the position of a vertex of B's core in the pair frame, meters.
    #[inline]
    pub fn point_b(&self, b: u32) -> Vec2 {
        self.rotation.rotate(self.b.borrow().core()[b as usize]) + self.translation
    }

    /// Returns whether the cores' `A − B` is a single vertex, as it is for two discs.
    #[inline]
    pub fn is_single_vertex(&self) -> bool {
        self.a.borrow().core().len() + self.b.borrow().core().len() == 2
    }

    /// Returns the vector from the center of A to the center of B, pair frame; the x axis if they coincide. Used as the
    /// initial search direction.
    #[inline]
    pub fn toward_b(&self) -> Vec2 {
        let toward = self.rotation.rotate(self.b.borrow().center()) + self.translation - self.a.borrow().center();
        if toward == Vec2::ZERO { Vec2::X } else { toward }
    }

    /// Returns `μ = μ_A + μ_B`, the sum of the margins, meters.
    #[inline]
    pub fn margin(&self) -> Real {
        self.a.borrow().margin() + self.b.borrow().margin()
    }

    /// Returns the sum of the bounding radii of both shapes and the distance of their origins, meters: a bound of the
    /// distance of any point of the shapes and of `A − B` from the origin.
    #[inline]
    pub fn magnitude(&self) -> Real {
        self.magnitude
    }

    /// Returns the answer for the shapes from the signed distance of the cores and their unit normal from A to B. The
    /// nearest point of the cores' `A − B` is at the fraction `t` from `p` to `q`. `failed` is the reason why the
    /// search stopped early, if it did.
    #[inline(always)]
    pub(super) fn answer(
        &self,
        [p, q]: [Vertex; 2],
        t: Real,
        normal: Vec2,
        core_distance: CoreDistance,
        iterations: u32,
        failed: Option<Reason>,
    ) -> Answer {
        let CoreDistance { lower, estimate, upper } = core_distance;
        let [lower, estimate, upper] = [lower, estimate, upper].map(|bound| bound - self.margin());
        let rounding = rounding::bound_rounding2(self.magnitude());
        let bracket = Bracket::new([lower.min(estimate), upper.max(estimate)], rounding);
        Answer {
            signed_distance: Some(estimate),
            normal: Some(normal),
            witness_a: self.point_a(p.a).lerp(self.point_a(q.a), t) + normal * self.a.borrow().margin(),
            witness_b: self.point_b(p.b).lerp(self.point_b(q.b), t) - normal * self.b.borrow().margin(),
            feature: [[p.a, p.b], [q.a, q.b]],
            lower: bracket.lower,
            upper: bracket.upper,
            status: failed.map_or_else(|| bracket.side(), Status::NotConverged),
            iterations,
        }
    }
}
