//! The state of a world and its turn: a named phase or one row at a time.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::super::prelude::*;
use super::bodies::{BodyState, integrate, kick};
use super::check::is_slow;
use super::frame::{BodyFrame, Energy, Frame, JointFrame, Momentum, Outcome};
use super::problem::{Motion, Problem};

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Gravity and forces change velocities.
    Kick,
    /// Velocities move the bodies.
    Move,
    /// The solve ends.
    Record,
}

/// A world that is run step by step.
#[derive(Clone, Debug)]
pub struct World {
    problem: Arc<Problem>,
    /// The bodies as they are now.
    pub bodies: Vec<BodyState>,
    /// What the next step does.
    pub phase: Phase,
    /// Frames that are done.
    pub frames: u32,
    /// Solves of the frame under way that are done.
    pub substep: u32,
    outcome: Option<Outcome>,
}

impl World {
    /// At the start.
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        let problem = problem.into();
        let bodies: Vec<_> =
            problem.bodies().iter().zip(problem.masses()).map(|(body, mass)| BodyState::new(body, mass)).collect();
        let outcome = (problem.options().steps == 0).then_some(Outcome::Completed);
        Self { problem, bodies, phase: Phase::Kick, frames: 0, substep: 0, outcome }
    }

    /// What is run.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// How the run ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Steps to the end of the frame under way. `Some` if the run has ended: when the last frame was run, or before one that
    /// is not there.
    pub fn run_frame(&mut self) -> Option<Outcome> {
        let frame = self.frames;
        while self.frames == frame && self.outcome.is_none() {
            let _ = self.step();
        }
        self.outcome
    }

    /// What a world answers about where it is now: complete between two frames.
    pub fn frame(&self) -> Frame {
        let options = self.problem.options();
        let told = |body: &BodyState| BodyFrame {
            position: body.pose.position,
            angle: body.angle,
            velocity: body.velocity,
            angular_velocity: body.angular_velocity,
        };
        Frame {
            frame: self.frames,
            time: self.frames as Real * options.time_step,
            bodies: self.bodies.iter().map(told).collect(),
            contacts: Vec::new(),
            joints: vec![JointFrame::default(); self.problem.joints().len()],
            energy: self.energy(),
            momentum: self.momentum(),
        }
    }

    /// Of the dynamic bodies now.
    pub fn energy(&self) -> Energy {
        let mut energy = Energy::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            let turning = mass.inertia * body.angular_velocity * body.angular_velocity;
            energy.kinetic += 0.5 * (mass.mass * body.velocity.length_squared() + turning);
            energy.potential -= mass.mass * self.problem.gravity().dot(body.center);
        }
        energy
    }

    /// Of the dynamic bodies now.
    pub fn momentum(&self) -> Momentum {
        let mut momentum = Momentum::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            momentum.linear += body.velocity * mass.mass;
            momentum.angular += mass.inertia * body.angular_velocity + mass.mass * body.center.perp_dot(body.velocity);
        }
        momentum
    }

    /// Ends the solve, and with the last of its solves the frame.
    fn record(&mut self) -> Phase {
        let lost = self.problem.bodies().iter().zip(&self.bodies).position(|(body, state)| {
            let finite = state.center.is_finite() && state.angle.is_finite();
            body.motion == Motion::Dynamic && !(finite && is_slow(state.velocity, state.angular_velocity))
        });
        if let Some(body) = lost {
            self.outcome = Some(Outcome::Diverged { frame: self.frames + 1, body: body as u32 }); // @diverged
            return Phase::Record;
        }
        self.substep += 1;
        if self.substep == self.problem.options().substeps {
            self.substep = 0;
            self.frames += 1;
            let all = self.frames == self.problem.options().steps;
            self.outcome = all.then_some(Outcome::Completed); // @end
        }
        Phase::Kick
    }
}

impl Stepper for World {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let h = self.problem.options().h();
        self.phase = match self.phase {
            Phase::Kick => {
                kick(&mut self.bodies, &self.problem, h);
                Phase::Move
            }
            Phase::Move => {
                integrate(&mut self.bodies, &self.problem, h);
                Phase::Record
            }
            Phase::Record => self.record(),
        };
        self.outcome.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}
