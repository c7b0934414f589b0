//! Mouse joints that grasp a body, move it and release it, and the common frames of runs that differ in nothing else.

use std::sync::Arc;

use super::joints::JointState;
use super::parts::{Grasp, Joint, JointKind};
use super::problem::Problem;
use super::stepper::World;
use crate::snapshot::dynamics::Outcome;

impl Joint {
    /// Last frame in which both joints act the same; `None` for joints that differ in more than the targets of their
    /// grasp.
    fn same_until(&self, other: &Self) -> Option<u32> {
        if self == other {
            return Some(u32::MAX);
        }
        let (JointKind::Mouse { target, grasp, .. }, JointKind::Mouse { grasp: theirs, .. }) =
            (&self.kind, &other.kind)
        else {
            return None;
        };
        let mut as_ours = other.clone();
        if let JointKind::Mouse { grasp: own, .. } = &mut as_ours.kind {
            own.clone_from(grasp);
        }
        if *self != as_ours || grasp.from != theirs.from {
            return None;
        }
        let longest = grasp.track_frames().max(theirs.track_frames());
        let after = grasp.from.saturating_add(longest).saturating_add(1);
        let parts = (grasp.from..=after).find(|frame| grasp.target(*target, *frame) != theirs.target(*target, *frame));
        Some(parts.map_or(u32::MAX, |frame| frame - 1))
    }
}

impl Grasp {
    fn track_frames(&self) -> u32 {
        self.track.as_ref().map_or(0, |track| track.len() as u32)
    }
}

impl Problem {
    /// Last frame that is the same in both runs, if they differ only in mouse joints, and only after that frame. `None`
    /// where anything else differs.
    pub fn same_until(&self, other: &Self) -> Option<u32> {
        let rest =
            self.gravity() == other.gravity() && self.bodies() == other.bodies() && self.options() == other.options();
        let mine = self.joints();
        let theirs = other.joints();
        let common = mine.len().min(theirs.len());
        let mut last = u32::MAX;
        for (one, other) in mine.iter().zip(theirs) {
            last = last.min(one.same_until(other)?);
        }
        for added in mine[common..].iter().chain(&theirs[common..]) {
            let JointKind::Mouse { grasp, .. } = &added.kind else { return None };
            last = last.min(grasp.from.saturating_sub(1));
        }
        rest.then_some(last)
    }
}

impl World {
    /// This state in another run, whose mouse joints differ only in later frames. See [`Problem::same_until`].
    pub fn in_run(mut self, problem: impl Into<Arc<Problem>>) -> Self {
        let problem = problem.into();
        let known = self.joints.len().min(problem.joints().len());
        self.joints.truncate(known);
        self.joints.extend(JointState::all(&problem, &self.bodies).drain(known..));
        if self.outcome.is_none_or(|outcome| outcome == Outcome::Completed) {
            self.outcome = (self.frames >= problem.options().steps).then_some(Outcome::Completed);
        }
        self.problem = problem;
        self
    }
}
