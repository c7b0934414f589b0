//! A world as a stepper. A step runs one phase of a solve, or solves one *group* of rows: a constraint of a joint, the
//! rows of a contact, or, if contacts are solved by colors, the rows of up to four contacts of one color.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::block::PassSettings;
use super::bodies::{BodyState, integrate, kick};
use super::broad_phase::BroadPhase;
use super::check::is_slow;
use super::constraint::Constraint;
use super::contact_rows::{ContactImpulses, ContactRows};
use super::contacts::{self, Contact};
use super::direct::{Direct, System};
use super::joints::JointState;
use super::options::{Options, PositionMode, Solver};
use super::problem::Problem;
use crate::dim2::prelude::*;
use contact_lens_model::ask::{Clamp, Motion};
use contact_lens_model::snapshot::dynamics::{Outcome, Phase};

/// Position in the sequence of group solutions: a group in an iteration.
#[derive(Clone, Copy)]
struct GroupSolution {
    /// Index of the iteration, from 0.
    iteration: u32,
    /// Index of the group, from 0.
    group: u32,
}

/// A world that runs step by step.
#[derive(Clone, Debug)]
pub struct World {
    /// The problem that is run.
    pub(super) problem: Arc<Problem>,
    /// Pairs of bodies that do not collide because a joint connects them, sorted.
    jointed_pairs: Arc<[[u32; 2]]>,
    /// Whether each body is static, in the order of `bodies`; true for the last one, the world itself.
    pub(super) is_static: Arc<[bool]>,
    /// Search for the pairs of bodies that may touch, by their bounding boxes.
    broad_phase: BroadPhase,
    /// Current state of the bodies, in the order of the problem; the last one, not in the problem, is the world itself.
    pub bodies: Vec<BodyState>,
    /// Current state of the joints.
    pub joints: Vec<JointState>,
    /// Contacts of the current solve, or of the last one, sorted by a and b.
    pub contacts: Vec<Contact>,
    /// Contacts of the solve before that of `contacts`, whose impulses start the next solve.
    pub previous_contacts: Vec<Contact>,
    /// Constraints of joints of the current solve, or of the last one, in the order of the problem.
    pub(super) joint_rows: Vec<Constraint>,
    /// Rows of the contacts of the current solve, or of the last one, in solving order.
    pub(super) contact_rows: ContactRows,
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Number of completed frames.
    pub frames: u32,
    /// Number of completed solves of the current frame.
    pub substep: u32,
    /// System of a direct solve in progress; `None` without one.
    pub system: Option<Arc<System>>,
    /// Result of the last direct solve, for velocities or for positions; `None` before the first.
    pub direct: Option<Direct>,
    /// Ending of the run; `None` while it runs.
    pub(super) outcome: Option<Outcome>,
}

impl World {
    /// Creates the world at the start.
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        let problem = problem.into();
        let placed = problem.bodies().iter().zip(problem.masses());
        let mut bodies: Vec<_> = placed.map(|(body, mass)| BodyState::new(body, mass)).collect();
        bodies.push(BodyState::world());
        let outcome = (problem.options().steps == 0).then_some(Outcome::Completed);
        Self {
            jointed_pairs: contacts::jointed_pairs(&problem).into(),
            is_static: problem.bodies().iter().map(|body| body.motion == Motion::Static).chain([true]).collect(),
            joints: JointState::all(&problem, &bodies),
            problem,
            broad_phase: BroadPhase::default(),
            bodies,
            contacts: Vec::new(),
            previous_contacts: Vec::new(),
            joint_rows: Vec::new(),
            contact_rows: ContactRows::default(),
            phase: Phase::Detect,
            frames: 0,
            substep: 0,
            system: None,
            direct: None,
            outcome,
        }
    }

    /// Returns the problem that is run.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Returns the options of the run.
    pub fn options(&self) -> &Options {
        self.problem.options()
    }

    /// Returns the outcome of the run; `None` before its end.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Steps to the end of the current frame. Returns the outcome if the run has ended, with this frame or earlier.
    pub fn run_frame(&mut self) -> Option<Outcome> {
        let frame = self.frames;
        while self.frames == frame && self.outcome.is_none() {
            let _ = self.step();
        }
        self.outcome
    }

    /// Returns the kind of impulse that iterations clamp: the accumulated one, or that of each iteration alone.
    pub fn clamp(&self) -> Clamp {
        match self.options().solver {
            Solver::Sequential { clamp, .. } => clamp,
            Solver::Direct => Clamp::Accumulated,
        }
    }

    /// Returns whether solves start with the impulses of the previous one.
    pub(super) fn starts_warm(&self) -> bool {
        matches!(self.options().solver, Solver::Sequential { warm_start: true, clamp: Clamp::Accumulated, .. })
    }

    /// Returns the phase of the warm start of the next group with an impulse, from the group `first` on; without such a
    /// group, the first phase of the solver, or [`Phase::Move`] without rows.
    fn phase_of_warm_start(&self, first: usize) -> Phase {
        if self.starts_warm() {
            let warm_group = (first..self.group_count()).find(|group| match self.joint_rows.get(*group) {
                Some(row) => row.impulse != Vec2::ZERO,
                None => self.contact_rows.is_warm(*group - self.joint_rows.len()),
            });
            if let Some(group) = warm_group {
                return Phase::WarmStart { index: group as u32 };
            }
        }
        match self.options().solver {
            _ if !self.has_rows() => Phase::Move,
            Solver::Sequential { .. } => Phase::Iterate { iteration: 0, index: 0 },
            Solver::Direct => Phase::Direct,
        }
    }

    /// Returns the solution after this one; `None` after the last group of the last iteration, and for the direct
    /// solver.
    fn next_group(&self, GroupSolution { iteration, group }: GroupSolution) -> Option<GroupSolution> {
        let Solver::Sequential { iterations, .. } = self.options().solver else { return None };
        if group as usize + 1 < self.group_count() {
            return Some(GroupSolution { iteration, group: group + 1 });
        }
        (iteration + 1 < iterations).then_some(GroupSolution { iteration: iteration + 1, group: 0 })
    }

    /// Returns the phase of the next group that corrects positions by split impulses, from the solution `next` on;
    /// [`Phase::Move`] if there is none.
    fn phase_of_position(&self, mut next: Option<GroupSolution>) -> Phase {
        if !self.options().splits() || !(0..self.group_count()).any(|group| self.corrects_positions(group)) {
            return Phase::Move;
        }
        while let Some(GroupSolution { iteration, group }) = next {
            if self.corrects_positions(group as usize) {
                return Phase::Position { iteration, index: group };
            }
            next = self.next_group(GroupSolution { iteration, group });
        }
        Phase::Move
    }

    /// Returns whether a group has rows that correct positions by split impulses.
    fn corrects_positions(&self, group: usize) -> bool {
        match self.joint_rows.get(group) {
            Some(row) => row.position_bias.is_some(),
            None => self.contact_rows.corrects(group - self.joint_rows.len()),
        }
    }

    /// Step of [`Phase::Detect`]: finds the contacts at the current poses.
    fn detect(&mut self) -> Phase {
        std::mem::swap(&mut self.contacts, &mut self.previous_contacts);
        let jointed_pairs = Arc::clone(&self.jointed_pairs);
        contacts::detect(
            &self.problem,
            &self.bodies,
            &mut self.broad_phase,
            &jointed_pairs,
            &self.previous_contacts,
            &mut self.contacts,
        );
        Phase::Match
    }

    /// Step of [`Phase::Kick`]: adds the effect of gravity and forces to the velocities.
    fn kick(&mut self, h: Real) -> Phase {
        kick(&mut self.bodies, &self.problem, h);
        Phase::Prepare
    }

    /// Solves the rows of a group.
    #[inline(always)]
    fn solve_group(&mut self, group: usize, settings: PassSettings) {
        match self.joint_rows.get_mut(group) {
            Some(row) => row.iterate(&mut self.bodies, settings.clamp),
            None => self.contact_rows.iterate(group - self.joint_rows.len(), &mut self.bodies, settings),
        }
    }

    /// Step of [`Phase::Iterate`]: solves a group for the velocities.
    fn iterate(&mut self, iteration: u32, group: u32) {
        self.solve_group(group as usize, self.pass_settings());
        self.phase = match self.next_group(GroupSolution { iteration, group }) {
            Some(GroupSolution { iteration, group }) => Phase::Iterate { iteration, index: group },
            None => self.phase_of_position(Some(GroupSolution { iteration: 0, group: 0 })),
        };
    }

    /// Step of [`Phase::Relax`]: solves a group without the contribution of springs.
    fn relax(&mut self, group: u32) {
        let settings = self.pass_settings();
        let joints = self.joint_rows.len();
        match self.joint_rows.get_mut(group as usize) {
            Some(row) => row.iterate(&mut self.bodies, settings.clamp),
            None => {
                let contact_group = group as usize - joints;
                let options = self.problem.options();
                self.contact_rows.relax(contact_group, &self.contacts, &mut self.bodies, options, settings);
            }
        }
        let is_last = group as usize + 1 >= self.group_count();
        self.phase = if is_last { Phase::Record } else { Phase::Relax { index: group + 1 } };
    }

    /// Step of [`Phase::Direct`]: runs one round of the direct solver; applies the impulses once it is done. Returns
    /// the next phase.
    fn direct(&mut self) -> Phase {
        let mut system =
            self.system.take().unwrap_or_else(|| Arc::new(System::of_velocities(&self.constraints(), &self.bodies)));
        if let Some(rows) = system.rows_if_too_large() {
            self.outcome = Some(Outcome::TooLarge { frame: self.frames + 1, rows });
            return Phase::Direct;
        }
        let state = Arc::make_mut(&mut system);
        state.solve_round(); // @direct
        let Some(done) = state.result() else {
            self.system = Some(system);
            return Phase::Direct;
        };
        self.direct = Some(done);
        let mut rows = self.constraints();
        state.apply(&mut rows, &mut self.bodies);
        self.store_impulses(&rows);
        if self.options().position == PositionMode::Split { Phase::DirectPosition } else { Phase::Move }
    }

    /// Step of [`Phase::DirectPosition`]: runs one round of the direct solver for the position velocities; applies the
    /// impulses once it is done. Returns the next phase.
    fn direct_position(&mut self) -> Phase {
        let mut system =
            self.system.take().unwrap_or_else(|| Arc::new(System::of_positions(&self.constraints(), &self.bodies)));
        let state = Arc::make_mut(&mut system);
        state.solve_round();
        let Some(done) = state.result() else {
            self.system = Some(system);
            return Phase::DirectPosition;
        };
        self.direct = Some(done);
        let mut rows = self.constraints();
        state.apply_to_positions(&mut rows, &mut self.bodies);
        self.store_impulses(&rows);
        Phase::Move
    }

    /// Step of [`Phase::Record`]: stores the impulses in the contact points and ends the solve, the frame with its last
    /// solve, and the run with its last frame or if a body diverged. Returns the next phase.
    fn record(&mut self) -> Phase {
        for ContactImpulses { contact, normal, tangent } in self.contact_rows.impulses() {
            for (i, point) in self.contacts[contact].points_mut().iter_mut().enumerate() {
                point.normal_impulse = normal[i];
                point.tangent_impulse = tangent[i];
            }
        }
        let diverged = self.problem.bodies().iter().zip(&self.bodies).position(|(body, state)| {
            let has_finite_pose = state.center.is_finite() && state.angle.is_finite();
            let is_valid = has_finite_pose && is_slow(state.velocity, state.angular_velocity);
            body.motion == Motion::Dynamic && !is_valid
        });
        if let Some(body) = diverged {
            self.outcome = Some(Outcome::Diverged { frame: self.frames + 1, body: body as u32 }); // @diverged
            return Phase::Record;
        }
        self.substep += 1;
        if self.substep == self.options().substeps {
            self.substep = 0;
            self.frames += 1;
            self.outcome = (self.frames == self.options().steps).then_some(Outcome::Completed); // @end
        }
        Phase::Detect
    }

    /// Step of [`Phase::WarmStart`]: applies the impulses with which a group starts.
    fn warm_start(&mut self, group: u32) {
        match self.joint_rows.get(group as usize) {
            Some(row) => row.apply(&mut self.bodies, row.impulse),
            None => self.contact_rows.warm_start(group as usize - self.joint_rows.len(), &mut self.bodies),
        }
        self.phase = self.phase_of_warm_start(group as usize + 1);
    }

    /// Step of [`Phase::Position`]: solves a group for the position velocities.
    fn correct_positions(&mut self, iteration: u32, group: u32) {
        let joints = self.joint_rows.len();
        match self.joint_rows.get_mut(group as usize) {
            Some(row) => row.correct(&mut self.bodies),
            None => self.contact_rows.correct(group as usize - joints, &mut self.bodies),
        }
        self.phase = self.phase_of_position(self.next_group(GroupSolution { iteration, group }));
    }

    /// Runs a phase that acts on the whole world instead of one group. Returns the next phase.
    #[inline(never)]
    fn run_whole_phase(&mut self, phase: Phase) -> Phase {
        let h = self.options().h();
        match phase {
            Phase::Detect => self.detect(),
            Phase::Match => {
                let warm = self.starts_warm();
                contacts::match_points(&mut self.contacts, &self.previous_contacts, warm);
                Phase::Approach
            }
            Phase::Approach => {
                contacts::record_approach(&mut self.contacts, &self.bodies);
                Phase::Kick
            }
            Phase::Kick => self.kick(h),
            Phase::Prepare => {
                self.prepare();
                self.phase_of_warm_start(0)
            }
            Phase::Direct => self.direct(),
            Phase::DirectPosition => self.direct_position(),
            Phase::Move => {
                integrate(&mut self.bodies, &self.problem, h);
                let soft = matches!(self.options().position, PositionMode::Soft { .. });
                if soft && self.has_rows() { Phase::Relax { index: 0 } } else { Phase::Record }
            }
            Phase::Record => self.record(),
            // Phases that solve one group per step are run by `step` itself.
            of_group @ (Phase::WarmStart { .. }
            | Phase::Iterate { .. }
            | Phase::Position { .. }
            | Phase::Relax { .. }) => of_group,
        }
    }
}

impl Stepper for World {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        match self.phase {
            Phase::WarmStart { index } => self.warm_start(index),
            Phase::Iterate { iteration, index } => self.iterate(iteration, index),
            Phase::Position { iteration, index } => self.correct_positions(iteration, index),
            Phase::Relax { index } => self.relax(index),
            phase => self.phase = self.run_whole_phase(phase),
        }
        self.outcome.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn heap_bytes(&self) -> usize {
        self.bodies.capacity() * size_of::<BodyState>()
            + self.joints.capacity() * size_of::<JointState>()
            + (self.contacts.capacity() + self.previous_contacts.capacity()) * size_of::<Contact>()
            + self.joint_rows.capacity() * size_of::<Constraint>()
            + self.contact_rows.heap_bytes()
            + self.system.as_ref().map_or(0, |system| system.heap_bytes())
    }
}
