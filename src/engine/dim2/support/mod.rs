//! A pair of planar shapes and its configuration-space obstacle `A − B` (S0 "Support mapping", S3).
//!
//! **Frame.** The pair frame: A's own axes, origin at A's origin. Only the difference of the two positions enters, so a
//! pair far from the world's origin is computed as well as one at it. The CSO is that of the *cores*; balls are added by
//! whoever asks.

use std::borrow::Borrow;

use super::numbers::length2;
use super::prelude::*;
use super::shape::Shape;

/// The point of the plane in space, z = 0.
#[inline]
pub(super) fn lift(p: Vec2) -> Vec3 {
    Vec3::new(p.x, p.y, 0.0)
}

/// A rigid motion of the plane: `world = rotation · local + position`. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Of the body's origin, in the world.
    pub position: Vec2,
    /// `(cos, sin)` of the angle from the body's axes to the world's: a unit vector.
    pub rotation: Vec2,
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// A pose from a position and a `(cos, sin)` that need not be normalized; zero or bad ones mean no turn.
    #[inline]
    pub fn new(position: Vec2, rotation: Vec2) -> Self {
        Self { position, rotation: rotation.normalize_or(Vec2::X) }
    }

    /// The world point of a point in the body's frame.
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.rotation.rotate(local) + self.position
    }
}

/// A corner of `A − B` that remembers where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Vertex {
    /// `w = a − b`, pair frame.
    pub w: Vec2,
    /// Corner of A's core.
    pub a: u32,
    /// Corner of B's core.
    pub b: u32,
}

impl Vertex {
    /// Whether both come from the same two corners.
    #[inline]
    pub fn is(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b
    }
}

/// Two shapes and where B stands seen from A. `S` is a shape, a reference to one, or what else lends one.
#[derive(Clone, Debug)]
pub struct Cso<S> {
    /// The first shape; its frame is the pair frame.
    pub a: S,
    /// The second shape, in its own frame.
    pub b: S,
    /// `(cos, sin)` from B's axes to the pair frame's.
    pub rotation: Vec2,
    /// B's origin in the pair frame.
    pub translation: Vec2,
    magnitude: Real,
}

impl<S: Borrow<Shape>> Cso<S> {
    /// The pair `a`, `b` placed in the world.
    #[inline]
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose) -> Self {
        let back = Vec2::new(pose_a.rotation.x, -pose_a.rotation.y);
        Self::placed(a, b, back.rotate(pose_b.rotation), back.rotate(pose_b.position - pose_a.position))
    }

    /// The pair with B turned by `rotation` and moved by `translation` in the pair frame.
    #[inline]
    pub fn placed(a: S, b: S, rotation: Vec2, translation: Vec2) -> Self {
        let magnitude = a.borrow().radius() + b.borrow().radius() + length2(translation);
        Self { a, b, rotation, translation, magnitude }
    }

    /// The corner of the cores' `A − B` farthest in direction `d`. Inlined by force: on the way through memory a corner
    /// would cost as much as the search for it.
    #[inline(always)]
    pub fn support(&self, d: Vec2) -> Vertex {
        let back = Vec2::new(self.rotation.x, -self.rotation.y);
        self.vertex(self.a.borrow().farthest(d), self.b.borrow().farthest(back.rotate(-d)))
    }

    /// The difference of two corners.
    #[inline]
    pub fn vertex(&self, a: u32, b: u32) -> Vertex {
        Vertex { w: self.point_a(a) - self.point_b(b), a, b }
    }

    /// A corner of A's core, in the pair frame.
    #[inline]
    pub fn point_a(&self, a: u32) -> Vec2 {
        self.a.borrow().core()[a as usize]
    }

    /// A corner of B's core, in the pair frame.
    #[inline]
    pub fn point_b(&self, b: u32) -> Vec2 {
        self.rotation.rotate(self.b.borrow().core()[b as usize]) + self.translation
    }

    /// Whether the cores' `A − B` is a single corner, as that of two discs.
    #[inline]
    pub fn is_corner(&self) -> bool {
        self.a.borrow().core().len() + self.b.borrow().core().len() == 2
    }

    /// From the middle of A to the middle of B, pair frame, x if they are one: where a search for the gap best begins.
    #[inline]
    pub fn toward_b(&self) -> Vec2 {
        let toward = self.rotation.rotate(self.b.borrow().center()) + self.translation - self.a.borrow().center();
        if toward == Vec2::ZERO { Vec2::X } else { toward }
    }

    /// `μ = μ_A + μ_B`: the balls that are added to the cores.
    #[inline]
    pub fn ball(&self) -> Real {
        self.a.borrow().ball() + self.b.borrow().ball()
    }

    /// A radius about the pair frame's origin that holds both shapes: the magnitude of every number in the query.
    #[inline]
    pub fn magnitude(&self) -> Real {
        self.magnitude
    }
}
