//! World queries: simulations of rigid bodies in 2D. This file runs the engine without recorded steps and converts its
//! frames to findings; `problem` converts the scene to the engine's types, `method` and `frame_run` record lessons,
//! `solve` the last solve of a frame for a captured step.

mod frame_run;
mod method;
mod problem;
mod solve;
#[cfg(test)]
mod tests;

pub(super) use method::{first_missing_frame, open};

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use contact_lens_lesson::dynamics::MOST_TRACED;
use contact_lens_lesson::{ToF64, Verdict, watch};
use contact_lens_model::answer::{BodyState, ContactState, JointState, PointState, WorldFinding};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_scene::model::Ask;
use glam::DVec2;

use super::engine::dim2::dynamics::{
    BodyFrame, ContactFrame, Frame, JointFrame, Motion, Outcome, Phase, PointFrame, Problem, Solver, World,
};
use super::engine::prelude::*;
use super::{QueryError, SceneQuery, misdirected};
use crate::{RunEnd, Simulation};

/// Maximum number of frames that are run to find a solve with many rows. With more frames the first lesson of a long
/// run waits longer; rows that appear only later do not change the layout.
const MAX_SCANNED_FRAMES: u32 = 3000;

/// A world of a scene, ready to run.
pub(super) struct SceneWorld {
    /// The scene's bodies, joints and gravity in the engine's precision.
    problem: Arc<Problem>,
    /// Names of the bodies.
    names: Arc<[String]>,
    /// Names of the joints.
    joint_names: Arc<[String]>,
    /// Number of limit rows of each joint.
    limit_counts: Vec<usize>,
    /// Time step of the scene, seconds; `f64`, since times are reported in `f64`.
    time_step: f64,
    /// Result of [`SceneWorld::has_few_rows`], once computed.
    few_rows: OnceLock<bool>,
}

/// Mass of a body, kilograms; `None` if the world is invalid or the mass is infinite.
pub(super) fn mass(query: &SceneQuery<'_>, body: usize) -> Option<f64> {
    let world = SceneWorld::new(query).ok()?;
    world.problem.masses().get(body).map(|mass| mass.mass.to_f64()).filter(|mass| *mass > 0.0)
}

impl SceneWorld {
    /// Converts the world of a query's scene: rounds every number to the engine's precision and checks it. Errors name
    /// the invalid field.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let Ask::World { options, .. } = query.ask() else { return Err(misdirected()) };
        let scene = query.scene;
        Ok(Self {
            problem: Arc::new(problem::problem_of_scene(scene, options, &query.path("options"))?),
            names: scene.bodies.iter().map(|body| body.name.clone()).collect(),
            limit_counts: scene.joints.iter().map(|joint| joint.kind.limits().iter().flatten().count()).collect(),
            joint_names: scene.joints.iter().map(|joint| joint.name.clone()).collect(),
            time_step: options.time_step(),
            few_rows: OnceLock::new(),
        })
    }

    /// The world before its first frame.
    fn initial_world(&self) -> World {
        World::new(Arc::clone(&self.problem))
    }

    /// Whether no solve has more rows than can be drawn as traces, so that all frames of the run can have the same
    /// layout. Examines the first [`MAX_SCANNED_FRAMES`] frames, by a run of its own; `false` at once if many bodies
    /// move.
    fn has_few_rows(&self) -> bool {
        *self.few_rows.get_or_init(|| {
            let moving = self.problem.bodies().iter().filter(|body| body.motion == Motion::Dynamic);
            moving.count() <= MOST_TRACED && self.has_at_most_rows(MOST_TRACED)
        })
    }

    /// Whether no solve of the first [`MAX_SCANNED_FRAMES`] frames has more than `max_rows` rows.
    fn has_at_most_rows(&self, max_rows: usize) -> bool {
        let mut world = self.initial_world();
        let mut step = 0;
        while world.frames < MAX_SCANNED_FRAMES {
            watch::tick_at(step);
            step += 1;
            let makes_rows = world.phase == Phase::Prepare;
            if world.step().is_break() {
                break;
            }
            if makes_rows {
                let count: usize = world.snapshot().constraints.iter().map(|row| usize::from(row.rows)).sum();
                if count > max_rows {
                    return false;
                }
            }
        }
        true
    }

    /// State of a world between two frames as a finding.
    fn finding(&self, world: &World) -> WorldFinding {
        let frame: Frame = world.frame();
        WorldFinding {
            names: Arc::clone(&self.names),
            joint_names: Arc::clone(&self.joint_names),
            frame: frame.frame as usize,
            time: f64::from(frame.frame) * self.time_step,
            bodies: frame.bodies.iter().map(body_state).collect(),
            contacts: frame.contacts.iter().map(contact_state).collect(),
            joints: self.joint_states(&frame),
            kinetic: frame.energy.kinetic.to_f64(),
            potential: frame.energy.potential.to_f64(),
            linear: to_dvec2(frame.momentum.linear),
            angular: frame.momentum.angular.to_f64(),
            diverged: None,
        }
    }

    /// Errors and impulses of the joints of a frame as plain data.
    fn joint_states(&self, frame: &Frame) -> Vec<JointState> {
        let joints = frame.joints.iter().zip(&self.limit_counts);
        joints.map(|(joint, limits)| joint_state(joint, *limits)).collect()
    }

    /// Number of iterations of a solve over all rows; 1 for the direct solver.
    fn iterations(&self) -> u32 {
        match self.problem.options().solver {
            Solver::Sequential { iterations, .. } => iterations,
            Solver::Direct => 1,
        }
    }

    /// Reason why a run has no further frames; `None` if it has completed.
    fn run_end(&self, outcome: Outcome) -> Option<RunEnd> {
        match outcome {
            Outcome::Completed => None,
            Outcome::Diverged { frame, body } => {
                let name = self.names.get(body as usize).cloned().unwrap_or_default();
                Some(RunEnd::Diverged { frame: frame as usize, body: name, index: body })
            }
            Outcome::TooLarge { frame, rows } => Some(RunEnd::TooLarge { frame: frame as usize, rows: rows as usize }),
        }
    }
}

impl Simulation for SceneWorld {
    fn play(&self, frames: &[u32], observe: &mut dyn FnMut(WorldFinding)) -> Option<RunEnd> {
        let mut world = self.initial_world();
        for &frame in frames {
            while world.frames < frame {
                let outcome = run_frame(&mut world);
                if let Some(run_end) = outcome.and_then(|outcome| self.run_end(outcome)) {
                    return Some(run_end);
                }
            }
            observe(self.finding(&world));
        }
        None
    }

    fn verdict(&self, last: WorldFinding, run_end: Option<&RunEnd>) -> Verdict {
        let outcome = match run_end {
            None => Outcome::Completed,
            Some(RunEnd::Diverged { frame, index, .. }) => Outcome::Diverged { frame: *frame as u32, body: *index },
            Some(RunEnd::TooLarge { frame, rows }) => Outcome::TooLarge { frame: *frame as u32, rows: *rows as u32 },
        };
        self.verdict_of_finding(last, outcome)
    }
}

/// Runs to the end of the current frame, with a tick per step so that a long frame can be canceled. Returns the outcome
/// if the run ends.
fn run_frame(world: &mut World) -> Option<Outcome> {
    let frame = world.frames;
    let mut step = 0;
    while world.frames == frame {
        watch::tick_at(step);
        step += 1;
        if let ControlFlow::Break(outcome) = world.step() {
            return Some(outcome);
        }
    }
    None
}

/// A vector of the engine in `f64`.
fn to_dvec2(v: Vec2) -> DVec2 {
    DVec2::new(v.x as f64, v.y as f64)
}

/// State of a body as plain data.
fn body_state(body: &BodyFrame) -> BodyState {
    BodyState {
        position: to_dvec2(body.position),
        angle: body.angle.to_f64(),
        velocity: to_dvec2(body.velocity),
        angular_velocity: body.angular_velocity.to_f64(),
    }
}

/// Contact of two bodies as plain data.
fn contact_state(contact: &ContactFrame) -> ContactState {
    ContactState {
        a: contact.a,
        b: contact.b,
        normal: to_dvec2(contact.normal),
        friction: contact.friction.to_f64(),
        points: contact.points.iter().map(point_state).collect(),
    }
}

/// Contact point as plain data.
fn point_state(point: &PointFrame) -> PointState {
    PointState {
        position: to_dvec2(point.position),
        depth: point.depth.to_f64(),
        id: point.id.to_string(),
        normal_impulse: point.normal_impulse.to_f64(),
        tangent_impulse: point.tangent_impulse.to_f64(),
    }
}

/// Errors and impulses of a joint with `limits` limit rows as plain data.
fn joint_state(joint: &JointFrame, limits: usize) -> JointState {
    let error = joint.error.iter().map(|number| number.to_f64()).collect();
    let impulse = joint.impulse.iter().map(|number| number.to_f64()).collect();
    JointState { error, impulse, limits }
}
