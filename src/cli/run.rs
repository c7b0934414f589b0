//! `contact-lens run`: runs one query, verifies its answer, and prints the steps, the answer and its proof, as text or
//! (`--json`) as JSON.

mod json;
mod no_contact;
mod text;
mod velocity_changes;

use std::io::Write;

use contact_lens_check::{self as check, Bodies, Violation};
use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_model::answer::Finding;
use contact_lens_play::{self as play, Compared, HullOfMesh, Precision};
use contact_lens_scene::model::Query;
use contact_lens_scene::{self as scene, Document};

use super::args::{RunOptions, Target};
use super::progress::Progress;
use super::stdout::Out;
use super::{Ending, Failure, Result, source, terminal_text};

/// Data that the report of one query prints.
struct Report<'a> {
    document: &'a Document,
    query: &'a Query,
    /// Frame of the answer, from 0.
    frame: usize,
    precision: Precision,
    /// Recording of the run.
    lesson: &'a dyn Lesson,
    /// Bodies of the query that are hulls of meshes, unless the mesh is known to be convex.
    hulls: Vec<HullOfMesh>,
    /// Claims of the certificate that do not hold; empty when all do.
    violations: Vec<Violation>,
    /// Answer of the other precision; `None` if its engine refuses the query.
    other: Option<Verdict>,
    /// Answers of external engines, each compared with this answer.
    external: Vec<Compared>,
    /// Impulses of external engines, each compared with the value that a rule of mechanics requires.
    audit: Vec<Compared>,
}

/// Prints the steps and the answer of a query. Fields of the scene that have no effect are reported on standard error.
pub(super) fn run(options: &RunOptions) -> Result {
    let progress = Progress::begin("Computing");
    let document = source::open_target(&options.target)?;
    let lesson = source::record_run(&document, &options.target)?;
    let report = Report::new(&document, &options.target, lesson.as_ref())?;
    let json = options.json.then(|| json::format_report(&report, options.steps));
    let json = json.transpose().map_err(|error| Failure::Message(error.to_string()))?;
    drop(progress);
    for remark in scene::no_effect(&document.scene).into_iter().chain(scene::inner_points(&document.scene)) {
        let _ = writeln!(std::io::stderr(), "{}: {remark}", document.file());
    }
    let mut out = Out::standard();
    match json {
        Some(json) => out.print_line(&json)?,
        None => {
            let style = terminal_text::Style::of(&std::io::stdout());
            text::print_report(&report, options.steps, style, &mut |lines| out.print_line(&lines.join("\n")))?;
            if let Some(body) = &options.why_moved {
                out.print_line(&velocity_changes::lines(&report, body, style)?.join("\n"))?;
            }
            if let Some(bodies) = &options.why_no_contact {
                out.print_line(&no_contact::line(&report, bodies)?)?;
            }
        }
    }
    Ok(report.ending())
}

/// Returns the lines with the table of steps and the answer, and the ending, by whether the certificate holds.
pub(super) fn report_lines(document: &Document, target: &Target, lesson: &dyn Lesson) -> Result<(Vec<String>, Ending)> {
    let report = Report::new(document, target, lesson)?;
    let mut lines = Vec::new();
    let style = terminal_text::Style::of(&std::io::stdout());
    text::print_report(&report, false, style, &mut |printed| {
        lines.extend(printed);
        Ok(())
    })?;
    Ok((lines, report.ending()))
}

/// Returns the lines about all sub-steps of a step, from 0.
pub(super) fn step_lines(lesson: &dyn Lesson, step: usize) -> Vec<String> {
    text::step_in_full(lesson, step, terminal_text::Style::of(&std::io::stdout()))
}

impl<'a> Report<'a> {
    /// Verifies the answer of `lesson`, the run that `target` names, and compares it with the other precision and with
    /// external engines.
    fn new(document: &'a Document, target: &Target, lesson: &'a dyn Lesson) -> Result<Self> {
        let (_, query) = source::find_query(document, target)?;
        let scene = &document.scene;
        let frame = source::shown_frame(target, lesson);
        let precision = Precision::from(target.precision);
        let finding = &lesson.verdict().finding;
        let violations = match finding {
            Finding::World(finding) => check::verify_world(scene, query, precision, finding),
            finding => {
                let bodies = Bodies::of(scene, query);
                bodies.map_or(Vec::new(), |bodies| check::verify(&bodies, frame, precision, finding))
            }
        };
        let other = play::answer(precision.other(), scene, query, frame).ok();
        let hulls = play::hulls_of_meshes(scene, query);
        let external = play::compare(query, lesson.verdict(), frame);
        let audit = play::Audit::of(scene, query).rows(frame);
        Ok(Self { document, query, frame, precision, lesson, hulls, violations, other, external, audit })
    }

    /// Returns the ending of the job: something fails if the certificate does not hold.
    fn ending(&self) -> Ending {
        if self.violations.is_empty() { Ending::Fine } else { Ending::SomethingFails }
    }
}
