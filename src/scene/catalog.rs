//! The catalog of shipped scenes: on which shelf each stands, its place in the course, and how it is found by words.

mod search;
mod system;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::model::{Course, Report};
use super::shipped::SHIPPED;
pub use search::find;
pub use system::System;

/// What the catalog knows of a shipped scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its index in [`SHIPPED`].
    pub index: usize,
    /// Its file without `.scene.json`.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// What to look at.
    pub note: String,
    /// Its place in the course, if it has one.
    pub course: Option<Course>,
    /// Where the case was reported, if it is one of another library.
    pub report: Option<Report>,
    /// The shelf: that of its first query.
    pub system: System,
    /// The ids of the algorithms that are asked, each once.
    pub algorithms: BTreeSet<String>,
    /// What the queries are called.
    pub queries: Vec<String>,
    /// How queries end that say how they must: `IterationLimit`.
    pub endings: BTreeSet<String>,
}

impl Entry {
    /// The first sentence of the note that does not say where the case comes from; after a very short one the next as well.
    pub fn summary(&self) -> &str {
        let note = self.note.as_str();
        let told = if self.report.is_some() && note.starts_with("Source: ") { after_sentence(note) } else { note };
        let first = after_sentence(told);
        let rest = if told.len() - first.len() < SHORT { after_sentence(first) } else { first };
        told[..told.len() - rest.len()].trim_end()
    }
}

/// A sentence of fewer letters says too little alone.
const SHORT: usize = 24;

/// What follows the first sentence of a text.
fn after_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at + 2);
    ends.map(|at| &text[at..]).next().unwrap_or_default()
}

/// The part of a scene file that the catalog reads.
#[derive(Deserialize)]
struct Head {
    name: String,
    #[serde(default)]
    note: String,
    course: Option<Course>,
    report: Option<Report>,
    queries: Vec<HeadOfQuery>,
}

#[derive(Deserialize)]
struct HeadOfQuery {
    name: String,
    algorithm: String,
    #[serde(default)]
    expect: HeadOfExpect,
}

#[derive(Default, Deserialize)]
struct HeadOfExpect {
    outcome: Option<String>,
}

/// Every shipped scene: by system, in each first the scenes of the course in their order, then the others by title.
pub fn catalog() -> &'static [Entry] {
    static CATALOG: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut all: Vec<Entry> = (0..SHIPPED.len()).filter_map(entry).collect();
        all.sort_by(|a, b| order(a).cmp(&order(b)));
        all
    });
    &CATALOG
}

fn order(entry: &Entry) -> impl Ord {
    (entry.system, entry.course.is_none(), entry.course, entry.title.clone())
}

/// The scenes of the course, in order.
pub fn course() -> &'static [&'static Entry] {
    static COURSE: LazyLock<Vec<&'static Entry>> = LazyLock::new(|| {
        let mut all: Vec<_> = catalog().iter().filter(|entry| entry.course.is_some()).collect();
        all.sort_by_key(|entry| entry.course);
        all
    });
    &COURSE
}

/// The scene of the course that comes after the one with this index in [`SHIPPED`]; none after the last, or of a scene that
/// has no place in it.
pub fn next_in_course(index: usize) -> Option<&'static Entry> {
    let all = course();
    let place = all.iter().position(|entry| entry.index == index)?;
    all.get(place + 1).copied()
}

/// What the catalog knows of the scene with this index in [`SHIPPED`].
pub fn entry_of(index: usize) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.index == index)
}

/// None of a scene that cannot be read, or asks nothing: a test keeps those out.
fn entry(index: usize) -> Option<Entry> {
    let shipped = SHIPPED.get(index)?;
    let head: Head = serde_json::from_str(shipped.text).ok()?;
    let system = System::of(&head.queries.first()?.algorithm)?;
    Some(Entry {
        index,
        name: shipped.name,
        title: head.name,
        note: head.note,
        course: head.course,
        report: head.report,
        system,
        algorithms: head.queries.iter().map(|query| query.algorithm.clone()).collect(),
        endings: head.queries.iter().filter_map(|query| query.expect.outcome.clone()).collect(),
        queries: head.queries.into_iter().map(|query| query.name).collect(),
    })
}
