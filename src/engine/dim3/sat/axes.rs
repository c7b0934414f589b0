//! The axes to test: their enumeration and their directions.

use std::borrow::Borrow;

use super::super::numbers::squarable;
use super::super::prelude::*;
use super::arcs::{crossing, miss_reason};
use super::axis_order::AxisCursor;
use super::posed_pair::PosedPair;
use super::precise;
use super::solid::{Arc, Edge, Solid};
use super::stepper::Sat;
use super::{Axis, Miss};
use crate::ask::EdgePairs;

/// Length of the component of a unit vector perpendicular to a segment up to which that component is rounding error.
/// Chosen with a margin.
const ALONG_SEGMENT: Real = 64.0 * EPS;

impl<S: Borrow<Solid>> Sat<S> {
    /// The solid A for `body` 0, B for 1.
    pub(super) fn solid(&self, body: u8) -> &Solid {
        if body == 0 { self.a.borrow() } else { self.b.borrow() }
    }

    /// A direction of a solid's frame, rotated to the pair frame.
    fn in_pair_frame(&self, body: u8, d: Vec3) -> Vec3 {
        if body == 0 { d } else { self.rotation * d }
    }

    /// Unit vector of an edge of a solid, pair frame.
    fn edge(&self, body: u8, edge: u32) -> Option<Vec3> {
        self.solid(body).edge(edge).map(|edge| self.in_pair_frame(body, edge.direction))
    }

    /// Unit vector of an axis, pair frame; `None` if two edges, or an edge and a plane, span none.
    pub(super) fn axis_normal(&self, axis: Axis) -> Option<Vec3> {
        let normal = match axis {
            Axis::FaceA(i) => self.a.borrow().normal(i)?,
            Axis::FaceB(i) => self.rotation * self.b.borrow().normal(i)?,
            Axis::Edges(i, j) => self.across_edges(i, j)?,
            Axis::Side { body, edge } => self.edge(body, edge)?.cross(self.plane_of(body)?),
            Axis::Along { body } => self.edge(body, 0)?,
            Axis::Across { body } => self.across_segment(self.edge(body, 0)),
        };
        squarable(normal).try_normalize()
    }

    /// Direction from A's first vertex to B's, without its component along a segment; if nothing remains, any
    /// perpendicular of the segment.
    fn across_segment(&self, segment: Option<Vec3>) -> Vec3 {
        let between = self.translation + self.rotation * self.b.borrow().vertices[0] - self.a.borrow().vertices[0];
        let direction = squarable(between).try_normalize();
        let Some(e) = segment else { return direction.unwrap_or(Vec3::X) };
        let direction = direction.unwrap_or_default();
        let perpendicular = direction - e * direction.dot(e);
        if perpendicular.length() <= ALONG_SEGMENT {
            return e.any_orthonormal_vector();
        }
        let n = perpendicular.normalize();
        n - e * n.dot(e)
    }

    /// The normal of the plane of a body without volume: its own, the other body's, or that of both segments.
    fn plane_of(&self, body: u8) -> Option<Vec3> {
        let normals = [body, 1 - body].into_iter();
        let mut planes =
            normals.filter_map(|body| self.solid(body).plane_normal().map(|n| self.in_pair_frame(body, n)));
        planes.next().or_else(|| Some(self.edge(0, 0)?.cross(self.edge(1, 0)?)))
    }

    /// Returns the cursor advanced over the ends of lists to the next axis that the solids have. Two bodies without
    /// volume have axes at their sides, and pairs of segments and points have axes along and across them.
    pub(super) fn skip_to_existing(&self, mut cursor: AxisCursor) -> AxisCursor {
        let a = self.a.borrow();
        let b = self.b.borrow();
        let are_flat = a.dimension < 3 && b.dimension < 3;
        let are_thin = a.dimension < 2 && b.dimension < 2;
        loop {
            cursor = match cursor {
                AxisCursor::FacesA(i) if i as usize >= a.face_axes.len() => AxisCursor::FacesB(0),
                AxisCursor::FacesB(i) if i as usize >= b.face_axes.len() => AxisCursor::Edges(0, 0),
                AxisCursor::Edges(i, _) if i as usize >= a.edges.len() => AxisCursor::Sides(0, 0),
                AxisCursor::Sides(..) if !are_flat => AxisCursor::End,
                AxisCursor::Sides(body, edge) if edge as usize >= self.solid(body).edges.len() => match body {
                    0 => AxisCursor::Sides(1, 0),
                    _ => AxisCursor::Along(0),
                },
                AxisCursor::Along(_) | AxisCursor::Across(_) if !are_thin => AxisCursor::End,
                AxisCursor::Along(2..) => AxisCursor::Across(0),
                AxisCursor::Across(2..) => AxisCursor::End,
                existing => return existing,
            };
        }
    }

    /// The direction from A to B perpendicular to both edges; with [`EdgePairs::Crossing`] only if their arcs cross.
    /// Pair frame, any length.
    pub(super) fn across_edges(&self, i: u32, j: u32) -> Option<Vec3> {
        if self.are_boxes() {
            return self.across_boxes(i, j);
        }
        let a = self.a.borrow().edge(i)?;
        let b = self.b.borrow().edge(j)?;
        self.perpendicular([i, j], &self.in_frame_of_b(a), b)
    }

    /// The direction from A to B perpendicular to an edge of A, given in B's frame, and an edge of B; `None` if the
    /// edges make no axis. Pair frame, any length.
    #[inline]
    pub(super) fn perpendicular(&self, [i, j]: [u32; 2], a: &Edge, b: &Edge) -> Option<Vec3> {
        if self.are_boxes() {
            return self.across_boxes(i, j);
        }
        let direction = match (self.options.pairs, a.arc, b.arc) {
            (EdgePairs::All, ..) | (_, Arc::Circle, Arc::Circle) => {
                Some(a.direction.cross(b.direction)).filter(|n| *n != Vec3::ZERO)
            }
            (EdgePairs::Crossing | EdgePairs::Walk | EdgePairs::Bounded, ..) => crossing(a, b),
        };
        if precise::nearly_parallel(a.direction, b.direction) {
            return if direction.is_some() { self.posed().axis_across(i, j) } else { None };
        }
        direction.map(|n| self.rotation * n)
    }

    /// Whether both solids are boxes, whose edges are parallel to the axes of their frames.
    fn are_boxes(&self) -> bool {
        self.a.borrow().half_extents.is_some() && self.b.borrow().half_extents.is_some()
    }

    /// The direction perpendicular to an edge of box A and one of box B, in the pair frame. The product of an axis with
    /// a column of the matrix is exact.
    #[inline]
    fn across_boxes(&self, i: u32, j: u32) -> Option<Vec3> {
        let [a, b] = [self.a.borrow().edge(i)?, self.b.borrow().edge(j)?];
        let n = a.direction.cross(self.rotation * b.direction);
        (n.abs().max_element() >= Real::MIN_POSITIVE).then_some(n)
    }

    /// The bodies with their relative pose.
    fn posed(&self) -> PosedPair<'_> {
        let rotation = &self.rotation;
        let translation = self.translation;
        PosedPair { a: self.a.borrow(), b: self.b.borrow(), rotation, translation }
    }

    /// An edge of A in B's frame.
    pub(super) fn in_frame_of_b(&self, edge: &Edge) -> Edge {
        let back = self.rotation.transpose();
        Edge { direction: back * edge.direction, arc: edge.arc.rotated(|d| back * d), ..*edge }
    }

    /// Reason why a pair of edges makes no face of `A − B`; `None` for a pair that does, and for missing edges.
    pub fn skip_reason(&self, i: u32, j: u32) -> Option<Miss> {
        let why = miss_reason(&self.in_frame_of_b(self.a.borrow().edge(i)?), self.b.borrow().edge(j)?);
        why.or_else(|| self.across_edges(i, j).is_none().then_some(Miss::Parallel))
    }

    /// Bound of the angular error of the normal of an axis across two edges, radians. 0 for other axes.
    #[inline]
    pub(in super::super) fn angle_error(&self, axis: Axis) -> Real {
        let Axis::Edges(i, j) = axis else { return 0.0 };
        if self.are_boxes() {
            return precise::angle_error(1.0);
        }
        let a = self.a.borrow().edge(i);
        let b = self.b.borrow().edge(j);
        let [a, b] = [a, b].map(|edge| edge.map_or(Vec3::ZERO, |edge| edge.direction));
        let across = match &self.row {
            Some((edge, a)) if *edge == i => a.direction.cross(b),
            _ => a.cross(self.rotation * b),
        };
        precise::angle_error(across.length())
    }
}
