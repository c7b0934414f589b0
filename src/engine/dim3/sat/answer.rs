//! The answer, with what proves it.

use std::borrow::Borrow;

use super::super::prelude::*;
use super::solid::Solid;
use super::stepper::{Options, Sat};
use super::{Answer, Outcome, Pose, Tested, matrix};

/// Tests two placed solids.
pub fn separation(a: &Solid, pose_a: &Pose, b: &Solid, pose_b: &Pose, options: &Options) -> Answer {
    let mut sat = Sat::new(a, pose_a, b, pose_b, *options).by_rows();
    let outcome = sat.run();
    sat.answer(outcome).in_world(pose_a)
}

impl<S: Borrow<Solid>> Sat<S> {
    /// What the state says after it ended so; pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        self.found.answer(outcome, self.highest(), self.pruned)
    }

    /// The lines whose gaps are those of the line taken within rounding, in the order of the test, without itself. Tries
    /// as many as were tried again.
    pub fn ties(&self) -> Vec<Tested>
    where
        S: Clone,
    {
        let options = Options { stop_at_first: false, cached: None, ..self.options };
        let again = Self::placed(self.a.clone(), self.b.clone(), self.rotation, self.translation, options);
        self.found.ties(again, |sat| &sat.found)
    }
}

impl Answer {
    /// The same answer with its normal moved from the pair frame to the world.
    pub fn in_world(self, pose_a: &Pose) -> Self {
        Self { normal: matrix(pose_a.rotation) * self.normal, ..self }
    }
}
