//! `contact-lens batch`: pairs of shapes as JSON lines in, answers as JSON lines out.
//!
//! Streaming: each answer is flushed before the next line is read, and no more than one line is held. A bad line is
//! answered by an error line and the rest goes on.

mod clock;
mod double;
mod line;
mod single;

use std::io::{BufRead, Write};

use serde::Serialize;

use super::args::{self, BatchOptions};
use super::{Ending, Failure, Result};
use crate::check::Precision;
use crate::scene::case::{Case, Line, LineError};
use crate::scene::model::{Method, Solver};

/// A pair whose shapes are built, ready to be asked again and again.
trait Pair {
    /// The answer, cold.
    fn answer(&self) -> Answer;
    /// Asks once and throws the answer away, for the clock.
    fn ask(&self);
}

/// What an engine does not take: the path of the field, and one sentence.
#[derive(Debug, PartialEq)]
struct Misfit {
    path: String,
    message: String,
}

impl Misfit {
    fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

/// An answer line, but for its id. World frame, `f64` (every `f32` is one), signs as everywhere.
#[derive(Debug, Serialize)]
struct Answer {
    signed_distance: Option<f64>,
    normal: Vec<f64>,
    witness_a: Vec<f64>,
    witness_b: Vec<f64>,
    lower: f64,
    upper: f64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    iterations: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ns: Option<f64>,
}

/// The line of a case without an answer, but for its id.
#[derive(Debug, Serialize)]
struct Refused {
    error: String,
    line: u64,
}

/// What `--solver` picked.
type Picked = (Option<Solver>, Option<Method>);

/// Answers lines, one at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    /// The engine.
    pub precision: Precision,
    /// Whether answers tell the time of their query.
    pub time: bool,
    /// The sub-algorithm of GJK, if not the default.
    pub solver: Option<Solver>,
    /// How penetration is measured, if not by the default. There is no choice in the plane.
    pub method: Option<Method>,
}

impl Batch {
    /// The reply to line `number` (from 1): one line of JSON, an answer or an error, with the line's id.
    pub fn reply(&self, number: u64, line: &[u8]) -> String {
        let mut line = Line::read(line);
        match self.answer(&mut line) {
            Ok(answer) => with_id(line.id(), &answer),
            Err(error) => refusal(line.id(), number, &error.to_string()),
        }
    }

    fn answer(&self, line: &mut Line<'_>) -> std::result::Result<Answer, LineError> {
        let case = line.case()?;
        let pair = self.pair(&case).map_err(|misfit| line.error(&misfit.path, &misfit.message))?;
        let ns = self.time.then(|| clock::median_ns(|| pair.ask()));
        Ok(Answer { ns, ..pair.answer() })
    }

    fn pair(&self, case: &Case) -> std::result::Result<Box<dyn Pair>, Misfit> {
        if let (2, Some(method)) = (case.dim, self.method) {
            let message = format!(
                "in the plane `--solver {}` would do nothing; only space has a choice of methods",
                word(method)
            );
            return Err(Misfit::new("dim", message));
        }
        let picked = (self.solver, self.method);
        match self.precision {
            Precision::F32 => single::pair(case, picked),
            Precision::F64 => double::pair(case, picked),
        }
    }
}

fn word(method: Method) -> &'static str {
    match method {
        Method::Hybrid => "hybrid",
        Method::Epa => "epa",
    }
}

fn refusal(id: &str, number: u64, message: &str) -> String {
    with_id(id, &Refused { error: format!("line {number}, {message}"), line: number })
}

/// The id goes out to the letter as it came in: a number that a program writes its own way would be another id.
fn with_id(id: &str, reply: &impl Serialize) -> String {
    match serde_json::to_string(reply) {
        Ok(text) => format!("{{\"id\":{id},{}", text.trim_start_matches('{')),
        Err(_) => format!("{{\"id\":{id},\"error\":\"the answer cannot be written as JSON\"}}"),
    }
}

pub(super) fn batch(options: &BatchOptions) -> Result {
    let (solver, method) = options.solvers.chosen()?;
    let precision = match options.precision {
        args::Precision::F32 => Precision::F32,
        args::Precision::F64 => Precision::F64,
    };
    let batch = Batch { precision, time: options.time, solver, method };
    answer_all(&batch, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
}

fn answer_all(batch: &Batch, input: &mut impl BufRead, output: &mut impl Write) -> Result {
    let mut reader = line::Reader::new(input);
    let unreadable = |error: std::io::Error| Failure::Message(format!("cannot read the input: {error}"));
    loop {
        let number = reader.number() + 1;
        let reply = match reader.next().map_err(unreadable)? {
            None => return Ok(Ending::Fine),
            Some(line::Line::Text(bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Some(line::Line::Text(bytes)) => batch.reply(number, bytes),
            Some(line::Line::TooLong) => refusal("null", number, &line::too_long()),
        };
        output.write_all((reply + "\n").as_bytes())?;
        output.flush()?;
    }
}
