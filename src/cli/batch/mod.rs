//! `contact-lens batch`: pairs of shapes as JSON lines in, answers as JSON lines out.
//!
//! Streaming: each answer is flushed before the next line is read, and no more than one line is held. A bad line is
//! answered by an error line and the rest goes on.

mod case;
mod clock;
mod double;
mod line;
mod single;

use std::io::{BufRead, Write};

use serde::Serialize;
use serde_json::Value;

use super::args::{BatchOptions, Precision};
use super::{Ending, Failure, Result};
use crate::scene::model::{Method, Solver};
use case::Case;
use line::Line;

/// A pair whose shapes are built, ready to be asked again and again.
trait Pair {
    /// The answer, cold.
    fn answer(&self) -> Answer;
    /// Asks once and throws the answer away, for the clock.
    fn ask(&self);
}

/// Why a case has no answer.
#[derive(Debug, PartialEq)]
enum Unanswered {
    /// A shape or dimension that this program does not have.
    Unsupported,
    /// The case is wrong, in one sentence.
    Wrong(String),
}

/// An answer line. World frame, `f64` (every `f32` is one), signs as everywhere.
#[derive(Debug, Serialize)]
struct Answer {
    id: Value,
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

/// The line of a case without an answer.
#[derive(Debug, Serialize)]
struct Refused {
    id: Value,
    signed_distance: Option<f64>,
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

pub(super) fn batch(options: &BatchOptions) -> Result {
    answer_all(&mut std::io::stdin().lock(), &mut std::io::stdout().lock(), options)
}

fn answer_all(input: &mut impl BufRead, output: &mut impl Write, options: &BatchOptions) -> Result {
    let (solver, method) = options.solvers.chosen()?;
    let solvers = (solver.unwrap_or_default(), method.unwrap_or_default());
    let mut reader = line::Reader::new(input);
    loop {
        let unreadable = |error: std::io::Error| Failure::Message(format!("cannot read the input: {error}"));
        let reply = match reader.next().map_err(unreadable)? {
            None => return Ok(Ending::Fine),
            Some(Line::Text(bytes)) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Some(Line::Text(bytes)) => reply(bytes, options, solvers),
            Some(Line::TooLong) => Err((Value::Null, Unanswered::Wrong(line::too_long()))),
        };
        let text = match reply {
            Ok(answer) => serde_json::to_string(&answer),
            Err((id, Unanswered::Unsupported)) => {
                let error = String::from("unsupported");
                serde_json::to_string(&Refused { id, signed_distance: None, error, line: None })
            }
            Err((id, Unanswered::Wrong(message))) => {
                let (error, line) = (format!("line {}: {message}", reader.number()), Some(reader.number()));
                serde_json::to_string(&Refused { id, signed_distance: None, error, line })
            }
        };
        let text = text.map_err(|error| Failure::Message(error.to_string()))?;
        output.write_all((text + "\n").as_bytes())?;
        output.flush()?;
    }
}

/// What `--solver` picked, the defaults filled in.
type Picked = (Solver, Method);

fn reply(line: &[u8], options: &BatchOptions, solvers: Picked) -> std::result::Result<Answer, (Value, Unanswered)> {
    let (id, case) = Case::read(line);
    let pair = case.and_then(|case| match options.precision {
        Precision::F32 => single::pair(&case, solvers),
        Precision::F64 => double::pair(&case, solvers),
    });
    match pair {
        Ok(pair) => {
            let answer = pair.answer();
            let ns = options.time.then(|| clock::median_ns(|| pair.ask()));
            Ok(Answer { id, ns, ..answer })
        }
        Err(why) => Err((id, why)),
    }
}
