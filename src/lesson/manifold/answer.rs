//! The answer of a search for contacts in words, of the plane and of space.

use glam::DVec3;

use super::Setting;
use crate::answer::{Finding, FoundPoint, ManifoldFinding, number::length};
use crate::lesson::Verdict;
use crate::snapshot::manifold::{Answer, Feature, Kind, Outcome, Point, spelled};

/// A part of a body in words.
pub fn part(feature: Feature, name: &str) -> String {
    let kind = match feature.kind {
        Kind::Vertex => "vertex",
        Kind::Edge => "edge",
        Kind::Face => "face",
    };
    format!("{kind} {} of {name}", feature.index + 1)
}

/// The answer in a sentence. Points are seen from `home`, or are in the world.
pub fn verdict(outcome: &'static str, found: &Answer, setting: &Setting, home: Option<DVec3>) -> Verdict {
    let names = &setting.pair.names;
    let place = |point: DVec3| home.map_or(point, |home| home + point);
    let changes = setting.before.as_ref().map(|before| {
        let now = || found.points.iter().map(|point| point.id);
        let list = |ids: Vec<u64>| ids.into_iter().map(spelled).collect::<Vec<_>>();
        let kept = now().filter(|id| before.contains(id)).collect();
        let added = now().filter(|id| !before.contains(id)).collect();
        let dropped = before.iter().copied().filter(|id| !now().any(|now| now == *id)).collect();
        [list(kept), list(dropped), list(added)]
    });
    let point = |point: &Point| FoundPoint {
        on_a: place(point.on_a),
        on_b: place(point.on_b),
        depth: point.depth,
        id: spelled(point.id),
        why: point.why.words(),
    };
    let finding = ManifoldFinding {
        status: found.outcome.words(),
        sound: found.outcome != Outcome::NotFinite,
        separation: found.separation,
        normal: found.normal,
        points: found.points.iter().map(point).collect(),
        margin: found.margin,
        reference: found.reference.map(|face| (names[usize::from(face.body)].clone(), face.face)),
        bias_paid: found.bias_paid,
        band: found.band,
        reduced: found.reduced,
        area_kept: found.area_kept,
        changes,
    };
    let say = sentence(found.outcome, &finding, names);
    Verdict { outcome, say, iterations: finding.points.len() as u32, finding: Finding::Manifold(finding) }
}

fn sentence(outcome: Outcome, found: &ManifoldFinding, [a, b]: &[String; 2]) -> String {
    let points = match found.points.len() {
        1 => String::from("in one point"),
        n => format!("in {n} points"),
    };
    let depth = match found.deepest() {
        Some(depth) if depth > 0.0 => format!(", {} deep at most", length(depth)),
        Some(depth) if depth < 0.0 => format!(", {} apart at least", length(-depth)),
        _ => String::new(),
    };
    match outcome {
        Outcome::Apart => {
            format!("{a} and {b} are apart, by {} or more: there is no contact.", length(found.separation))
        }
        Outcome::NotFinite => format!("{a} and {b} are too large or too far apart: squares would be infinite."),
        _ => format!("{a} and {b} touch {points}{depth}: {}.", outcome.words()),
    }
}
