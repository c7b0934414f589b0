//! Planar pairs for the cast steppers of space ([`Pair`]): the bodies are in the plane z = 0. All queries are planar
//! ones, except for the distance from the swept volume, which space computes.

use std::borrow::Borrow;

use super::{Cso, Shape, Workspace};
use crate::dim2::dim3;
use crate::dim2::dim3::cast::{Pair, Sizes, Swept};
use crate::dim2::dim3::support::{Ball, Feature, Support, SupportPoint, Vertex};
use crate::dim2::distance;
use crate::dim2::numbers::length2;
use crate::dim2::prelude::*;
use crate::dim2::support::lift;

/// A planar shape as a shape of space, in the plane z = 0.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<S>(pub S);

impl<S: Borrow<Shape>> Support for Lifted<S> {
    fn support(&self, d: Vec3) -> SupportPoint {
        let corner = self.0.borrow().farthest(d.truncate());
        SupportPoint { point: lift(self.0.borrow().core()[corner as usize]), feature: Feature(corner) }
    }

    fn bounding_radius(&self) -> Real {
        self.0.borrow().radius() - self.0.borrow().margin()
    }

    fn margin(&self) -> Real {
        self.0.borrow().margin()
    }
}

/// Returns a planar pair as a pair of space, in the plane z = 0. `rotation` is `(cos, sin)` from B's axes to A's.
pub(super) fn lifted<'a>(
    a: &'a Shape,
    b: &'a Shape,
    rotation: Vec2,
    translation: Vec2,
) -> dim3::support::Cso<Lifted<&'a Shape>, Lifted<&'a Shape>> {
    let rotation = Mat3::from_cols(lift(rotation), lift(rotation.perp()), Vec3::Z);
    dim3::support::Cso { a: Lifted(a), b: Lifted(b), rotation, translation: lift(translation) }
}

/// Returns the signed distance of A and the convex hull of the positions of B while it moves by `x`, pair frame.
pub(super) fn swept_distance(
    a: &Shape,
    b: &Shape,
    rotation: Vec2,
    translation: Vec2,
    x: Vec3,
) -> dim3::cast::DistanceAnswer {
    let dim3::support::Cso { a, b, rotation, translation } = lifted(a, b, rotation, translation);
    let b = Swept { shape: b, motion: rotation.transpose() * x };
    dim3::cast::signed_distance(dim3::support::Cso { a, b, rotation, translation })
}

/// Returns the lengths from which bounds of rounding errors are computed.
pub(super) fn sizes(a: &Shape, b: &Shape, translation: Vec2) -> Sizes {
    Sizes { radii: [a.radius(), b.radius()], origin_distance: length2(translation), planar: true }
}

/// Returns terms whose sum is the gap of the shapes, margins included, along a unit vector of the pair frame from A to
/// B.
pub(super) fn terms(a: &Shape, b: &Shape, rotation: Vec2, translation: Vec2, axis: Vec2) -> [Real; 5] {
    let to_b = Vec2::new(rotation.x, -rotation.y);
    let support_a = a.core()[a.farthest(axis) as usize];
    let support_b = rotation.rotate(b.core()[b.farthest(to_b.rotate(-axis)) as usize]);
    [-axis.dot(support_a), axis.dot(support_b), axis.dot(translation), -a.margin(), -b.margin()]
}

/// Returns the signed distance with B's origin at `translation` in the pair frame.
pub(super) fn signed_distance(
    memory: &mut Workspace,
    a: &Shape,
    b: &Shape,
    rotation: Vec2,
    translation: Vec2,
) -> dim3::cast::DistanceAnswer {
    memory.in_pair_frame(Cso::placed(a, b, rotation, translation), &distance::Options::default()).in_space()
}

impl<S: Borrow<Shape> + Clone> Pair for Cso<S> {
    type Memory = Workspace;
    const PLANAR: bool = true;

    #[inline]
    fn support(&self, d: Vec3) -> Vertex {
        let vertex = Cso::support(self, d.truncate());
        let a = lift(self.point_a(vertex.a));
        let b = lift(self.point_b(vertex.b));
        Vertex { w: lift(vertex.w), a, b, feature_a: Feature(vertex.a), feature_b: Feature(vertex.b) }
    }

    fn margins(&self) -> [Real; 2] {
        [self.a.borrow().margin(), self.b.borrow().margin()]
    }

    fn sizes(&self) -> Sizes {
        sizes(self.a.borrow(), self.b.borrow(), self.translation)
    }

    fn place(&mut self, translation: Vec3) {
        *self = Cso::placed(self.a.clone(), self.b.clone(), self.rotation, translation.truncate());
    }

    fn terms(&self, axis: Vec3) -> Option<[Real; 5]> {
        Some(terms(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, axis.truncate()))
    }

    fn ball(&self, _: Vec3, [a, b]: [Vec3; 2]) -> Ball {
        Ball::point(a - b)
    }

    fn signed_distance(&self, x: Vec3, memory: &mut Workspace) -> dim3::cast::DistanceAnswer {
        signed_distance(memory, self.a.borrow(), self.b.borrow(), self.rotation, self.translation + x.truncate())
    }

    fn swept_distance(&self, x: Vec3) -> dim3::cast::DistanceAnswer {
        swept_distance(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, x)
    }
}
