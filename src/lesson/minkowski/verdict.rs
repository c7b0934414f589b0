//! Verdicts of the Minkowski difference in space: the finding with its faces by kind, and a sentence.

use std::sync::Arc;

use glam::DVec3;

use super::ending;
use crate::answer::number::number;
use crate::answer::{DifferenceFace, DifferenceFinding, FaceKind, Finding};
use crate::lesson::{Verdict, corner_names};
use crate::snapshot::hull::Dimension;
use crate::snapshot::minkowski::{FacetOrigin, OverlayResult};

/// Kind of a face: the features that make it.
pub(super) fn kind(origin: &FacetOrigin) -> FaceKind {
    match origin {
        FacetOrigin::FaceA(_) => FaceKind::A,
        FacetOrigin::FaceB(_) => FaceKind::B,
        FacetOrigin::FaceFace(_) => FaceKind::Both,
        FacetOrigin::EdgeEdge(_) => FaceKind::Edges,
    }
}

/// Names of the features that make a face: `a₀a₁ × b₂b₃`.
pub(super) fn feature_names(origin: &FacetOrigin) -> String {
    match origin {
        FacetOrigin::FaceA(corners) => corner_names('a', corners),
        FacetOrigin::FaceB(corners) => corner_names('b', corners),
        FacetOrigin::FaceFace([a, b]) => format!("{} and {}", corner_names('a', a), corner_names('b', b)),
        FacetOrigin::EdgeEdge([e, f]) => format!("{} × {}", corner_names('a', e), corner_names('b', f)),
    }
}

/// Verdict of an overlay that ended after `steps` steps; `points` in the world.
pub fn verdict(
    made: &OverlayResult,
    outcome: Dimension,
    steps: usize,
    points: &[Arc<[DVec3]>; 2],
    names: &[String; 2],
) -> Verdict {
    verdict_of(difference_finding(made, outcome, points), outcome, steps, names)
}

/// Verdict of an overlay whose vertices, with world axes, and volume are given.
pub fn verdict_in_world(
    made: &OverlayResult,
    outcome: Dimension,
    steps: usize,
    (points, size): (Vec<DVec3>, f64),
    names: &[String; 2],
) -> Verdict {
    let dimension = outcome as u8;
    let pairs = made.pairs.clone();
    let faces = faces(made);
    let finding = DifferenceFinding { planar: false, dimension, pairs, points, faces, size };
    verdict_of(finding, outcome, steps, names)
}

/// Finding with its points in the world.
pub(super) fn difference_finding(
    made: &OverlayResult,
    outcome: Dimension,
    points: &[Arc<[DVec3]>; 2],
) -> DifferenceFinding {
    let pairs = made.pairs.clone();
    let faces = faces(made);
    let positions: Vec<DVec3> = pairs.iter().map(|&[i, j]| points[0][i as usize] - points[1][j as usize]).collect();
    let size = if outcome == Dimension::Solid { enclosed_volume(&positions, &faces) } else { 0.0 };
    DifferenceFinding { planar: false, dimension: outcome as u8, pairs, points: positions, faces, size }
}

/// Faces in the form of the finding.
fn faces(made: &OverlayResult) -> Vec<DifferenceFace> {
    made.faces
        .iter()
        .map(|face| DifferenceFace {
            kind: kind(&face.origin),
            features: match &face.origin {
                FacetOrigin::FaceA(corners) => [corners.clone(), Vec::new()],
                FacetOrigin::FaceB(corners) => [Vec::new(), corners.clone()],
                FacetOrigin::FaceFace(both) => both.clone(),
                FacetOrigin::EdgeEdge(ends) => ends.map(|ends| ends.to_vec()),
            },
            corners: face.vertices.clone(),
        })
        .collect()
}

/// Verdict with its sentence.
fn verdict_of(finding: DifferenceFinding, outcome: Dimension, steps: usize, [a, b]: &[String; 2]) -> Verdict {
    let say = match outcome {
        Dimension::Solid => format!(
            "A − B has {} faces and {} vertices and encloses {} m³. {}",
            finding.faces.len(),
            finding.pairs.len(),
            number(finding.size),
            tally_sentence(&finding)
        ),
        Dimension::Polygon => {
            format!("A − B, the difference of {a} and {b}, is flat: a polygon of {} vertices.", finding.pairs.len())
        }
        Dimension::Segment => format!("A − B, the difference of {a} and {b}, is a segment."),
        Dimension::Point => {
            format!("A − B is one point: the end of the vector from {b} to {a}, drawn from the origin.")
        }
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Difference(finding) }
}

/// Sentence on the numbers of faces: `Faces: 4 of A + 6 of −B + 11 of edge pairs = 21.`
fn tally_sentence(found: &DifferenceFinding) -> String {
    let [of_a, of_b, both, edges] = found.tally();
    let parts = [(of_a, "of A"), (of_b, "of −B"), (both, "of A and −B"), (edges, "of edge pairs")];
    let parts: Vec<_> = parts.into_iter().filter(|(n, _)| *n > 0).collect();
    if let [(_, origin)] = &parts[..] {
        return String::from(match *origin {
            "of A" => "All are faces of A.",
            "of −B" => "All are faces of −B.",
            "of A and −B" => "Each is the difference of a face of A and a parallel face of B.",
            _ => "Each comes from an edge of A and an edge of B.",
        });
    }
    let parts: Vec<String> = parts.iter().map(|(n, origin)| format!("{n} {origin}")).collect();
    format!("Faces: {} = {}.", parts.join(" + "), found.faces.len())
}

/// Volume of a solid, cubic meters: a sixth of the sum of triple products of its triangles' vertices, relative to the
/// first point.
fn enclosed_volume(points: &[DVec3], faces: &[DifferenceFace]) -> f64 {
    faces
        .iter()
        .map(|face| -> f64 {
            let arms: Vec<DVec3> = face.corners.iter().map(|corner| points[*corner as usize] - points[0]).collect();
            arms[1..].windows(2).map(|ends| arms[0].dot(ends[0].cross(ends[1]))).sum()
        })
        .sum::<f64>()
        / 6.0
}

/// Clause on the numbers of edges that come from A, from B and from parallel edges of both, without those that are
/// zero.
pub(super) fn edges_by_origin([of_a, of_b, both]: [usize; 3], [a, b]: [&str; 2]) -> String {
    if of_a + of_b == 0 {
        return format!("each is the sum of two parallel edges, one from {a} and one from {b}");
    }
    let both_name = String::from("parallel edges of both");
    let parts = [(of_a, a.to_owned()), (of_b, b.to_owned()), (both, both_name)];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, origin)| format!("{count} from {origin}")).collect::<Vec<_>>().join(", ")
}
