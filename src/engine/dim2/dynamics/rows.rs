//! The rows of a solve: how they are made, and what is known of them outside of it.

use super::super::prelude::*;
use super::block::Rule;
use super::constraint::{Constraint, Of};
use super::joints::Spring;
use super::options::{PositionMode, Solver};
use super::parts::Softness;
use super::stepper::World;
use crate::ask::SolveOrder;
use crate::snapshot::dynamics::Phase;

impl World {
    fn is_by_color(&self) -> bool {
        matches!(self.options().solver, Solver::Sequential { order: SolveOrder::Colors, .. })
    }

    /// How the rows of contacts are solved.
    pub(super) fn rule(&self) -> Rule {
        let spring = match self.options().position {
            PositionMode::Soft { frequency, damping_ratio } => {
                Some(Spring::new(Softness { frequency, damping_ratio }, self.options().h()).a)
            }
            _ => None,
        };
        Rule { clamp: self.clamp(), spring }
    }

    /// Makes the rows of the solve. Those of joints begin with what they had, but for those of a hand that has just taken hold.
    pub(super) fn prepare(&mut self) {
        let options = *self.problem.options();
        let former = self.joint_rows.iter().map(|row| (row.of, row.impulse));
        let mut former = former.collect::<Vec<(Of, Vec2)>>().into_iter().peekable();
        self.joint_rows.clear();
        for (number, (joint, asked)) in (0..).zip(self.joints.iter_mut().zip(self.problem.joints())) {
            joint.follow(asked, self.frames + 1);
            joint.prepare(number, &self.bodies, &options, &mut self.joint_rows); // @prepare
        }
        if self.is_warm() {
            for row in &mut self.joint_rows {
                while former.next_if(|(of, _)| of.joint() < row.of.joint()).is_some() {}
                row.impulse = former.next_if(|(of, _)| *of == row.of).map_or(row.impulse, |(_, impulse)| impulse);
            }
        }
        self.contact_rows.prepare(&self.contacts, &self.bodies, &options);
        if self.is_by_color() {
            self.contact_rows.sort_by_color(&self.contacts, &options, &self.still);
        }
    }

    /// All constraints of the solve under way, or of the last one, in the order in which they are solved: those of joints, then
    /// those of contacts.
    pub fn constraints(&self) -> Vec<Constraint> {
        let mut all = self.joint_rows.clone();
        // Until rows are made again those that are there are of the contacts before.
        let old = matches!(self.phase, Phase::Match | Phase::Approach | Phase::Kick | Phase::Prepare);
        let contacts = if old { &self.former } else { &self.contacts };
        all.extend(self.contact_rows.constraints(contacts, &self.bodies, self.problem.options(), all.len()));
        all
    }

    /// Whether anything is constrained.
    pub fn has_rows(&self) -> bool {
        self.groups() > 0
    }

    /// What is solved in turn: a constraint of a joint, then the rows of a contact or of up to four contacts of one color.
    pub(super) fn groups(&self) -> usize {
        self.joint_rows.len() + self.contact_rows.len()
    }

    /// Takes over what was found for all rows at once.
    pub(super) fn take(&mut self, found: &[Constraint]) {
        let (joints, contacts) = found.split_at(self.joint_rows.len());
        self.joint_rows.copy_from_slice(joints);
        self.contact_rows.take(contacts);
    }
}
