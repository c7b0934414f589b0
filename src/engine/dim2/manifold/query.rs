//! Distance query of the cores, for their closest vertices or sides.

use std::borrow::Borrow;

use super::super::distance::{self, Feature, Workspace};
use super::super::prelude::*;
use super::closest;
use super::stepper::Manifold;
use super::{Cso, Phase, Shape, Wanted};

impl<S: Borrow<Shape> + Clone> Manifold<S> {
    /// Runs one step of the query; its last step continues the manifold.
    pub(super) fn measure(&mut self, wanted: Wanted) {
        if self.query.is_none() {
            self.query = distance::begin(self.cso.clone(), &distance::Options::default());
        }
        let Some(query) = &mut self.query else { return self.measure_whole(wanted) };
        if query.step().is_break() {
            let feature = query.answer().feature; // @distance
            self.measured(wanted, feature);
        }
    }

    /// Runs the whole query at once: for runs without observation, and for pairs that are computed in another unit.
    pub(super) fn measure_whole(&mut self, wanted: Wanted) {
        let Cso { a, b, rotation, translation, .. } = &self.cso;
        let pair = Cso::placed(a.borrow(), b.borrow(), *rotation, *translation);
        let feature = Workspace::default().in_pair_frame(pair, &distance::Options::default()).feature;
        self.measured(wanted, feature);
    }

    fn measured(&mut self, wanted: Wanted, feature: Feature) {
        self.nearest = self.best.map(|best| closest::of_feature(&self.cso, &best, feature));
        self.phase = match wanted {
            Wanted::Reference => Phase::Incident,
            Wanted::Deepest | Wanted::Points => Phase::Closest,
        };
    }
}
