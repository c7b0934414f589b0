//! Graham's scan.

use super::super::engine::dim2::hull::{self as planar, Graham};
use super::super::engine::prelude::*;
use super::super::{Ended, Method, QueryError, States, Told};
use super::Points;
use crate::lesson::Verdict;
use crate::lesson::hull::plane::{graham, verdict};
use crate::snapshot::hull::plane::Stack;

pub(super) struct Scan {
    points: Points,
    narrow: Vec<Vec2>,
}

impl Scan {
    /// Errors name the point that is not taken.
    pub fn new(points: Points) -> Result<Self, QueryError> {
        let narrow = points.in_plane();
        Graham::new(&narrow).map_err(|error| points.wrong(error))?;
        Ok(Self { points, narrow })
    }
}

impl Method for Scan {
    type Run = Graham;
    type Seen = Stack;
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.points.frames
    }

    fn start(&self, _: usize, (): &()) -> Result<Graham, QueryError> {
        Graham::new(&self.narrow).map_err(|error| self.points.wrong(error))
    }

    fn see(&self, stack: &mut Stack, _: &Graham, state: &Graham) {
        state.gather(stack);
    }

    /// Each point joins the stack once, and leaves it at most once.
    fn excess(&self, _: &Graham, _: usize) -> Option<QueryError> {
        self.points.too_many(2 * self.narrow.len())
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (corners, context) = (&ended.run.stack, self.points.context(ended.frame)?);
        Ok(verdict(corners, planar::measure(&self.narrow, corners), ended.outcome, ended.steps, &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> Told {
        Ok(graham::lesson(states, ended.seen, self.points.context(ended.frame)?, verdict))
    }
}
