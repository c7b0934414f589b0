//! Contacts that PhysX reported: arrays of a scene that list pairs of actors.

use std::collections::BTreeMap;

use super::objects::{Book, quote};
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

/// Bodies of each actor, with their poses in the actor's frame.
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
    fn of(book: &Book, scene: usize) -> Option<Self> {
        let counts = book.wholes_or_none(scene, "pairsContactCounts");
        // Zeros of pairs without an anchor are not written; the anchors of such a frame cannot be assigned to pairs.
        let anchors = Some(book.wholes_or_none(scene, "pairsFrictionAnchorCounts"))
            .filter(|anchors| anchors.len() == counts.len());
        let anchored = book.numbers_or_none(scene, "pairsFrictionAnchorImpulses");
        let mut at = 0;
        let mut frictions = Vec::new();
        for count in anchors.unwrap_or_default() {
            let end = at + usize::try_from(count).ok()?.checked_mul(3)?;
            let own = anchored.get(at..end)?;
            frictions.push([0, 1, 2].map(|k| own.iter().skip(k).step_by(3).sum()));
            at = end;
        }
        // The number of pairs is redundant; reading it marks it as used.
        let _ = book.wholes(scene, "pairCount");
        let arrays = Self {
            actors: book.wholes_or_none(scene, "pairsActors"),
            points: book.numbers_or_none(scene, "pairsContactPoints"),
            normals: book.numbers_or_none(scene, "pairsContactNormals"),
            separations: book.numbers_or_none(scene, "pairsContactSeparations"),
            shapes: book.wholes_or_none(scene, "pairsContactShapes"),
            impulses: book.numbers_or_none(scene, "pairsContactImpulses"),
            frictions,
            counts,
        };
        let all = arrays.counts.iter().try_fold(0usize, |all, count| all.checked_add(usize::try_from(*count).ok()?))?;
        let fit = arrays.actors.len() == 2 * arrays.counts.len()
            && [arrays.points.len(), arrays.normals.len()] == [all.checked_mul(3)?; 2]
            && arrays.separations.len() == all
            && (arrays.impulses.is_empty() || arrays.impulses.len() == all);
        let finite = [&arrays.points, &arrays.normals, &arrays.separations, &arrays.impulses];
        (fit && finite.into_iter().flatten().all(|x| x.is_finite())).then_some(arrays)
    }
}

/// Reads the contacts that a scene has written in this frame, about the poses of the previous frame.
pub(super) fn read(
    book: &Book,
    scene: usize,
    frame: u32,
    bodies_of_actors: &BodiesOfActors,
    pairs: &mut ReportedPairs,
) {
    let Some(arrays) = Arrays::of(book, scene) else {
        pairs.broken += 1;
        return;
    };
    let mut at = 0;
    for (p, count) in arrays.counts.iter().enumerate() {
        let range = at..at + *count as usize;
        at = range.end;
        let ends = [0, 1].map(|end| {
            let bodies = bodies_of_actors.get(&book.object(arrays.actors[2 * p + end])?)?;
            bodies.first().map(|(part, _)| *part)
        });
        let [Some(a), Some(b)] = ends else {
            pairs.unknown += range.len();
            continue;
        };
        let deepest = range.clone().min_by(|i, j| arrays.separations[*i].total_cmp(&arrays.separations[*j]));
        let Some(deepest) = deepest.filter(|_| a != b) else { continue };
        let normal = [0, 1, 2].map(|k| arrays.normals[3 * deepest + k]);
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        let shapes = [0, 1].map(|end| arrays.shapes.get(2 * deepest + end).and_then(|handle| book.object(*handle)));
        let answer = CapturedAnswer {
            frame,
            distance: Some(arrays.separations[deepest]),
            // PhysX's normal points from the second actor to the first.
            normal: Some(opposite(normal)).filter(|_| (length - 1.0).abs() < UNIT_TOLERANCE),
            points: range
                .map(|i| CapturedPoint {
                    position: Some([0, 1, 2].map(|k| arrays.points[3 * i + k])),
                    depth: Some(0.0 - arrays.separations[i]),
                    impulse: arrays.impulses.get(i).copied(),
                    ..CapturedPoint::default()
                })
                .collect(),
            friction: arrays.frictions.get(p).copied().map(opposite),
            friction_coefficient: coefficient(book, shapes),
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
    fn of(book: &Book, shape: usize) -> Option<Self> {
        let material = book.object(*book.wholes(shape, "materials")?.first()?)?;
        book.class(material);
        let coefficient = book.one(material, "staticFriction")?.max(book.one(material, "dynamicFriction")?);
        Some(Self { coefficient, mode: book.flags(material, "frictionCombineMode").unwrap_or_default() })
    }
}

/// Combines the greater friction coefficients of two shapes' first materials by their combine modes.
fn coefficient(book: &Book, shapes: [Option<usize>; 2]) -> Option<f64> {
    let a = Friction::of(book, shapes[0]?)?;
    let b = Friction::of(book, shapes[1]?)?;
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
        let given = answers.clone().flat_map(|answer| &answer.points).filter_map(|point| point.impulse);
        let none_but_zero = given.clone().count() > 0 && given.clone().all(|impulse| impulse == 0.0);
        if none_but_zero {
            draft.add_note(
                "All impulses are 0 and are omitted: PhysX writes impulses only for actors that report their contacts.",
            );
        }
        let truncated: usize = answers.map(|answer| answer.points.len().saturating_sub(MAX_POINTS)).sum();
        for key in self.order {
            let mut answers = self.answers.remove(&key).unwrap_or_default();
            for answer in &mut answers {
                engine.clone_into(&mut answer.engine);
                answer.points.truncate(MAX_POINTS);
                if none_but_zero {
                    answer.points.iter_mut().for_each(|point| point.impulse = None);
                    answer.friction = None;
                }
            }
            draft.named.push(key);
            draft.theirs.insert(key, answers);
        }
        for (count, [one, many], why) in [
            (self.unknown, ["contact", "contacts"], "a body of the pair is not imported"),
            (self.broken, ["frame", "frames"], "contact arrays have inconsistent lengths or infinite values"),
            (truncated, ["contact point", "contact points"], "an answer has at most 1000 points"),
        ] {
            if count > 0 {
                quotes.push(quote(file, format!("{count} {}", if count == 1 { one } else { many }), why));
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
        (Some(a), Some(b)) => Some([0, 1, 2].map(|k| a[k] + b[k])),
        (a, b) => a.or(b),
    };
    let coefficients = answer.friction_coefficient.into_iter().chain(more.friction_coefficient);
    answer.friction_coefficient = coefficients.reduce(f64::max);
}
