//! The axes of two solids: which ones exist, their normals, and the accuracy of these normals.

use std::borrow::Borrow;

use super::arcs::{crossing, miss_reason};
use super::axis_order::AxisCursor;
use super::posed_pair::PosedPair;
use super::precise;
use super::solid::{Arc, Edge, Solid};
use super::stepper::Sat;
use super::{Axis, SkipReason};
use crate::dim3::numbers::squarable;
use crate::dim3::prelude::*;
use contact_lens_model::ask::EdgePairs;

/// Length up to which the component of a unit vector perpendicular to a segment is only rounding error. Chosen with a
/// margin.
const ALONG_SEGMENT: Real = 64.0 * EPS;

impl<S: Borrow<Solid>> Sat<S> {
    /// The solid A for `body` 0, B for 1.
    pub(super) fn solid(&self, body: u8) -> &Solid {
        if body == 0 { self.a.borrow() } else { self.b.borrow() }
    }

    /// A direction `d` of the frame of A (`body` 0) or of B (1), rotated to the pair frame.
    fn in_pair_frame(&self, body: u8, d: Vec3) -> Vec3 {
        if body == 0 { d } else { self.rotation * d }
    }

    /// Unit vector along an edge of a solid, pair frame; `None` if the solid has no such edge.
    fn edge_direction(&self, body: u8, edge: u32) -> Option<Vec3> {
        self.solid(body).edge(edge).map(|edge| self.in_pair_frame(body, edge.direction))
    }

    /// Unit vector along an axis, pair frame; `None` if the features of the axis determine no direction, such as two
    /// parallel edges.
    pub(super) fn axis_normal(&self, axis: Axis) -> Option<Vec3> {
        let normal = match axis {
            Axis::FaceA(i) => self.a.borrow().normal(i)?,
            Axis::FaceB(i) => self.rotation * self.b.borrow().normal(i)?,
            Axis::Edges(i, j) => self.across_edges(i, j)?,
            Axis::Side { body, edge } => self.edge_direction(body, edge)?.cross(self.plane_of(body)?),
            Axis::Along { body } => self.edge_direction(body, 0)?,
            Axis::Across { body } => self.across_segment(self.edge_direction(body, 0)),
        };
        squarable(normal).try_normalize()
    }

    /// Direction from A's first vertex to B's, pair frame, without its component along `segment`, a unit vector. If
    /// that direction is parallel to the segment, any perpendicular of the segment. With `None` for a point, the full
    /// direction.
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
        // Projected twice, which removes the rounding error along the segment.
        n - e * n.dot(e)
    }

    /// Normal of the plane in which the sides of a body without volume are, pair frame: the plane of the body itself if
    /// it is a flat polygon, otherwise that of the other body, otherwise that of both segments. Any length.
    fn plane_of(&self, body: u8) -> Option<Vec3> {
        for polygon in [body, 1 - body] {
            if let Some(normal) = self.solid(polygon).plane_normal() {
                return Some(self.in_pair_frame(polygon, normal));
            }
        }
        Some(self.edge_direction(0, 0)?.cross(self.edge_direction(1, 0)?))
    }

    /// The next position at or after `cursor` that exists: past the end of a list the next list begins. Only two bodies
    /// without volume have axes at their sides, and only two segments or points have axes along and across them.
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

    /// The direction from A to B perpendicular to A's edge `i` and B's edge `j`; pair frame, any length. `None` if the
    /// edges make no axis, as in [`Sat::perpendicular`].
    pub(super) fn across_edges(&self, i: u32, j: u32) -> Option<Vec3> {
        if self.are_boxes() {
            return self.across_boxes(i, j);
        }
        let a = self.a.borrow().edge(i)?;
        let b = self.b.borrow().edge(j)?;
        self.perpendicular([i, j], &self.in_frame_of_b(a), b)
    }

    /// The direction from A to B perpendicular to A's edge `a` with the index `i`, given in B's frame, and B's edge `b`
    /// with the index `j`; pair frame, any length. `None` if the edges are parallel or, unless all pairs are requested,
    /// if their arcs do not cross.
    #[inline]
    pub(super) fn perpendicular(&self, [i, j]: [u32; 2], a: &Edge, b: &Edge) -> Option<Vec3> {
        if self.are_boxes() {
            return self.across_boxes(i, j);
        }
        let direction_in_b = match (self.options.pairs, a.arc, b.arc) {
            (EdgePairs::All, ..) | (_, Arc::Circle, Arc::Circle) => {
                Some(a.direction.cross(b.direction)).filter(|n| *n != Vec3::ZERO)
            }
            (EdgePairs::Crossing | EdgePairs::Walk | EdgePairs::Bounded, ..) => crossing(a, b),
        };
        let direction_in_b = direction_in_b?;
        if precise::nearly_parallel(a.direction, b.direction) {
            return self.posed().axis_across(i, j);
        }
        Some(self.rotation * direction_in_b)
    }

    /// Whether both solids are boxes, whose edges are parallel to the axes of their frames.
    fn are_boxes(&self) -> bool {
        self.a.borrow().half_extents.is_some() && self.b.borrow().half_extents.is_some()
    }

    /// The direction perpendicular to an edge of box A and an edge of box B, pair frame, any length; `None` for
    /// parallel edges. The cross product of a coordinate axis with a column of the rotation matrix is exact.
    #[inline]
    fn across_boxes(&self, i: u32, j: u32) -> Option<Vec3> {
        let a = self.a.borrow().edge(i)?;
        let b = self.b.borrow().edge(j)?;
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

    /// Reason why a pair of edges makes no face of `A − B`; `None` for a pair that makes one, and if an edge does not
    /// exist.
    pub fn skip_reason(&self, i: u32, j: u32) -> Option<SkipReason> {
        let why = miss_reason(&self.in_frame_of_b(self.a.borrow().edge(i)?), self.b.borrow().edge(j)?);
        why.or_else(|| self.across_edges(i, j).is_none().then_some(SkipReason::Parallel))
    }

    /// Bound of the angular error of the normal of an axis, radians. 0 for all axes but those across two edges.
    #[inline]
    pub(in crate::dim3) fn angle_error(&self, axis: Axis) -> Real {
        let Axis::Edges(i, j) = axis else { return 0.0 };
        if self.are_boxes() {
            return precise::angle_error(1.0);
        }
        let a = self.a.borrow().edge(i).map_or(Vec3::ZERO, |edge| edge.direction);
        let b = self.b.borrow().edge(j).map_or(Vec3::ZERO, |edge| edge.direction);
        // The edge of the current row is already in B's frame.
        let across = match &self.row {
            Some(row) if row.index == i => row.edge.direction.cross(b),
            _ => a.cross(self.rotation * b),
        };
        precise::angle_error(across.length())
    }
}
