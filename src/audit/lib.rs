//! Audit of a physics engine: one captured step, judged stage by stage with proven bounds.
//!
//! A program captures one step of its engine: state before and after, shapes, contacts, impulses and rows. [`audit`]
//! reports for each of nine stages whether the captured values follow from the values captured before them, names the
//! culprit, and names the first stage at which the step is not what it claims.
//!
//! - **Stages.** Data, shapes, filters, broad phase, narrow phase, rows, solve, velocity, pose: a file or folder of
//!   `stages` each.
//! - **Verdicts.** A law holds (value ≤ bound), is broken (value > band) or undecided. A stage without the fields that
//!   it needs is not given, and names them.
//! - **Claims.** A rule of the engine is judged only if the capture declares it in `model`.
//! - **Certificates.** Proven distances of `contact-lens-engine`, the gap of the convex model, natural residuals, and a
//!   replay of a declared sweep: `certificates`.
//! - **Conventions.** SI units, world frame, quaternions `[x, y, z, w]`, normals from a to b, gap below 0 for overlaps.
//!
//! ```
//! let step = contact_lens_audit::read_step(r#"{"time_step": 0.01, "bodies": [{"name": "ball", "mass": 1,
//!     "inertia": [1, 1, 1], "before": {"position": [0, 1, 0], "velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]},
//!     "after": {"position": [0.01, 1, 0], "velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]}}],
//!     "contacts": []}"#)?;
//! let report = contact_lens_audit::audit(&step, &contact_lens_audit::Options::default())?;
//! assert_eq!(report.verdict.name(), "holds");
//! # Ok::<(), contact_lens_audit::CaptureError>(())
//! ```

mod capture;
mod causes;
mod certificates;
mod dense;
mod geometry;
mod impulses;
mod law;
mod parting;
mod problem;
mod report;
mod rotation;
mod sentences;
mod stages;
mod stream;
mod system;
#[cfg(test)]
mod tests;
mod why;
mod why_sentence;

pub use capture::{
    Body, BodyBox, BroadPhase, CaptureError, ChildShape, Coefficients, Contact, Damping, Direction, Excluded, Filter,
    FreeVelocity, Generalized, Inertia, Joint, Kind, MassMatrix, MatrixEntry, Model, Part, PlacedShape, PositionRule,
    Question, Row, ShapeData, State, Step, read_question, read_step,
};
pub use law::{Stage, Verdict};
pub use parting::Parting;
pub use report::{CulpritNames, FirstBroken, GapAnswer, LawAnswer, PairAnswer, Report, RowsAnswer, StageAnswer};
pub use sentences::sentences;
pub use stream::{FileError, FileStep, read_steps};
pub use why_sentence::why_sentence;

use geometry::Distances;
use law::StageResult;
use problem::Problem;

/// Options of an audit.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Pair of bodies whose missing contact is to be explained.
    pub why: Option<[&'a str; 2]>,
    /// Second capture of the same scene, to report the first proven difference from it.
    pub against: Option<&'a Step>,
    /// Whether the report lists every law.
    pub laws: bool,
}

/// Judges a step.
///
/// # Errors
/// The capture has a number or a name that makes it invalid.
pub fn audit(step: &Step, options: &Options) -> Result<Report, CaptureError> {
    let mut problem = Problem::new(step)?; // @claim
    problem.lists_laws = options.laws;
    let distances = Distances::new(&problem); // @follows
    let solution = certificates::solution::solution_of(&problem);
    let results: Vec<StageResult> = vec![
        stages::data::judge(&problem),
        stages::shapes::judge(&problem),
        stages::filters::judge(&problem),
        stages::broad_phase::judge(&problem, &distances),
        stages::narrow_phase::judge(&problem, &distances),
        stages::rows::judge(&problem),
        stages::solve::judge(&problem, solution.as_ref()),
        stages::velocity::judge(&problem),
        stages::pose::judge(&problem),
    ];
    let mut report = report::report(&problem, &results, &distances, solution.as_ref(), options.laws);
    if let Some(names) = options.why {
        report.why = Some(why::why(&problem, &distances, names)?);
    }
    if let Some(other) = options.against {
        let other = Problem::new(other).map_err(|error| {
            CaptureError::new(format!("against.{}", error.path).trim_end_matches('.'), error.message)
        })?;
        report.parting = Some(parting::parting(&problem, &other));
    }
    Ok(report)
}

/// Answers a line of `batch`.
///
/// # Errors
/// The capture has a number or a name that makes it invalid; paths begin with `step`.
pub fn answer(question: &Question) -> Result<Report, CaptureError> {
    let why = question.why.as_ref().map(|[a, b]| [a.as_str(), b.as_str()]);
    let options = Options { why, against: question.against.as_ref(), laws: question.laws };
    audit(&question.step, &options).map_err(|error| match error.path.split(['.', '[']).next() {
        Some("against" | "why") => error,
        Some("") | None => CaptureError::new("step", error.message),
        Some(_) => CaptureError::new(format!("step.{}", error.path), error.message),
    })
}
