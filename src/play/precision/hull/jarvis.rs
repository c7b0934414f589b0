//! Jarvis's march.

use super::super::engine::dim2::hull::{self as planar, Jarvis};
use super::super::engine::prelude::*;
use super::super::{Ended, Method, QueryError, States, Told};
use super::Points;
use crate::lesson::Verdict;
use crate::lesson::hull::plane::{jarvis, verdict};

/// Comparisons in a march beyond which it is refused: it would take minutes.
const MOST_COMPARISONS: usize = 100_000_000;

pub(super) struct March {
    points: Points,
    narrow: Vec<Vec2>,
    /// How many points are compared in all.
    comparisons: usize,
}

impl March {
    /// Errors name the point that is not taken, or say how many comparisons it would take.
    pub fn new(points: Points) -> Result<Self, QueryError> {
        let narrow = points.in_plane();
        let corners = planar::graham(&narrow).map_err(|error| points.wrong(error))?.len();
        let comparisons = narrow.len().saturating_mul(corners);
        if comparisons > MOST_COMPARISONS {
            let message = format!(
                "{} points with {corners} corners are too many to march round: it takes their product of comparisons; `graham` takes few",
                narrow.len()
            );
            return Err(points.too_large(message));
        }
        Ok(Self { points, narrow, comparisons })
    }
}

impl Method for March {
    type Run = Jarvis;
    type Seen = ();
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.points.frames
    }

    fn start(&self, _: usize, (): &()) -> Result<Jarvis, QueryError> {
        Jarvis::new(&self.narrow).map_err(|error| self.points.wrong(error))
    }

    fn excess(&self, _: &Jarvis, _: usize) -> Option<QueryError> {
        self.points.too_many(self.comparisons)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (corners, context) = (&ended.run.corners, self.points.context(ended.frame)?);
        Ok(verdict(corners, planar::measure(&self.narrow, corners), ended.outcome, ended.steps, &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> Told {
        Ok(jarvis::lesson(states, ended.run.march(), self.points.context(ended.frame)?, verdict))
    }
}
