//! Runs that differ only in their mouse joints (joints that pull a body to a target, such as the mouse pointer): the
//! last frame that they have in common, and the continuation of a run with other mouse joints from there.

use std::sync::Arc;

use super::definitions::{Grasp, Joint, JointKind};
use super::joints::JointState;
use super::problem::Problem;
use super::stepper::World;
use contact_lens_model::snapshot::dynamics::Outcome;

impl Joint {
    /// Returns the last frame up to which both joints act the same; `None` for joints that differ in more than the
    /// targets of their grasp. `u32::MAX` if they never differ.
    fn last_common_frame(&self, other: &Self) -> Option<u32> {
        if self == other {
            return Some(u32::MAX);
        }
        let JointKind::Mouse { target, grasp, .. } = &self.kind else { return None };
        let JointKind::Mouse { grasp: other_grasp, .. } = &other.kind else { return None };
        let mut other_with_same_grasp = other.clone();
        if let JointKind::Mouse { grasp: replaced, .. } = &mut other_with_same_grasp.kind {
            replaced.clone_from(grasp);
        }
        if *self != other_with_same_grasp || grasp.from != other_grasp.from {
            return None;
        }
        let longest = grasp.track_frames().max(other_grasp.track_frames());
        let last_compared = grasp.from.saturating_add(longest).saturating_add(1);
        let first_different = (grasp.from..=last_compared)
            .find(|frame| grasp.target(*target, *frame) != other_grasp.target(*target, *frame));
        Some(first_different.map_or(u32::MAX, |frame| frame - 1))
    }
}

impl Grasp {
    /// Returns the number of targets of the track, one per frame; 0 without a track.
    fn track_frames(&self) -> u32 {
        self.track.as_ref().map_or(0, |track| track.len() as u32)
    }
}

impl Problem {
    /// Returns the last frame that is the same in the runs of both problems, if these differ only in the targets of
    /// common mouse joints after the first target, and in mouse joints at the end of one list that the other lacks.
    /// `u32::MAX` for equal problems; `None` if anything else differs.
    pub fn last_common_frame(&self, other: &Self) -> Option<u32> {
        if self.gravity() != other.gravity() || self.bodies() != other.bodies() || self.options() != other.options() {
            return None;
        }
        let joints = self.joints();
        let other_joints = other.joints();
        let common = joints.len().min(other_joints.len());
        let mut last = u32::MAX;
        for (joint, other) in joints.iter().zip(other_joints) {
            last = last.min(joint.last_common_frame(other)?);
        }
        // Joints that only one run has must be mouse joints, which are inactive before their first frame.
        for added in joints[common..].iter().chain(&other_joints[common..]) {
            let JointKind::Mouse { grasp, .. } = &added.kind else { return None };
            last = last.min(grasp.from.saturating_sub(1));
        }
        Some(last)
    }
}

impl World {
    /// Returns this state as a state of a run with another problem, whose mouse joints differ only in later frames
    /// ([`Problem::last_common_frame`]).
    pub fn continued_in(mut self, problem: impl Into<Arc<Problem>>) -> Self {
        let problem = problem.into();
        let common = self.joints.len().min(problem.joints().len());
        self.joints.truncate(common);
        self.joints.extend(JointState::all(&problem, &self.bodies).drain(common..));
        if self.outcome.is_none_or(|outcome| outcome == Outcome::Completed) {
            self.outcome = (self.frames >= problem.options().steps).then_some(Outcome::Completed);
        }
        self.problem = problem;
        self
    }
}
