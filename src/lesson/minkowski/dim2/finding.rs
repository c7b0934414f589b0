//! Finding and verdict of the Minkowski difference of polygons: its vertices, its edges by origin, and its area.

use std::sync::Arc;

use contact_lens_model::answer::number::number;
use contact_lens_model::answer::{DifferenceFace, DifferenceFinding, FaceKind, Finding};
use contact_lens_model::snapshot::minkowski::{EdgeOrigin, MergeOutcome, Sum};
use glam::DVec3;

use crate::Verdict;
use crate::minkowski::verdict::edges_by_origin;

/// Verdict of a merge that ended after `steps` steps; `points` are those of A and B in the world, meters, `names` the
/// names of A and B.
pub fn verdict(
    closed: &Sum,
    sides: &[Vec<u32>; 2],
    outcome: MergeOutcome,
    steps: usize,
    points: &[Arc<[DVec3]>; 2],
    names: &[String; 2],
) -> Verdict {
    verdict_of(difference_finding_in_world(closed, sides, points), outcome, steps, names)
}

/// Verdict of a merge whose vertices `positions`, with world axes, meters, and `area`, square meters, are given.
pub fn verdict_in_world(
    closed: &Sum,
    sides: &[Vec<u32>; 2],
    outcome: MergeOutcome,
    steps: usize,
    (positions, area): (Vec<DVec3>, f64),
    names: &[String; 2],
) -> Verdict {
    verdict_of(difference_finding(closed, sides, positions, Some(area)), outcome, steps, names)
}

/// Kind of an edge of A − B: the body or bodies whose edges make it.
pub(super) fn kind(origin: EdgeOrigin) -> FaceKind {
    match origin {
        EdgeOrigin::A(_) => FaceKind::A,
        EdgeOrigin::B(_) => FaceKind::B,
        EdgeOrigin::Both(..) => FaceKind::Both,
    }
}

/// Positions of the vertices of A − B, world axes, meters.
fn vertex_positions(made: &Sum, points: &[Arc<[DVec3]>; 2]) -> Vec<DVec3> {
    made.vertices.iter().map(|&[i, j]| points[0][i as usize] - points[1][j as usize]).collect()
}

/// Finding of a merge with the computed area; `points` are those of A and B in the world, meters.
pub(super) fn difference_finding_in_world(
    made: &Sum,
    sides: &[Vec<u32>; 2],
    points: &[Arc<[DVec3]>; 2],
) -> DifferenceFinding {
    difference_finding(made, sides, vertex_positions(made, points), None)
}

/// Finding with the given area, square meters, or without one with the computed area. A segment has edges, its two
/// sides, only if the area is given.
fn difference_finding(made: &Sum, sides: &[Vec<u32>; 2], points: Vec<DVec3>, area: Option<f64>) -> DifferenceFinding {
    let pairs = made.vertices.clone();
    // One vertex is a point (0), two are a segment (1), more are a polygon (2).
    let dimension = pairs.len().clamp(1, 3) as u8 - 1;
    let has_edges = dimension == 2 || area.is_some();
    let mut faces = Vec::new();
    if has_edges {
        for (k, edge) in made.edges.iter().enumerate() {
            let features = match *edge {
                EdgeOrigin::A(i) => [edge_ends(&sides[0], i), Vec::new()],
                EdgeOrigin::B(j) => [Vec::new(), edge_ends(&sides[1], j)],
                EdgeOrigin::Both(i, j) => [edge_ends(&sides[0], i), edge_ends(&sides[1], j)],
            };
            let next = ((k + 1) % pairs.len().max(1)) as u32;
            faces.push(DifferenceFace { kind: kind(*edge), features, corners: vec![k as u32, next] });
        }
    }
    let size = area.unwrap_or_else(|| enclosed_area(&points, &faces));
    DifferenceFinding { planar: true, dimension, pairs, points, faces, size }
}

/// Area of a polygon, square meters: the sum of the signed areas of the triangles between its edges and the first
/// point.
fn enclosed_area(points: &[DVec3], edges: &[DifferenceFace]) -> f64 {
    let triangles = edges.iter().map(|edge| [0, 1].map(|end| points[edge.corners[end] as usize] - points[0]));
    triangles.map(|[from, to]| 0.5 * from.cross(to).z).sum()
}

/// Vertices at the ends of edge `k` of a polygon with the vertices `side`; empty for a polygon without vertices.
fn edge_ends(side: &[u32], k: u32) -> Vec<u32> {
    [0, 1].into_iter().filter_map(|step| side.get((k as usize + step) % side.len().max(1)).copied()).collect()
}

/// Verdict of a finding, with its sentence; `[a, b]` are the names of A and B.
fn verdict_of(finding: DifferenceFinding, ending: MergeOutcome, steps: usize, [a, b]: &[String; 2]) -> Verdict {
    let MergeOutcome::Closed = ending;
    let [of_a, of_b, both, _] = finding.tally();
    let (outcome, say) = match finding.dimension {
        2 => (
            "Polygon",
            format!(
                "A − B has {} edges: {}. Its area is {} m².",
                finding.faces.len(),
                edges_by_origin([of_a, of_b, both], [a, b]),
                number(finding.size)
            ),
        ),
        1 => ("Segment", format!("A − B, the difference of {a} and {b}, is a segment.")),
        _ => ("Point", format!("A − B is one point: the end of the vector from {b} to {a}, drawn from the origin.")),
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome, say, iterations, finding: Finding::Difference(finding) }
}
