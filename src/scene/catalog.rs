//! Catalog of the shipped scenes: an [`Entry`] for each with its title, note, algorithms and place in the course, in
//! display order, and a search by words ([`find`]). The scene browser and `scenes` list it.

mod core_path;
mod search;
mod system;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::model::{Course, Report};
use super::shipped::SHIPPED;
pub use core_path::{CoreScene, core_path, next_in_core_path};
pub use search::find;
pub use system::System;

/// Length of a sentence, bytes, below which a summary takes the next one too.
const SHORT_SENTENCE: usize = 24;

/// Data of a shipped scene in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index of the scene in [`SHIPPED`].
    pub index: usize,
    /// File name without `.scene.json`.
    pub name: &'static str,
    /// Title of the scene.
    pub title: String,
    /// Note about what to look at.
    pub note: String,
    /// Place in the course, if it has one.
    pub course: Option<Course>,
    /// Issue or test of another library from which the case comes; `None` for a case of this program's own.
    pub report: Option<Report>,
    /// Group of algorithms (GJK, EPA, casts, ...) of the first query, under which the catalog lists the scene.
    pub system: System,
    /// Ids of the algorithms of all queries.
    pub algorithms: BTreeSet<String>,
    /// Names of the queries.
    pub queries: Vec<String>,
    /// Expected endings of the queries, such as `IterationLimit`; a query that states none has no entry.
    pub endings: BTreeSet<String>,
}

impl Entry {
    /// First sentence of the note, or the first two if the first is shorter than 24 bytes. A leading sentence about the
    /// source of the case is skipped.
    pub fn summary(&self) -> &str {
        let note = self.note.as_str();
        let text = if self.report.is_some() && note.starts_with("Source: ") { after_sentence(note) } else { note };
        let after_first = after_sentence(text);
        let after_summary =
            if text.len() - after_first.len() < SHORT_SENTENCE { after_sentence(after_first) } else { after_first };
        text[..text.len() - after_summary.len()].trim_end()
    }
}

/// The text after its first sentence, which ends at a period and a space; empty if there is only one.
fn after_sentence(text: &str) -> &str {
    let mut starts = text.match_indices(". ").map(|(offset, _)| offset + ". ".len());
    starts.next().map(|start| &text[start..]).unwrap_or_default()
}

/// Fields of a scene file that the catalog reads.
#[derive(Deserialize)]
struct SceneHead {
    name: String,
    #[serde(default)]
    note: String,
    course: Option<Course>,
    report: Option<Report>,
    queries: Vec<QueryHead>,
}

/// Fields of a query that the catalog reads.
#[derive(Deserialize)]
struct QueryHead {
    name: String,
    algorithm: String,
    #[serde(default)]
    expect: ExpectHead,
}

/// Expectation that the catalog reads: the ending of the algorithm, absent if the query does not state it.
#[derive(Default, Deserialize)]
struct ExpectHead {
    outcome: Option<String>,
}

/// All shipped scenes: by system, first the scenes of the course in its order, then the others by title.
pub fn catalog() -> &'static [Entry] {
    static CATALOG: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut entries: Vec<Entry> = (0..SHIPPED.len()).filter_map(read_entry).collect();
        entries.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
        entries
    });
    &CATALOG
}

/// Key by which the catalog is sorted: system, scenes of the course before others, place in the course, title.
fn sort_key(entry: &Entry) -> impl Ord {
    (entry.system, entry.course.is_none(), entry.course, entry.title.clone())
}

/// The scenes of the course, in order.
pub fn course() -> &'static [&'static Entry] {
    static COURSE: LazyLock<Vec<&'static Entry>> = LazyLock::new(|| {
        let mut entries: Vec<_> = catalog().iter().filter(|entry| entry.course.is_some()).collect();
        entries.sort_by_key(|entry| entry.course);
        entries
    });
    &COURSE
}

/// The scene of the course after the one with this index in [`SHIPPED`]; `None` after the last and for a scene outside
/// of the course.
pub fn next_in_course(index: usize) -> Option<&'static Entry> {
    let entries = course();
    let place = entries.iter().position(|entry| entry.index == index)?;
    entries.get(place + 1).copied()
}

/// The entry of the scene with this index in [`SHIPPED`]; `None` if there is none.
pub fn entry_of(index: usize) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.index == index)
}

/// Creates the entry of a shipped scene; `None` if the scene cannot be parsed, has no query, or its first query has an
/// unknown algorithm. A test excludes all three.
fn read_entry(index: usize) -> Option<Entry> {
    let shipped = SHIPPED.get(index)?;
    let head: SceneHead = serde_json::from_str(shipped.text).ok()?;
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
