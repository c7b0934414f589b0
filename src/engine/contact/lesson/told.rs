//! The answer of a search for contacts in words, of the plane and of space.

use glam::DVec3;

use super::super::{Feature, Kind, Outcome, Reference, Why, spelled};
use crate::answer::number::length;
use crate::answer::{Finding, FoundPoint, ManifoldFinding};
use crate::lesson::Verdict;

/// What a search found. World frame, meters, with a and b as people call them.
pub struct Found<'a> {
    /// How it ended.
    pub outcome: Outcome,
    /// From a to b.
    pub normal: Option<DVec3>,
    /// On a, on b, depth, name, how it was made.
    pub points: Vec<(DVec3, DVec3, f64, u64, Why)>,
    /// The face that made the contact.
    pub reference: Option<Reference>,
    /// The signed distance, or a lower bound of it.
    pub separation: f64,
    /// What was paid for the reference.
    pub bias_paid: f64,
    /// What may be paid.
    pub band: f64,
    /// Up to how far apart points count.
    pub margin: f64,
    /// How many points were given up.
    pub reduced: u32,
    /// Which share of the area is left.
    pub area_kept: Option<f64>,
    /// Names of the points of the frame before.
    pub before: Option<&'a [u64]>,
}

/// A part of a body in words.
pub fn part(feature: Feature, name: &str) -> String {
    let kind = match feature.kind {
        Kind::Vertex => "vertex",
        Kind::Edge => "edge",
        Kind::Face => "face",
    };
    format!("{kind} {} of {name}", feature.index + 1)
}

/// The answer in a sentence.
pub fn verdict(outcome: &'static str, found: Found<'_>, names: &[String; 2]) -> Verdict {
    let changes = found.before.map(|before| {
        let now = || found.points.iter().map(|point| point.3);
        let list = |ids: Vec<u64>| ids.into_iter().map(spelled).collect::<Vec<_>>();
        let kept = now().filter(|id| before.contains(id)).collect();
        let added = now().filter(|id| !before.contains(id)).collect();
        let dropped = before.iter().copied().filter(|id| !now().any(|now| now == *id)).collect();
        [list(kept), list(dropped), list(added)]
    });
    let point = |(on_a, on_b, depth, id, why): (DVec3, DVec3, f64, u64, Why)| FoundPoint {
        on_a,
        on_b,
        depth,
        id: spelled(id),
        why: why.words(),
    };
    let finding = ManifoldFinding {
        status: found.outcome.words(),
        sound: found.outcome != Outcome::NotFinite,
        separation: found.separation,
        normal: found.normal,
        points: found.points.into_iter().map(point).collect(),
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
