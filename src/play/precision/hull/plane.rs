//! Queries for the convex hull of a 2D point set, by Graham's scan or Jarvis's march.

use contact_lens_lesson::hull::dim2::{self as planar_lesson, PlanarSize};
use contact_lens_lesson::{BodyContext, Lesson, Recording, Verdict};
use contact_lens_model::snapshot::hull::Dimension;
use contact_lens_model::snapshot::hull::plane::Stack;
use contact_lens_model::snapshot::{Snapshot, Snapshots};

use super::super::convert::dim2::Dim2;
use super::super::convert::points::Points;
use super::super::engine::dim2::hull::{self as planar, Graham, HullError, Jarvis};
use super::super::engine::prelude::*;
use super::super::{Ended, LessonResult, Method, QueryError, States};

/// Maximum number of comparisons of a march; more would take minutes.
const MAX_COMPARISONS: usize = 100_000_000;

/// Constructor of a lesson from the states of a run, the gathered stack, the final state, the body and the verdict.
type MakeLesson<R> =
    fn(Box<dyn Recording<<R as Snapshots>::Snapshot>>, Stack, &R, BodyContext, Verdict) -> Box<dyn Lesson>;

/// A query for a 2D hull by the algorithm with the stepper `R`.
pub(super) struct PlanarHullQuery<R: Snapshots> {
    points: Points<Dim2>,
    /// Points in the engine's precision, body frame.
    narrow_points: Vec<Vec2>,
    /// Upper bound of the number of steps.
    max_steps: usize,
    /// State before the first step.
    start: fn(&[Vec2]) -> Result<R, HullError>,
    /// Adds the changes of a step to the recorded stack, for the lesson of Graham's scan.
    observe: fn(&R, &mut Stack),
    /// Indices of the vertices of a finished hull, counter-clockwise.
    vertices: fn(&R) -> &[u32],
    lesson: MakeLesson<R>,
}

/// Creates a query by Graham's scan. Errors name the invalid point.
pub(super) fn graham(points: Points<Dim2>) -> Result<PlanarHullQuery<Graham>, QueryError> {
    let narrow_points = points.in_plane();
    Graham::new(&narrow_points).map_err(|error| points.error_at(error))?;
    Ok(PlanarHullQuery {
        // Each point joins the stack once and leaves it at most once.
        max_steps: 2 * narrow_points.len(),
        points,
        narrow_points,
        start: Graham::new,
        observe: Graham::record_in,
        vertices: |run| &run.stack,
        lesson: |states, stack, _, context, verdict| planar_lesson::graham::lesson(states, stack, context, verdict),
    })
}

/// Creates a query by Jarvis's march. Errors name the invalid point, or state the number of comparisons if it is above
/// [`MAX_COMPARISONS`].
pub(super) fn jarvis(points: Points<Dim2>) -> Result<PlanarHullQuery<Jarvis>, QueryError> {
    let narrow_points = points.in_plane();
    let count = narrow_points.len();
    let corners = planar::graham(&narrow_points).map_err(|error| points.error_at(error))?.len();
    // Each hull vertex is found by one pass over all points.
    let steps = count.saturating_mul(corners);
    if steps > MAX_COMPARISONS {
        let message = format!(
            "{count} points with {corners} hull vertices need {steps} comparisons, too many for `jarvis`; use \
             `graham`, which needs far fewer"
        );
        return Err(points.size_error(message));
    }
    Ok(PlanarHullQuery {
        max_steps: steps,
        points,
        narrow_points,
        start: Jarvis::new,
        observe: |_, _| (),
        vertices: |run| &run.corners,
        lesson: |states, _, run, context, verdict| planar_lesson::jarvis::lesson(states, run.march(), context, verdict),
    })
}

impl<R> Method for PlanarHullQuery<R>
where
    R: Snapshots<Snapshot: Snapshot<Outcome = Dimension>, Outcome = Dimension> + Clone + Send + Sync + 'static,
{
    type Run = R;
    type Observed = Stack;
    type Memory = ();
    type Record = ();

    fn start(&self, _: usize, (): &()) -> Result<R, QueryError> {
        (self.start)(&self.narrow_points).map_err(|error| self.points.error_at(error))
    }

    fn observe(&self, stack: &mut Stack, _: &R, state: &R) {
        (self.observe)(state, stack);
    }

    fn lesson_limit_error(&self, _: &R, _: usize) -> Option<QueryError> {
        self.points.step_limit_error(self.max_steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let corners = (self.vertices)(&ended.run);
        let context = self.points.context(ended.frame)?;
        let [area, perimeter] = planar::measure(&self.narrow_points, corners);
        let size = PlanarSize { area, perimeter };
        Ok(planar_lesson::verdict(corners, size, ended.outcome, ended.steps, &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok((self.lesson)(states, ended.observed, &ended.run, self.points.context(ended.frame)?, verdict))
    }
}
