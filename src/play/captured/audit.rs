//! Audit of impulses captured from another engine, without a simulation here. A contact must push, not pull;
//! friction must stay within the cone of the captured coefficient. The sum of the impulses on a body is listed next to
//! its weight and its change of momentum.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use contact_lens_model::answer::{Shown, number};
use contact_lens_scene::Track;
use contact_lens_scene::model::{CapturedAnswer, CapturedField, Query, Recorded, Scene, Subjects};
use glam::DVec3;

use super::{Compared, Judgment, newton_seconds};

/// Rounding error of impulse sums in `f32`, relative to the largest sum of a captured result: about 80 units of the
/// last place.
const IMPULSE_ROUNDING: f64 = 1e-5;

/// Captured data for the audit of a query.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Captured results with impulses, by frame.
    answers: HashMap<u32, Vec<CapturedAnswer>>,
    bodies: Vec<AuditedBody>,
    /// Largest sum of the magnitudes of the normal impulses in one captured result, N s; the scale for rounding.
    scale: f64,
}

/// A dynamic body of the query, with the impulses on it and its motion.
#[derive(Clone, Debug)]
struct AuditedBody {
    name: String,
    /// Mass of the body, kg.
    mass: f64,
    /// Acceleration of gravity, world frame, m/s².
    gravity: DVec3,
    /// Sum of all impulses on the body, N s, by frame; `None` if some are unknown.
    sums: HashMap<u32, Option<DVec3>>,
    /// Time step that begins with each frame.
    steps: HashMap<u32, TimeStep>,
}

/// The time step that begins with a frame.
#[derive(Clone, Debug)]
struct TimeStep {
    /// Length of the step, seconds.
    duration: f64,
    /// Positions of the body one frame before, in and one frame after the frame, world frame, meters; `None` at the
    /// first and the last frame.
    positions: Option<[DVec3; 3]>,
}

impl Audit {
    /// Collects the captured impulses of a query about two bodies; empty for other queries. Without recorded masses the
    /// audit has contacts but no bodies.
    pub fn of(scene: &Scene, query: &Query) -> Self {
        let mut answers: HashMap<u32, Vec<CapturedAnswer>> = HashMap::new();
        for captured in query.theirs.iter().filter(|captured| has_impulses(captured)) {
            answers.entry(captured.frame).or_default().push(captured.clone());
        }
        if answers.is_empty() {
            return Self::default();
        }
        let Some([a, b]) = pair_names(query) else { return Self::default() };
        let sums = answers.values().flatten().map(sum_of_magnitudes);
        let scale = sums.fold(0.0, f64::max);
        let Some(recorded) = &scene.recorded else { return Self { answers, bodies: Vec::new(), scale } };
        let frames: HashSet<u32> = answers.keys().copied().collect();
        let bodies = [a, b].into_iter().filter_map(|name| AuditedBody::new(scene, recorded, name, &frames)).collect();
        Self { bodies, answers, scale }
    }

    /// Audited impulses of a frame; empty if none were captured.
    pub fn rows(&self, frame: usize) -> Vec<Compared> {
        let Ok(frame) = u32::try_from(frame) else { return Vec::new() };
        let Some(answers) = self.answers.get(&frame) else { return Vec::new() };
        let mut rows = Vec::new();
        for captured in answers {
            rows.extend(least_impulse(captured, self.scale));
            rows.extend(friction(captured, self.scale));
        }
        let engine = answers[0].engine.as_str();
        for body in &self.bodies {
            rows.extend(body.rows(engine, frame));
        }
        rows
    }
}

/// Whether a captured result states an impulse.
fn has_impulses(captured: &CapturedAnswer) -> bool {
    captured.points.iter().any(|point| point.impulse.is_some())
}

/// Names of the bodies of a query about two bodies; `None` for other queries.
fn pair_names(query: &Query) -> Option<[&str; 2]> {
    match query.ask.subjects() {
        Subjects::Pair([a, b]) => Some([a, b]),
        _ => None,
    }
}

/// Sum of the magnitudes of the normal impulses of a captured result, N s.
fn sum_of_magnitudes(captured: &CapturedAnswer) -> f64 {
    captured.points.iter().filter_map(|point| point.impulse).map(f64::abs).sum()
}

/// Row of a captured impulse and its expected value, without difference and judgment.
fn row(answer: &CapturedAnswer, quantity: impl Into<Cow<'static, str>>, captured: Shown, expected: Shown) -> Compared {
    Compared {
        engine: answer.engine.clone(),
        quantity: quantity.into(),
        captured,
        computed: expected,
        difference: Shown::from("–"),
        judgment: Judgment::NotJudged,
        recomputed: answer.recomputed.contains(&CapturedField::Impulses),
    }
}

/// Judges an impulse that exceeds its limit by `excess`, N s; negative if it obeys the limit. `scale` is
/// [`Audit::scale`].
fn judge(excess: f64, scale: f64) -> Judgment {
    if excess <= IMPULSE_ROUNDING * scale { Judgment::ObeysRule } else { Judgment::BreaksRule(excess) }
}

/// Least normal impulse of a contact point, compared with its limit 0: a negative impulse would pull. `None` if the
/// capture has no impulses. `scale` is [`Audit::scale`].
fn least_impulse(captured: &CapturedAnswer, scale: f64) -> Option<Compared> {
    let least = captured.points.iter().filter_map(|point| point.impulse).reduce(f64::min)?;
    let mut row = row(captured, "least impulse of a point", newton_seconds(least), Shown::from("at least 0"));
    row.judgment = judge(-least, scale);
    Some(row)
}

/// Friction impulse compared with its limit: the coefficient of friction times the sum of the normal impulses. `None`
/// if the capture lacks the friction impulse or the coefficient.
fn friction(captured: &CapturedAnswer, scale: f64) -> Option<Compared> {
    let friction = DVec3::from_array(captured.friction?).length();
    let normal_sum: f64 = captured.points.iter().filter_map(|point| point.impulse).sum();
    let limit = captured.friction_coefficient? * normal_sum.max(0.0);
    let expected = Shown::from(format!("at most {}", newton_seconds(limit).text));
    let mut row = row(captured, "friction impulse", newton_seconds(friction), expected);
    row.difference = newton_seconds(friction - limit);
    row.judgment = judge(friction - limit, scale);
    Some(row)
}

/// Impulse of a captured result on B, world frame, N s; `None` if the normal or the impulse of a point is unknown. A
/// missing friction impulse counts as zero.
fn impulse_on_b(captured: &CapturedAnswer) -> Option<DVec3> {
    let normal_sum: Option<f64> = captured.points.iter().map(|point| point.impulse).sum();
    let normal = DVec3::from_array(captured.normal?);
    Some(normal * normal_sum? + DVec3::from_array(captured.friction.unwrap_or_default()))
}

/// Sum of all captured impulses on the body called `name`, world frame, N s, by frame; `None` if an impulse of the
/// frame is unknown.
fn impulse_sums(scene: &Scene, name: &str, frames: &HashSet<u32>) -> HashMap<u32, Option<DVec3>> {
    let mut sums: HashMap<u32, Option<DVec3>> = HashMap::new();
    // Two queries about one pair would count its impulses twice.
    let mut counted = HashSet::new();
    for query in &scene.queries {
        let Some([a, b]) = pair_names(query).filter(|pair| pair.contains(&name)) else { continue };
        let other = if a == name { b } else { a };
        if query.theirs.is_empty() || !counted.insert(other) {
            continue;
        }
        for captured in query.theirs.iter().filter(|captured| frames.contains(&captured.frame)) {
            // The impulse on A is opposite to that on B.
            let impulse = impulse_on_b(captured).map(|impulse| if b == name { impulse } else { -impulse });
            let sum = sums.entry(captured.frame).or_insert(Some(DVec3::ZERO));
            *sum = sum.zip(impulse).map(|(sum, impulse)| sum + impulse);
        }
    }
    sums
}

impl AuditedBody {
    /// Collects the data of a body; `None` if its mass is not recorded or the scene has no body of this name.
    fn new(scene: &Scene, recorded: &Recorded, name: &str, frames: &HashSet<u32>) -> Option<Self> {
        let mass = *recorded.masses.get(name)?;
        let sums = impulse_sums(scene, name, frames);
        let track = scene.track(scene.bodies.iter().position(|body| body.name == name)?)?;
        let mut steps = HashMap::new();
        for frame in frames {
            if let Some(step) = TimeStep::new(scene, recorded, &track, *frame) {
                steps.insert(*frame, step);
            }
        }
        let gravity = DVec3::from_array(recorded.gravity);
        Some(Self { name: name.to_owned(), mass, gravity, sums, steps })
    }

    /// Rows of the impulses on this body in a frame; empty if they are not all known.
    fn rows(&self, engine: &str, frame: u32) -> Vec<Compared> {
        let Some(Some(sum)) = self.sums.get(&frame) else { return Vec::new() };
        let Some(TimeStep { duration, positions }) = self.steps.get(&frame) else { return Vec::new() };
        let source = CapturedAnswer::new(engine);
        let mut rows = Vec::new();
        let weight = self.gravity * (self.mass * duration);
        if let Some(down) = self.gravity.try_normalize() {
            let upward = -sum.dot(down);
            let needed = weight.length();
            let mut upward_row = row(
                &source,
                format!("upward impulse on {}", self.name),
                newton_seconds(upward),
                labeled(needed, "m g h"),
            );
            upward_row.difference = newton_seconds(upward - needed);
            rows.push(upward_row);
        }
        if let Some([before, now, after]) = positions {
            // The change of momentum is that of the mean velocities of two successive steps.
            let velocity_change = (*after - *now - (*now - *before)) / *duration;
            let expected = velocity_change * self.mass - weight;
            let quantity = format!("all impulses on {}", self.name);
            let mut momentum_row = row(&source, quantity, number::vector(*sum), number::vector(expected));
            momentum_row.difference = newton_seconds((*sum - expected).length());
            rows.push(momentum_row);
        }
        rows
    }
}

impl TimeStep {
    /// The step that begins with `frame`; `None` if its length is unknown.
    fn new(scene: &Scene, recorded: &Recorded, track: &Track, frame: u32) -> Option<Self> {
        let duration = match recorded.step {
            Some(duration) => duration,
            None => time(scene, frame + 1)? - time(scene, frame)?,
        };
        if duration.is_nan() || duration <= 0.0 {
            return None;
        }
        let last = scene.frame_count().saturating_sub(1) as u32;
        let positions = if frame > 0 && frame < last {
            Some([frame - 1, frame, frame + 1].map(|frame| position_in_frame(track, frame)))
        } else {
            None
        };
        Some(Self { duration, positions })
    }
}

/// Position of a body in a frame, world frame, meters.
fn position_in_frame(track: &Track, frame: u32) -> DVec3 {
    let (position, _) = track.pose(frame as usize);
    DVec3::from_array(position)
}

/// Recorded time of a frame, seconds; `None` if unknown.
fn time(scene: &Scene, frame: u32) -> Option<f64> {
    scene.frames.get(frame as usize).and_then(|frame| frame.time)
}

/// An impulse, N s, with its formula before it, such as `m g h`.
fn labeled(impulse: f64, formula: &str) -> Shown {
    let shown = newton_seconds(impulse);
    Shown { text: format!("{formula} = {}", shown.text), ..shown }
}
