//! Queries for the convex hull of a 3D point set by Quickhull. The lesson of a large set shows the hull without the
//! steps.

use std::hint::black_box;
use std::ops::ControlFlow::{self, Break};
use std::sync::Arc;

use contact_lens_lesson::hull::{self as lesson, MOST_STEPPED, Made};
use contact_lens_lesson::{Lesson, Tape, Verdict, recording};
use contact_lens_long_run::watch;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::hull::{self as snapshot, Faces};
use contact_lens_model::step::Stepper;

use super::super::convert::dim3::Dim3;
use super::super::convert::points::Points;
use super::super::engine::dim3::hull::{Dimension, Quickhull};
use super::super::engine::prelude::*;
use super::super::{Ended, LessonResult, Method, Prepared, QueryError, States};

/// A query for a 3D hull by Quickhull.
pub(super) struct QuickhullQuery {
    points: Points<Dim3>,
    /// Points in the engine's precision, body frame.
    narrow_points: Vec<Vec3>,
}

impl QuickhullQuery {
    /// Creates the method. Errors name the invalid point.
    pub fn new(points: Points<Dim3>) -> Result<Self, QueryError> {
        let narrow_points = points.in_space();
        Quickhull::new(&narrow_points).map_err(|error| points.error_at(error))?;
        Ok(Self { points, narrow_points })
    }
}

impl Method for QuickhullQuery {
    type Run = Quickhull;
    /// All triangles of the run, including deleted ones.
    type Observed = Faces;
    type Memory = ();
    type Record = ();

    fn start(&self, _: usize, (): &()) -> Result<Quickhull, QueryError> {
        Quickhull::new(&self.narrow_points).map_err(|error| self.points.error_at(error))
    }

    fn observe(&self, faces: &mut Faces, _: &Quickhull, state: &Quickhull) {
        state.record_in(faces);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let listed = ended.run.hull().listed(&self.narrow_points);
        let context = self.points.context(ended.frame)?;
        Ok(lesson::verdict(&listed, ended.outcome, ended.steps, &context))
    }

    fn prepared(&self, _: usize) -> Result<Prepared<'_>, QueryError> {
        Ok(Box::new(|| {
            if let Ok(mut run) = Quickhull::new(black_box(&self.narrow_points)) {
                run.run_with(watch::tick);
                black_box(&run.hull());
            }
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let hull = ended.run.hull();
        let listed = hull.listed(&self.narrow_points);
        let made = Made { faces: ended.observed, hull: hull.snapshot(), listed, in_one_step: false };
        Ok(lesson::lesson(states, made, self.points.context(ended.frame)?, verdict))
    }

    /// Lesson without recorded steps, for clouds of more than [`MOST_STEPPED`] points.
    fn replacement(&self, frame: usize, (): &(), _: &[()]) -> Result<Option<Arc<dyn Lesson>>, QueryError> {
        if self.narrow_points.len() <= MOST_STEPPED {
            return Ok(None);
        }
        let tape = Tape::record(OneStep { run: self.start(frame, &())?, iterations: 0 });
        let end = tape.shared_last();
        let hull = end.run.hull();
        let listed = hull.listed(&self.narrow_points);
        let context = self.points.context(frame)?;
        let verdict = lesson::verdict(&listed, *tape.outcome(), end.iterations, &context);
        let made = Made { faces: Faces::default(), hull: hull.snapshot(), listed, in_one_step: true };
        Ok(Some(Arc::from(lesson::lesson(recording(tape), made, context, verdict))))
    }
}

/// Quickhull with all its iterations in one step.
#[derive(Clone)]
struct OneStep {
    run: Quickhull,
    iterations: usize,
}

impl Stepper for OneStep {
    type Outcome = Dimension;

    fn step(&mut self) -> ControlFlow<Dimension> {
        loop {
            watch::tick();
            self.iterations += 1;
            if let Break(dimension) = self.run.step() {
                return Break(dimension);
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        self.run.heap_bytes()
    }
}

impl Snapshots for OneStep {
    type Snapshot = snapshot::Quickhull;

    fn snapshot(&self) -> snapshot::Quickhull {
        self.run.snapshot()
    }
}
