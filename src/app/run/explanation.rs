//! Explanation of a mark, a lane or a table row: the beats (sub-steps) of the run that change it, with the lesson's
//! sentences. The window lists them on request, to show how the mark came to be where it is.
//!
//! An *item* is a mark, a lane or a table row, named by the related id (see [`related_id`]) that its marks and rows
//! share. A beat changes an item if its [`Trace`] of the item has an element that the previous beat's has not.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens_lesson::{Beat, BeatIndex, Row};
use contact_lens_picture::{Form, Key, Role};

use super::recording::Recording;
use crate::view::hover::related_id;

/// Maximum number of listed beats up to the current one. The search among later beats ends with the step in which the
/// list grows to twice this number.
const MAX_ENTRIES: usize = 12;

/// Time limit of the whole search, first among earlier beats and then among later ones. It is tested after each step.
const BUDGET: Duration = Duration::from_secs(3);

/// A beat that changes the explained item, or a beat of the step that is about that item.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplanationEntry {
    /// Step and beat of the run.
    pub index: BeatIndex,
    /// Sentence of the beat.
    pub say: String,
}

/// An open explanation of a mark or row.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Id of the mark or row that was clicked.
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

/// Appearance of an item in a beat: one element per mark and per table row.
type Trace = BTreeSet<TraceElement>;

/// Appearance of one mark or table row.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct TraceElement {
    /// View and position of a mark; title of the table, texts of the row and whether it is chosen for a row.
    description: String,
    /// Role of a mark; `None` for a row.
    role: Option<Role>,
}

/// Position of a point, badge, segment or arrow, as text. Empty for all other marks: a body, for example, moves in most
/// beats, so its motion would list them all.
fn position_text(form: &Form) -> String {
    match form {
        Form::Point(at) | Form::Badge { at, .. } => format!("{at:?}"),
        Form::Segment([from, to]) | Form::Arrow { from, to } => format!("{from:?} {to:?}"),
        _ => String::new(),
    }
}

/// Whether a table row has the related id `item`.
fn is_row_of(row: &Row, item: &str) -> bool {
    row.key.as_ref().is_some_and(|key| related_id(key) == item)
}

/// Appearance in a beat of the item with the related id `item`, without its labels and without marks that take no part
/// in the beat.
fn trace_of(beat: &Beat, item: &str) -> Trace {
    let mut trace = Trace::new();
    for (view, picture) in beat.pictures.iter() {
        for mark in picture.marks.iter().filter(|mark| related_id(&mark.key) == item) {
            // A body that goes back to its usual color is not changed by the beat, which is about other bodies.
            let is_at_rest = matches!(mark.role, Role::Bystander | Role::Idle | Role::Member);
            if !is_at_rest && !matches!(mark.form, Form::Label { .. }) {
                let description = format!("{view} {}", position_text(&mark.form));
                trace.insert(TraceElement { description, role: Some(mark.role) });
            }
        }
    }
    for table in &beat.tables {
        for row in table.rows.iter().filter(|row| is_row_of(row, item)) {
            let texts: Vec<_> = row.texts().collect();
            let description = format!("{}: {}, {}", table.title, texts.join(" "), row.chosen);
            trace.insert(TraceElement { description, role: None });
        }
    }
    trace
}

/// Entry of the beat at `index`.
fn explanation_entry(run: &Recording, index: BeatIndex) -> ExplanationEntry {
    ExplanationEntry { index, say: run.summary(run.position(index.step, index.beat)).say.clone() }
}

/// Trace of an item in one beat.
struct BeatTrace {
    index: BeatIndex,
    trace: Trace,
}

/// Traces of an item in the beats of a step, in order.
fn traces_of_step(run: &Recording, step: usize, item: &str) -> Vec<BeatTrace> {
    let beats = run.build_beats(step);
    let traces = beats.iter().map(|beat| trace_of(beat, item));
    traces.enumerate().map(|(beat, trace)| BeatTrace { index: BeatIndex { step, beat }, trace }).collect()
}

/// Returns the beats that change the item of the mark or row `key`, in order: the last ones up to the current beat
/// `now`, and the next ones after `now`. For an item that has a step about it, returns all beats of that step.
pub fn find_explanation_entries(run: &Recording, key: &Key, now: BeatIndex) -> Vec<ExplanationEntry> {
    let item = related_id(key);
    let deadline = Instant::now() + BUDGET;
    if let Some(step) = run.lesson.step_about(&key.0) {
        return (0..run.beats_of(step)).map(|beat| explanation_entry(run, BeatIndex { step, beat })).collect();
    }
    let mut entries = entries_up_to(run, item, now, deadline);
    append_entries_after(&mut entries, run, item, now, deadline);
    entries
}

/// The last beats up to `now` that change the item, in order; at most [`MAX_ENTRIES`].
fn entries_up_to(run: &Recording, item: &str, now: BeatIndex, deadline: Instant) -> Vec<ExplanationEntry> {
    // Newest first, until the end of this function.
    let mut entries = Vec::new();
    let mut next: Option<BeatTrace> = None;
    for step in (0..=now.step).rev() {
        for beat in traces_of_step(run, step, item).into_iter().rev().filter(|beat| beat.index <= now) {
            if let Some(next) = next
                && !next.trace.is_subset(&beat.trace)
            {
                entries.push(explanation_entry(run, next.index));
            }
            next = Some(beat);
        }
        if entries.len() >= MAX_ENTRIES || Instant::now() > deadline {
            break;
        }
    }
    // An item that the first beat shows counts as changed by that beat.
    if let Some(first) = next
        && first.index == BeatIndex::default()
        && !first.trace.is_empty()
    {
        entries.push(explanation_entry(run, first.index));
    }
    entries.truncate(MAX_ENTRIES);
    entries.reverse();
    entries
}

/// Appends the next beats after `now` that change the item, in order.
fn append_entries_after(
    entries: &mut Vec<ExplanationEntry>,
    run: &Recording,
    item: &str,
    now: BeatIndex,
    deadline: Instant,
) {
    let mut previous: Option<Trace> = None;
    for step in now.step..run.steps() {
        for beat in traces_of_step(run, step, item).into_iter().filter(|beat| beat.index >= now) {
            if let Some(previous) = previous
                && !beat.trace.is_subset(&previous)
            {
                entries.push(explanation_entry(run, beat.index));
            }
            previous = Some(beat.trace);
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
