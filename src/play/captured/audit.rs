//! Audit of another engine's impulses by its own rules: a contact pushes and does not pull, friction stays within its
//! cone, and the impulses on a body sum to its weight or to its change of momentum.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use glam::DVec3;

use super::{Compared, Judgment, newton_seconds};
use crate::answer::{Shown, number};
use crate::scene::Track;
use crate::scene::model::{CapturedAnswer, CapturedField, Query, Recorded, Scene, Subjects};

/// Rounding error of impulse sums in `f32`, relative to the impulses.
const ROUNDING: f64 = 1e-5;

/// Captured data for the audit of a query.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Captured results with impulses, by frame.
    answers: HashMap<u32, Vec<CapturedAnswer>>,
    bodies: Vec<Body>,
    /// Greatest sum of normal impulses in any frame, N s; the scale for rounding.
    size: f64,
}

/// A dynamic body of the query.
#[derive(Clone, Debug)]
struct Body {
    name: String,
    mass: f64,
    gravity: DVec3,
    /// Sum of all impulses on the body, N s, by frame; `None` if some are unknown.
    sums: HashMap<u32, Option<DVec3>>,
    /// Motion around each frame.
    moves: HashMap<u32, Move>,
}

/// The step that begins with a frame.
#[derive(Clone, Debug)]
struct Move {
    /// Length of the step, seconds.
    step: f64,
    /// Positions of the body before, in and after the frame; `None` at the first and the last frame.
    positions: Option<[DVec3; 3]>,
}

impl Audit {
    /// Collects the captured data of a query about two bodies; empty for other queries.
    pub fn of(scene: &Scene, query: &Query) -> Self {
        let mut answers: HashMap<u32, Vec<CapturedAnswer>> = HashMap::new();
        for theirs in query.theirs.iter().filter(|theirs| theirs.points.iter().any(|point| point.impulse.is_some())) {
            answers.entry(theirs.frame).or_default().push(theirs.clone());
        }
        let Some([a, b]) = pair(query).filter(|_| !answers.is_empty()) else { return Self::default() };
        let sums = answers.values().flatten().map(sum_of_magnitudes);
        let size = sums.fold(0.0, f64::max);
        let Some(recorded) = &scene.recorded else { return Self { answers, bodies: Vec::new(), size } };
        let frames: HashSet<u32> = answers.keys().copied().collect();
        let bodies = [a, b].into_iter().filter_map(|name| Body::of(scene, recorded, name, &frames)).collect();
        Self { bodies, answers, size }
    }

    /// Rows of the audit for a frame.
    pub fn rows(&self, frame: usize) -> Vec<Compared> {
        let Ok(frame) = u32::try_from(frame) else { return Vec::new() };
        let Some(answers) = self.answers.get(&frame) else { return Vec::new() };
        let own = answers.iter().flat_map(|theirs| [least(theirs, self.size), cone(theirs, self.size)]).flatten();
        let engine = answers[0].engine.as_str();
        own.chain(self.bodies.iter().flat_map(|body| body.rows(engine, frame))).collect()
    }
}

/// Names of the two bodies of a query.
fn pair(query: &Query) -> Option<[&str; 2]> {
    match query.ask.subjects() {
        Subjects::Pair([a, b]) => Some([a, b]),
        _ => None,
    }
}

/// Sum of the magnitudes of the normal impulses, N s.
fn sum_of_magnitudes(theirs: &CapturedAnswer) -> f64 {
    theirs.points.iter().filter_map(|point| point.impulse).map(f64::abs).sum()
}

fn row(theirs: &CapturedAnswer, what: impl Into<Cow<'static, str>>, said: Shown, expected: Shown) -> Compared {
    Compared {
        engine: theirs.engine.clone(),
        what: what.into(),
        theirs: said,
        ours: expected,
        difference: Shown::from("–"),
        judged: Judgment::Not,
        recomputed: theirs.recomputed.contains(&CapturedField::Impulses),
    }
}

fn judged(over: f64, size: f64) -> Judgment {
    if over <= ROUNDING * size { Judgment::Holds } else { Judgment::Breaks(over) }
}

/// Least normal impulse of a point; negative if the contact pulls.
fn least(theirs: &CapturedAnswer, size: f64) -> Option<Compared> {
    let least = theirs.points.iter().filter_map(|point| point.impulse).reduce(f64::min)?;
    let mut row = row(theirs, "least impulse of a point", newton_seconds(least), Shown::from("at least 0"));
    row.judged = judged(-least, size);
    Some(row)
}

/// Friction impulse compared with its limit by the normal impulses.
fn cone(theirs: &CapturedAnswer, size: f64) -> Option<Compared> {
    let friction = DVec3::from_array(theirs.friction?).length();
    let pushed: f64 = theirs.points.iter().filter_map(|point| point.impulse).sum();
    let most = theirs.friction_coefficient? * pushed.max(0.0);
    let expected = Shown::from(format!("at most {}", newton_seconds(most).text));
    let mut row = row(theirs, "friction impulse", newton_seconds(friction), expected);
    row.difference = newton_seconds(friction - most);
    row.judged = judged(friction - most, size);
    Some(row)
}

/// Impulse of a captured result on B, N s; `None` if a part is unknown.
fn on_b(theirs: &CapturedAnswer) -> Option<DVec3> {
    let pushed: Option<f64> = theirs.points.iter().map(|point| point.impulse).sum();
    let normal = DVec3::from_array(theirs.normal?);
    Some(normal * pushed? + DVec3::from_array(theirs.friction.unwrap_or_default()))
}

impl Body {
    fn of(scene: &Scene, recorded: &Recorded, name: &str, frames: &HashSet<u32>) -> Option<Self> {
        let mass = *recorded.masses.get(name)?;
        let (_, body) = scene.bodies.iter().enumerate().find(|(_, body)| body.name == name)?;
        let mut sums: HashMap<u32, Option<DVec3>> = HashMap::new();
        // Two queries about one pair would count its impulses twice.
        let mut counted = HashSet::new();
        for query in &scene.queries {
            let Some([a, b]) = pair(query).filter(|pair| pair.contains(&name)) else { continue };
            let other = if a == name { b } else { a };
            if query.theirs.is_empty() || !counted.insert(other) {
                continue;
            }
            for theirs in query.theirs.iter().filter(|theirs| frames.contains(&theirs.frame)) {
                let own = on_b(theirs).map(|impulse| if b == name { impulse } else { -impulse });
                let sum = sums.entry(theirs.frame).or_insert(Some(DVec3::ZERO));
                *sum = sum.zip(own).map(|(sum, own)| sum + own);
            }
        }
        let track = scene.track(scene.bodies.iter().position(|of| of.name == body.name)?)?;
        let moves = frames.iter().filter_map(|frame| Some((*frame, Move::of(scene, recorded, &track, *frame)?)));
        let gravity = DVec3::from_array(recorded.gravity);
        Some(Self { name: name.to_owned(), mass, gravity, sums, moves: moves.collect() })
    }

    fn rows(&self, engine: &str, frame: u32) -> Vec<Compared> {
        let Some(Some(sum)) = self.sums.get(&frame) else { return Vec::new() };
        let Some(Move { step, positions }) = self.moves.get(&frame) else { return Vec::new() };
        let theirs = CapturedAnswer::of(engine);
        let mut rows = Vec::new();
        let weight = self.gravity * (self.mass * step);
        if let Some(down) = self.gravity.try_normalize() {
            let held = -sum.dot(down);
            let needed = weight.length();
            let mut held_row = row(
                &theirs,
                format!("upward impulse on {}", self.name),
                newton_seconds(held),
                labeled(needed, "m g h"),
            );
            held_row.difference = newton_seconds(held - needed);
            rows.push(held_row);
        }
        if let Some([before, now, after]) = positions {
            let expected = (*after - *now - (*now - *before)) * (self.mass / step) - weight;
            let name = format!("all impulses on {}", self.name);
            let mut all = row(&theirs, name, vector(*sum), vector(expected));
            all.difference = newton_seconds((*sum - expected).length());
            rows.push(all);
        }
        rows
    }
}

impl Move {
    /// The step after `frame`; `None` if its length is unknown.
    fn of(scene: &Scene, recorded: &Recorded, track: &Track, frame: u32) -> Option<Self> {
        let step = match recorded.step {
            Some(step) => step,
            None => time(scene, frame + 1)? - time(scene, frame)?,
        };
        if step.is_nan() || step <= 0.0 {
            return None;
        }
        let last = scene.frame_count().saturating_sub(1) as u32;
        let positions = (frame > 0 && frame < last)
            .then(|| [frame - 1, frame, frame + 1].map(|frame| DVec3::from_array(track.pose(frame as usize).0)));
        Some(Self { step, positions })
    }
}

/// Time of a frame, seconds.
fn time(scene: &Scene, frame: u32) -> Option<f64> {
    scene.frames.get(frame as usize).and_then(|frame| frame.time)
}

fn labeled(value: f64, name: &str) -> Shown {
    let shown = newton_seconds(value);
    Shown { text: format!("{name} = {}", shown.text), ..shown }
}

fn vector(v: DVec3) -> Shown {
    number::vector(v)
}
