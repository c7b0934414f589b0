//! The **Minkowski difference** of two convex polygons, by merging their edges by angle.
//!
//! - **Problem**: `A − B = {a − b}`, the set of all differences, which contains the origin if and only if the bodies
//!   overlap.
//! - **Source**: `[Ericson05 §3.7]` merges edges in O(n + m). `[Myoru24]` lists all `n · m` differences and takes their
//!   hull.
//! - **Method**: the edges of `A − B` are those of A and those of −B, ordered by angle; parallel edges merge into one.
//!   The merge starts at the lowest vertices of both and always takes the edge of smaller angle next.
//! - **Rounding**: the order of edges is exact for vertices as given; for rotated bodies it is exact up to the rounding
//!   error of the rotation. Vertices are stored as pairs of vertices, so nothing is rounded.
//! - **Degenerate cases**: points and segments are polygons of one and two vertices.
//! - **Cost**: O(n + m).

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::snapshot::minkowski::{Merged, Origin};
pub use stepper::Merge;

use std::sync::Arc;

use super::hull::{self, HullError};
use super::pose::Pose;
use super::prelude::*;
use super::signs::{Difference, PointAccuracy, difference};

/// Bound of the error of a rotated coordinate, in `f64::EPSILON` times the size, with a margin: two products, a sum,
/// and a cosine and sine that are rounded themselves.
const ROTATION_ROUNDING: f64 = 8.0;

/// `A − B` of two polygons in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Vertices, counter-clockwise from the lowest: a point of A and a point of B each.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices, world axes, `f64`.
    pub points: Vec<[f64; 2]>,
    /// Edges: number `k` runs from vertex `k` to the next. Each refers to points of A and of B.
    pub edges: Vec<Edge>,
    /// Enclosed area, in the square of the length unit.
    pub area: f64,
}

/// An edge of the difference, by the end points of its source edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// An edge of A.
    A([u32; 2]),
    /// An edge of −B.
    B([u32; 2]),
    /// Two parallel edges, of A and of −B.
    Both([[u32; 2]; 2]),
}

/// `A − B` of the convex hulls of points in their own frames, at these poses.
///
/// # Errors
/// A body has no hull; the error has the body's index, 0 or 1.
pub fn difference_of(a: &[Vec2], pose_a: &Pose, b: &[Vec2], pose_b: &Pose) -> Result<Polygon, (u8, HullError)> {
    let mut merge = merge_of(a, pose_a, b, pose_b)?;
    merge.run();
    Ok(polygon_of(&merge, [a, b], [pose_a, pose_b]))
}

/// A point of a body, rotated to the world's axes, in `f64`, relative to the body's origin.
fn rotated(pose: &Pose, p: Vec2) -> [f64; 2] {
    let [c, s, x, y] = [pose.rotation.x, pose.rotation.y, p.x, p.y].map(|x| x as f64);
    [c * x - s * y, s * x + c * y]
}

/// The merge before its first edge.
///
/// # Errors
/// A body has no hull; the error has the body's index, 0 or 1.
pub fn merge_of(a: &[Vec2], pose_a: &Pose, b: &[Vec2], pose_b: &Pose) -> Result<Merge, (u8, HullError)> {
    // Bodies of one rotation are merged in their common axes, where no point is rounded.
    let same_rotation = pose_a.rotation == pose_b.rotation;
    let lists: [Arc<[u32]>; 2] =
        [hull::graham(a).map_err(|error| (0, error))?.into(), hull::graham(b).map_err(|error| (1, error))?.into()];
    let size = a.iter().chain(b).map(|p| p.abs().max_element() as f64).fold(0.0, f64::max);
    // A power of two that makes the sizes about 1, so that products of differences neither overflow nor underflow.
    let factor = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
    let points = [(a, pose_a, 1.0), (b, pose_b, -1.0)].map(|(points, pose, sign)| {
        let in_common_axes =
            points.iter().map(|p| if same_rotation { [p.x as f64, p.y as f64] } else { rotated(pose, *p) });
        in_common_axes.map(|[x, y]| [sign * x * factor, sign * y * factor, 0.0]).collect::<Arc<[[f64; 3]]>>()
    });
    let accuracy = if same_rotation {
        PointAccuracy::Exact
    } else {
        PointAccuracy::Within(ROTATION_ROUNDING * f64::EPSILON * size * factor)
    };
    Ok(Merge::new(lists, points, [0, 1], accuracy))
}

/// Polygon that a finished merge of these points has produced.
pub fn polygon_of(merge: &Merge, bodies: [&[Vec2]; 2], poses: [&Pose; 2]) -> Polygon {
    let offset = [0, 1].map(|k| poses[0].position[k] as f64 - poses[1].position[k] as f64);
    let edges = merge.edges.iter().map(|origin| edge(merge, *origin)).collect();
    let vertices = merge.corners.iter().map(|&[i, j]| {
        let p = rotated(poses[0], bodies[0][i as usize]);
        let q = rotated(poses[1], bodies[1][j as usize]);
        [0, 1].map(|k| p[k] - q[k] + offset[k])
    });
    let points: Vec<[f64; 2]> = vertices.collect();
    let triangles = (1..points.len()).map(|k| {
        let [[a, b], [c, d]] = [k, k + 1].map(|k| [0, 1].map(|axis| points[k % points.len()][axis] - points[0][axis]));
        0.5 * (a * d - b * c)
    });
    let area = triangles.sum();
    Polygon { pairs: merge.corners.clone(), points, edges, area }
}

/// An edge of the sum by the ends of the edges that it comes from.
fn edge(merge: &Merge, origin: Origin) -> Edge {
    match origin {
        Origin::A(i) => Edge::A(ends(merge.side(0), i)),
        Origin::B(j) => Edge::B(ends(merge.side(1), j)),
        Origin::Both(i, j) => Edge::Both([ends(merge.side(0), i), ends(merge.side(1), j)]),
    }
}

/// Ends of edge `k` of a polygon.
fn ends(polygon: &[u32], k: u32) -> [u32; 2] {
    [0, 1].map(|step| polygon[(k as usize + step) % polygon.len()])
}
