//! The query of the separating-axis test for two placed solids, and the answer of a finished test.

use std::borrow::Borrow;

use super::solid::Solid;
use super::stepper::{Options, Sat};
use super::{Answer, Outcome, Pose, matrix};
use crate::dim3::prelude::*;

/// Runs the separating-axis test on two solids placed by poses; the answer is in the world frame.
pub fn separation(a: &Solid, pose_a: &Pose, b: &Solid, pose_b: &Pose, options: &Options) -> Answer {
    let mut sat = Sat::new(a, pose_a, b, pose_b, *options).by_triples();
    let outcome = sat.run();
    sat.answer(outcome).in_world(pose_a)
}

impl<S: Borrow<Solid>> Sat<S> {
    /// Answer of a test that ended with `outcome`; pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        self.found.answer(outcome, self.upper_bound(), self.pruned)
    }
}

impl Answer {
    /// The answer with its normal rotated from the pair frame to the world.
    pub fn in_world(self, pose_a: &Pose) -> Self {
        Self { normal: matrix(pose_a.rotation) * self.normal, ..self }
    }
}
