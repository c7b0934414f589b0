//! The **Minkowski difference** of two convex polygons, by merging their edges by angle.
//!
//! **Problem.** `A − B = {a − b}`: the shape of all differences, which holds the origin if and only if the bodies overlap.
//!
//! **Source.** `[Myoru24]` lists all `n · m` differences and takes their hull; `[Ericson05 §3.7]` merges edges in O(n + m).
//!
//! **Edges.** The edges of `A − B` are those of A and those of −B, ordered by angle; parallel ones are one edge. From the
//! lowest corner of both on, the edge that turns less comes first.
//!
//! **Rounding.** Turns are judged exactly, of corners as given; of turned bodies within what the turn may be off by. Corners
//! are pairs of corners, so that nothing is rounded.
//!
//! **Degenerate.** Points and segments are polygons of one and two corners.
//!
//! **Cost.** O(n + m).

mod stepper;
#[cfg(test)]
mod tests;

pub use stepper::{Merge, Merged};

use super::hull::{self, HullError};
use super::pose::Pose;
use super::prelude::*;
use super::signs::{Difference, Judgment, difference};

/// Which edges of A and of −B an edge of the sum is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An edge of A: it begins at this corner of its list.
    A(u32),
    /// An edge of B.
    B(u32),
    /// Two that are parallel.
    Both(u32, u32),
}

/// `A − B` of two polygons of the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// The corners, counter-clockwise from the lowest: a point of A and a point of B each.
    pub pairs: Vec<[u32; 2]>,
    /// Where they are, world axes, `f64`.
    pub points: Vec<[f64; 2]>,
    /// The edges: number `k` runs from corner `k` to the next. The ends of what made it are points of A and of B.
    pub edges: Vec<Edge>,
    /// Enclosed, squared length unit.
    pub area: f64,
}

/// An edge of the difference, by the points of the edges that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// An edge of A.
    A([u32; 2]),
    /// An edge of −B.
    B([u32; 2]),
    /// Two that are parallel.
    Both([[u32; 2]; 2]),
}

/// `A − B` of the convex hulls of points, in their own frames, with the poses of these. The error names the body, 0 or 1.
///
/// # Errors
/// A body without a hull.
pub fn difference_of(a: &[Vec2], pose_a: &Pose, b: &[Vec2], pose_b: &Pose) -> Result<Polygon, (u8, HullError)> {
    let together = pose_a.rotation == pose_b.rotation;
    let place = |pose: &Pose, p: Vec2| {
        let [c, s, x, y] = [pose.rotation.x, pose.rotation.y, p.x, p.y].map(|x| x as f64);
        [c * x - s * y, s * x + c * y]
    };
    let offset = [0, 1].map(|k| pose_a.position[k] as f64 - pose_b.position[k] as f64);
    let corners = |i: u8, points: &[Vec2]| hull::graham(points).map_err(|error| (i, error));
    let lists = [corners(0, a)?, corners(1, b)?];
    let size = a.iter().chain(b).map(|p| p.abs().max_element() as f64).fold(0.0, f64::max);
    let factor = if size > 0.0 { (-size.log2().floor()).exp2() } else { 1.0 };
    let moved = |points: &[Vec2], pose: &Pose, sign: f64| -> Vec<[f64; 3]> {
        let kept = |p: &Vec2| if together { [p.x as f64, p.y as f64] } else { place(pose, *p) };
        points.iter().map(kept).map(|[x, y]| [sign * x * factor, sign * y * factor, 0.0]).collect()
    };
    let (of_a, of_b) = (moved(a, pose_a, 1.0), moved(b, pose_b, -1.0));
    let judgment = if together { Judgment::Exact } else { Judgment::Within(8.0 * f64::EPSILON * size * factor) };
    let mut merge = Merge::new([&lists[0], &lists[1]], [&of_a, &of_b], [0, 1], judgment);
    merge.run();
    let ends = |list: &[u32], k: u32| [0, 1].map(|step| list[(k as usize + step) % list.len()]);
    let edge = |origin: &Origin| match *origin {
        Origin::A(i) => Edge::A(ends(&lists[0], i)),
        Origin::B(j) => Edge::B(ends(&lists[1], j)),
        Origin::Both(i, j) => Edge::Both([ends(&lists[0], i), ends(&lists[1], j)]),
    };
    let edges = merge.edges.iter().map(edge).collect();
    let points: Vec<[f64; 2]> = merge
        .corners
        .iter()
        .map(|&[i, j]| {
            let (p, q) = (place(pose_a, a[i as usize]), place(pose_b, b[j as usize]));
            [0, 1].map(|k| p[k] - q[k] + offset[k])
        })
        .collect();
    let from = |k: usize| [0, 1].map(|axis| points[k % points.len()][axis] - points[0][axis]);
    let area = (1..points.len()).map(|k| 0.5 * (from(k)[0] * from(k + 1)[1] - from(k)[1] * from(k + 1)[0])).sum();
    Ok(Polygon { pairs: merge.corners, points, edges, area })
}
