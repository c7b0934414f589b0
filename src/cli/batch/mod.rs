//! `contact-lens batch`: pairs of shapes and lists of points as JSON lines in, answers as JSON lines out.
//!
//! Streaming: each answer is flushed before the next line is read, and no more than one line is held. A bad line is
//! answered by an error line and the rest goes on.

mod clock;
mod double;
mod line;
mod reply;
mod single;
mod world;

use std::io::{BufRead, Write};

use serde::Serialize;

use super::args::{self, BatchOptions};
use super::{Ending, Failure, Result};
use crate::check::Precision;
use crate::scene::case::{
    Asked, Boxes, Case, Culling, Directions, Line, LineError, ManifoldLine, Operation, Points, Simplex, WorldLine,
};
use crate::scene::model::{Method, Solver};
use crate::scene::plain_io;
use reply::Reply;

/// A question whose shapes are built, ready to be asked again and again.
trait Question {
    /// The answer, cold.
    fn reply(&self) -> Reply;
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

/// An answer line, but for its id.
#[derive(Debug, Serialize)]
struct Told {
    #[serde(flatten)]
    reply: Reply,
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

/// What tells whether bodies overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// ISA-GJK, in space.
    Isa,
    /// The direction-driven test, in space and in the plane.
    Boolean,
}

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
    /// What answers `intersects`, if not the default: ISA-GJK in space, the direction-driven test in the plane.
    pub test: Option<Test>,
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

    fn answer(&self, line: &mut Line<'_>) -> std::result::Result<Told, LineError> {
        let question = match line.asked()? {
            Asked::Pair(case) => self.pair(&case),
            Asked::Hull(points) => self.hull(&points),
            Asked::Pairs(boxes) => self.pairs(&boxes),
            Asked::Cull(culling) => self.culling(&culling),
            Asked::Support(directions) => self.support(&directions),
            Asked::Simplex(simplex) => self.simplex(&simplex),
            Asked::World(asked) => self.world(*asked),
            Asked::Manifold(asked) => self.manifold(&asked),
        };
        let question = question.map_err(|misfit| line.error(&misfit.path, &misfit.message))?;
        let ns = self.time.then(|| clock::median_ns(|| question.ask()));
        Ok(Told { reply: question.reply(), ns })
    }

    fn hull(&self, points: &Points) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("there is one way to a hull")?;
        match self.precision {
            Precision::F32 => single::hull(points),
            Precision::F64 => double::hull(points),
        }
    }

    fn pairs(&self, boxes: &Boxes) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("there is one way to sort boxes")?;
        match self.precision {
            Precision::F32 => single::pairs(boxes),
            Precision::F64 => double::pairs(boxes),
        }
    }

    fn culling(&self, asked: &Culling) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("there is one way to test planes")?;
        match self.precision {
            Precision::F32 => single::culling(asked),
            Precision::F64 => double::culling(asked),
        }
    }

    fn world(&self, asked: WorldLine) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("the scene says by `options` how its world is solved")?;
        world::question(self.precision, asked)
    }

    fn manifold(&self, asked: &ManifoldLine) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("there is one way to the points")?;
        match self.precision {
            Precision::F32 => single::manifold(asked),
            Precision::F64 => double::manifold(asked),
        }
    }

    fn support(&self, asked: &Directions) -> std::result::Result<Box<dyn Question>, Misfit> {
        self.expect_nothing_picked("the line says how by `method`")?;
        match self.precision {
            Precision::F32 => single::support(asked),
            Precision::F64 => double::support(asked),
        }
    }

    fn simplex(&self, asked: &Simplex) -> std::result::Result<Box<dyn Question>, Misfit> {
        let [_, method, tested] = self.picked();
        if let Some(word) = method.or(tested) {
            let message = format!("`--solver {word}` would do nothing here: a simplex has no depth");
            return Err(Misfit::new("op", message));
        }
        let solver = self.solver.unwrap_or_default();
        match self.precision {
            Precision::F32 => single::simplex(asked, solver),
            Precision::F64 => double::simplex(asked, solver),
        }
    }

    /// Fails where anything was picked.
    fn expect_nothing_picked(&self, why: &str) -> std::result::Result<(), Misfit> {
        match self.picked().into_iter().flatten().next() {
            Some(word) => Err(Misfit::new("op", format!("`--solver {word}` would do nothing here: {why}"))),
            None => Ok(()),
        }
    }

    /// The names of what was picked: solver, method and test.
    fn picked(&self) -> [Option<&'static str>; 3] {
        let solver = self.solver.map(|solver| match solver {
            Solver::SignedVolumes => "signed-volumes",
            Solver::Johnson => "johnson",
            Solver::Voronoi => "voronoi",
        });
        let method = self.method.map(|method| if method == Method::Epa { "epa" } else { "hybrid" });
        let tested = self.test.map(|test| if test == Test::Isa { "isa" } else { "boolean" });
        [solver, method, tested]
    }

    fn pair(&self, case: &Case) -> std::result::Result<Box<dyn Question>, Misfit> {
        let picked = (self.solver, self.method);
        match (case.operation, self.precision) {
            (Operation::Minkowski, precision) => {
                self.expect_nothing_picked("there is one way to the difference")?;
                match precision {
                    Precision::F32 => single::minkowski(case),
                    Precision::F64 => double::minkowski(case),
                }
            }
            (Operation::Sat(stop), precision) => {
                self.expect_nothing_picked("there is one way to try lines")?;
                match precision {
                    Precision::F32 => single::separation(case, stop),
                    Precision::F64 => double::separation(case, stop),
                }
            }
            (Operation::Cast { method, t_max }, precision) => {
                self.expect_nothing_picked("the line's `method` says how")?;
                match precision {
                    Precision::F32 => single::cast(case, method, t_max),
                    Precision::F64 => double::cast(case, method, t_max),
                }
            }
            (
                Operation::Distance
                | Operation::Hull
                | Operation::Cull
                | Operation::Pairs
                | Operation::Support
                | Operation::Simplex
                | Operation::Manifold
                | Operation::World,
                precision,
            ) => {
                self.expect_none(case, None)?;
                match precision {
                    Precision::F32 => single::pair(case, picked),
                    Precision::F64 => double::pair(case, picked),
                }
            }
            (Operation::Intersects, precision) => {
                let test = self.test.unwrap_or(if case.dim == 2 { Test::Boolean } else { Test::Isa });
                self.expect_none(case, Some(test))?;
                match precision {
                    Precision::F32 => single::overlap(case, test, picked),
                    Precision::F64 => double::overlap(case, test, picked),
                }
            }
        }
    }

    /// Fails where something was picked that this case makes no use of.
    fn expect_none(&self, case: &Case, test: Option<Test>) -> std::result::Result<(), Misfit> {
        let [solver, method, tested] = self.picked();
        let useless = match (test, case.dim) {
            (None, 2) => {
                [("dim", method, "only space has a choice of methods"), ("op", tested, "it is for `intersects`")]
            }
            (None, _) => [("op", None, ""), ("op", tested, "it is for `intersects`")],
            (Some(Test::Isa), 2) => [("dim", tested, "ISA-GJK is for space"), ("op", method, "it is for `distance`")],
            (Some(Test::Isa), _) => [("op", None, ""), ("op", method, "it is for `distance`")],
            (Some(Test::Boolean), _) => [
                ("op", solver, "the direction-driven test has no nearest points"),
                ("op", method, "it is for `distance`"),
            ],
        };
        match useless.into_iter().find_map(|(path, word, why)| Some((path, word?, why))) {
            Some((path, word, why)) => {
                Err(Misfit::new(path, format!("`--solver {word}` would do nothing here: {why}")))
            }
            None => Ok(()),
        }
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
    let ((solver, method), test) = (options.solvers.chosen()?, options.solvers.test()?);
    let precision = match options.precision {
        args::Precision::F32 => Precision::F32,
        args::Precision::F64 => Precision::F64,
    };
    let batch = Batch { precision, time: options.time, solver, method, test };
    answer_all(&batch, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
}

fn answer_all(batch: &Batch, input: &mut impl BufRead, output: &mut impl Write) -> Result {
    let mut reader = line::Reader::new(input);
    let unreadable = |error: std::io::Error| Failure::Message(format!("cannot read the input: {}", plain_io(&error)));
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
