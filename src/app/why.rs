//! Why something is as it is: the beats of the run that tell of a mark, a lane or a row, in the lesson's own sentences.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hover::kin;
use super::recording::Recording;
use crate::lesson::Beat;
use crate::picture::{Form, Key, Role};

/// No more beats are listed up to the one that is shown.
const MOST: usize = 12;

/// So long a run is searched, from the beat that is shown; what is not looked at by then is not listed.
const BUDGET: Duration = Duration::from_secs(3);

/// A beat that tells of the thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// From 0.
    pub step: usize,
    /// From 0 in the step.
    pub beat: usize,
    /// The beat's sentence.
    pub say: String,
}

/// A question why something is as it is.
#[derive(Clone, Debug)]
pub struct Why {
    /// The key of the mark or row that is asked about.
    pub key: Key,
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// The run that is asked.
    pub of: Arc<Recording>,
    /// The beat at which it is asked.
    pub now: (usize, usize),
    /// The beats, in order; none until they are found.
    pub told: Option<Vec<Telling>>,
}

/// What a beat shows of a thing: in which view, role and place, in which rows, with which numbers.
type Trace = BTreeSet<(String, Option<Role>)>;

/// Where a small mark is: that it moves is what is asked about. Bodies, and what is as large, move with all else.
fn place(form: &Form) -> String {
    match form {
        Form::Point(at) | Form::Badge { at, .. } => format!("{at:?}"),
        Form::Segment([from, to]) | Form::Arrow { from, to } => format!("{from:?} {to:?}"),
        _ => String::new(),
    }
}

fn trace(beat: &Beat, thing: &str) -> Trace {
    let mut all = Trace::new();
    for (view, picture) in beat.pictures.iter() {
        let of_it =
            picture.marks.iter().filter(|mark| kin(&mark.key) == thing && !matches!(mark.form, Form::Label { .. }));
        all.extend(of_it.map(|mark| (format!("{view} {}", place(&mark.form)), Some(mark.role))));
    }
    let rows = beat.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table.title, row)));
    let of_it = rows.filter(|(_, row)| row.key.as_ref().is_some_and(|key| kin(key) == thing));
    all.extend(
        of_it.map(|(title, row)| {
            (format!("{title}: {}, {}", row.texts().collect::<Vec<_>>().join(" "), row.chosen), None)
        }),
    );
    all
}

/// The beats in which what is shown of the thing changes, or that are about it, in order: the last ones up to the one that is shown
/// `now`, and the next ones after it.
pub fn tellings(run: &Recording, key: &Key, now: (usize, usize)) -> Vec<Telling> {
    let (thing, begun) = (kin(key), Instant::now());
    let telling = |(step, beat): (usize, usize)| {
        let say = run.note(run.position(step, beat)).say.clone();
        Telling { step, beat, say }
    };
    // Where each step is about one thing the lesson knows which.
    if let Some(step) = run.lesson.step_about(&key.0) {
        return (0..run.beats_of(step)).map(|beat| telling((step, beat))).collect();
    }
    let shown = |step: usize| -> Vec<((usize, usize), Trace)> {
        let beats = run.make(step);
        beats.iter().enumerate().map(|(beat, made)| ((step, beat), trace(made, thing))).collect()
    };
    let gains = |before: &Trace, after: &Trace| after.difference(before).next().is_some();
    let (mut found, mut after) = (Vec::new(), None::<((usize, usize), Trace)>);
    for step in (0..=now.0).rev() {
        for (at, trace) in shown(step).into_iter().rev().filter(|(at, _)| *at <= now) {
            found.extend(after.filter(|(_, after)| gains(&trace, after)).map(|(at, _)| telling(at)));
            after = Some((at, trace));
        }
        if found.len() >= MOST || begun.elapsed() > BUDGET {
            break;
        }
    }
    // What is there from the start on.
    found.extend(after.filter(|(at, shown)| *at == (0, 0) && !shown.is_empty()).map(|(at, _)| telling(at)));
    found.truncate(MOST);
    found.reverse();
    let mut before: Option<Trace> = None;
    for step in now.0..run.steps() {
        for (at, trace) in shown(step).into_iter().filter(|(at, _)| *at >= now) {
            found.extend(before.filter(|before| gains(before, &trace)).map(|_| telling(at)));
            before = Some(trace);
        }
        if found.len() >= 2 * MOST || begun.elapsed() > BUDGET {
            break;
        }
    }
    found
}

/// What a thing is called: by its row, or by the words at its mark.
pub fn name_of(beat: &Beat, key: &Key) -> Option<String> {
    let rows = beat.tables.iter().flat_map(|table| &table.rows);
    let mut of_it = rows.filter(|row| row.key.as_ref().is_some_and(|other| kin(other) == kin(key)));
    let row = of_it.next().and_then(|row| row.texts().next()).map(str::to_owned);
    let marks = || beat.pictures.iter().flat_map(|(_, picture)| &picture.marks);
    let words = || {
        marks().filter(|mark| kin(&mark.key) == kin(key)).find_map(|mark| match &mark.form {
            Form::Label { text, .. } => Some(text.clone()),
            _ => None,
        })
    };
    let body = || kin(key).strip_prefix("body/").map(|name| name.split('/').next().unwrap_or(name).to_owned());
    body().or_else(words).or(row)
}
