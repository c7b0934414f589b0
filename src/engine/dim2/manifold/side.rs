//! Sides that may be the reference, and the gap along each normal.

use super::super::prelude::*;
use super::{Cso, Shape};
use std::borrow::Borrow;

/// A side of one of the cores, and how far the other core lies beyond it. Vectors are of the frame of the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Whose: 0 is the first body, 1 the second.
    pub body: u8,
    /// The number of the corner at which it begins.
    pub index: u32,
    /// That corner.
    pub origin: Vec2,
    /// Unit vector from it to the next one.
    pub tangent: Vec2,
    /// How long the side is.
    pub length: Real,
    /// Unit vector out of its body.
    pub normal: Vec2,
    /// The other core's corner that is farthest against the normal.
    pub support: u32,
    /// How far that corner lies above the side: a lower bound of the distance of the cores.
    pub gap: Real,
}

impl Side {
    /// How far along the side a point lies.
    #[inline]
    pub fn along(&self, p: Vec2) -> Real {
        self.tangent.dot(p - self.origin)
    }

    /// How far above the side a point lies.
    #[inline]
    pub fn above(&self, p: Vec2) -> Real {
        self.normal.dot(p - self.origin)
    }
}

/// The core of the first body (0) or of the second.
#[inline]
pub(super) fn core<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> &[Vec2] {
    shape(cso, body).core()
}

#[inline]
pub(super) fn shape<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> &Shape {
    if body == 0 { cso.a.borrow() } else { cso.b.borrow() }
}

/// A corner in the frame of the first body.
#[inline]
pub(super) fn corner<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> Vec2 {
    if body == 0 { cso.point_a(index) } else { cso.point_b(index) }
}

/// A direction of a body's own frame in that of the first body.
#[inline]
pub(super) fn turned<S>(cso: &Cso<S>, body: u8, d: Vec2) -> Vec2 {
    if body == 0 { d } else { cso.rotation.rotate(d) }
}

/// The corner of a core farthest along a direction of the first body's frame.
#[inline]
pub(super) fn farthest<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, d: Vec2) -> u32 {
    let back = Vec2::new(cso.rotation.x, -cso.rotation.y);
    shape(cso, body).farthest(if body == 0 { d } else { back.rotate(d) })
}

/// How many sides a core has: a segment has two that look opposite ways, a point has none.
#[inline]
pub(super) fn count<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> u32 {
    match core(cso, body).len() as u32 {
        1 => 0,
        n => n,
    }
}

/// The corner after this one.
#[inline]
pub(super) fn next<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> u32 {
    if index as usize + 1 == core(cso, body).len() { 0 } else { index + 1 }
}

/// A side that exists; none if it is too short to have a direction.
#[inline(always)]
pub(super) fn side<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> Option<Side> {
    let (way, length) = shape(cso, body).side(index)?;
    let tangent = turned(cso, body, way);
    let (origin, normal) = (corner(cso, body, index), -tangent.perp());
    let support = farthest(cso, 1 - body, -normal);
    let gap = normal.dot(corner(cso, 1 - body, support) - origin);
    Some(Side { body, index, origin, tangent, length, normal, support, gap })
}
