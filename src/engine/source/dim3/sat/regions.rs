//! Regions of a solid's vertices on the Gauss sphere: which region an arc enters, and over which border it leaves it.
//!
//! The region of a vertex consists of the directions along which the vertex is farthest. It is convex. Its borders are
//! the arcs of the edges at the vertex: on the border of the edge to a neighbor, both are equally far.

use super::solid::Solid;
use crate::dim3::prelude::*;

/// Border over which an arc leaves the region of a vertex.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    /// Index of the edge whose arc is the border.
    pub(super) edge: u32,
    /// Index of the vertex whose region is beyond the border.
    pub(super) vertex: u32,
    /// Depth of the arc's start below the border: minus the product of its direction with the edge, at least 0.
    x: Real,
    /// Height of the arc's end above the border: the product of its direction with the edge, positive. The chord from
    /// start to end crosses the border at the fraction `x / (x + y)`.
    y: Real,
}

/// The border over which an arc from direction `c` to `d`, in the solid's frame, leaves the region of a vertex: the one
/// that its chord crosses first. `None` if rounding leaves no border. `entered_over` is the edge over whose border the
/// arc entered the region, which it cannot cross again; `None` at the start of the arc.
#[inline(always)]
pub(super) fn exit_from_region(
    solid: &Solid,
    vertex: u32,
    entered_over: Option<u32>,
    [c, d]: [Vec3; 2],
) -> Option<Exit> {
    let from = solid.vertices[vertex as usize];
    let mut first: Option<Exit> = None;
    for &[edge, head] in solid.walk_tables.spokes(vertex) {
        let along = solid.vertices[head as usize] - from;
        let y = d.dot(along);
        if y > 0.0 && Some(edge) != entered_over {
            let x = (-c.dot(along)).max(0.0);
            // `x / (x + y)` is less than the best fraction, without the divisions.
            if first.is_none_or(|best| x * best.y < best.x * y) {
                first = Some(Exit { edge, vertex: head, x, y });
            }
        }
    }
    first
}

/// The vertex into whose region an arc from direction `c` towards `d` runs, among the vertices farthest along `c`.
/// `vertex` is one of these; the search climbs from it along `d` over neighbors that are at least as far along `c`.
#[inline(never)]
pub(super) fn farthest_of_tied(solid: &Solid, mut vertex: u32, c: Vec3, d: Vec3) -> u32 {
    // Rounding could repeat vertices, so the number of moves is limited.
    for _ in 0..solid.vertices.len() {
        let from = solid.vertices[vertex as usize];
        let mut next = None;
        let mut largest_rise = 0.0;
        for &[_, head] in solid.walk_tables.spokes(vertex) {
            let along = solid.vertices[head as usize] - from;
            let rise = d.dot(along);
            if c.dot(along) >= 0.0 && rise > 0.0 && rise >= largest_rise {
                next = Some(head);
                largest_rise = rise;
            }
        }
        match next {
            Some(head) => vertex = head,
            None => break,
        }
    }
    vertex
}
