//! The answer, with what proves it.

use std::borrow::Borrow;

use super::super::prelude::*;
use super::axes::{Axis, Tested};
use super::solid::Solid;
use super::stepper::{Options, Outcome, Sat};
use super::{Pose, matrix};

/// What the test found, in the world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The gap along `normal`. Where the bodies overlap, minus the depth; where they are apart, a lower bound of the
    /// distance.
    pub separation: Real,
    /// Proven: the signed distance is not below this.
    pub lower: Real,
    /// Proven: the signed distance is not above this. `None` where the bodies are apart, since a line has no witness points,
    /// and where not all lines were tried.
    pub upper: Option<Real>,
    /// Unit vector from A to B; zero if no line could be tried.
    pub normal: Vec3,
    /// The line that is taken.
    pub axis: Option<Axis>,
    /// How many lines were tried.
    pub tested: u32,
    /// How many pairs of edges were skipped.
    pub pruned: u32,
    /// How the test ended.
    pub outcome: Outcome,
}

/// Tests two placed solids.
pub fn separation(a: &Solid, pose_a: &Pose, b: &Solid, pose_b: &Pose, options: &Options) -> Answer {
    let mut sat = Sat::new(a, pose_a, b, pose_b, *options);
    let outcome = sat.run();
    sat.answer(outcome).in_world(pose_a)
}

impl<S: Borrow<Solid>> Sat<S> {
    /// What the state says after it ended so; pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let separation = self.best.map_or(0.0, |best| best.gap);
        let complete = matches!(outcome, Outcome::Touching | Outcome::Overlapping | Outcome::Degenerate);
        Answer {
            separation,
            lower: if self.best.is_some() { self.largest - self.rounding } else { Real::NEG_INFINITY },
            upper: complete.then(|| self.highest()),
            normal: self.best.map_or(Vec3::ZERO, |best| best.normal),
            axis: self.best.map(|best| best.axis),
            tested: self.tested,
            pruned: self.pruned,
            outcome,
        }
    }

    /// The lines whose gaps are those of the line taken within rounding, in the order of the test, without itself. Tries
    /// as many as were tried again.
    pub fn ties(&self) -> Vec<Tested>
    where
        S: Clone,
    {
        let Some(best) = self.best else { return Vec::new() };
        let options = Options { stop_at_first: false, cached: None, ..self.options };
        let mut again = Self::placed(self.a.clone(), self.b.clone(), self.rotation, self.translation, options);
        let mut ties = Vec::new();
        while again.step().is_continue() && again.tested <= self.tested {
            ties.extend(again.now.filter(|now| now.axis != best.axis && (now.gap - best.gap).abs() <= self.rounding));
        }
        ties
    }
}

impl Answer {
    /// The same answer with its normal moved from the pair frame to the world.
    pub fn in_world(self, pose_a: &Pose) -> Self {
        Self { normal: matrix(pose_a.rotation) * self.normal, ..self }
    }
}
