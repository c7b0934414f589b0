//! Distance query of the two cores. The manifold search needs it where a core is round, where the cores are separate,
//! and where no face makes the contact.

use std::borrow::Borrow;

use super::DistancePurpose;
use super::axes::Nearest;
use super::body::Body;
use super::distance::Options;
use super::stepper::Manifold;
use crate::dim3::answer::Answer;
use crate::dim3::prelude::*;

impl<S: Borrow<Body> + Clone> Manifold<S> {
    /// Runs one step of the query; after its last step the search continues.
    pub(super) fn step_distance_query(&mut self, purpose: DistancePurpose) {
        if self.query.is_none() {
            self.query = self.memory.distance.begin(self.pair.cores(), &Options::default());
        }
        let Some(query) = &mut self.query else { return self.run_distance_query(purpose) };
        if query.step().is_break() {
            self.nearest = nearest(&query.answer()); // @distance
            self.continue_after_distance(purpose);
        }
    }

    /// Runs the query to its end, for runs that are not stepped and for pairs so small that they are computed in
    /// another unit.
    pub(super) fn run_distance_query(&mut self, purpose: DistancePurpose) {
        let mut memory = std::mem::take(&mut self.memory.distance);
        self.nearest = nearest(&memory.in_pair_frame(self.pair.cores(), &Options::default()));
        self.memory.distance = memory;
        self.continue_after_distance(purpose);
    }
}

/// The nearest or deepest points of the cores; `None` where the query has no distance or normal.
fn nearest(answer: &Answer) -> Option<Nearest> {
    let gap = answer.signed_distance?;
    let normal = answer.normal?;
    Some(Nearest { points: [answer.witness_a, answer.witness_b], normal, gap })
}
