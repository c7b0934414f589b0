//! `contact-lens run`: the steps, the answer and its proof, for people or (`--json`) for programs.

mod json;
mod text;

use std::io::Write;

use super::args::RunOptions;
use super::progress::Progress;
use super::{Ending, Failure, Result, source, term};
use crate::check::{self, Breach};
use crate::lesson::{Lesson, Verdict};
use crate::scene::Document;
use crate::scene::model::Query;

/// Everything that is told of one query.
struct Report<'a> {
    document: &'a Document,
    query: &'a Query,
    frame: usize,
    precision: check::Precision,
    lesson: &'a dyn Lesson,
    /// Claims of the certificate that do not hold; empty when all do.
    breaches: Vec<Breach>,
    /// The other precision's answer, if it has one.
    other: Option<Verdict>,
}

pub(super) fn run(options: &RunOptions) -> Result {
    let progress = Progress::begin("Computing");
    let document = source::target(&options.target)?;
    let lesson = source::play(&document, &options.target)?;
    let (_, query) = source::query(&document, &options.target)?;
    let report = Report::new(&document, query, options.target.frame, options.target.precision.into(), lesson.as_ref());
    drop(progress);
    let mut out = std::io::stdout().lock();
    if options.json {
        let text = json::report(&report, options.steps).map_err(|error| Failure::Message(error.to_string()))?;
        writeln!(out, "{text}")?;
    } else {
        let style = term::Style::of(&std::io::stdout());
        let lines = text::report(&report, options.steps, style);
        out.write_all((lines.join("\n") + "\n").as_bytes())?;
    }
    out.flush()?;
    Ok(if report.breaches.is_empty() { Ending::Fine } else { Ending::SomethingFails })
}

/// The table of steps and the answer, as printed when there is no window.
pub(super) fn print(document: &Document, query: &Query, lesson: &dyn Lesson, out: &mut impl Write) -> Result<()> {
    let report = Report::new(document, query, 0, check::Precision::F64, lesson);
    let lines = text::report(&report, false, term::Style::of(&std::io::stdout()));
    out.write_all((lines.join("\n") + "\n").as_bytes())?;
    Ok(())
}

impl<'a> Report<'a> {
    fn new(
        document: &'a Document,
        query: &'a Query,
        frame: usize,
        precision: check::Precision,
        lesson: &'a dyn Lesson,
    ) -> Self {
        let scene = &document.scene;
        let pair = check::placed(scene, query, frame);
        let breaches = pair.map_or(Vec::new(), |[a, b]| check::verify(&a, &b, lesson.verdict(), precision.eps()));
        let other = match precision {
            check::Precision::F32 => check::Precision::F64,
            check::Precision::F64 => check::Precision::F32,
        };
        let other = check::answer(other, scene, query, frame).ok();
        Self { document, query, frame, precision, lesson, breaches, other }
    }
}
