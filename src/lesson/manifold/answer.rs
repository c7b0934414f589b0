//! Verdicts of contact manifold searches, in the plane and in space: the finding, and a sentence with the number of
//! contact points, the features in contact, and the depth.

use glam::DVec3;

use super::presentation::{FeatureName, length_or_rounding};
use super::{Setting, WorldRotation};
use crate::answer::number::Unit;
use crate::answer::{Finding, FoundPoint, ManifoldFinding, PointChanges, ReferenceFace};
use crate::lesson::{PairContext, Verdict};
use crate::snapshot::manifold::{Answer, Feature, Kind, Outcome, PointOrigin, point_id_text};

/// Surface type of a body, which decides the names of its features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// Polytope with vertices, edges and faces; in the plane a polygon.
    #[default]
    Faceted,
    /// Ball or disc, without distinguishable features.
    Ball,
    /// Capsule: two round ends and a side.
    Capsule,
    /// Curved body with this number of flat faces, whose vertices are on rims.
    Curved(u32),
}

/// Name of a feature of the body `name`, whose surface type decides the words.
pub(super) fn feature_name(feature: Feature, name: &str, surface: Surface) -> FeatureName {
    let number = feature.index + 1;
    let words = match (surface, feature.kind) {
        (Surface::Ball, _) => String::from("surface"),
        (Surface::Capsule, Kind::Vertex) => format!("round end {number}"),
        (Surface::Capsule, _) => String::from("side"),
        (Surface::Curved(_), Kind::Vertex | Kind::Edge) => String::from("rim"),
        (Surface::Curved(flat), Kind::Face) if feature.index >= flat => String::from("curved surface"),
        (_, Kind::Vertex) => format!("vertex {number}"),
        (_, Kind::Edge) => format!("edge {number}"),
        (_, Kind::Face) => format!("face {number}"),
    };
    let is_vertex = surface == Surface::Faceted && feature.kind == Kind::Vertex;
    FeatureName { feature: words, body: name.to_owned(), is_vertex }
}

/// Origin of a contact point in words: the features whose intersection or closest points it is.
pub fn point_origin(origin: PointOrigin) -> &'static str {
    match origin {
        PointOrigin::IncidentVertex => "incident vertex",
        PointOrigin::ClippedEdge => "clipped edge",
        PointOrigin::ReferenceVertex => "reference vertex",
        PointOrigin::EdgePair => "crossing edges",
        PointOrigin::Closest => "closest points",
    }
}

/// Verdict of a manifold; the points of `found` are relative to `origin`, or in the world without one.
pub fn verdict(outcome: &'static str, found: &Answer, setting: &Setting, origin: Option<DVec3>) -> Verdict {
    let changes = setting.previous_ids.as_ref().map(|before| {
        let ids: Vec<u64> = found.points.iter().map(|point| point.id).collect();
        let (kept, added): (Vec<u64>, Vec<u64>) = ids.iter().partition(|id| before.contains(id));
        let dropped = before.iter().copied().filter(|id| !ids.contains(id)).collect();
        let [kept, dropped, added] = [kept, dropped, added].map(|ids| ids.into_iter().map(point_id_text).collect());
        PointChanges { kept, dropped, added }
    });
    let finding = ManifoldFinding { changes, ..finding(found, &setting.pair.names, origin, setting.pair.single) };
    let say = sentence(found.outcome, &finding, setting);
    Verdict { outcome, say, iterations: finding.points.len() as u32, finding: Finding::Manifold(finding) }
}

/// Finding of a manifold for bodies with these names; the points of `found` are relative to `origin`, or in the world
/// without one. `single` says whether the search computed in `f32`.
pub fn finding(found: &Answer, names: &[String; 2], origin: Option<DVec3>, single: bool) -> ManifoldFinding {
    ManifoldFinding {
        status: found.outcome.words(),
        sound: found.outcome != Outcome::NotFinite,
        separation: found.separation,
        normal: found.normal,
        points: found
            .points
            .iter()
            .map(|point| FoundPoint {
                on_a: to_world_point(origin, point.on_a),
                on_b: to_world_point(origin, point.on_b),
                depth: point.depth,
                id: point_id_text(point.id),
                why: point.origin.words(),
            })
            .collect(),
        margin: found.margin,
        reference: found
            .reference
            .map(|face| ReferenceFace { body: names[usize::from(face.body)].clone(), face: face.face }),
        bias_paid: found.bias_paid,
        band: found.band,
        single,
        reduced: found.reduced,
        area_kept: found.area_kept,
        changes: None,
    }
}

/// Point relative to `origin`, moved to the world; unchanged without one.
fn to_world_point(origin: Option<DVec3>, point: DVec3) -> DVec3 {
    origin.map_or(point, |origin| origin + point)
}

/// Sentence of the verdict: the number of points, the features in contact, and the depth.
fn sentence(outcome: Outcome, found: &ManifoldFinding, setting: &Setting) -> String {
    let pair = &setting.pair;
    let [a, b] = &pair.names;
    let face = if matches!(setting.rotation, WorldRotation::Space(_)) { "face" } else { "side" };
    let unit = found.unit();
    let location = match outcome {
        Outcome::Apart => {
            let apart = length_text(unit, pair, found.separation);
            if found.margin <= 0.0 {
                return format!("{a} and {b} are at least {apart} apart, so there is no contact.");
            }
            let margin = length_text(unit, pair, found.margin);
            return format!(
                "{a} and {b} are at least {apart} apart, more than the margin of {margin}, so there is no contact."
            );
        }
        Outcome::NotFinite => {
            return format!("{a} and {b} are too large or too far apart: the squares of their coordinates overflow.");
        }
        Outcome::FaceContact => match &found.reference {
            Some(reference) => format!("on a {face} of {}", reference.body),
            None => format!("on a {face}"),
        },
        Outcome::EdgeContact if found.points.len() > 1 => String::from("where two edges run side by side"),
        Outcome::EdgeContact => String::from("where two edges cross"),
        Outcome::VertexContact => String::from("where they are closest"),
        Outcome::ClipEmptyUsedEdge => format!("where two edges cross, because clipping left no point on a {face}"),
        Outcome::ClipEmptyUsedClosest => format!("where they are closest, because clipping left no point on a {face}"),
    };
    let count = match found.points.len() {
        1 => String::from("1 contact point"),
        n => format!("{n} contact points"),
    };
    format!("{a} and {b} have {count} {location}. {}", depth_sentence(found, pair))
}

/// Sentence on the depths of the contact points, or on their gaps.
fn depth_sentence(found: &ManifoldFinding, pair: &PairContext) -> String {
    let unit = found.unit();
    let deepest = found.deepest().unwrap_or_default();
    let is_single_point = found.points.len() == 1;
    match deepest {
        _ if pair.is_rounding(deepest) => String::from("They touch: the depth is below rounding error."),
        _ if deepest < 0.0 && is_single_point => {
            format!("The bodies are {} apart there, within the margin.", length_text(unit, pair, -deepest))
        }
        _ if deepest < 0.0 => {
            format!(
                "The bodies are {} apart at the nearest point, within the margin.",
                length_text(unit, pair, -deepest)
            )
        }
        _ if is_single_point => format!("The depth is {}.", length_text(unit, pair, deepest)),
        _ if found.points.iter().all(|point| unit.length(point.depth).text == unit.length(deepest).text) => {
            let all = if found.points.len() == 2 { "Both" } else { "All" };
            format!("{all} are {} deep.", length_text(unit, pair, deepest))
        }
        _ => format!("The deepest is {} deep.", length_text(unit, pair, deepest)),
    }
}

/// Text of a length, meters; in words where it is nonzero but below the rounding error.
fn length_text(unit: Unit, pair: &PairContext, meters: f64) -> String {
    length_or_rounding(meters, unit, pair.rounding())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of_features(surface: Surface) -> [String; 3] {
        [Kind::Vertex, Kind::Edge, Kind::Face]
            .map(|kind| feature_name(Feature { body: 0, kind, index: 1 }, "it", surface).to_string())
    }

    #[test]
    fn round_bodies_have_no_corners() {
        assert_eq!(names_of_features(Surface::Faceted), ["vertex 2 of it", "edge 2 of it", "face 2 of it"]);
        assert_eq!(names_of_features(Surface::Ball), ["surface of it"; 3]);
        assert_eq!(names_of_features(Surface::Capsule), ["round end 2 of it", "side of it", "side of it"]);
        assert_eq!(names_of_features(Surface::Curved(2)), ["rim of it", "rim of it", "face 2 of it"]);
        assert_eq!(names_of_features(Surface::Curved(1))[2], "curved surface of it");
    }
}
