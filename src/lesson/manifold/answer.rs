//! Verdicts of contact manifold searches, in the plane and in space: the finding, and a sentence with the number of
//! contact points, the features in contact, and the depth.

use contact_lens_model::answer::number::Unit;
use contact_lens_model::answer::{Finding, FoundPoint, ManifoldFinding, PointChanges, ReferenceFace};
use contact_lens_model::snapshot::manifold::{Answer, Feature, Kind, Outcome, PointOrigin, point_id_text};
use glam::DVec3;

use super::presentation::{FeatureName, length_or_rounding};
use super::{Setting, WorldRotation};
use crate::{PairContext, Verdict};

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

/// Name of a feature of the body `name`. The surface type decides the words: round surfaces have no vertices and edges
/// that a user could count.
pub(super) fn feature_name(feature: Feature, name: &str, surface: Surface) -> FeatureName {
    let number = feature.index + 1;
    let words = match surface {
        Surface::Ball => String::from("surface"),
        Surface::Capsule => match feature.kind {
            Kind::Vertex => format!("round end {number}"),
            Kind::Edge | Kind::Face => String::from("side"),
        },
        Surface::Curved(flat_faces) => match feature.kind {
            Kind::Vertex | Kind::Edge => String::from("rim"),
            // The flat faces have the lowest indices.
            Kind::Face if feature.index >= flat_faces => String::from("curved surface"),
            Kind::Face => format!("face {number}"),
        },
        Surface::Faceted => match feature.kind {
            Kind::Vertex => format!("vertex {number}"),
            Kind::Edge => format!("edge {number}"),
            Kind::Face => format!("face {number}"),
        },
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

/// Verdict of a manifold whose run ended with the ending `outcome`. The points of `found` are relative to `origin`
/// (world, meters), or in the world if it is `None`.
pub fn verdict(outcome: &'static str, found: &Answer, setting: &Setting, origin: Option<DVec3>) -> Verdict {
    let changes = setting.previous_ids.as_ref().map(|previous| point_changes(previous, found));
    let finding = ManifoldFinding { changes, ..finding(found, &setting.pair.names, origin, setting.pair.single) };
    let say = sentence(found.outcome, &finding, setting);
    Verdict { outcome, say, iterations: finding.points.len() as u32, finding: Finding::Manifold(finding) }
}

/// Ids of the points that persist from the previous frame, that have disappeared, and that are new. `previous` are the
/// ids of the previous frame's points.
fn point_changes(previous: &[u64], found: &Answer) -> PointChanges {
    let mut kept = Vec::new();
    let mut added = Vec::new();
    for point in &found.points {
        let list = if previous.contains(&point.id) { &mut kept } else { &mut added };
        list.push(point_id_text(point.id));
    }
    let absent = previous.iter().copied().filter(|id| found.points.iter().all(|point| point.id != *id));
    let dropped = absent.map(point_id_text).collect();
    PointChanges { kept, dropped, added }
}

/// Finding of a manifold of the bodies A and B with the names `names`. The points of `found` are relative to `origin`
/// (world, meters), or in the world if it is `None`. `single` says whether the search computed in `f32`.
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

/// World position of a point relative to `origin`; the point itself if `origin` is `None`.
fn to_world_point(origin: Option<DVec3>, point: DVec3) -> DVec3 {
    origin.map_or(point, |origin| origin + point)
}

/// Sentence of the verdict: the number of points, the features in contact, and the depth.
fn sentence(outcome: Outcome, found: &ManifoldFinding, setting: &Setting) -> String {
    let pair = &setting.pair;
    let [a, b] = &pair.names;
    let face = if matches!(setting.rotation, WorldRotation::Space(_)) { "face" } else { "side" };
    let location = match outcome {
        Outcome::Apart => return apart_sentence(found, pair),
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

/// Sentence on bodies that are farther apart than the contact margin.
fn apart_sentence(found: &ManifoldFinding, pair: &PairContext) -> String {
    let [a, b] = &pair.names;
    let unit = found.unit();
    let separation = length_text(unit, pair, found.separation);
    if found.margin <= 0.0 {
        return format!("{a} and {b} are at least {separation} apart, so there is no contact.");
    }
    let margin = length_text(unit, pair, found.margin);
    format!("{a} and {b} are at least {separation} apart, more than the margin of {margin}, so there is no contact.")
}

/// Sentence on the depths of the contact points, or on their gaps.
fn depth_sentence(found: &ManifoldFinding, pair: &PairContext) -> String {
    let unit = found.unit();
    let deepest = found.deepest().unwrap_or_default();
    let is_single_point = found.points.len() == 1;
    if pair.is_rounding(deepest) {
        return String::from("They touch: the depth is below rounding error.");
    }
    if deepest < 0.0 {
        let gap = length_text(unit, pair, -deepest);
        let place = if is_single_point { "there" } else { "at the nearest point" };
        return format!("The bodies are {gap} apart {place}, within the margin.");
    }
    let depth = length_text(unit, pair, deepest);
    if is_single_point {
        return format!("The depth is {depth}.");
    }
    let deepest_text = unit.length(deepest).text;
    if found.points.iter().all(|point| unit.length(point.depth).text == deepest_text) {
        let all = if found.points.len() == 2 { "Both" } else { "All" };
        return format!("{all} are {depth} deep.");
    }
    format!("The deepest is {depth} deep.")
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
            .map(|kind| feature_name(Feature { body: 0, kind, index: 1 }, "crate", surface).to_string())
    }

    #[test]
    fn round_bodies_have_no_vertices() {
        assert_eq!(names_of_features(Surface::Faceted), ["vertex 2 of crate", "edge 2 of crate", "face 2 of crate"]);
        assert_eq!(names_of_features(Surface::Ball), ["surface of crate"; 3]);
        assert_eq!(names_of_features(Surface::Capsule), ["round end 2 of crate", "side of crate", "side of crate"]);
        assert_eq!(names_of_features(Surface::Curved(2)), ["rim of crate", "rim of crate", "face 2 of crate"]);
        assert_eq!(names_of_features(Surface::Curved(1))[2], "curved surface of crate");
    }
}
