//! Contacts that PhysX reported: reads the arrays of a PhysX scene that list pairs of actors and their contacts, and
//! collects them as captured answers by pair of bodies, with distance, normal, points, impulses and friction.

use std::collections::BTreeMap;
use std::ops::Range;

use contact_lens_scene::model::{CapturedAnswer, CapturedPoint};

use super::objects::{ObjectTable, quote};
use crate::Quote;
use crate::draft::Draft;
use crate::pose::Pose;

/// Maximum number of points of an answer in a scene.
const MAX_POINTS: usize = 1_000;

/// Largest deviation of a normal's length from 1; other normals are omitted.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Upper bound of the friction coefficients that scenes allow.
const MAX_COEFFICIENT: f64 = 1e9;

/// Bodies of each actor, by the index of the actor: their indices in the draft, and their poses in the frame of the
/// actor.
pub(super) type BodiesOfActors = BTreeMap<usize, Vec<(usize, Pose)>>;

/// Reported contacts by pairs of bodies. A pair is identified by the indices of its bodies in the draft.
#[derive(Default)]
pub(super) struct ReportedPairs {
    /// Pairs of bodies in the order of their first contact.
    order: Vec<[usize; 2]>,
    /// Answers by pair, in the order of their frames.
    answers: BTreeMap<[usize; 2], Vec<CapturedAnswer>>,
    /// Number of contacts of actors without bodies.
    unknown_contacts: usize,
    /// Number of frames whose arrays have inconsistent lengths or values that are not finite.
    invalid_frames: usize,
}

/// Contact arrays of a PhysX scene in one frame.
struct Arrays {
    /// Handles of the two actors of each pair.
    actors: Vec<u64>,
    /// Number of contacts of each pair.
    counts: Vec<u64>,
    /// World coordinates of all contacts, three each, meters.
    points: Vec<f64>,
    /// Unit normals of all contacts in the world, three coordinates each, from the second actor to the first.
    normals: Vec<f64>,
    /// Signed distance at each contact, meters; negative for penetration.
    separations: Vec<f64>,
    /// Handles of the two shapes of each contact; may be empty or shorter.
    shapes: Vec<u64>,
    /// Impulse of each contact along its normal, N·s; empty in streams of older versions.
    impulses: Vec<f64>,
    /// Sum of the friction impulses on the first actor of each pair, N·s; empty when they cannot be assigned to pairs.
    frictions: Vec<[f64; 3]>,
}

impl Arrays {
    /// Reads the arrays of the object `scene`; `None` when their lengths are inconsistent or a value is not finite.
    fn read(objects: &ObjectTable, scene: usize) -> Option<Self> {
        let counts = objects.integers_or_empty(scene, "pairsContactCounts");
        let frictions = friction_impulses(objects, scene, counts.len())?;
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

/// Returns the sum of the friction impulses at the anchors of each pair, N·s; an empty list when they cannot be
/// assigned to the `pair_count` pairs, and `None` when there are fewer impulses than anchors.
fn friction_impulses(objects: &ObjectTable, scene: usize, pair_count: usize) -> Option<Vec<[f64; 3]>> {
    let anchor_counts = objects.integers_or_empty(scene, "pairsFrictionAnchorCounts");
    let all_impulses = objects.numbers_or_empty(scene, "pairsFrictionAnchorImpulses");
    // Zeros of pairs without an anchor are not written; the anchors of such a frame cannot be assigned to pairs.
    if anchor_counts.len() != pair_count {
        return Some(Vec::new());
    }
    let mut start = 0;
    let mut sums = Vec::new();
    for count in anchor_counts {
        let end = start + usize::try_from(count).ok()?.checked_mul(3)?;
        let impulses = all_impulses.get(start..end)?;
        sums.push([0, 1, 2].map(|axis| impulses.iter().skip(axis).step_by(3).sum()));
        start = end;
    }
    Some(sums)
}

/// Reads the contacts that the object `scene` has written in this frame. PhysX found them at the poses of the previous
/// frame, whose index in the draft is `frame`.
pub(super) fn read(
    objects: &ObjectTable,
    scene: usize,
    frame: u32,
    bodies_of_actors: &BodiesOfActors,
    pairs: &mut ReportedPairs,
) {
    let Some(arrays) = Arrays::read(objects, scene) else {
        pairs.invalid_frames += 1;
        return;
    };
    let mut start = 0;
    for (pair, count) in arrays.counts.iter().enumerate() {
        let range = start..start + *count as usize;
        start = range.end;
        // Several bodies of the scene may form one actor; its answers are about the first.
        let bodies = [0, 1].map(|side| {
            let actor = objects.object(arrays.actors[2 * pair + side])?;
            let (body, _) = bodies_of_actors.get(&actor)?.first()?;
            Some(*body)
        });
        let [Some(a), Some(b)] = bodies else {
            pairs.unknown_contacts += range.len();
            continue;
        };
        if a != b
            && let Some(answer) = answer_of_pair(objects, &arrays, pair, range)
        {
            pairs.add([a, b], CapturedAnswer { frame, ..answer });
        }
    }
}

/// Returns the answer about one pair of actors, whose contacts are `contacts` in the arrays; `None` without contacts.
/// The distance and the normal are those of the deepest contact.
fn answer_of_pair(
    objects: &ObjectTable,
    arrays: &Arrays,
    pair: usize,
    contacts: Range<usize>,
) -> Option<CapturedAnswer> {
    let deepest = contacts.clone().min_by(|i, j| arrays.separations[*i].total_cmp(&arrays.separations[*j]))?;
    let normal = [0, 1, 2].map(|axis| arrays.normals[3 * deepest + axis]);
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    let shapes = [0, 1].map(|side| objects.object(*arrays.shapes.get(2 * deepest + side)?));
    let mut points = Vec::new();
    for contact in contacts {
        points.push(CapturedPoint {
            position: Some([0, 1, 2].map(|axis| arrays.points[3 * contact + axis])),
            depth: Some(0.0 - arrays.separations[contact]),
            impulse: arrays.impulses.get(contact).copied(),
            ..CapturedPoint::default()
        });
    }
    Some(CapturedAnswer {
        distance: Some(arrays.separations[deepest]),
        // PhysX's normal points from the second actor to the first, that of an answer from the first to the second.
        normal: if (length - 1.0).abs() < UNIT_TOLERANCE { Some(opposite(normal)) } else { None },
        points,
        friction: arrays.frictions.get(pair).copied().map(opposite),
        friction_coefficient: coefficient(objects, shapes),
        ..CapturedAnswer::new(String::new())
    })
}

/// Friction of a shape's first material.
struct Friction {
    /// Greater of the static and the dynamic coefficient.
    coefficient: f64,
    /// PhysX's number of the combine mode: 0 average, 1 minimum, 2 product, 3 maximum.
    mode: u8,
}

impl Friction {
    /// Reads the first material of a shape; `None` if it has none.
    fn of_shape(objects: &ObjectTable, shape: usize) -> Option<Self> {
        let material = objects.object(*objects.integers(shape, "materials")?.first()?)?;
        // Marks the material as used.
        objects.class(material);
        let coefficient = objects.number(material, "staticFriction")?.max(objects.number(material, "dynamicFriction")?);
        Some(Self { coefficient, mode: objects.flags(material, "frictionCombineMode").unwrap_or_default() })
    }
}

/// Combines the greater friction coefficients of the first materials of two shapes by their combine modes; `None` if a
/// material is unknown.
fn coefficient(objects: &ObjectTable, shapes: [Option<usize>; 2]) -> Option<f64> {
    let a = Friction::of_shape(objects, shapes[0]?)?;
    let b = Friction::of_shape(objects, shapes[1]?)?;
    // PhysX applies the mode with the greater number.
    let combined = match a.mode.max(b.mode) {
        0 => 0.5 * (a.coefficient + b.coefficient),
        1 => a.coefficient.min(b.coefficient),
        2 => a.coefficient * b.coefficient,
        _ => a.coefficient.max(b.coefficient),
    };
    (0.0..MAX_COEFFICIENT).contains(&combined).then_some(combined)
}

impl ReportedPairs {
    /// Adds an answer about the bodies `a` and `b`. Several pairs of shapes of two actors may touch; their contacts in
    /// one frame form one answer. The order of a pair's bodies is that of its first answer.
    fn add(&mut self, [a, b]: [usize; 2], answer: CapturedAnswer) {
        let is_swapped = self.answers.contains_key(&[b, a]);
        let pair = if is_swapped { [b, a] } else { [a, b] };
        let answer = if is_swapped { with_swapped_bodies(answer) } else { answer };
        let answers = self.answers.entry(pair).or_insert_with(|| {
            self.order.push(pair);
            Vec::new()
        });
        match answers.last_mut().filter(|last| last.frame == answer.frame) {
            Some(last) => merge_answers(last, answer),
            None => answers.push(answer),
        }
    }

    /// Moves all answers to the draft, with the name of the engine, and quotes the contacts and frames that are
    /// missing.
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
        for pair in self.order {
            let mut answers = self.answers.remove(&pair).unwrap_or_default();
            for answer in &mut answers {
                engine.clone_into(&mut answer.engine);
                answer.points.truncate(MAX_POINTS);
                if are_all_zero {
                    answer.points.iter_mut().for_each(|point| point.impulse = None);
                    answer.friction = None;
                }
            }
            draft.named_pairs.push(pair);
            draft.theirs.insert(pair, answers);
        }
        for (count, [singular, plural], why) in [
            (self.unknown_contacts, ["contact", "contacts"], "a body of the pair is not imported"),
            (self.invalid_frames, ["frame", "frames"], "contact arrays have inconsistent lengths or infinite values"),
            (truncated, ["contact point", "contact points"], "an answer has at most 1000 points"),
        ] {
            if count > 0 {
                quotes.push(quote(file, format!("{count} {}", if count == 1 { singular } else { plural }), why));
            }
        }
    }
}

/// Negates a vector; the negative of zero is zero with a positive sign.
fn opposite(vector: [f64; 3]) -> [f64; 3] {
    vector.map(|x| 0.0 - x)
}

/// Swaps the two bodies of an answer.
fn with_swapped_bodies(answer: CapturedAnswer) -> CapturedAnswer {
    CapturedAnswer { normal: answer.normal.map(opposite), friction: answer.friction.map(opposite), ..answer }
}

/// Adds the contacts of another pair of shapes of the same bodies: the answer keeps the smaller distance with its
/// normal, the sum of the friction impulses, and the greater friction coefficient.
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
