//! Explanation of a mark, a lane or a table row: the beats (sub-steps) of the run that change it, with the lesson's
//! sentences. The window lists them on request, to show how the mark came to be where it is.
//!
//! The code calls a mark, a lane or a row a *thing*. A beat changes a thing if its [`Trace`] has an element that the
//! previous beat's has not.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::recording::Recording;
use crate::app::view::hover::related_id;
use crate::lesson::{Beat, BeatIndex, Row};
use crate::picture::{Form, Key, Role};

/// Maximum number of listed beats up to the current one. The search among later beats ends with the step in which the
/// list grows to twice this number.
const MAX_ENTRIES: usize = 12;

/// Time limit of the whole search, first among earlier beats and then among later ones. It is tested after each step.
const BUDGET: Duration = Duration::from_secs(3);

/// A beat that changes the thing, or that belongs to the thing's own step.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplanationEntry {
    /// Step and beat of the run.
    pub index: BeatIndex,
    /// The beat's sentence.
    pub say: String,
}

/// An open explanation of a mark or row.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Id of the mark or row.
    pub key: Key,
    /// Name of the mark or row; `None` for one without a name.
    pub name: Option<String>,
    /// Run that is searched.
    pub run: Arc<Recording>,
    /// Beat at which the explanation was opened.
    pub opened_at: BeatIndex,
    /// Beats found, in order; `None` until the search ends.
    pub entries: Option<Vec<ExplanationEntry>>,
}

/// Appearance of a thing in a beat. Each of its marks is an element with its view, position and role; each of its rows
/// is an element with the table's title, the row's texts and whether it is chosen, without a role.
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

/// Whether a table row has the related id `thing`.
fn is_row_of(row: &Row, thing: &str) -> bool {
    row.key.as_ref().is_some_and(|key| related_id(key) == thing)
}

/// Appearance of the thing with the related id `thing` in a beat, without its labels.
fn trace_of(beat: &Beat, thing: &str) -> Trace {
    let mut trace = Trace::new();
    for (view, picture) in beat.pictures.iter() {
        let marks = picture
            .marks
            .iter()
            .filter(|mark| related_id(&mark.key) == thing && !matches!(mark.form, Form::Label { .. }));
        trace.extend(marks.map(|mark| (format!("{view} {}", position_text(&mark.form)), Some(mark.role))));
    }
    for table in &beat.tables {
        for row in table.rows.iter().filter(|row| is_row_of(row, thing)) {
            let texts: Vec<_> = row.texts().collect();
            trace.insert((format!("{}: {}, {}", table.title, texts.join(" "), row.chosen), None));
        }
    }
    trace
}

/// Entry of the beat at `index`.
fn explanation_entry(run: &Recording, index: BeatIndex) -> ExplanationEntry {
    ExplanationEntry { index, say: run.summary(run.position(index.step, index.beat)).say.clone() }
}

/// Trace of a thing in one beat.
struct BeatTrace {
    index: BeatIndex,
    trace: Trace,
}

/// Traces of a thing in the beats of a step, in order.
fn traces_of_step(run: &Recording, step: usize, thing: &str) -> Vec<BeatTrace> {
    let beats = run.build_beats(step);
    let traces = beats.iter().map(|beat| trace_of(beat, thing));
    traces.enumerate().map(|(beat, trace)| BeatTrace { index: BeatIndex { step, beat }, trace }).collect()
}

/// Returns the beats that change the thing with the id `key`, in order: the last ones up to `now` and the next ones
/// after it. For a thing that has a step of its own, returns all beats of that step.
pub fn find_explanation_entries(run: &Recording, key: &Key, now: BeatIndex) -> Vec<ExplanationEntry> {
    let thing = related_id(key);
    let deadline = Instant::now() + BUDGET;
    if let Some(step) = run.lesson.step_about(&key.0) {
        return (0..run.beats_of(step)).map(|beat| explanation_entry(run, BeatIndex { step, beat })).collect();
    }
    let mut entries = entries_up_to(run, thing, now, deadline);
    append_entries_after(&mut entries, run, thing, now, deadline);
    entries
}

/// The last beats up to `now` that change the thing, in order; at most [`MAX_ENTRIES`].
fn entries_up_to(run: &Recording, thing: &str, now: BeatIndex, deadline: Instant) -> Vec<ExplanationEntry> {
    // Newest first, until the end of this function.
    let mut entries = Vec::new();
    let mut after: Option<BeatTrace> = None;
    for step in (0..=now.step).rev() {
        for earlier in traces_of_step(run, step, thing).into_iter().rev().filter(|beat| beat.index <= now) {
            let changed = after.filter(|after| !after.trace.is_subset(&earlier.trace));
            entries.extend(changed.map(|changed| explanation_entry(run, changed.index)));
            after = Some(earlier);
        }
        if entries.len() >= MAX_ENTRIES || Instant::now() > deadline {
            break;
        }
    }
    // A thing that the first beat shows counts as changed by that beat.
    let shown_first = after.filter(|first| first.index == BeatIndex::default() && !first.trace.is_empty());
    entries.extend(shown_first.map(|first| explanation_entry(run, first.index)));
    entries.truncate(MAX_ENTRIES);
    entries.reverse();
    entries
}

/// Appends the next beats after `now` that change the thing.
fn append_entries_after(
    entries: &mut Vec<ExplanationEntry>,
    run: &Recording,
    thing: &str,
    now: BeatIndex,
    deadline: Instant,
) {
    let mut before: Option<Trace> = None;
    for step in now.step..run.steps() {
        for later in traces_of_step(run, step, thing).into_iter().filter(|beat| beat.index >= now) {
            if before.is_some_and(|before| !later.trace.is_subset(&before)) {
                entries.push(explanation_entry(run, later.index));
            }
            before = Some(later.trace);
        }
        if entries.len() >= 2 * MAX_ENTRIES || Instant::now() > deadline {
            break;
        }
    }
}

/// Name of a mark or row: the name of its body, the text of a label with the same related id, or the first cell of a
/// table row with that id. `None` without any of these.
pub fn name_of(beat: &Beat, key: &Key) -> Option<String> {
    if let Some(name) = related_id(key).strip_prefix("body/") {
        return Some(name.split('/').next().unwrap_or(name).to_owned());
    }
    let marks = beat.pictures.iter().flat_map(|(_, picture)| &picture.marks);
    for mark in marks.filter(|mark| related_id(&mark.key) == related_id(key)) {
        if let Form::Label { text, .. } = &mark.form {
            return Some(text.clone());
        }
    }
    let mut rows = beat.tables.iter().flat_map(|table| &table.rows);
    let row = rows.find(|row| is_row_of(row, related_id(key)))?;
    row.texts().next().map(str::to_owned)
}
