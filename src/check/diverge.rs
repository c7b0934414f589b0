//! First difference between two runs of one query, usually in `f32` and in `f64`.

use glam::DVec3;

use crate::lesson::{Beat, BeatSummary, CSO, Lesson};
use crate::picture::{Form, Role};

/// First step at which two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// Step in both runs, from 0.
    pub step: usize,
    /// Sub-step within that step.
    pub beat: usize,
    /// Difference in one sentence, the first run named first.
    pub message: String,
}

impl Divergence {
    /// Returns the message with the names of the two runs.
    pub fn between(&self, [first, second]: [&str; 2]) -> String {
        self.message.replace("the first run", first).replace("the second run", second)
    }
}

/// Distance beyond which two simplex vertices differ, as a fraction of the simplex's size.
const SAME_CORNER: f64 = 1e-3;

/// Compares two runs by the source lines they execute and the simplex they hold. `None` when they agree throughout.
pub fn divergence(first: &dyn Lesson, second: &dyn Lesson) -> Option<Divergence> {
    for step in 0..first.steps().max(second.steps()) {
        let ended = |run: &dyn Lesson| (step >= run.steps()).then(|| run.verdict().outcome);
        if let Some(outcome) = ended(first).or(ended(second)) {
            let which = if ended(first).is_some() { "first" } else { "second" };
            let message = format!("the {which} run has ended (`{outcome}`), the other one goes on");
            return Some(Divergence { step, beat: 0, message });
        }
        if alike(first, second, step) {
            continue;
        }
        // Without a configuration-space view there is no simplex to draw.
        let drawn = first.card().views.iter().any(|view| view.id == CSO);
        let beats = |run: &dyn Lesson| if drawn { run.beats(step) } else { run.outline(step) };
        let ours = beats(first);
        let theirs = beats(second);
        for beat in 0..ours.len().max(theirs.len()) {
            if let Some(message) = part(ours.get(beat), theirs.get(beat)) {
                return Some(Divergence { step, beat, message });
            }
        }
    }
    None
}

/// Whether two runs execute the same lines in a step and then hold the same vertices: a comparison without drawing.
fn alike(first: &dyn Lesson, second: &dyn Lesson, step: usize) -> bool {
    let way = |run: &dyn Lesson| -> Vec<_> {
        BeatSummary::of_step(run.outline(step)).iter().map(|note| (note.line, note.fired)).collect()
    };
    let ours = first.corners(step);
    let theirs = second.corners(step);
    !ours.is_empty() && way(first) == way(second) && ours.len() == theirs.len() && stranger(&ours, &theirs).is_none()
}

/// Returns a vertex of the first run that the second lacks.
fn stranger<'a>(ours: &'a [DVec3], theirs: &[DVec3]) -> Option<&'a DVec3> {
    let size = ours.iter().map(|p| p.length()).fold(0.0, f64::max);
    ours.iter().find(|p| theirs.iter().all(|q| p.distance(*q) > SAME_CORNER * size))
}

fn part(first: Option<&Beat>, second: Option<&Beat>) -> Option<String> {
    let line = |beat: Option<&Beat>| beat.map_or(String::from("nothing"), |beat| format!("@{}", beat.line));
    let (Some(a), Some(b)) = (first, second) else {
        return Some(format!("the first run takes {}, the second run {}", line(first), line(second)));
    };
    if a.line != b.line {
        return Some(format!("the first run takes {}, the second run {}", line(first), line(second)));
    }
    let fired = |beat: &Beat| beat.stops.iter().find(|stop| stop.fired).map(|stop| stop.name);
    if fired(a) != fired(b) {
        let name =
            |beat| fired(beat).map_or_else(|| String::from("no stop test fires"), |name| format!("`{name}` fires"));
        return Some(format!("{} in the first run, {} in the second run", name(a), name(b)));
    }
    let ours = corners(a);
    let theirs = corners(b);
    let what =
        if a.pictures.of(CSO).marks.iter().any(|mark| mark.role == Role::Polytope) { "polytope" } else { "simplex" };
    if ours.len() != theirs.len() {
        let [ours, theirs] = [ours.len(), theirs.len()];
        return Some(format!("the {what} has {ours} corners in the first run, {theirs} in the second run"));
    }
    stranger(&ours, &theirs)
        .map(|p| format!("the {what}'s corner ({:.6}, {:.6}, {:.6}) is in the first run alone", p.x, p.y, p.z))
}

fn corners(beat: &Beat) -> Vec<DVec3> {
    let marks = beat.pictures.of(CSO).marks.iter().filter(|mark| matches!(mark.role, Role::Simplex | Role::Polytope));
    marks
        .filter_map(|mark| match mark.form {
            Form::Point(at) => Some(at),
            _ => None,
        })
        .collect()
}
