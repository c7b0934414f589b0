//! Why something is as it is: the beats of the run that tell of a mark, a lane or a row, in the lesson's own sentences.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hover::kin;
use super::recording::Recording;
use crate::lesson::Beat;
use crate::picture::{Form, Key, Role};

/// No more beats are listed, the last ones: the end of a run tells what became of a thing.
const MOST: usize = 12;

/// So long a run is searched, from its end; what is not looked at by then is not listed.
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
    /// The beats, in order; none until they are found.
    pub told: Option<Vec<Telling>>,
}

/// What a beat shows of a thing: in which view and role, in which rows, with which numbers.
type Trace = BTreeSet<(String, Option<Role>)>;

fn trace(beat: &Beat, thing: &str) -> Trace {
    let mut all = Trace::new();
    for (view, picture) in beat.pictures.iter() {
        let of_it =
            picture.marks.iter().filter(|mark| kin(&mark.key) == thing && !matches!(mark.form, Form::Label { .. }));
        all.extend(of_it.map(|mark| (view.to_owned(), Some(mark.role))));
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

/// The beats in which what is shown of the thing changes, or that are about it, in order.
pub fn tellings(run: &Recording, key: &Key) -> Vec<Telling> {
    let (thing, begun) = (kin(key), Instant::now());
    let telling = |step: usize, beat: usize| {
        let say = run.note(run.position(step, beat)).say.clone();
        Telling { step, beat, say }
    };
    // Where each step is about one thing the lesson knows which.
    if let Some(step) = run.lesson.step_about(&key.0) {
        return (0..run.beats_of(step)).map(|beat| telling(step, beat)).collect();
    }
    let mut found = Vec::new();
    let mut after: Option<(usize, usize, Trace)> = None;
    for step in (0..run.steps()).rev() {
        for (beat, made) in run.make(step).iter().enumerate().rev() {
            let now = trace(made, thing);
            if let Some((step, beat, shown)) = after.take().filter(|(.., shown)| !shown.is_empty() && *shown != now) {
                let gained = shown.difference(&now).next().is_some();
                found.extend(gained.then(|| telling(step, beat)));
            }
            after = Some((step, beat, now));
        }
        if found.len() >= MOST || begun.elapsed() > BUDGET {
            break;
        }
    }
    // What is there from the start on.
    found.extend(
        after.filter(|(step, beat, shown)| (*step, *beat) == (0, 0) && !shown.is_empty()).map(|_| telling(0, 0)),
    );
    found.truncate(MOST);
    found.reverse();
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
