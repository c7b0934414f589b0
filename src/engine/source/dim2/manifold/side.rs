//! Sides of the two cores as candidates for the reference side of a contact, each with its gap to the other core. Body
//! 0 is the first of the pair, body 1 the second; vectors are in the frame of the first body.

use std::borrow::Borrow;

use super::{Cso, Shape};
use crate::dim2::prelude::*;
use crate::dim2::shape::SideVector;

/// A side of one of the cores, and its gap to the other core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Body of the side: 0 the first, 1 the second.
    pub body: u8,
    /// Index of the vertex at which it starts.
    pub index: u32,
    /// Position of that vertex, meters.
    pub origin: Vec2,
    /// Unit vector from that vertex to the next one.
    pub tangent: Vec2,
    /// Length of the side, meters.
    pub length: Real,
    /// Unit normal, pointing out of the core.
    pub normal: Vec2,
    /// Index of the support vertex of the other core against the normal.
    pub support: u32,
    /// Signed height of that vertex above the side, meters: a lower bound of the cores' signed distance.
    pub gap: Real,
}

/// A side and its gap, without the other numbers of a [`Side`]. The comparison of all sides copies only these: copying
/// whole sides took a quarter of a manifold (`benches/world.rs`, the pyramid).
#[derive(Clone, Copy)]
pub(super) struct SideGap {
    /// Body of the side: 0 the first, 1 the second.
    body: u8,
    /// Index of the vertex at which the side starts.
    index: u32,
    /// Gap between the side's line and the other core, meters.
    gap: Real,
}

impl SideGap {
    /// Returns the body, index and gap of a side.
    #[inline]
    pub(super) fn of(side: &Side) -> Self {
        Self { body: side.body, index: side.index, gap: side.gap }
    }

    /// Returns whether this gap is larger than that of `best` by more than `rounding`; true without `best`.
    #[inline]
    pub(super) fn beats(&self, best: Option<Self>, rounding: Real) -> bool {
        best.is_none_or(|best| self.gap > best.gap + rounding)
    }

    /// Returns the side itself.
    pub(super) fn side<S: Borrow<Shape>>(self, cso: &Cso<S>) -> Option<Side> {
        side(cso, self.body, self.index)
    }
}

impl Side {
    /// Returns the coordinate of a point along the side, from its start, meters.
    #[inline]
    pub fn along(&self, p: Vec2) -> Real {
        self.tangent.dot(p - self.origin)
    }

    /// Returns the signed height of a point above the side, meters.
    #[inline]
    pub fn above(&self, p: Vec2) -> Real {
        self.normal.dot(p - self.origin)
    }
}

/// Returns the core of the first body (0) or of the second (1).
#[inline]
pub(super) fn core<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> &[Vec2] {
    shape(cso, body).core()
}

/// Returns the shape of the first body (0) or of the second (1).
#[inline]
pub(super) fn shape<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> &Shape {
    if body == 0 { cso.a.borrow() } else { cso.b.borrow() }
}

/// Returns the position of a vertex of a core in the frame of the first body.
#[inline]
pub(super) fn vertex_position<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> Vec2 {
    if body == 0 { cso.point_a(index) } else { cso.point_b(index) }
}

/// Converts a direction from a body's own frame to the frame of the first body.
#[inline]
pub(super) fn rotated<S>(cso: &Cso<S>, body: u8, d: Vec2) -> Vec2 {
    if body == 0 { d } else { cso.rotation.rotate(d) }
}

/// Returns the index of the support vertex of a core along a direction of the first body's frame.
#[inline]
pub(super) fn farthest<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, d: Vec2) -> u32 {
    let back = Vec2::new(cso.rotation.x, -cso.rotation.y);
    shape(cso, body).farthest(if body == 0 { d } else { back.rotate(d) })
}

/// Returns the number of sides of a core: a segment has two, with opposite normals, a point none.
#[inline]
pub(super) fn side_count<S: Borrow<Shape>>(cso: &Cso<S>, body: u8) -> u32 {
    match core(cso, body).len() as u32 {
        1 => 0,
        n => n,
    }
}

/// Returns the index of the vertex after this one.
#[inline]
pub(super) fn next_vertex<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> u32 {
    if index as usize + 1 == core(cso, body).len() { 0 } else { index + 1 }
}

/// Returns the side at this index; `None` for a point, and if the side is too short to have a direction.
#[inline(always)]
pub(super) fn side<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, index: u32) -> Option<Side> {
    let SideVector { direction, length } = shape(cso, body).side(index)?;
    let tangent = rotated(cso, body, direction);
    let origin = vertex_position(cso, body, index);
    let normal = -tangent.perp();
    let support = farthest(cso, 1 - body, -normal);
    let gap = normal.dot(vertex_position(cso, 1 - body, support) - origin);
    Some(Side { body, index, origin, tangent, length, normal, support, gap })
}
