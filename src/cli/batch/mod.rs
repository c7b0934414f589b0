//! `contact-lens batch`: reads queries as JSON lines, writes answers as JSON lines.
//!
//! Streaming: each answer is flushed before the next line is read, and only one line is held at a time. A bad line gets
//! an error line, and the next lines are answered.

mod answers;
mod clock;
mod line;
mod reply;

use std::collections::HashSet;
use std::io::{BufRead, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;

use super::args::{self, BatchOptions};
use super::progress::Progress;
pub use super::solvers::Test;
use super::{Ending, Failure, Result, interrupt};
use crate::check::Precision;
use crate::lesson::Watch;
use crate::scene;
use crate::scene::batch_line::{Line, LineError, LineQuery, Placed};
use crate::scene::io_message;
use crate::scene::model::{Method, Solver};
use reply::Reply;

/// Reply with an answer, without its id.
#[derive(Debug, Serialize)]
struct AnswerLine {
    #[serde(flatten)]
    reply: Reply,
    /// Median time of the query, nanoseconds; only with `--time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ns: Option<f64>,
}

/// Reply to a line without an answer, without its id.
#[derive(Debug, Serialize)]
struct ErrorReply {
    error: String,
    line: u64,
}

/// Reply to a line that exceeded its budget, without its id.
#[derive(Debug, Serialize)]
struct OverBudgetReply {
    status: &'static str,
    error: String,
    line: u64,
}

/// Answers lines, one at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    /// Precision of the engine.
    pub precision: Precision,
    /// Whether answers state the time of their query.
    pub time: bool,
    /// Simplex solver of GJK; `None` for the default.
    pub solver: Option<Solver>,
    /// Method for penetration; `None` for the default. There is no choice in the plane.
    pub method: Option<Method>,
    /// Test that answers `intersects`; by default ISA-GJK in space. In the plane always boolean GJK.
    pub test: Option<Test>,
}

impl Batch {
    /// Returns the reply to line `number` (from 1): one line of JSON, an answer or an error, with the line's id.
    pub fn reply(&self, number: u64, line: &[u8]) -> String {
        self.reply_noting(number, line).0
    }

    /// Returns the reply of [`Batch::reply`], and a clause about each part of the line and of `--solver` that had no
    /// effect.
    pub fn reply_noting(&self, number: u64, line: &[u8]) -> (String, Vec<String>) {
        let mut line = Line::read(line);
        let mut notes = Vec::new();
        let reply = match self.answer(&mut line, &mut notes) {
            Ok(answer) => with_id(line.id(), &answer),
            Err(error) => refusal(line.id(), number, &error.to_string()),
        };
        (reply, notes)
    }

    /// Answers a line; `notes` receives a clause about each part of the line and of `--solver` that had no effect.
    fn answer(&self, line: &mut Line<'_>, notes: &mut Vec<String>) -> std::result::Result<AnswerLine, LineError> {
        let query = line.query()?;
        notes.extend(
            self.unused_choices(&query)
                .into_iter()
                .map(|(word, why)| format!("`--solver {word}` has no effect here: {why}")),
        );
        notes.extend(self.remarks(line, &query));
        notes.extend(inner_points(&query));
        let (reply, ns) = self.run(&query).map_err(|error| line.error(&query.field(&error.field), &error.message))?;
        Ok(AnswerLine { reply, ns })
    }

    /// Returns remarks about fields of the line that have no effect, as in public case files.
    fn remarks(&self, line: &Line<'_>, query: &LineQuery) -> Vec<String> {
        let takes_query = matches!(query, LineQuery::World(_) | LineQuery::Simplex(_));
        let ignored = line.remarks().filter(|(name, _)| !(takes_query && *name == "query"));
        ignored.filter_map(|(name, text)| self.remark(name, text)).collect()
    }

    /// Remark about a field without effect; `None` for a precision that is the engine's.
    fn remark(&self, name: &str, text: &str) -> Option<String> {
        if name != "precision" {
            return Some(format!("`{name}` has no effect here: it only describes the case"));
        }
        let precision = self.precision;
        (text != format!("\"{precision}\""))
            .then(|| format!("`precision` has no effect here: `--precision` selects the engine, which is {precision}"))
    }
}

/// Returns remarks about polygons of a pair that have points inside their hull.
fn inner_points(query: &LineQuery) -> Vec<String> {
    let case = match query {
        LineQuery::Pair(case) => case,
        LineQuery::Manifold(line) => &line.case,
        _ => return Vec::new(),
    };
    [("a", &case.a), ("b", &case.b)].into_iter().filter_map(|(name, placed)| inner_point(name, placed)).collect()
}

/// Remark about the first point of a polygon inside its hull; `None` if there is none.
fn inner_point(name: &str, placed: &Placed) -> Option<String> {
    let k = scene::inner_point(&placed.shape)?;
    Some(format!("some points of `{name}.shape` have no effect: [{k}], {}", scene::INSIDE))
}

/// Reply to a line that cannot be answered.
fn refusal(id: &str, number: u64, message: &str) -> String {
    with_id(id, &ErrorReply { error: format!("line {number}, {message}"), line: number })
}

/// Puts the id into a reply exactly as it was written: a reformatted number would be another id.
fn with_id(id: &str, reply: &impl Serialize) -> String {
    match serde_json::to_string(reply) {
        Ok(text) => format!("{{\"id\":{id},{}", text.trim_start_matches('{')),
        Err(_) => format!("{{\"id\":{id},\"error\":\"the answer cannot be written as JSON\"}}"),
    }
}

/// Answers the lines of standard input.
pub(super) fn batch(options: &BatchOptions) -> Result {
    let (solver, method) = options.solvers.chosen()?;
    let test = options.solvers.test()?;
    let precision = match options.precision {
        args::Precision::F32 => Precision::F32,
        args::Precision::F64 => Precision::F64,
    };
    let batch = Batch { precision, time: options.time, solver, method, test };
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let answered = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&answered);
    interrupt::end_between(move || interrupted(count.load(Relaxed)));
    // If the answers go to the terminal, they show the progress themselves.
    let progress = (!std::io::stdout().is_terminal()).then(|| Progress::begin("Answering"));
    answer_all(&batch, options.budget, &mut input, &mut output, &mut std::io::stderr(), &|number| {
        answered.store(number, Relaxed);
        if let Some(progress) = &progress {
            progress.say(format!("Answering, {number} lines done"));
        }
    })
}

/// Message of a batch that Ctrl-C ended.
fn interrupted(answered: u64) -> String {
    let lines = if answered == 1 { "line was" } else { "lines were" };
    format!("Interrupted: {answered} {lines} answered.")
}

/// Returns the reply to a line within the budget and its remarks; else a reply about the timeout.
fn reply_within(batch: &Batch, budget: Option<Duration>, number: u64, bytes: &[u8]) -> (String, Vec<String>) {
    let Some(budget) = budget else { return batch.reply_noting(number, bytes) };
    let batch = *batch;
    let owned = bytes.to_vec();
    let done = Arc::new(Watch::for_at_most(budget)).run_until_deadline(move || batch.reply_noting(number, &owned));
    done.unwrap_or_else(|| {
        let error = format!("line {number}: exceeded the time limit of {} s (`--budget`)", budget.as_secs_f64());
        (with_id(Line::read(bytes).id(), &OverBudgetReply { status: "out of budget", error, line: number }), Vec::new())
    })
}

/// Returns the subject of a remark, before the reason: each subject is reported once, for its first line.
fn subject(note: &str) -> &str {
    note.split_once(": ").map_or(note, |(subject, _)| subject)
}

/// Failure of reading the input.
fn unreadable(error: &std::io::Error) -> Failure {
    Failure::Message(format!("cannot read the input: {}", io_message(error)))
}

/// Answers line by line on `output`, with a call of `report` each. Remarks go to `aside`, each subject once.
fn answer_all(
    batch: &Batch,
    budget: Option<Duration>,
    input: &mut impl BufRead,
    output: &mut impl Write,
    aside: &mut impl Write,
    report: &dyn Fn(u64),
) -> Result {
    let mut reported = HashSet::new();
    let mut done = 0;
    let mut reader = line::Reader::new(input);
    loop {
        let number = reader.number() + 1;
        let reply = match reader.next().map_err(|error| unreadable(&error))? {
            None => return Ok(Ending::Fine),
            Some(line::Line::Text(bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Some(line::Line::Text(bytes)) => {
                let (reply, notes) = reply_within(batch, budget, number, bytes);
                for note in notes.into_iter().filter(|note| reported.insert(subject(note).to_owned())) {
                    // Failing to write a remark must not lose the answer.
                    let _ = writeln!(aside, "line {number}: {note}");
                }
                reply
            }
            Some(line::Line::TooLong(id)) => refusal(&id, number, &line::too_long()),
        };
        done += 1;
        interrupt::undisturbed(|| {
            output.write_all((reply + "\n").as_bytes())?;
            output.flush()?;
            report(done);
            std::io::Result::Ok(())
        })?;
        // Ctrl-C during the write has to be checked here, since the next line may never come.
        interrupt::end_if_interrupted();
    }
}

mod query;
mod reply_fields;
mod solver_choice;
#[cfg(test)]
mod tests;
