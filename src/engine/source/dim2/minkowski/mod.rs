//! The **Minkowski difference** of two convex polygons, by merging their edges by angle.
//!
//! - **Problem**: `A − B = {a − b}`, the set of all differences, which contains the origin if and only if the bodies
//!   overlap.
//! - **Source**: `[Ericson05 §3.7]` merges edges in O(n + m). `[Myoru24]` lists all `n · m` differences and takes their
//!   hull.
//! - **Method**: the edges of `A − B` are those of A and those of −B (B reflected in the origin), ordered by angle; two
//!   edges of one direction merge into one. The merge starts at the lowest vertices of A and of −B (of several, the
//!   leftmost) and always takes the edge of smaller angle next.
//! - **Frame**: world axes; positions are differences of world positions. For bodies of one rotation the edges are
//!   compared in the common axes of the bodies, so that *lowest* refers to these axes.
//! - **Rounding**: for bodies of one rotation, the order of edges is exact for the points as given; for others, edges
//!   whose order the rounding error of the rotation can change count as parallel. Vertices and edges are stored by
//!   indices of points, so they have no rounding error; positions and the area are computed in `f64` and rounded.
//! - **Degenerate cases**: points and segments are polygons of one and two vertices.
//! - **Cost**: O(n + m).

mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::minkowski::{EdgeOrigin, MergeOutcome};
pub use stepper::Merge;

use std::sync::Arc;

use super::hull::{self, HullError};
use super::pose::Pose;
use super::prelude::*;
use super::signs::{Difference, PointAccuracy, difference};

/// Bound of the error of a rotated coordinate, in `f64::EPSILON` times the largest coordinate, with a margin: two
/// products, a sum, and a cosine and sine that are rounded themselves.
const ROTATION_ROUNDING: f64 = 8.0;

/// The Minkowski difference `A − B` of two polygons in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Vertices, each as the indices of a point of A and of a point of B; counter-clockwise. To rounding, the first is
    /// the lowest in the axes in which edges are compared.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices, world axes, in the length unit of the bodies, rounded to `f64`.
    pub points: Vec<[f64; 2]>,
    /// Edges: the edge at index `k` leads from the vertex at index `k` to the next.
    pub edges: Vec<Edge>,
    /// Enclosed area, in the square of the length unit, computed from `points`.
    pub area: f64,
}

/// An edge of the difference, by the ends of the edges that it comes from, as indices of points of A or of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// An edge of A.
    A([u32; 2]),
    /// An edge of −B.
    B([u32; 2]),
    /// Two parallel edges, of A and of −B.
    Both([[u32; 2]; 2]),
}

/// Returns `A − B` for the convex hulls of points in their own frames, at these poses.
///
/// # Errors
/// If a body has no hull; with the body's index, 0 for A or 1 for B.
pub fn difference_of(a: &[Vec2], pose_a: &Pose, b: &[Vec2], pose_b: &Pose) -> Result<Polygon, (u8, HullError)> {
    let mut merge = merge_of(a, pose_a, b, pose_b)?;
    merge.run();
    Ok(polygon_of(&merge, [a, b], [pose_a, pose_b]))
}

/// Returns a point of a body in world axes, relative to the body's origin, in `f64`.
fn rotated(pose: &Pose, p: Vec2) -> [f64; 2] {
    let [c, s, x, y] = [pose.rotation.x, pose.rotation.y, p.x, p.y].map(|x| x as f64);
    [c * x - s * y, s * x + c * y]
}

/// Returns the points of a body in the axes of the merge, multiplied by `scale`, as points of space with z = 0, which
/// the merge projects onto the axes x and y. `pose` rotates the points into world axes; `None` leaves them in the
/// body's own axes.
fn scaled_points(points: &[Vec2], pose: Option<&Pose>, scale: f64) -> Arc<[[f64; 3]]> {
    let scaled = points.iter().map(|p| {
        let [x, y] = match pose {
            Some(pose) => rotated(pose, *p),
            None => [p.x as f64, p.y as f64],
        };
        [x * scale, y * scale, 0.0]
    });
    scaled.collect()
}

/// Returns the merge of the edges of A and −B before its first edge.
///
/// # Errors
/// If a body has no hull; with the body's index, 0 for A or 1 for B.
pub fn merge_of(a: &[Vec2], pose_a: &Pose, b: &[Vec2], pose_b: &Pose) -> Result<Merge, (u8, HullError)> {
    // Bodies of one rotation are merged in their common axes, where no point is rounded.
    let same_rotation = pose_a.rotation == pose_b.rotation;
    let hulls: [Arc<[u32]>; 2] =
        [hull::graham(a).map_err(|error| (0, error))?.into(), hull::graham(b).map_err(|error| (1, error))?.into()];
    let size = a.iter().chain(b).map(|p| p.abs().max_element() as f64).fold(0.0, f64::max);
    // A power of two that makes the sizes about 1, so that products of differences neither overflow nor underflow.
    let factor = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
    let [rotation_a, rotation_b] = [pose_a, pose_b].map(|pose| if same_rotation { None } else { Some(pose) });
    // The second polygon is −B: B reflected in the origin.
    let points = [scaled_points(a, rotation_a, factor), scaled_points(b, rotation_b, -factor)];
    let accuracy = if same_rotation {
        PointAccuracy::Exact
    } else {
        PointAccuracy::Within(ROTATION_ROUNDING * f64::EPSILON * size * factor)
    };
    Ok(Merge::new(hulls, points, [0, 1], accuracy))
}

/// Returns the difference that a finished merge has produced. `bodies` are the points of A and of B in their own
/// frames, `poses` the poses of A and of B.
pub fn polygon_of(merge: &Merge, bodies: [&[Vec2]; 2], poses: [&Pose; 2]) -> Polygon {
    let offset = [0, 1].map(|k| poses[0].position[k] as f64 - poses[1].position[k] as f64);
    let edges = merge.edges.iter().map(|origin| edge(merge, *origin)).collect();
    let vertices = merge.corners.iter().map(|&[i, j]| {
        let p = rotated(poses[0], bodies[0][i as usize]);
        let q = rotated(poses[1], bodies[1][j as usize]);
        [0, 1].map(|k| p[k] - q[k] + offset[k])
    });
    let points: Vec<[f64; 2]> = vertices.collect();
    // Signed areas of the triangles between the first vertex and each edge.
    let triangles = (1..points.len()).map(|k| {
        let next = (k + 1) % points.len();
        let [a, b] = [0, 1].map(|axis| points[k][axis] - points[0][axis]);
        let [c, d] = [0, 1].map(|axis| points[next][axis] - points[0][axis]);
        0.5 * (a * d - b * c)
    });
    let area = triangles.sum();
    Polygon { pairs: merge.corners.clone(), points, edges, area }
}

/// Returns an edge of the difference by the ends of the edges that it comes from.
fn edge(merge: &Merge, origin: EdgeOrigin) -> Edge {
    match origin {
        EdgeOrigin::A(i) => Edge::A(ends(merge.vertices_of(0), i)),
        EdgeOrigin::B(j) => Edge::B(ends(merge.vertices_of(1), j)),
        EdgeOrigin::Both(i, j) => Edge::Both([ends(merge.vertices_of(0), i), ends(merge.vertices_of(1), j)]),
    }
}

/// Returns the ends of the edge of a polygon that starts at its vertex with the index `k`, as indices of its points.
fn ends(polygon: &[u32], k: u32) -> [u32; 2] {
    [0, 1].map(|step| polygon[(k as usize + step) % polygon.len()])
}
