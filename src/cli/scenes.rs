//! `contact-lens scenes`: lists the shipped scenes, or those that contain the given words.

use std::io::{self, Write};

use clap::Args;
use contact_lens_scene::catalog::{self, Entry, System};
use contact_lens_scene::model::{Course, Report};
use serde::Serialize;

use super::terminal_text::{Style, Table};
use super::{Ending, Failure, Result};

#[derive(Debug, Args)]
#[command(after_help = "\
Searches titles, file names, algorithms, endings, reports of other libraries and notes for all of the words.

Examples:
  contact-lens scenes                                  all scenes, by system
  contact-lens scenes --course                         the course, chapter by chapter
  contact-lens scenes iteration limit                  search results, best first
  contact-lens scenes jolt --json | jq '.[].name'")]
pub(super) struct ScenesOptions {
    /// Words that the scenes must contain
    #[arg(value_name = "WORDS")]
    pub(super) words: Vec<String>,
    /// List only the scenes of the course, in its order
    #[arg(long)]
    pub(super) course: bool,
    /// Print a JSON list instead of text
    #[arg(long)]
    pub(super) json: bool,
}

/// Lists the scenes that contain all words; fails if there are none.
pub(super) fn scenes(options: &ScenesOptions) -> Result {
    let words = options.words.join(" ");
    let entries: Vec<&Entry> = if options.course {
        let matches = catalog::find(&words);
        catalog::course().iter().copied().filter(|entry| matches.contains(entry)).collect()
    } else {
        catalog::find(&words)
    };
    if entries.is_empty() {
        return Err(Failure::Message(format!(
            "no shipped scene contains all of the words “{words}”; `contact-lens scenes` lists all"
        )));
    }
    let mut out = io::stdout().lock();
    if options.json {
        let records: Vec<EntryRecord<'_>> = entries.iter().map(|entry| EntryRecord::of(entry)).collect();
        let text = serde_json::to_string_pretty(&records).map_err(|error| Failure::Message(error.to_string()))?;
        writeln!(out, "{text}")?;
        return Ok(Ending::Fine);
    }
    let style = Style::of(&io::stdout());
    let lines = if options.course {
        lines_by_group(&entries, |entry| entry.course.map_or("", |course| course.chapter.title()), style)
    } else if words.trim().is_empty() {
        lines_by_group(&entries, |entry| entry.system.title(), style)
    } else {
        table_of_results(&entries).format_lines(0, style)
    };
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(
        out,
        "\n{}",
        style.faint("Open one with `contact-lens NAME`, print its steps with `contact-lens run NAME`.")
    )?;
    Ok(Ending::Fine)
}

/// Returns lines with the names and titles of scenes, and a heading above each group of consecutive scenes for which
/// `heading_of` returns the same text.
fn lines_by_group(entries: &[&Entry], heading_of: impl Fn(&Entry) -> &'static str, style: Style) -> Vec<String> {
    let widest = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    let mut last_heading = "";
    for entry in entries {
        let heading = heading_of(entry);
        if heading != last_heading {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(style.strong(heading));
            last_heading = heading;
        }
        lines.push(format!("  {:<widest$}  {}", entry.name, entry.title));
    }
    lines
}

/// Returns the table of search results.
fn table_of_results(entries: &[&Entry]) -> Table {
    let mut table = Table::new(["name", "title", "what to look at"]);
    for entry in entries {
        table.add_row(vec![entry.name.to_owned(), entry.title.clone(), entry.summary().to_owned()]);
    }
    table
}

/// JSON form of a scene in the list.
#[derive(Serialize)]
struct EntryRecord<'a> {
    name: &'a str,
    title: &'a str,
    system: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<Course>,
    /// Report of another library's error that the scene reproduces.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a Report>,
    algorithms: Vec<&'a str>,
    queries: Vec<&'a str>,
    endings: Vec<&'a str>,
    note: &'a str,
}

impl<'a> EntryRecord<'a> {
    /// Converts an entry of the catalog.
    fn of(entry: &'a Entry) -> Self {
        Self {
            name: entry.name,
            title: &entry.title,
            system: System::title(entry.system),
            course: entry.course,
            report: entry.report.as_ref(),
            algorithms: entry.algorithms.iter().map(String::as_str).collect(),
            queries: entry.queries.iter().map(String::as_str).collect(),
            endings: entry.endings.iter().map(String::as_str).collect(),
            note: &entry.note,
        }
    }
}
