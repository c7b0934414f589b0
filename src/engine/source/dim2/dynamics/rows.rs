//! Rows of a solve, the scalar constraints of joints and contacts: their preparation before the first iteration, and
//! their conversion to one form for snapshots and for the direct solver ([`Constraint`]).

use super::block::PassSettings;
use super::constraint::{Constraint, ConstraintSource};
use super::definitions::Softness;
use super::joints::Spring;
use super::options::{PositionMode, Solver};
use super::stepper::World;
use crate::dim2::prelude::*;
use contact_lens_model::ask::SolveOrder;
use contact_lens_model::snapshot::dynamics::Phase;

/// Impulse of a row of a joint in the previous solve.
struct RowImpulse {
    /// Joint of the row, and kind of the row.
    source: ConstraintSource,
    /// `λ`, N s or N m s.
    impulse: Vec2,
}

/// Sets the impulse of each row to that of the row with the same source in `previous`; leaves it at 0 without one, as
/// for a mouse joint that has just become active. Both lists are sorted by joint.
fn start_with_impulses(rows: &mut [Constraint], previous: Vec<RowImpulse>) {
    let mut previous = previous.into_iter().peekable();
    for row in rows {
        while previous.next_if(|old| old.source.joint() < row.source.joint()).is_some() {}
        if let Some(old) = previous.next_if(|old| old.source == row.source) {
            row.impulse = old.impulse;
        }
    }
}

impl World {
    /// Returns whether contacts are solved by colors.
    fn is_by_color(&self) -> bool {
        matches!(self.options().solver, Solver::Sequential { order: SolveOrder::Colors, .. })
    }

    /// Returns the settings of a pass for the rows of contacts.
    pub(super) fn pass_settings(&self) -> PassSettings {
        let spring = match self.options().position {
            PositionMode::Soft { frequency, damping_ratio } => {
                Some(Spring::new(Softness { frequency, damping_ratio }, self.options().h()).a)
            }
            PositionMode::Baumgarte | PositionMode::Split | PositionMode::None => None,
        };
        PassSettings { clamp: self.clamp(), spring }
    }

    /// Prepares the rows of the solve. With warm starting, rows start with the impulses of the previous solve.
    pub(super) fn prepare(&mut self) {
        let options = *self.problem.options();
        let previous: Vec<RowImpulse> =
            self.joint_rows.iter().map(|row| RowImpulse { source: row.source, impulse: row.impulse }).collect();
        self.joint_rows.clear();
        let joints = self.joints.iter_mut().zip(self.problem.joints());
        for (number, (joint, definition)) in (0..).zip(joints) {
            joint.follow(definition, self.frames + 1);
            joint.prepare(number, &self.bodies, &options, &mut self.joint_rows); // @prepare
        }
        if self.starts_warm() {
            start_with_impulses(&mut self.joint_rows, previous);
        }
        self.contact_rows.prepare(&self.contacts, &self.bodies, &options);
        if self.is_by_color() {
            self.contact_rows.sort_by_color(&self.contacts, &options, &self.is_static);
        }
    }

    /// Returns all constraints of the current solve, or of the last one, in solving order: first the constraints of
    /// joints, then those of contacts.
    pub fn constraints(&self) -> Vec<Constraint> {
        let mut all = self.joint_rows.clone();
        // Between detection and preparation, the rows still belong to the previous contacts.
        let rows_are_previous = matches!(self.phase, Phase::Match | Phase::Approach | Phase::Kick | Phase::Prepare);
        let contacts = if rows_are_previous { &self.previous_contacts } else { &self.contacts };
        all.extend(self.contact_rows.constraints(contacts, &self.bodies, self.problem.options(), all.len()));
        all
    }

    /// Returns whether the solve has any rows.
    pub fn has_rows(&self) -> bool {
        self.group_count() > 0
    }

    /// Returns the number of groups, which are solved one after the other, joints first. A group is one constraint of a
    /// joint or one contact; if contacts are solved by colors, it is up to four contacts of one color.
    pub(super) fn group_count(&self) -> usize {
        self.joint_rows.len() + self.contact_rows.len()
    }

    /// Stores the impulses of a direct solve, given in the order of [`Self::constraints`].
    pub(super) fn store_impulses(&mut self, solved: &[Constraint]) {
        let (joints, contacts) = solved.split_at(self.joint_rows.len());
        self.joint_rows.copy_from_slice(joints);
        self.contact_rows.store_impulses(contacts);
    }
}
