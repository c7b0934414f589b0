//! The answer, with what proves it.

use std::borrow::Borrow;

use super::super::prelude::*;
use super::solid::Solid;
use super::stepper::{Options, Sat};
use super::{Answer, Outcome, Pose, matrix};

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
}

impl Answer {
    /// The same answer with its normal moved from the pair frame to the world.
    pub fn in_world(self, pose_a: &Pose) -> Self {
        Self { normal: matrix(pose_a.rotation) * self.normal, ..self }
    }
}
