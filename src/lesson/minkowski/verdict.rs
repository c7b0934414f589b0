//! Verdicts of the Minkowski difference in space: the finding with its faces by kind, and a sentence.

use std::sync::Arc;

use contact_lens_model::answer::number::number;
use contact_lens_model::answer::{DifferenceFace, DifferenceFinding, FaceKind, Finding};
use contact_lens_model::snapshot::hull::Dimension;
use contact_lens_model::snapshot::minkowski::{FacetOrigin, OverlayResult};
use glam::DVec3;

use super::ending;
use crate::{Verdict, corner_names};

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

/// Verdict of an overlay that ended after `steps` steps; `points` are those of A and B in the world, meters, `names`
/// the names of A and B.
pub fn verdict(
    made: &OverlayResult,
    outcome: Dimension,
    steps: usize,
    points: &[Arc<[DVec3]>; 2],
    names: &[String; 2],
) -> Verdict {
    verdict_of(difference_finding(made, outcome, points), outcome, steps, names)
}

/// Verdict of an overlay whose vertices `points`, with world axes, meters, and volume `size`, cubic meters, are given.
pub fn verdict_in_world(
    made: &OverlayResult,
    outcome: Dimension,
    steps: usize,
    (points, size): (Vec<DVec3>, f64),
    names: &[String; 2],
) -> Verdict {
    let dimension = outcome as u8;
    let pairs = made.pairs.clone();
    let finding = DifferenceFinding { planar: false, dimension, pairs, points, faces: faces_of_finding(made), size };
    verdict_of(finding, outcome, steps, names)
}

/// Finding of an overlay; `points` are those of A and B in the world, meters.
pub(super) fn difference_finding(
    made: &OverlayResult,
    outcome: Dimension,
    points: &[Arc<[DVec3]>; 2],
) -> DifferenceFinding {
    let pairs = made.pairs.clone();
    let faces = faces_of_finding(made);
    let positions: Vec<DVec3> = pairs.iter().map(|&[i, j]| points[0][i as usize] - points[1][j as usize]).collect();
    let size = if outcome == Dimension::Solid { enclosed_volume(&positions, &faces) } else { 0.0 };
    DifferenceFinding { planar: false, dimension: outcome as u8, pairs, points: positions, faces, size }
}

/// Faces in the form of the finding.
fn faces_of_finding(made: &OverlayResult) -> Vec<DifferenceFace> {
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

/// Verdict of a finding, with its sentence; `[a, b]` are the names of A and B.
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
fn tally_sentence(finding: &DifferenceFinding) -> String {
    let counts: Vec<(FaceKind, usize)> =
        FaceKind::ALL.into_iter().zip(finding.tally()).filter(|(_, count)| *count > 0).collect();
    if let [(only_kind, _)] = counts[..] {
        return String::from(match only_kind {
            FaceKind::A => "All are faces of A.",
            FaceKind::B => "All are faces of −B.",
            FaceKind::Both => "Each is the difference of a face of A and a parallel face of B.",
            FaceKind::Edges => "Each comes from an edge of A and an edge of B.",
        });
    }
    let terms: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {}", origin_phrase(*kind))).collect();
    format!("Faces: {} = {}.", terms.join(" + "), finding.faces.len())
}

/// Phrase on the features that make the faces of a kind, after the number of faces.
fn origin_phrase(kind: FaceKind) -> &'static str {
    match kind {
        FaceKind::A => "of A",
        FaceKind::B => "of −B",
        FaceKind::Both => "of A and −B",
        FaceKind::Edges => "of edge pairs",
    }
}

/// Volume of a solid, cubic meters: a sixth of the sum of triple products of its triangles' vertices, relative to the
/// first point.
fn enclosed_volume(points: &[DVec3], faces: &[DifferenceFace]) -> f64 {
    let triple_products = faces.iter().map(|face| -> f64 {
        let arms: Vec<DVec3> = face.corners.iter().map(|corner| points[*corner as usize] - points[0]).collect();
        arms[1..].windows(2).map(|ends| arms[0].dot(ends[0].cross(ends[1]))).sum()
    });
    triple_products.sum::<f64>() / 6.0
}

/// Clause on the numbers of edges of a polygon that come from A, from B and from parallel edges of both, without those
/// that are zero; `[a, b]` are the names of A and B.
pub(super) fn edges_by_origin([of_a, of_b, both]: [usize; 3], [a, b]: [&str; 2]) -> String {
    if of_a + of_b == 0 {
        return format!("each is the sum of two parallel edges, one from {a} and one from {b}");
    }
    let origins = [(of_a, a), (of_b, b), (both, "parallel edges of both")];
    let present = origins.into_iter().filter(|(count, _)| *count > 0);
    let terms: Vec<String> = present.map(|(count, origin)| format!("{count} from {origin}")).collect();
    terms.join(", ")
}
