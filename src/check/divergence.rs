//! Comparison of two runs of one query, usually in `f32` and in `f64`: finds the first step and sub-step in which they
//! differ, and describes the difference.

use contact_lens_lesson::{Beat, BeatSummary, CSO, Lesson};
use contact_lens_picture::{Form, Role};
use glam::DVec3;

/// First step at which two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// Step in both runs, from 0.
    pub step: usize,
    /// Sub-step within that step, from 0.
    pub beat: usize,
    /// Difference in one sentence, with `the first run` and `the second run` as the names of the runs.
    pub message: String,
}

impl Divergence {
    /// Returns the message with the names of the two runs.
    pub fn between(&self, [first, second]: [&str; 2]) -> String {
        self.message.replace("the first run", first).replace("the second run", second)
    }
}

/// Distance beyond which two simplex vertices differ, as a fraction of the largest distance of a vertex from the
/// origin.
const VERTEX_TOLERANCE: f64 = 1e-3;

/// Compares two runs by the source lines they execute, the stop tests that fire, and the simplex or polytope they hold.
/// `None` when they agree throughout.
pub fn divergence(first: &dyn Lesson, second: &dyn Lesson) -> Option<Divergence> {
    for step in 0..first.steps().max(second.steps()) {
        let mut runs = [("first", first), ("second", second)].into_iter();
        if let Some((which, run)) = runs.find(|(_, run)| step >= run.steps()) {
            let outcome = run.verdict().outcome;
            let other = if which == "first" { "second" } else { "first" };
            let message = format!("the {which} run has ended (`{outcome}`), but the {other} run continues");
            return Some(Divergence { step, beat: 0, message });
        }
        if have_same_lines(first, second, step) {
            continue;
        }
        // Without a configuration-space view there is no simplex to draw.
        let is_drawn = first.card().views.iter().any(|view| view.id == CSO);
        let [of_first, of_second] =
            [first, second].map(|run| if is_drawn { run.beats(step) } else { run.outline(step) });
        for beat in 0..of_first.len().max(of_second.len()) {
            if let Some(message) = difference(of_first.get(beat), of_second.get(beat)) {
                return Some(Divergence { step, beat, message });
            }
        }
    }
    None
}

/// Whether two runs execute the same lines in a step and then hold the same vertices: a comparison without drawing.
/// False also for lessons that do not report their vertices.
fn have_same_lines(first: &dyn Lesson, second: &dyn Lesson, step: usize) -> bool {
    let of_first = first.corners(step);
    let of_second = second.corners(step);
    if of_first.is_empty() || of_first.len() != of_second.len() {
        return false;
    }
    let [beats_of_first, beats_of_second] = [first, second].map(|run| BeatSummary::of_step(run.outline(step)));
    let lines = beats_of_first.iter().map(|summary| (summary.line, summary.fired));
    lines.eq(beats_of_second.iter().map(|summary| (summary.line, summary.fired)))
        && first_unshared(&of_first, &of_second).is_none()
}

/// Returns a vertex of the first run that the second one lacks; `None` if the second one has all of them.
fn first_unshared<'a>(of_first: &'a [DVec3], of_second: &[DVec3]) -> Option<&'a DVec3> {
    let size = of_first.iter().map(|p| p.length()).fold(0.0, f64::max);
    of_first.iter().find(|p| of_second.iter().all(|q| p.distance(*q) > VERTEX_TOLERANCE * size))
}

/// Describes the difference of two sub-steps in a clause: of the executed line, of the stop test, or of the vertices.
/// `None` without a difference.
fn difference(first: Option<&Beat>, second: Option<&Beat>) -> Option<String> {
    if let Some(message) = line_difference(first, second) {
        return Some(message);
    }
    let first = first?;
    let second = second?;
    stop_difference(first, second).or_else(|| vertex_difference(first, second))
}

/// Compares the listing lines that two sub-steps execute; a step may have ended before its sub-step.
fn line_difference(first: Option<&Beat>, second: Option<&Beat>) -> Option<String> {
    let [of_first, of_second] = [first, second].map(|beat| {
        beat.map_or_else(
            || String::from("has no further sub-step"),
            |beat| format!("executes line @{} of the listing", beat.line),
        )
    });
    (of_first != of_second).then(|| format!("in this step the first run {of_first}, but the second run {of_second}"))
}

/// Compares the stop tests that fire in two sub-steps.
fn stop_difference(first: &Beat, second: &Beat) -> Option<String> {
    let [of_first, of_second] = [first, second].map(|beat| {
        let fired = beat.stops.iter().find(|stop| stop.fired);
        fired.map_or_else(|| String::from("no stop test fires"), |stop| format!("`{}` fires", stop.name))
    });
    (of_first != of_second).then(|| format!("{of_first} in the first run, but {of_second} in the second run"))
}

/// Compares the vertices of the simplices or polytopes that two sub-steps draw.
fn vertex_difference(first: &Beat, second: &Beat) -> Option<String> {
    let of_first = drawn_vertices(first);
    let of_second = drawn_vertices(second);
    let is_polytope = first.pictures.of(CSO).marks.iter().any(|mark| mark.role == Role::Polytope);
    let shape = if is_polytope { "polytope" } else { "simplex" };
    if of_first.len() != of_second.len() {
        let [of_first, of_second] = [of_first.len(), of_second.len()]
            .map(|count| format!("{count} {}", if count == 1 { "vertex" } else { "vertices" }));
        return Some(format!("the {shape} has {of_first} in the first run, but {of_second} in the second run"));
    }
    first_unshared(&of_first, &of_second)
        .map(|p| format!("only in the first run, the {shape} has a vertex at ({:.6}, {:.6}, {:.6}) m", p.x, p.y, p.z))
}

/// Vertices of the simplex or polytope that a sub-step draws, in the configuration space, meters.
fn drawn_vertices(beat: &Beat) -> Vec<DVec3> {
    let marks = beat.pictures.of(CSO).marks.iter().filter(|mark| matches!(mark.role, Role::Simplex | Role::Polytope));
    marks
        .filter_map(|mark| match mark.form {
            Form::Point(position) => Some(position),
            _ => None,
        })
        .collect()
}
