//! Agreement of captured answers with the proven ones, frame by frame: how far each captured answer is off, as a
//! multiple of a tolerance.
//!
//! - **Distances and depths** are off by their distance from the proven bracket, meters.
//! - **Normals** are off by their angle from the computed normal, degrees. Pairs may have several normals, so an angle
//!   counts only if the captured normal proves less: along a unit vector `n`, the gap of the projections of the bodies
//!   is at most the signed distance, and equal to it for a normal of the contact.
//! - **Other values** (points, impulses, counts, and all values of a world) have no proven bounds, and are not judged
//!   here.

use std::collections::BTreeSet;

use contact_lens_lesson::Verdict;
use contact_lens_long_run::watch;
use contact_lens_model::answer::{Exact, number};
use contact_lens_play::{Compared, Judgment, Precision};
use contact_lens_scene::model::{CapturedAnswer, Query, Scene};
use glam::DVec3;

use crate::reference_geometry::{Placed, gap_along};
use crate::{Bodies, Failure, FailureKind};

/// Rounding error of a distance, relative to the size of the scene, in machine epsilons of the captured numbers.
const ROUNDING: f64 = 64.0;

/// Smallest default tolerance, relative to the size of the scene: poses that were converted from matrices to
/// quaternions have this rounding error.
const MIN_RELATIVE_TOLERANCE: f64 = 1e-12;

/// Default tolerance of the angle of a normal captured in `f32`, degrees.
const SINGLE_DEGREES: f64 = 1.0;

/// Default tolerance of the angle of a normal captured in `f64`, degrees.
const DOUBLE_DEGREES: f64 = 0.01;

/// Number of decimals from which on captured numbers are taken as rounded.
const FEWEST_DECIMALS: i32 = 3;

/// Largest difference of a captured answer that counts as agreement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Tolerance of distances and depths, meters, at least 0.
    pub meters: f64,
    /// Tolerance of the angle of normals, degrees, at least 0.
    pub degrees: f64,
}

impl Tolerance {
    /// Returns the tolerance that follows from the precision of the captured answers of a query: 64 machine epsilons
    /// of their scalar type times the size of the scene, at least a meter, and half a unit of the last decimal if all
    /// distances are given with few decimals, but no fewer than three.
    pub fn of_capture(scene: &Scene, query: &Query) -> Self {
        let numbers: Vec<f64> = query.theirs.iter().flat_map(measured_numbers).collect();
        let size = scene_size(scene, query).max(1.0);
        let is_single = numbers.iter().all(|number| has_precision_of_f32(*number));
        let eps = if is_single { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let decimals = numbers.iter().map(|number| decimals(*number)).max().unwrap_or(0);
        // A number with fewer decimals is likely exact.
        let half_unit = if decimals < FEWEST_DECIMALS { 0.0 } else { 0.5 * 10_f64.powi(-decimals) };
        Self {
            meters: (ROUNDING * eps * size).max(MIN_RELATIVE_TOLERANCE * size).max(half_unit),
            degrees: if is_single { SINGLE_DEGREES } else { DOUBLE_DEGREES },
        }
    }
}

/// Captured answer of one frame that is farthest beyond the tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// Frame of the answer, from 0.
    pub frame: usize,
    /// Captured value next to the one computed here.
    pub row: Compared,
    /// Difference as a multiple of the tolerance: beyond the tolerance if it is above 1.
    pub ratio: f64,
    /// Tolerance of the ratio.
    pub tolerance: Tolerance,
}

/// Returns for each frame with captured answers its worst one; frames in which nothing is judged are left out. `rows`
/// are the compared values of all frames, as in [`Case::external`](crate::Case::external).
pub fn deviations(scene: &Scene, query: &Query, rows: &[(usize, Compared)], tolerance: Tolerance) -> Vec<Deviation> {
    if query.is_of_a_world() {
        return Vec::new();
    }
    let bodies = Bodies::of(scene, query);
    let mut deviations: Vec<Deviation> = Vec::new();
    for (frame, row) in rows {
        let Some(ratio) = ratio(bodies.as_ref(), *frame, row, tolerance) else { continue };
        let deviation = Deviation { frame: *frame, row: row.clone(), ratio, tolerance };
        match deviations.last_mut().filter(|last| last.frame == *frame) {
            Some(last) if last.ratio >= ratio => {}
            Some(last) => *last = deviation,
            None => deviations.push(deviation),
        }
    }
    deviations
}

/// Returns the captured answers of a query that are beyond the tolerance, one per frame, the worst first. `rows` are as
/// in [`deviations`]. Without `tolerance`, a query is judged by [`Tolerance::of_capture`] unless it has expectations:
/// then it is a test of this engine, whose captured answers may be known to be wrong.
pub fn beyond_tolerance(
    scene: &Scene,
    query: &Query,
    rows: &[(usize, Compared)],
    tolerance: Option<Tolerance>,
) -> Vec<Deviation> {
    let has_expectations = query.ask.expectation().count() > 0;
    if query.theirs.is_empty() || (has_expectations && tolerance.is_none()) {
        return Vec::new();
    }
    let tolerance = tolerance.unwrap_or_else(|| Tolerance::of_capture(scene, query));
    let mut beyond = deviations(scene, query, rows, tolerance);
    beyond.retain(|deviation| deviation.ratio > 1.0);
    beyond.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    beyond
}

/// Returns a failure for each captured answer that is beyond the tolerance, in this order. The failures are at the
/// last step of their frames.
pub fn failures(scene: &Scene, query: &Query, beyond: &[Deviation]) -> Vec<Failure> {
    let run = if beyond.is_empty() { None } else { contact_lens_play::open(Precision::F64, scene, query).ok() };
    let failures = beyond.iter().map(|deviation| Failure {
        kind: FailureKind::Captured,
        frame: deviation.frame,
        precision: Precision::F64,
        step: run.as_ref().and_then(|run| run.lesson(deviation.frame).ok()).map_or(0, |lesson| lesson.steps() - 1),
        message: deviation.sentence(),
    });
    failures.collect()
}

impl Deviation {
    /// Returns a sentence about the captured answer, without a period: both values, how far the captured one is off,
    /// and the tolerance.
    pub fn sentence(&self) -> String {
        let compared = self.row.say();
        let Tolerance { meters, degrees } = self.tolerance;
        match self.row.judgment {
            Judgment::NotJudged => {
                format!("{compared}, at an angle of {}; the tolerance is {degrees}°", self.row.difference)
            }
            Judgment::WithinBracket
            | Judgment::WithinRounding(_)
            | Judgment::OutsideBracket(_)
            | Judgment::ObeysRule
            | Judgment::BreaksRule(_) => format!("{compared}; the tolerance is {}", number::length(meters)),
        }
    }
}

/// Returns the difference of a captured value as a multiple of the tolerance; `None` if it is not judged.
fn ratio(bodies: Option<&Bodies<'_>>, frame: usize, row: &Compared, tolerance: Tolerance) -> Option<f64> {
    match row.judgment {
        Judgment::WithinBracket => Some(0.0),
        Judgment::WithinRounding(meters) | Judgment::OutsideBracket(meters) => Some(meters / tolerance.meters),
        Judgment::NotJudged if row.quantity == "normal" => {
            let Some(Exact::Number(degrees)) = row.difference.exact else { return None };
            let Some(Exact::Vector(normal)) = row.captured.exact else { return None };
            let Some(Exact::Vector(computed)) = row.computed.exact else { return None };
            let lost = lost_distance(bodies?, frame, normal, computed)?;
            Some(if lost <= tolerance.meters { 0.0 } else { degrees / tolerance.degrees })
        }
        Judgment::NotJudged | Judgment::ObeysRule | Judgment::BreaksRule(_) => None,
    }
}

/// Returns by how much the gap of two convex bodies along a captured normal is below the gap along the computed one,
/// meters: 0 if both prove the same distance. `None` for other bodies.
fn lost_distance(bodies: &Bodies<'_>, frame: usize, captured: DVec3, computed: DVec3) -> Option<f64> {
    let placed = bodies.placed_in(frame);
    let [a, b] = placed.as_slice() else { return None };
    let is_convex = [a, b].into_iter().all(|body| !body.shape.has_children() && !body.shape.is_half_space());
    is_convex.then(|| gap_along(a, b, computed) - gap_along(a, b, captured.normalize_or_zero()))
}

/// Returns the distances and depths of a captured answer, meters.
fn measured_numbers(captured: &CapturedAnswer) -> impl Iterator<Item = f64> {
    captured.distance.into_iter().chain(captured.points.iter().filter_map(|point| point.depth))
}

/// Returns the largest coordinate of the bodies of a query and of its captured points, meters.
fn scene_size(scene: &Scene, query: &Query) -> f64 {
    let bodies = Bodies::of(scene, query);
    let placed =
        (0..scene.frame_count()).flat_map(|frame| bodies.iter().flat_map(move |bodies| bodies.placed_in(frame)));
    let reaches = placed.map(|body: Placed<'_>| body.position.abs().max_element());
    let points = query.theirs.iter().flat_map(|captured| &captured.points);
    let positions = points.filter_map(|point| point.display_position());
    let coordinates = positions.map(|position| DVec3::from_array(position).abs().max_element());
    reaches.chain(coordinates).fold(0.0, f64::max)
}

/// Whether a number is the nearest `f64` of an `f32`, of the shortest decimal text of one, or of its text in nine
/// digits, as C's `%.9g` prints it.
fn has_precision_of_f32(number: f64) -> bool {
    let single = number as f32;
    let nine_digits = format!("{:.8e}", f64::from(single));
    f64::from(single) == number || single.to_string().parse() == Ok(number) || nine_digits.parse() == Ok(number)
}

/// Returns the number of decimals of the shortest text of a number.
fn decimals(number: f64) -> i32 {
    let text = format!("{number}");
    text.split_once('.').map_or(0, |(_, decimals)| i32::try_from(decimals.len()).unwrap_or(i32::MAX))
}

/// Agreement of the captured answers of one frame of a query with the answer computed here.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameAgreement {
    /// All captured values next to those computed here; at least one.
    pub rows: Vec<Compared>,
    /// The worst captured answer by the tolerance; `None` if none is judged.
    pub worst: Option<Deviation>,
}

impl FrameAgreement {
    /// Compares the captured answers of a frame with its verdict; `None` for frames without captured answers.
    /// `tolerance` is called only if there are some: it reads all frames.
    pub fn of(
        scene: &Scene,
        query: &Query,
        verdict: &Verdict,
        frame: usize,
        tolerance: impl FnOnce() -> Tolerance,
    ) -> Option<Self> {
        let rows = contact_lens_play::compare(query, verdict, frame);
        if rows.is_empty() {
            return None;
        }
        let rows_of_frame: Vec<_> = rows.iter().map(|row| (frame, row.clone())).collect();
        let worst = deviations(scene, query, &rows_of_frame, tolerance()).pop();
        Some(Self { rows, worst })
    }
}

/// Agreement of the captured answers of one query with the answers computed here.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryAgreement {
    /// Index of the query in the scene.
    pub query: usize,
    /// The worst captured answer of each frame that has judged ones, in the order of the frames.
    pub deviations: Vec<Deviation>,
}

impl QueryAgreement {
    /// Returns the worst captured answer of a frame; `None` if none is judged there.
    pub fn in_frame(&self, frame: usize) -> Option<&Deviation> {
        let index = self.deviations.binary_search_by_key(&frame, |deviation| deviation.frame).ok()?;
        self.deviations.get(index)
    }

    /// Returns the captured answers beyond the tolerance, in the order of the frames.
    pub fn beyond(&self) -> impl DoubleEndedIterator<Item = &Deviation> {
        self.deviations.iter().filter(|deviation| deviation.ratio > 1.0)
    }
}

/// Runs every query with captured answers in the frames that have them, in f64, and compares the answers, with
/// [`Tolerance::of_capture`]. Frames that cannot be answered are left out.
pub fn agreement(scene: &Scene) -> Vec<QueryAgreement> {
    let with_captured = scene.queries.iter().enumerate().filter(|(_, query)| has_judged_answers(query));
    with_captured.map(|(index, query)| QueryAgreement { query: index, deviations: measure(scene, query) }).collect()
}

/// Whether a query has captured answers that can be judged.
pub fn has_judged_answers(query: &Query) -> bool {
    !query.is_of_a_world()
        && query.theirs.iter().any(|captured| captured.normal.is_some() || measured_numbers(captured).next().is_some())
}

/// Returns the worst captured answer of each frame of a query.
fn measure(scene: &Scene, query: &Query) -> Vec<Deviation> {
    let Ok(run) = contact_lens_play::open(Precision::F64, scene, query) else { return Vec::new() };
    let frames: BTreeSet<usize> = query.theirs.iter().map(|captured| captured.frame as usize).collect();
    let mut rows = Vec::new();
    for frame in frames {
        watch::tick();
        let Ok(verdict) = run.answer(frame) else { continue };
        let compared = contact_lens_play::compare(query, &verdict, frame);
        rows.extend(compared.into_iter().map(|row| (frame, row)));
    }
    deviations(scene, query, &rows, Tolerance::of_capture(scene, query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_precision_is_seen_in_all_its_spellings() {
        for number in [f64::from(0.1_f32), 0.1, 0.217_f32.to_string().parse().unwrap(), 0.216999993] {
            assert!(has_precision_of_f32(number), "{number}");
        }
        for number in [0.1 + 1e-12, 0.123456789, 1.0 / 3.0] {
            assert!(!has_precision_of_f32(number), "{number}");
        }
    }

    /// Tolerance of a captured distance of two balls, one of them at this coordinate.
    fn tolerance(coordinate: &str, distance: &str) -> Tolerance {
        let text = r#"{"version": 1, "name": "two", "bodies": [
            {"name": "a", "shape": {"type": "sphere", "radius": 1}},
            {"name": "b", "shape": {"type": "sphere", "radius": 1}, "position": [SIZE, 0, 0]}],
            "queries": [{"name": "q", "algorithm": "distance", "a": "a", "b": "b",
                         "theirs": [{"engine": "mine", "distance": GIVEN}]}]}"#;
        let text = text.replace("SIZE", coordinate).replace("GIVEN", distance);
        let scene = contact_lens_scene::parse("two", text.as_bytes()).unwrap();
        Tolerance::of_capture(&scene, &scene.queries[0])
    }

    #[test]
    fn the_tolerance_follows_precision_size_and_decimals() {
        let single = tolerance("3", "0.216999993");
        assert_eq!(single.degrees, SINGLE_DEGREES);
        assert!(single.meters > 1e-6 && single.meters < 1e-4, "{}", single.meters);
        let double = tolerance("3", "0.21700000000000003");
        assert!(double.meters < 1e-10 && double.degrees == DOUBLE_DEGREES, "{}", double.meters);
        // A larger scene has larger rounding errors.
        assert!(tolerance("3000", "0.216999993").meters > 100.0 * single.meters);
        // Three decimals are rounded to half a millimeter.
        assert_eq!(tolerance("3", "1.001").meters, 0.0005);
    }
}
