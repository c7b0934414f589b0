//! Quickhull.

use std::hint::black_box;

use super::super::dim3::Dim3;
use super::super::engine::dim3::hull::Quickhull;
use super::super::engine::prelude::*;
use super::super::points::Points;
use super::super::{Ended, LessonResult, Method, Prepared, QueryError, States};
use crate::lesson::hull::{self as lesson, Made};
use crate::lesson::{Verdict, watch};
use crate::snapshot::hull::Faces;

pub(super) struct Growth {
    points: Points<Dim3>,
    narrow: Vec<Vec3>,
}

impl Growth {
    /// Errors name the point that is not taken.
    pub fn new(points: Points<Dim3>) -> Result<Self, QueryError> {
        let narrow = points.in_space();
        Quickhull::new(&narrow).map_err(|error| points.wrong(error))?;
        Ok(Self { points, narrow })
    }
}

impl Method for Growth {
    type Run = Quickhull;
    /// All triangles there ever were.
    type Seen = Faces;
    type Memory = ();
    type Record = ();

    fn start(&self, _: usize, (): &()) -> Result<Quickhull, QueryError> {
        Quickhull::new(&self.narrow).map_err(|error| self.points.wrong(error))
    }

    fn see(&self, faces: &mut Faces, _: &Quickhull, state: &Quickhull) {
        state.gather(faces);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (listed, context) = (ended.run.hull().listed(&self.narrow), self.points.context(ended.frame)?);
        Ok(lesson::verdict(&listed, ended.outcome, ended.steps, &context))
    }

    fn prepared(&self, _: usize) -> Result<Prepared<'_>, QueryError> {
        Ok(Box::new(|| {
            if let Ok(mut run) = Quickhull::new(black_box(&self.narrow)) {
                run.run_with(watch::tick);
                black_box(&run.hull());
            }
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let hull = ended.run.hull();
        let made = Made { faces: ended.seen, hull: hull.snapshot(), listed: hull.listed(&self.narrow) };
        Ok(lesson::lesson(states, made, self.points.context(ended.frame)?, verdict))
    }
}
