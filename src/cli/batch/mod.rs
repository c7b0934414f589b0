//! `contact-lens batch`: reads queries from standard input as JSON lines, and writes the answers to standard output as
//! JSON lines.
//!
//! Each answer is flushed before the next line is read, and only one line is in memory at a time. A line that is not
//! understood gets a reply with an error, and the next lines are answered.

mod answers;
mod audit;
mod clock;
mod line;
mod query;
mod reply;
mod reply_fields;
mod solver_choice;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::{BufRead, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use contact_lens_check::Precision;
use contact_lens_lesson::Watch;
use contact_lens_scene as scene;
use contact_lens_scene::batch_line::{Line, LineError, LineQuery, Placed};
use contact_lens_scene::io_message;
use contact_lens_scene::model::{Method, Solver};
use serde::Serialize;

use super::args::{self, BatchOptions};
use super::progress::Progress;
pub use super::solvers::OverlapTest;
use super::{Ending, Failure, Result, interrupt};
use reply::Reply;
use solver_choice::UnusedChoice;

/// Answer to a line, without the line's id.
#[derive(Debug, Serialize)]
struct TimedReply {
    #[serde(flatten)]
    reply: Reply,
    /// Median time of the query, nanoseconds; `None` without `--time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ns: Option<f64>,
}

/// Reply to a line without an answer, without its id.
#[derive(Debug, Serialize)]
struct ErrorReply {
    /// Sentence with the line's number and the reason.
    error: String,
    /// Number of the line, from 1.
    line: u64,
}

/// Reply to a line that exceeded its time limit, without its id.
#[derive(Debug, Serialize)]
struct OverBudgetReply {
    status: &'static str,
    /// Sentence with the line's number and the time limit.
    error: String,
    /// Number of the line, from 1.
    line: u64,
}

/// Reply to a line, and remarks about it for standard error.
#[derive(Clone, Debug)]
pub struct ReplyWithRemarks {
    /// One line of JSON, without its end: an answer or an error, with the line's id.
    pub reply: String,
    /// A clause about each part of the line and of `--solver` that had no effect.
    pub remarks: Vec<String>,
}

/// Options of a batch, which answers lines one at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    /// Precision of the engine.
    pub precision: Precision,
    /// Whether each answer states the time of its query.
    pub time: bool,
    /// Simplex solver of GJK; `None` for the default.
    pub solver: Option<Solver>,
    /// Method for penetration in space; `None` for the default. It has no effect in the plane.
    pub method: Option<Method>,
    /// Test that answers `intersects` in space; `None` for ISA-GJK. In the plane it is always boolean GJK.
    pub test: Option<OverlapTest>,
}

impl Batch {
    /// Returns the reply to line `number` (from 1): one line of JSON, an answer or an error, with the line's id.
    pub fn reply(&self, number: u64, line: &[u8]) -> String {
        self.reply_with_remarks(number, line).reply
    }

    /// Returns the reply of [`Batch::reply`] with the remarks about the line.
    pub fn reply_with_remarks(&self, number: u64, line: &[u8]) -> ReplyWithRemarks {
        if let Some(reply) = audit::reply(number, line) {
            return ReplyWithRemarks { reply, remarks: Vec::new() };
        }
        let mut line = Line::read(line);
        let mut remarks = Vec::new();
        let reply = match self.answer(&mut line, &mut remarks) {
            Ok(answer) => with_id(line.id(), &answer),
            Err(error) => error_reply(line.id(), number, &error.to_string()),
        };
        ReplyWithRemarks { reply, remarks }
    }

    /// Answers a line; `remarks` receives a clause about each part of the line and of `--solver` that had no effect.
    fn answer(&self, line: &mut Line<'_>, remarks: &mut Vec<String>) -> std::result::Result<TimedReply, LineError> {
        let query = line.query()?;
        let unused = self.unused_choices(&query).into_iter();
        remarks.extend(
            unused.map(|UnusedChoice { name, reason }| format!("`--solver {name}` has no effect here: {reason}")),
        );
        remarks.extend(self.remarks_on_fields(line, &query));
        remarks.extend(remarks_on_inner_points(&query));
        self.run(&query).map_err(|error| line.error(&query.field(&error.field), &error.message))
    }

    /// Returns remarks about fields of the line that only describe the case, as public case files have them.
    fn remarks_on_fields(&self, line: &Line<'_>, query: &LineQuery) -> Vec<String> {
        let has_query_field = matches!(query, LineQuery::World(_) | LineQuery::Simplex(_));
        let ignored = line.remarks().filter(|(name, _)| !(has_query_field && *name == "query"));
        ignored.filter_map(|(name, text)| self.remark_on_field(name, text)).collect()
    }

    /// Returns the remark about the field `name`, which has no effect and the JSON value `text`; `None` for a precision
    /// that is the engine's.
    fn remark_on_field(&self, name: &str, text: &str) -> Option<String> {
        if name != "precision" {
            return Some(format!("`{name}` has no effect here: it only describes the case"));
        }
        let precision = self.precision;
        (text != format!("\"{precision}\""))
            .then(|| format!("`precision` has no effect here: this run computes in {precision}, as `--precision` says"))
    }
}

/// Returns remarks about polygons of a pair that have points inside their hull.
fn remarks_on_inner_points(query: &LineQuery) -> Vec<String> {
    let case = match query {
        LineQuery::Pair(case) => case,
        LineQuery::Manifold(line) => &line.case,
        _ => return Vec::new(),
    };
    [("a", &case.a), ("b", &case.b)]
        .into_iter()
        .filter_map(|(name, placed)| remark_on_inner_point(name, placed))
        .collect()
}

/// Returns a remark about the first point inside the hull of the polygon in the field `name`; `None` without such a
/// point.
fn remark_on_inner_point(name: &str, placed: &Placed) -> Option<String> {
    let index = scene::inner_point(&placed.shape)?;
    Some(format!("some points of `{name}.shape` have no effect: point {index} is ignored, since {}", scene::INSIDE))
}

/// Returns the reply to a line that cannot be answered; `id` is JSON, and lines count from 1.
fn error_reply(id: &str, number: u64, message: &str) -> String {
    with_id(id, &ErrorReply { error: format!("line {number}, {message}"), line: number })
}

/// Formats a reply as JSON with the id in front, exactly as it was written: a reformatted number would be another id.
fn with_id(id: &str, reply: &impl Serialize) -> String {
    match serde_json::to_string(reply) {
        Ok(text) => format!("{{\"id\":{id},{}", text.trim_start_matches('{')),
        Err(_) => format!("{{\"id\":{id},\"error\":\"the answer cannot be written as JSON\"}}"),
    }
}

/// Answers the lines of standard input.
pub(super) fn batch(options: &BatchOptions) -> Result {
    let (solver, method) = options.solvers.solver_and_method()?;
    let test = options.solvers.overlap_test()?;
    let precision = match options.precision {
        args::Precision::F32 => Precision::F32,
        args::Precision::F64 => Precision::F64,
    };
    let batch = Batch { precision, time: options.time, solver, method, test };
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let answered = Arc::new(AtomicU64::new(0));
    let answered_at_interrupt = Arc::clone(&answered);
    interrupt::end_between_tasks(move || interruption_message(answered_at_interrupt.load(Relaxed)));
    // If the answers go to the terminal, they show the progress themselves.
    let progress = (!std::io::stdout().is_terminal()).then(|| Progress::begin("Answering"));
    answer_all(&batch, options.budget, &mut input, &mut output, &mut std::io::stderr(), &|number| {
        answered.store(number, Relaxed);
        if let Some(progress) = &progress {
            progress.set_description(format!("Answering, {number} lines done"));
        }
    })
}

/// Returns the message of a batch that Ctrl-C ended after this number of answered lines.
fn interruption_message(answered: u64) -> String {
    let lines = if answered == 1 { "line was" } else { "lines were" };
    format!("Interrupted: {answered} {lines} answered.")
}

/// Returns the reply to a line; if it takes longer than the time limit `budget`, a reply about that.
fn reply_within(batch: &Batch, budget: Option<Duration>, number: u64, bytes: &[u8]) -> ReplyWithRemarks {
    let Some(budget) = budget else { return batch.reply_with_remarks(number, bytes) };
    let batch = *batch;
    let owned = bytes.to_vec();
    let done =
        Arc::new(Watch::for_at_most(budget)).run_until_deadline(move || batch.reply_with_remarks(number, &owned));
    done.unwrap_or_else(|| {
        let error = format!("line {number}: exceeded the time limit of {} s (`--budget`)", budget.as_secs_f64());
        let reply = OverBudgetReply { status: "out of budget", error, line: number };
        ReplyWithRemarks { reply: with_id(Line::read(bytes).id(), &reply), remarks: Vec::new() }
    })
}

/// Returns the subject of a remark, which is before its reason. Each subject is reported once, for its first line.
fn subject(remark: &str) -> &str {
    remark.split_once(": ").map_or(remark, |(subject, _)| subject)
}

/// Returns the failure of a job whose input cannot be read.
fn unreadable(error: &std::io::Error) -> Failure {
    Failure::Message(format!("cannot read the input: {}", io_message(error)))
}

/// Answers line by line on `output`, and calls `report` with the number of answered lines after each. Remarks are
/// written to `remark_output`, each subject once.
fn answer_all(
    batch: &Batch,
    budget: Option<Duration>,
    input: &mut impl BufRead,
    output: &mut impl Write,
    remark_output: &mut impl Write,
    report: &dyn Fn(u64),
) -> Result {
    let mut reported = HashSet::new();
    let mut answered = 0;
    let mut reader = line::Reader::new(input);
    loop {
        let number = reader.number() + 1;
        let reply = match reader.next().map_err(|error| unreadable(&error))? {
            None => return Ok(Ending::Fine),
            Some(line::Line::Text(bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Some(line::Line::Text(bytes)) => {
                let ReplyWithRemarks { reply, remarks } = reply_within(batch, budget, number, bytes);
                for remark in remarks.into_iter().filter(|remark| reported.insert(subject(remark).to_owned())) {
                    // Failing to write a remark must not lose the answer.
                    let _ = writeln!(remark_output, "line {number}: {remark}");
                }
                reply
            }
            Some(line::Line::TooLong(id)) => error_reply(&id, number, &line::too_long()),
        };
        answered += 1;
        interrupt::run_undisturbed(|| {
            output.write_all((reply + "\n").as_bytes())?;
            output.flush()?;
            report(answered);
            std::io::Result::Ok(())
        })?;
        // Ctrl-C during the write has to be checked here, since the next line may never come.
        interrupt::end_if_interrupted();
    }
}
