//! Explanation of a mark, a lane or a row: the beats of the run that change it, with the lesson's sentences.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::recording::Recording;
use crate::app::view::hover::related_id;
use crate::lesson::Beat;
use crate::picture::{Form, Key, Role};

/// Maximum number of beats listed up to the current one. The search after it ends with the step that brings all listed
/// beats to twice this number.
const MAX_ENTRIES: usize = 12;

/// Time limit of the search, which goes back from the current beat and then on from it. A search that exceeds this time
/// ends with the current step.
const BUDGET: Duration = Duration::from_secs(3);

/// A beat that changes the mark or row, or is about it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplanationEntry {
    /// Step, from 0.
    pub step: usize,
    /// Beat in the step, from 0.
    pub beat: usize,
    /// The beat's sentence.
    pub say: String,
}

/// An open explanation of a mark or row.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Id of the mark or row.
    pub key: Key,
    /// Name of the mark or row, where it has one.
    pub name: Option<String>,
    /// Run that is searched.
    pub run: Arc<Recording>,
    /// Step and beat at which the explanation was opened.
    pub now: (usize, usize),
    /// Beats found, in order; `None` until the search ends.
    pub entries: Option<Vec<ExplanationEntry>>,
}

/// Appearance of a mark or row, called “thing” here, in a beat: views with positions and roles of its marks, and texts
/// of its rows.
type Trace = BTreeSet<(String, Option<Role>)>;

/// Position of a point, badge, segment or arrow, as text; its changes are reported. Empty for other marks, such as
/// bodies, which move with everything.
fn position_text(form: &Form) -> String {
    match form {
        Form::Point(at) | Form::Badge { at, .. } => format!("{at:?}"),
        Form::Segment([from, to]) | Form::Arrow { from, to } => format!("{from:?} {to:?}"),
        _ => String::new(),
    }
}

/// Appearance of the thing with the id `thing` in a beat, without its labels.
fn trace(beat: &Beat, thing: &str) -> Trace {
    let mut all = Trace::new();
    for (view, picture) in beat.pictures.iter() {
        let marks = picture
            .marks
            .iter()
            .filter(|mark| related_id(&mark.key) == thing && !matches!(mark.form, Form::Label { .. }));
        all.extend(marks.map(|mark| (format!("{view} {}", position_text(&mark.form)), Some(mark.role))));
    }
    let rows = beat.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table.title, row)));
    let rows = rows.filter(|(_, row)| row.key.as_ref().is_some_and(|key| related_id(key) == thing));
    all.extend(
        rows.map(|(title, row)| {
            (format!("{title}: {}, {}", row.texts().collect::<Vec<_>>().join(" "), row.chosen), None)
        }),
    );
    all
}

/// Entry of the beat `beat` of `step`, both from 0.
fn explanation_entry(run: &Recording, (step, beat): (usize, usize)) -> ExplanationEntry {
    ExplanationEntry { step, beat, say: run.note(run.position(step, beat)).say.clone() }
}

/// Traces of a thing in the beats of a step, with step and beat.
fn traces_of_step(run: &Recording, step: usize, thing: &str) -> Vec<((usize, usize), Trace)> {
    let beats = run.make(step);
    beats.iter().enumerate().map(|(beat, made)| ((step, beat), trace(made, thing))).collect()
}

/// Beats that change the thing or are about it, in order: the last ones up to `now` and the next ones after it, where
/// `now` is a step and a beat from 0. For a thing that has a step of its own, all beats of that step.
pub fn explanation_entries(run: &Recording, key: &Key, now: (usize, usize)) -> Vec<ExplanationEntry> {
    let thing = related_id(key);
    let deadline = Instant::now() + BUDGET;
    if let Some(step) = run.lesson.step_about(&key.0) {
        return (0..run.beats_of(step)).map(|beat| explanation_entry(run, (step, beat))).collect();
    }
    let mut entries = entries_up_to(run, thing, now, deadline);
    append_entries_after(&mut entries, run, thing, now, deadline);
    entries
}

/// The last beats up to `now` that change the thing, in order; at most [`MAX_ENTRIES`].
fn entries_up_to(run: &Recording, thing: &str, now: (usize, usize), deadline: Instant) -> Vec<ExplanationEntry> {
    let mut found = Vec::new();
    let mut after = None::<((usize, usize), Trace)>;
    for step in (0..=now.0).rev() {
        for (at, trace) in traces_of_step(run, step, thing).into_iter().rev().filter(|(at, _)| *at <= now) {
            found.extend(after.filter(|(_, after)| !after.is_subset(&trace)).map(|(at, _)| explanation_entry(run, at)));
            after = Some((at, trace));
        }
        if found.len() >= MAX_ENTRIES || Instant::now() > deadline {
            break;
        }
    }
    // A thing shown from the first beat on counts as a change there.
    found.extend(
        after.filter(|(at, shown)| *at == (0, 0) && !shown.is_empty()).map(|(at, _)| explanation_entry(run, at)),
    );
    found.truncate(MAX_ENTRIES);
    found.reverse();
    found
}

/// Appends the next beats after `now` that change the thing.
fn append_entries_after(
    entries: &mut Vec<ExplanationEntry>,
    run: &Recording,
    thing: &str,
    now: (usize, usize),
    deadline: Instant,
) {
    let mut before: Option<Trace> = None;
    for step in now.0..run.steps() {
        for (at, trace) in traces_of_step(run, step, thing).into_iter().filter(|(at, _)| *at >= now) {
            entries.extend(before.filter(|before| !trace.is_subset(before)).map(|_| explanation_entry(run, at)));
            before = Some(trace);
        }
        if entries.len() >= 2 * MAX_ENTRIES || Instant::now() > deadline {
            break;
        }
    }
}

/// Name of a mark or row: that of its body, of a label with the same id, or of its row in a table.
pub fn name_of(beat: &Beat, key: &Key) -> Option<String> {
    if let Some(name) = related_id(key).strip_prefix("body/") {
        return Some(name.split('/').next().unwrap_or(name).to_owned());
    }
    let marks = beat.pictures.iter().flat_map(|(_, picture)| &picture.marks);
    let mut labels =
        marks.filter(|mark| related_id(&mark.key) == related_id(key)).filter_map(|mark| match &mark.form {
            Form::Label { text, .. } => Some(text.clone()),
            _ => None,
        });
    labels.next().or_else(|| {
        let rows = beat.tables.iter().flat_map(|table| &table.rows);
        let mut of_thing =
            rows.filter(|row| row.key.as_ref().is_some_and(|other| related_id(other) == related_id(key)));
        of_thing.next().and_then(|row| row.texts().next()).map(str::to_owned)
    })
}
