//! Queries about captured steps of other engines: the audit of a step as a run with one frame, in `f64` whatever the
//! precision of the run.

mod finding;
mod friction;
pub(crate) mod of_world;
mod places;
mod world;

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_audit::{CaptureError, Options, Report, Step, audit, read_step};
use contact_lens_lesson::{Lesson, Verdict, audit as lesson, watch};
use contact_lens_scene::model::Ask;

use super::run::Prepared;
use super::scene_query::SceneQuery;
use super::{QueryError, Run, misdirected};
use world::CapturedBodies;

/// The audit of one captured step.
struct StepAudit {
    step: Step,
    /// Index of the step in the scene.
    index: usize,
    /// Bodies of the step, for drawing.
    bodies: CapturedBodies,
}

/// Opens a query about a captured step.
///
/// # Errors
/// The scene has no such step, or a field of the step is unknown, missing or invalid.
pub fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Audit { step, .. } = query.ask() else { return Err(misdirected()) };
    let index = *step as usize;
    let Some(captured) = query.scene.steps.get(index) else {
        let count = query.scene.steps.len();
        return Err(query.error_at("step", format!("there is no captured step {index}; the scene has {count}")));
    };
    let step = read_step(&captured.to_text()).map_err(|error| error_in_step(index, &error))?;
    let run = StepAudit { step, index, bodies: CapturedBodies(captured.bodies()) };
    // A step that cannot be judged is refused when the query is opened.
    run.report(false)?;
    Ok(Arc::new(run))
}

/// Error about a field of the step with this index.
fn error_in_step(index: usize, error: &CaptureError) -> QueryError {
    let dot = if error.path.is_empty() { "" } else { "." };
    QueryError::new(format!("steps[{index}]{dot}{}", error.path), error.message.clone())
}

impl StepAudit {
    /// Judges the step; with `lists_laws` the report contains every law.
    fn report(&self, lists_laws: bool) -> Result<Report, QueryError> {
        watch::tick();
        let options = Options { laws: lists_laws, ..Options::default() };
        audit(&self.step, &options).map_err(|error| error_in_step(self.index, &error))
    }
}

impl Run for StepAudit {
    fn frames(&self) -> usize {
        1
    }

    fn answer(&self, _frame: usize) -> Result<Verdict, QueryError> {
        Ok(lesson::verdict(finding::of_report(&self.report(false)?)))
    }

    fn prepared(&self, _frame: usize) -> Result<Prepared<'_>, QueryError> {
        Ok(Box::new(|| {
            black_box(self.report(false)).ok();
        }))
    }

    fn lesson(&self, _frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let report = self.report(true)?;
        let laws = finding::laws(&report);
        let finding = finding::of_report(&report);
        Ok(Arc::from(lesson::lesson(laws, finding, world::captured_world(&self.step, &self.bodies))))
    }
}
