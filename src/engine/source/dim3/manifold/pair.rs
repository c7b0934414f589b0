//! Two bodies, and the pose of the second relative to the first.

use std::borrow::Borrow;

use super::body::Body;
use super::{Pose, Shape, matrix};
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Feature, LocalGeometry, SimpleCore, Support, SupportPoint};

/// Two placed bodies in the pair frame: the axes and the origin of the first body. `S` is a body, a reference to one,
/// or another type that lends one.
#[derive(Clone, Debug)]
pub struct Pair<S> {
    /// The first body, whose frame is the pair frame.
    pub a: S,
    /// The second body, placed by `rotation` and `translation`.
    pub b: S,
    /// Rotation from the second body's axes to the pair frame's.
    pub rotation: Mat3,
    /// The second body's origin in the pair frame, in the pair's length unit.
    pub translation: Vec3,
}

/// The core of a body as a shape: its support mapping without the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core<S>(pub S);

impl<S: Borrow<Body>> Core<S> {
    /// The body's shape, whose support mapping is that of the core.
    fn shape(&self) -> &Shape {
        &self.0.borrow().shape
    }
}

impl<S: Borrow<Body>> Support for Core<S> {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.shape().support(d)
    }

    fn bounding_radius(&self) -> Real {
        self.shape().bounding_radius()
    }

    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.shape().support_near(d, hint)
    }

    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        self.shape().local_geometry()
    }

    #[inline]
    fn simple_core(&self) -> Option<SimpleCore> {
        self.shape().simple_core()
    }
}

impl<S: Borrow<Body>> Pair<S> {
    /// The pair of two bodies placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose) -> Self {
        let to_a = pose_a.rotation.conjugate();
        Self { a, b, rotation: matrix(to_a * pose_b.rotation), translation: to_a * (pose_b.position - pose_a.position) }
    }

    /// The first body for 0, the second for 1.
    #[inline]
    pub fn body(&self, body: u8) -> &Body {
        if body == 0 { self.a.borrow() } else { self.b.borrow() }
    }

    /// A point of a body, transformed to the pair frame.
    #[inline]
    pub fn point(&self, body: u8, p: Vec3) -> Vec3 {
        if body == 0 { p } else { self.rotation * p + self.translation }
    }

    /// A direction of a body, rotated to the pair frame.
    #[inline]
    pub fn rotated(&self, body: u8, d: Vec3) -> Vec3 {
        if body == 0 { d } else { self.rotation * d }
    }

    /// A direction of the pair frame, rotated to the body's frame.
    #[inline]
    pub fn in_body(&self, body: u8, d: Vec3) -> Vec3 {
        if body == 0 { d } else { self.rotation.transpose() * d }
    }

    /// The point of a body's core farthest along a direction; pair frame.
    pub fn support(&self, body: u8, d: Vec3) -> Vec3 {
        self.point(body, self.body(body).shape.support(self.in_body(body, d)).point)
    }

    /// Radius of a ball around the pair frame's origin that contains both bodies, in the pair's length unit.
    pub fn magnitude(&self) -> Real {
        self.body(0).shape.radius() + self.body(1).shape.radius() + length(self.translation)
    }

    /// Sum of the radii of both balls.
    pub fn margin_sum(&self) -> Real {
        self.body(0).ball + self.body(1).ball
    }
}

impl<S: Borrow<Body> + Clone> Pair<S> {
    /// The configuration-space obstacle `A − B` of the cores.
    pub(super) fn cores(&self) -> Cso<Core<S>, Core<S>> {
        let a = Core(self.a.clone());
        let b = Core(self.b.clone());
        Cso { a, b, rotation: self.rotation, translation: self.translation }
    }
}
