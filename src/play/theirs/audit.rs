//! Another engine's impulses, held against its own rules: a contact pushes and does not pull, friction stays within its cone, and all
//! impulses on a body together hold its weight, or change its motion as its poses say.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use glam::DVec3;

use super::{Compared, Judged};
use crate::answer::{Exact, Shown, number};
use crate::scene::model::{Query, Recorded, Scene, Subjects, TheirField, Theirs};

/// What of a bound is rounding, as a share of the impulses that it is about: sums of single precision.
const ROUNDING: f64 = 1e-5;

/// What is known for the audit of a question's answers.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Answers with impulses, by frame.
    answers: HashMap<u32, Vec<Theirs>>,
    bodies: Vec<Body>,
    /// The greatest sum of normal impulses in any frame: what is little beside it is rounding.
    size: f64,
}

/// A body of the question that the engine moves.
#[derive(Clone, Debug)]
struct Body {
    name: String,
    mass: f64,
    gravity: DVec3,
    /// The sum of all impulses on it, by frame; none where some are not known.
    sums: HashMap<u32, Option<DVec3>>,
    /// The step that begins with a frame, and where the body is before, in and after the frame.
    moves: HashMap<u32, (f64, Option<[DVec3; 3]>)>,
}

impl Audit {
    /// Of a question about two bodies that another engine has answered.
    pub fn of(scene: &Scene, query: &Query) -> Self {
        let mut answers: HashMap<u32, Vec<Theirs>> = HashMap::new();
        let has = |theirs: &&Theirs| theirs.points.iter().any(|point| point.impulse.is_some());
        for theirs in query.theirs.iter().filter(has) {
            answers.entry(theirs.frame).or_default().push(theirs.clone());
        }
        let Some([a, b]) = pair(query).filter(|_| !answers.is_empty()) else { return Self::default() };
        let sum = |theirs: &Theirs| theirs.points.iter().filter_map(|point| point.impulse).map(f64::abs).sum();
        let size = answers.values().flatten().map(sum).fold(0.0, f64::max);
        let Some(recorded) = &scene.recorded else { return Self { answers, bodies: Vec::new(), size } };
        let frames: HashSet<u32> = answers.keys().copied().collect();
        let body = |name: &str| Body::of(scene, recorded, name, &frames);
        Self { bodies: [a, b].into_iter().filter_map(body).collect(), answers, size }
    }

    /// What the audit says of a frame.
    pub fn rows(&self, frame: usize) -> Vec<Compared> {
        let Ok(frame) = u32::try_from(frame) else { return Vec::new() };
        let Some(answers) = self.answers.get(&frame) else { return Vec::new() };
        let own = answers.iter().flat_map(|theirs| [least(theirs, self.size), cone(theirs, self.size)]).flatten();
        let engine = answers[0].engine.as_str();
        own.chain(self.bodies.iter().flat_map(|body| body.rows(engine, frame))).collect()
    }
}

/// The names of the two bodies that a question is about.
fn pair(query: &Query) -> Option<[&str; 2]> {
    match query.ask.subjects() {
        Subjects::Pair([a, b]) => Some([a, b]),
        _ => None,
    }
}

fn told(sum: f64) -> Shown {
    Shown { text: format!("{} N s", number::brief(sum)), exact: Some(Exact::Number(sum)) }
}

fn row(theirs: &Theirs, what: impl Into<Cow<'static, str>>, said: Shown, expected: Shown) -> Compared {
    Compared {
        engine: theirs.engine.clone(),
        what: what.into(),
        theirs: said,
        ours: expected,
        difference: Shown::from("–"),
        judged: Judged::Not,
        recomputed: theirs.recomputed.contains(&TheirField::Impulses),
    }
}

fn judged(over: f64, size: f64) -> Judged {
    if over <= ROUNDING * size { Judged::Holds } else { Judged::Breaks(over) }
}

/// The least impulse of a point: below 0 the contact pulls.
fn least(theirs: &Theirs, size: f64) -> Option<Compared> {
    let impulses = || theirs.points.iter().filter_map(|point| point.impulse);
    let least = impulses().reduce(f64::min)?;
    let mut row = row(theirs, "least impulse of a point", told(least), Shown::from("at least 0"));
    row.judged = judged(-least, size);
    Some(row)
}

/// Friction against what the normal impulses allow.
fn cone(theirs: &Theirs, size: f64) -> Option<Compared> {
    let friction = DVec3::from_array(theirs.friction?).length();
    let pushed: f64 = theirs.points.iter().filter_map(|point| point.impulse).sum();
    let most = theirs.friction_coefficient? * pushed.max(0.0);
    let expected = Shown::from(format!("at most {}", told(most).text));
    let mut row = row(theirs, "friction impulse", told(friction), expected);
    row.difference = told(friction - most);
    row.judged = judged(friction - most, size);
    Some(row)
}

/// The impulse of an answer on B, if all of it is known.
fn on_b(theirs: &Theirs) -> Option<DVec3> {
    let pushed: Option<f64> = theirs.points.iter().map(|point| point.impulse).sum();
    let normal = DVec3::from_array(theirs.normal?);
    Some(normal * pushed? + DVec3::from_array(theirs.friction.unwrap_or_default()))
}

impl Body {
    fn of(scene: &Scene, recorded: &Recorded, name: &str, frames: &HashSet<u32>) -> Option<Self> {
        let mass = *recorded.masses.get(name)?;
        let (_, body) = scene.bodies.iter().enumerate().find(|(_, body)| body.name == name)?;
        let mut sums: HashMap<u32, Option<DVec3>> = HashMap::new();
        // Two questions about one pair tell its impulses twice.
        let mut seen = HashSet::new();
        for query in &scene.queries {
            let Some([a, b]) = pair(query).filter(|pair| pair.contains(&name)) else { continue };
            let other = if a == name { b } else { a };
            if query.theirs.is_empty() || !seen.insert(other) {
                continue;
            }
            for theirs in query.theirs.iter().filter(|theirs| frames.contains(&theirs.frame)) {
                let own = on_b(theirs).map(|impulse| if b == name { impulse } else { -impulse });
                let sum = sums.entry(theirs.frame).or_insert(Some(DVec3::ZERO));
                *sum = sum.zip(own).map(|(sum, own)| sum + own);
            }
        }
        let time = |frame: u32| scene.frames.get(frame as usize).and_then(|frame| frame.time);
        let track = scene.track(scene.bodies.iter().position(|of| of.name == body.name)?)?;
        let place = |frame: u32| DVec3::from_array(track.pose(frame as usize).0);
        let last = scene.frame_count().saturating_sub(1) as u32;
        let moves = frames.iter().filter_map(|frame| {
            let timed = || Some(time(frame + 1)? - time(*frame)?);
            let step = recorded.step.or_else(timed).filter(|step| *step > 0.0)?;
            let around = (*frame > 0 && *frame < last).then(|| [frame - 1, *frame, frame + 1].map(place));
            Some((*frame, (step, around)))
        });
        let gravity = DVec3::from_array(recorded.gravity);
        Some(Self { name: name.to_owned(), mass, gravity, sums, moves: moves.collect() })
    }

    fn rows(&self, engine: &str, frame: u32) -> Vec<Compared> {
        let (Some(Some(sum)), Some((step, around))) = (self.sums.get(&frame), self.moves.get(&frame)) else {
            return Vec::new();
        };
        let of = Theirs::of(engine);
        let mut rows = Vec::new();
        let weight = self.gravity * (self.mass * step);
        if let Some(down) = self.gravity.try_normalize() {
            let held = -sum.dot(down);
            let needed = weight.length();
            let mut held_row =
                row(&of, format!("upward impulse on {}", self.name), told(held), labeled(needed, "m g h"));
            held_row.difference = told(held - needed);
            rows.push(held_row);
        }
        if let Some([before, now, after]) = around {
            let expected = (*after - *now - (*now - *before)) * (self.mass / step) - weight;
            let name = format!("all impulses on {}", self.name);
            let mut all = row(&of, name, vector(*sum), vector(expected));
            all.difference = told((*sum - expected).length());
            rows.push(all);
        }
        rows
    }
}

fn labeled(value: f64, name: &str) -> Shown {
    let shown = told(value);
    Shown { text: format!("{name} = {}", shown.text), ..shown }
}

fn vector(v: DVec3) -> Shown {
    number::vector(v)
}
