//! Closest points of two cores, for contacts without a reference side.

use std::borrow::Borrow;

use super::side::{Side, next_vertex, side, vertex_position};
use super::{Cso, Feature, Kind, Shape};
use crate::dim2::distance;
use crate::dim2::numbers::{length2, unit2};
use crate::dim2::prelude::*;

/// Closest or deepest points of the cores. Vectors are in the frame of the first body, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Points on the first and on the second core.
    pub points: [Vec2; 2],
    /// Unit normal from the first core to the second.
    pub normal: Vec2,
    /// Distance along the normal, meters; negative where the cores overlap.
    pub gap: Real,
    /// Features that contain the points.
    pub features: [Feature; 2],
}

/// Returns the closest points if no distance query is needed: if each core is a single point (`best` is `None`), these
/// points; if the cores overlap, the support vertex of `best`, the side of least depth, and its projection on that
/// side. `None` if the cores may be apart.
pub(super) fn without_query<S: Borrow<Shape>>(
    cso: &Cso<S>,
    best: Option<&Side>,
    may_be_apart: bool,
) -> Option<Nearest> {
    match best {
        None => Some(between_vertices(cso, [0, 0], Vec2::X)),
        Some(best) => (!may_be_apart).then(|| vertex_above_side(cso, best)),
    }
}

/// Returns the closest points from the nearest feature of the cores' `A − B` found by a distance query: on an edge of
/// A, on an edge of B, or else the nearest two vertices.
pub(super) fn of_feature<S: Borrow<Shape>>(cso: &Cso<S>, best: &Side, [[a, b], [c, d]]: distance::Feature) -> Nearest {
    let fallback = if best.body == 0 { best.normal } else { -best.normal };
    if a != c
        && let Some(nearest) = on_edge(cso, 0, [a, c], [b, d])
    {
        return nearest;
    }
    if b != d
        && let Some(nearest) = on_edge(cso, 1, [b, d], [a, c])
    {
        return nearest;
    }
    let mut nearest = between_vertices(cso, [a, b], fallback);
    for pair in [[c, d], [a, d], [c, b]] {
        let candidate = between_vertices(cso, pair, fallback);
        if candidate.gap < nearest.gap {
            nearest = candidate;
        }
    }
    nearest
}

/// Returns the closest points of the edge of `body` with the ends `i` and `j`, and of one of two vertices of the other
/// body: the one that projects onto the edge. `None` if neither does.
fn on_edge<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, [i, j]: [u32; 2], vertices: [u32; 2]) -> Option<Nearest> {
    let index = if next_vertex(cso, body, i) == j { i } else { j };
    let first = side(cso, body, index)?;
    // A segment has two sides; take the one that faces the other body.
    let opposite = side(cso, body, j).filter(|opposite| next_vertex(cso, body, j) == i && opposite.gap > first.gap);
    let side = opposite.unwrap_or(first);
    // Distance of the projection of each vertex from the nearer end of the side; 0 between the ends.
    let distances_beyond_ends = vertices.map(|vertex| {
        let along = side.along(vertex_position(cso, 1 - body, vertex));
        (-along).max(along - side.length).max(0.0)
    });
    let nearer = usize::from(distances_beyond_ends[1] < distances_beyond_ends[0]);
    let is_between_ends = distances_beyond_ends[nearer] == 0.0;
    is_between_ends.then(|| vertex_above_side(cso, &Side { support: vertices[nearer], ..side }))
}

/// Returns two vertices as the closest points, with the normal `fallback` if they coincide.
fn between_vertices<S: Borrow<Shape>>(cso: &Cso<S>, [a, b]: [u32; 2], fallback: Vec2) -> Nearest {
    let points = [vertex_position(cso, 0, a), vertex_position(cso, 1, b)];
    let between = points[1] - points[0];
    let features = [Feature::new(0, Kind::Vertex, a), Feature::new(1, Kind::Vertex, b)];
    Nearest { points, normal: unit2(between).unwrap_or(fallback), gap: length2(between), features }
}

/// Returns as closest points the support vertex of a side, which belongs to the other core, and its projection on the
/// side's line.
fn vertex_above_side<S: Borrow<Shape>>(cso: &Cso<S>, side: &Side) -> Nearest {
    let point = vertex_position(cso, 1 - side.body, side.support);
    let gap = side.above(point);
    let foot = point - side.normal * gap;
    let edge = Feature::new(side.body, Kind::Edge, side.index);
    let vertex = Feature::new(1 - side.body, Kind::Vertex, side.support);
    if side.body == 0 {
        Nearest { points: [foot, point], normal: side.normal, gap, features: [edge, vertex] }
    } else {
        Nearest { points: [point, foot], normal: -side.normal, gap, features: [vertex, edge] }
    }
}
