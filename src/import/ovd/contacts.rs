//! Contacts that PhysX reported: arrays of a scene that list pairs of actors.

use std::collections::BTreeMap;

use super::objects::{ObjectTable, quote};
use crate::import::Quote;
use crate::import::draft::Draft;
use crate::import::pose::Pose;
use crate::scene::model::{CapturedAnswer, CapturedPoint};

/// Maximum number of points of an answer in a scene.
const MAX_POINTS: usize = 1_000;

/// Largest deviation of a normal's length from 1; other normals are omitted.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Limit for friction coefficients that scenes allow.
const MAX_COEFFICIENT: f64 = 1e9;

/// Indices in the draft of the bodies of each actor, with their poses in the frame of the actor.
pub(super) type BodiesOfActors = BTreeMap<usize, Vec<(usize, Pose)>>;

/// Reported contacts by pairs of bodies.
#[derive(Default)]
pub(super) struct ReportedPairs {
    /// Pairs of bodies in the order of their first contact.
    order: Vec<[usize; 2]>,
    /// Answers by pair, in the order of their frames.
    answers: BTreeMap<[usize; 2], Vec<CapturedAnswer>>,
    /// Number of contacts of actors without bodies.
    unknown: usize,
    /// Number of frames whose arrays have inconsistent lengths or values that are not finite.
    broken: usize,
}

/// Contact arrays of a scene.
struct Arrays {
    /// Handles of the two actors of each pair.
    actors: Vec<u64>,
    /// Number of contacts of each pair.
    counts: Vec<u64>,
    /// Coordinates of all contacts, three each.
    points: Vec<f64>,
    /// Normals of all contacts, three coordinates each.
    normals: Vec<f64>,
    /// Signed distance at each contact, meters.
    separations: Vec<f64>,
    /// Handles of the two shapes of each contact.
    shapes: Vec<u64>,
    /// Impulse of each contact along its normal, N·s; empty in streams of older versions.
    impulses: Vec<f64>,
    /// Sum of the friction impulses on the first actor, by pair; empty when they cannot be assigned to pairs.
    frictions: Vec<[f64; 3]>,
}

impl Arrays {
    /// Reads the arrays; `None` when their lengths are inconsistent or a value is not finite.
    fn of(objects: &ObjectTable, scene: usize) -> Option<Self> {
        let counts = objects.integers_or_empty(scene, "pairsContactCounts");
        // Zeros of pairs without an anchor are not written; the anchors of such a frame cannot be assigned to pairs.
        let anchors = Some(objects.integers_or_empty(scene, "pairsFrictionAnchorCounts"))
            .filter(|anchors| anchors.len() == counts.len());
        let anchored = objects.numbers_or_empty(scene, "pairsFrictionAnchorImpulses");
        let mut start = 0;
        let mut frictions = Vec::new();
        for count in anchors.unwrap_or_default() {
            let end = start + usize::try_from(count).ok()?.checked_mul(3)?;
            let impulses = anchored.get(start..end)?;
            frictions.push([0, 1, 2].map(|axis| impulses.iter().skip(axis).step_by(3).sum()));
            start = end;
        }
        // The number of pairs is redundant; reading it marks it as used.
        let _ = objects.integers(scene, "pairCount");
        let arrays = Self {
            actors: objects.integers_or_empty(scene, "pairsActors"),
            points: objects.numbers_or_empty(scene, "pairsContactPoints"),
            normals: objects.numbers_or_empty(scene, "pairsContactNormals"),
            separations: objects.numbers_or_empty(scene, "pairsContactSeparations"),
            shapes: objects.integers_or_empty(scene, "pairsContactShapes"),
            impulses: objects.numbers_or_empty(scene, "pairsContactImpulses"),
            frictions,
            counts,
        };
        let total =
            arrays.counts.iter().try_fold(0usize, |sum, count| sum.checked_add(usize::try_from(*count).ok()?))?;
        let have_consistent_lengths = arrays.actors.len() == 2 * arrays.counts.len()
            && [arrays.points.len(), arrays.normals.len()] == [total.checked_mul(3)?; 2]
            && arrays.separations.len() == total
            && (arrays.impulses.is_empty() || arrays.impulses.len() == total);
        let numbers = [&arrays.points, &arrays.normals, &arrays.separations, &arrays.impulses];
        let are_finite = numbers.into_iter().flatten().all(|x| x.is_finite());
        (have_consistent_lengths && are_finite).then_some(arrays)
    }
}

/// Reads the contacts that a scene has written in this frame, about the poses of the previous frame.
pub(super) fn read(
    objects: &ObjectTable,
    scene: usize,
    frame: u32,
    bodies_of_actors: &BodiesOfActors,
    pairs: &mut ReportedPairs,
) {
    let Some(arrays) = Arrays::of(objects, scene) else {
        pairs.broken += 1;
        return;
    };
    let mut start = 0;
    for (pair, count) in arrays.counts.iter().enumerate() {
        let range = start..start + *count as usize;
        start = range.end;
        let ends = [0, 1].map(|end| {
            let bodies = bodies_of_actors.get(&objects.object(arrays.actors[2 * pair + end])?)?;
            bodies.first().map(|(part, _)| *part)
        });
        let [Some(a), Some(b)] = ends else {
            pairs.unknown += range.len();
            continue;
        };
        let deepest = range.clone().min_by(|a, b| arrays.separations[*a].total_cmp(&arrays.separations[*b]));
        let Some(deepest) = deepest.filter(|_| a != b) else { continue };
        let normal = [0, 1, 2].map(|axis| arrays.normals[3 * deepest + axis]);
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        let shapes = [0, 1].map(|end| arrays.shapes.get(2 * deepest + end).and_then(|handle| objects.object(*handle)));
        let answer = CapturedAnswer {
            frame,
            distance: Some(arrays.separations[deepest]),
            // PhysX's normal points from the second actor to the first.
            normal: Some(opposite(normal)).filter(|_| (length - 1.0).abs() < UNIT_TOLERANCE),
            points: range
                .map(|i| CapturedPoint {
                    position: Some([0, 1, 2].map(|axis| arrays.points[3 * i + axis])),
                    depth: Some(0.0 - arrays.separations[i]),
                    impulse: arrays.impulses.get(i).copied(),
                    ..CapturedPoint::default()
                })
                .collect(),
            friction: arrays.frictions.get(pair).copied().map(opposite),
            friction_coefficient: coefficient(objects, shapes),
            ..CapturedAnswer::new(String::new())
        };
        pairs.add([a, b], answer);
    }
}

/// Friction of a shape's first material.
struct Friction {
    /// Greater of the static and the dynamic coefficient.
    coefficient: f64,
    /// PhysX's number of the combine mode.
    mode: u8,
}

impl Friction {
    /// Reads the first material of a shape; `None` if it has none.
    fn of(objects: &ObjectTable, shape: usize) -> Option<Self> {
        let material = objects.object(*objects.integers(shape, "materials")?.first()?)?;
        objects.class(material);
        let coefficient = objects.number(material, "staticFriction")?.max(objects.number(material, "dynamicFriction")?);
        Some(Self { coefficient, mode: objects.flags(material, "frictionCombineMode").unwrap_or_default() })
    }
}

/// Combines the greater friction coefficients of the first materials of two shapes by their combine modes; `None` if a
/// material is unknown.
fn coefficient(objects: &ObjectTable, shapes: [Option<usize>; 2]) -> Option<f64> {
    let a = Friction::of(objects, shapes[0]?)?;
    let b = Friction::of(objects, shapes[1]?)?;
    // PhysX's combine modes: average, minimum, product, maximum; the greater mode of the two applies.
    let combined = match a.mode.max(b.mode) {
        0 => 0.5 * (a.coefficient + b.coefficient),
        1 => a.coefficient.min(b.coefficient),
        2 => a.coefficient * b.coefficient,
        _ => a.coefficient.max(b.coefficient),
    };
    (0.0..MAX_COEFFICIENT).contains(&combined).then_some(combined)
}

impl ReportedPairs {
    /// Adds an answer. Several pairs of shapes of two actors may touch; their contacts in one frame form one answer.
    fn add(&mut self, [a, b]: [usize; 2], answer: CapturedAnswer) {
        let (key, answer) =
            if self.answers.contains_key(&[b, a]) { ([b, a], with_swapped_bodies(answer)) } else { ([a, b], answer) };
        let answers = self.answers.entry(key).or_insert_with(|| {
            self.order.push(key);
            Vec::new()
        });
        match answers.last_mut().filter(|last| last.frame == answer.frame) {
            Some(last) => merge_answers(last, answer),
            None => answers.push(answer),
        }
    }

    /// Moves all answers to the draft.
    pub(super) fn close(mut self, engine: &str, draft: &mut Draft, file: &str, quotes: &mut Vec<Quote>) {
        let answers = self.answers.values().flatten();
        let impulses = answers.clone().flat_map(|answer| &answer.points).filter_map(|point| point.impulse);
        let are_all_zero = impulses.clone().count() > 0 && impulses.clone().all(|impulse| impulse == 0.0);
        if are_all_zero {
            draft.add_note(
                "All impulses are 0 and are omitted: PhysX records impulses only for pairs with contact reports.",
            );
        }
        let truncated: usize = answers.map(|answer| answer.points.len().saturating_sub(MAX_POINTS)).sum();
        for key in self.order {
            let mut answers = self.answers.remove(&key).unwrap_or_default();
            for answer in &mut answers {
                engine.clone_into(&mut answer.engine);
                answer.points.truncate(MAX_POINTS);
                if are_all_zero {
                    answer.points.iter_mut().for_each(|point| point.impulse = None);
                    answer.friction = None;
                }
            }
            draft.named.push(key);
            draft.theirs.insert(key, answers);
        }
        for (count, [singular, plural], why) in [
            (self.unknown, ["contact", "contacts"], "a body of the pair is not imported"),
            (self.broken, ["frame", "frames"], "contact arrays have inconsistent lengths or infinite values"),
            (truncated, ["contact point", "contact points"], "an answer has at most 1000 points"),
        ] {
            if count > 0 {
                quotes.push(quote(file, format!("{count} {}", if count == 1 { singular } else { plural }), why));
            }
        }
    }
}

/// Negates a vector; zeros keep their sign plus.
fn opposite(vector: [f64; 3]) -> [f64; 3] {
    vector.map(|x| 0.0 - x)
}

/// Swaps the two bodies of an answer.
fn with_swapped_bodies(answer: CapturedAnswer) -> CapturedAnswer {
    CapturedAnswer { normal: answer.normal.map(opposite), friction: answer.friction.map(opposite), ..answer }
}

/// Adds the contacts of another pair of shapes of the same bodies.
fn merge_answers(answer: &mut CapturedAnswer, more: CapturedAnswer) {
    if more.distance < answer.distance {
        answer.distance = more.distance;
        answer.normal = more.normal;
    }
    answer.points.extend(more.points);
    answer.friction = match (answer.friction, more.friction) {
        (Some(a), Some(b)) => Some([0, 1, 2].map(|axis| a[axis] + b[axis])),
        (a, b) => a.or(b),
    };
    let coefficients = answer.friction_coefficient.into_iter().chain(more.friction_coefficient);
    answer.friction_coefficient = coefficients.reduce(f64::max);
}
