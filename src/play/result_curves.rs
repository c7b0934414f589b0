//! Plots over the frames of a query: one curve for each number of the result, and one for the iterations.

use contact_lens_lesson::{Verdict, watch};
use contact_lens_model::answer::{Exact, Fact, Finding, FindingFacts as _, WorldFinding};
use contact_lens_scene::model::{Ask, CapturedAnswer, Query, Scene};

use super::{Judgment, Precision, QueryError, compare, open, open_simulation};

/// Name of the curve of the largest normal impulse.
pub const IMPULSE: &str = "largest impulse";

/// Name of the curve of the largest disagreement with captured answers.
const DISAGREEMENT: &str = "captured answer off by";

/// One value of the result per frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the value.
    pub name: &'static str,
    /// Unit; empty for counts, and for joint errors, whose unit depends on the joint (m, rad, m/s or rad/s).
    pub unit: &'static str,
    /// Value of each frame, from the first frame; NaN where a frame has none.
    pub values: Vec<f64>,
    /// Captured value of each frame; NaN where a frame has none. Empty if no frame has one.
    pub captured: Vec<f64>,
}

impl Curve {
    /// A curve without values yet.
    fn new(name: &'static str, unit: &'static str) -> Self {
        Self { name, unit, values: Vec::new(), captured: Vec::new() }
    }

    /// Sets the captured values, if this is the curve of a distance or depth.
    fn set_captured(&mut self, query: &Query) {
        let sign = match self.name {
            "signed distance" | "separation" => 1.0,
            "depth" => -1.0,
            _ => return,
        };
        for captured in &query.theirs {
            let frame = captured.frame as usize;
            let Some(distance) = captured_distance(captured).filter(|_| frame < self.values.len()) else { continue };
            self.captured.resize(self.values.len(), f64::NAN);
            self.captured[frame] = sign * distance;
        }
    }

    /// Frame with the largest finite value, the first of equal ones; `None` without a finite value.
    pub fn largest(&self) -> Option<usize> {
        let frames = (0..self.values.len()).filter(|frame| self.values[*frame].is_finite());
        // `max_by` returns the last of equal elements, hence the reversed order.
        frames.rev().max_by(|a, b| self.values[*a].total_cmp(&self.values[*b]))
    }
}

/// Captured signed distance, meters: the distance, or the negated depth of the deepest point. `None` without both.
fn captured_distance(captured: &CapturedAnswer) -> Option<f64> {
    captured.distance.or(captured.greatest_depth().map(|depth| -depth))
}

/// Curves of the results of all frames.
///
/// # Errors
/// Fails if the query cannot be opened, or if a frame fails for another reason than an absent body.
pub fn curves_over_frames(precision: Precision, scene: &Scene, query: &Query) -> Result<Vec<Curve>, QueryError> {
    match query.ask {
        Ask::World { .. } => world_curves(precision, scene, query),
        _ => query_curves(precision, scene, query),
    }
}

/// Largest of nonnegative numbers; 0 without any.
fn largest_of(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, f64::max)
}

/// Curves of a world: one simulation gives all frames. Curves that are 0 in all frames are omitted.
fn world_curves(precision: Precision, scene: &Scene, query: &Query) -> Result<Vec<Curve>, QueryError> {
    let simulation = open_simulation(precision, scene, query)?;
    let frames: Vec<u32> = (0..scene.frames_of(Some(query)) as u32).collect();
    let mut curves = [
        Curve::new("penetration", "m"),
        Curve::new("energy", "J"),
        Curve::new(IMPULSE, "N s"),
        Curve::new("joint error", ""),
        Curve::new("contact points", ""),
    ];
    simulation.play(&frames, &mut |finding: WorldFinding| {
        // The caller can cancel between two frames.
        watch::tick();
        let values = [
            largest_of(finding.points().map(|point| point.depth)),
            finding.energy(),
            largest_of(finding.points().map(|point| point.normal_impulse)),
            largest_of(finding.joints.iter().flat_map(|joint| &joint.error).map(|error| error.abs())),
            finding.points().count() as f64,
        ];
        for (curve, value) in curves.iter_mut().zip(values) {
            curve.values.push(value);
        }
    });
    let has_values = |curve: &Curve| curve.values.iter().any(|value| *value != 0.0);
    Ok(curves.into_iter().filter(has_values).collect())
}

/// Curves of a query that is answered frame by frame.
fn query_curves(precision: Precision, scene: &Scene, query: &Query) -> Result<Vec<Curve>, QueryError> {
    let run = open(precision, scene, query)?;
    let mut iterations = Curve::new("iterations", "");
    let mut disagreements = Curve::new(DISAGREEMENT, "m");
    let mut curves: Vec<Curve> = Vec::new();
    for frame in 0..run.frames() {
        // The caller can cancel between two frames.
        watch::tick();
        let verdict = match run.answer(frame) {
            Err(error) if error.absent => {
                iterations.values.push(f64::NAN);
                disagreements.values.push(f64::NAN);
                continue;
            }
            verdict => verdict?,
        };
        iterations.values.push(f64::from(verdict.iterations));
        disagreements.values.push(disagreement(query, &verdict, frame));
        for NamedNumber { name, unit, value } in numbers(&verdict.finding) {
            let index = match curves.iter().position(|curve| curve.name == name) {
                Some(index) => index,
                None => {
                    curves.push(Curve::new(name, unit));
                    curves.len() - 1
                }
            };
            // Earlier frames without this value get NaN.
            curves[index].values.resize(frame, f64::NAN);
            curves[index].values.push(value);
        }
    }
    for curve in &mut curves {
        curve.values.resize(run.frames(), f64::NAN);
        curve.set_captured(query);
    }
    curves.push(iterations);
    if !query.theirs.is_empty() {
        curves.push(disagreements);
    }
    Ok(curves)
}

/// Largest distance of a captured value of this frame from the proven bracket, meters; 0 if all captured values are in
/// it, NaN without a captured value that the bracket judges.
fn disagreement(query: &Query, verdict: &Verdict, frame: usize) -> f64 {
    let judged = compare(query, verdict, frame).into_iter().filter_map(|compared| match compared.judgment {
        Judgment::OutsideBracket(meters) => Some(meters),
        Judgment::WithinBracket | Judgment::WithinRounding(_) => Some(0.0),
        Judgment::NotJudged | Judgment::ObeysRule | Judgment::BreaksRule(_) => None,
    });
    judged.reduce(f64::max).unwrap_or(f64::NAN)
}

/// A number of a result, with the name of its curve.
struct NamedNumber {
    name: &'static str,
    /// Unit; empty for counts.
    unit: &'static str,
    /// Finite value, in `unit`.
    value: f64,
}

/// Numbers of a result. The signed distance of a pair also gives its penetration, 0 for separated bodies.
fn numbers(finding: &Finding) -> Vec<NamedNumber> {
    let mut numbers: Vec<_> = finding.facts().into_iter().filter_map(number_of_fact).collect();
    if let Some(distance) = finding.pair().and_then(|pair| pair.signed_distance) {
        numbers.push(NamedNumber { name: "penetration", unit: "m", value: (-distance).max(0.0) });
    }
    numbers
}

/// Number of a fact; `None` unless its value is a count or a finite number.
fn number_of_fact(fact: Fact) -> Option<NamedNumber> {
    match fact.value.exact {
        Some(Exact::Number(value)) if value.is_finite() => {
            Some(NamedNumber { name: fact.name, unit: fact.unit, value })
        }
        Some(Exact::Count(count)) => Some(NamedNumber { name: fact.name, unit: "", value: count as f64 }),
        _ => None,
    }
}
