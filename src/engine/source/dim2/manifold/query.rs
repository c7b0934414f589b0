//! Distance query of the contact query, which finds the closest vertices or sides of the two cores.

use std::borrow::Borrow;

use super::closest;
use super::stepper::Manifold;
use super::{Cso, DistancePurpose, Phase, Shape};
use crate::dim2::distance::{self, Feature, Workspace};
use crate::dim2::prelude::*;

impl<S: Borrow<Shape> + Clone> Manifold<S> {
    /// Runs one step of the query. After its last step, the manifold search continues.
    pub(super) fn step_distance_query(&mut self, purpose: DistancePurpose) {
        if self.query.is_none() {
            self.query = distance::prepare_stepped(self.cso.clone(), &distance::Options::default());
        }
        let Some(query) = &mut self.query else { return self.run_distance_query(purpose) };
        if query.step().is_break() {
            let feature = query.answer().feature; // @distance
            self.continue_after_distance(purpose, feature);
        }
    }

    /// Runs the whole query at once: for runs without observation, and for pairs that are computed in another unit.
    pub(super) fn run_distance_query(&mut self, purpose: DistancePurpose) {
        let Cso { a, b, rotation, translation, .. } = &self.cso;
        let pair = Cso::placed(a.borrow(), b.borrow(), *rotation, *translation);
        let feature = Workspace::default().in_pair_frame(pair, &distance::Options::default()).feature;
        self.continue_after_distance(purpose, feature);
    }

    /// Stores the closest points, which are on the feature that the query found, and continues the search.
    fn continue_after_distance(&mut self, purpose: DistancePurpose, feature: Feature) {
        self.nearest = self.best.map(|best| closest::of_feature(&self.cso, &best, feature));
        self.phase = match purpose {
            DistancePurpose::Reference => Phase::Incident,
            DistancePurpose::Deepest | DistancePurpose::Points => Phase::Closest,
        };
    }
}
