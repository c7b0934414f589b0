//! Snapshots of the state and the constants of a world as plain data in `f64`, and the direct solve with which a lesson
//! compares the iterations.

use glam::DVec2;

use super::bodies::BodyState;
use super::constraint::{Bounds, Constraint, Jacobian};
use super::contacts::Contact;
use super::ground::Solid;
use super::options::{PositionMode, Solver};
use super::{World, direct};
use crate::dim2::prelude::*;
use contact_lens_model::ask::{self, WorldSolver};
use contact_lens_model::snapshot::{Snapshots, ToF64, dynamics as plain};

/// Returns a vector as plain data in `f64`.
fn vector(v: Vec2) -> DVec2 {
    DVec2::new(v.x.to_f64(), v.y.to_f64())
}

impl Snapshots for World {
    type Snapshot = plain::World;

    fn snapshot(&self) -> plain::World {
        plain::World {
            phase: self.phase,
            frames: self.frames,
            substep: self.substep,
            outcome: self.outcome,
            iteration: None,
            bodies: self.bodies.iter().map(body).collect(),
            joints: self
                .joints
                .iter()
                .map(|joint| plain::Joint { holds: joint.is_active, points: joint.points(&self.bodies).map(vector) })
                .collect(),
            contacts: self.contacts.iter().map(contact).collect(),
            constraints: self.constraints().iter().map(constraint).collect(),
            groups: self.group_starts(),
            colors: self.color_starts(),
            rounds: self.system.as_ref().map(|system| system.rounds),
            round: self.system.as_ref().map(|system| {
                let count = self.constraints().len();
                plain::Round {
                    impulses: system.constraint_impulses(count).into_iter().map(vector).collect(),
                    friction_bounds: system.last_friction_bounds(count),
                }
            }),
            direct: self.direct.map(|direct| plain::Direct {
                outcome: direct.outcome,
                rows: direct.rows,
                redundant: direct.redundant,
                rounds: direct.rounds,
                pivots: direct.pivots,
                residual: direct.residual.to_f64(),
            }),
        }
    }
}

impl World {
    /// Returns the index of the first constraint of each group, followed by the number of constraints. One step of the
    /// sequential solver solves a group: a constraint of a joint, a contact, or up to four contacts of one color.
    fn group_starts(&self) -> Vec<u32> {
        let joints = self.joint_rows.len() as u32;
        let mut starts: Vec<u32> = (0..=joints).collect();
        let mut end = joints;
        for group in 0..self.contact_rows.len() {
            end += self.contact_rows.rows(self.contact_rows.members(group));
            starts.push(end);
        }
        starts
    }

    /// Returns the index of the first constraint of each color, followed by the number of constraints; empty if
    /// contacts are not solved by colors.
    fn color_starts(&self) -> Vec<u32> {
        let ends = self.contact_rows.color_ends();
        if ends.is_empty() {
            return Vec::new();
        }
        let first = self.joint_rows.len() as u32;
        let mut starts = vec![first];
        starts.extend(ends.iter().map(|end| first + self.contact_rows.rows(0..*end as usize)));
        starts
    }

    /// Returns the constants of the run.
    pub fn setting(&self) -> plain::Setting {
        let problem = &self.problem;
        let options = self.options();
        let bodies = problem.bodies().iter().zip(problem.masses()).map(|(body, mass)| plain::Body {
            motion: body.motion,
            radius: body.shape.radius().to_f64(),
            half_plane: match &body.shape {
                Solid::HalfPlane(plane) => {
                    Some(plain::HalfPlane { normal: vector(plane.normal), offset: plane.offset.to_f64() })
                }
                Solid::Convex(_) => None,
            },
            mass: mass.mass.to_f64(),
            inertia: mass.inertia.to_f64(),
            inverse_mass: mass.inverse_mass.to_f64(),
            inverse_inertia: mass.inverse_inertia.to_f64(),
        });
        plain::Setting {
            bodies: bodies.collect(),
            gravity: vector(problem.gravity()),
            h: options.h().to_f64(),
            time_step: options.time_step.to_f64(),
            substeps: options.substeps,
            restitution_threshold: options.restitution_threshold.to_f64(),
            solver: match options.solver {
                Solver::Sequential { .. } => WorldSolver::Sequential,
                Solver::Direct => WorldSolver::Direct,
            },
            clamp: self.clamp(),
            order: match options.solver {
                Solver::Sequential { order, .. } => order,
                Solver::Direct => ask::SolveOrder::Source,
            },
            position: match options.position {
                PositionMode::Baumgarte => ask::PositionMode::Baumgarte,
                PositionMode::Split => ask::PositionMode::Split,
                PositionMode::Soft { .. } => ask::PositionMode::Soft,
                PositionMode::None => ask::PositionMode::None,
            },
            epsilon: EPS.to_f64(),
        }
    }

    /// Solves the current rows directly, without warm start, if there are at most `max_rows` rows and the solution is
    /// found quickly. `between` is called before each round; it may unwind to cancel the solve.
    pub fn solve_directly(&self, max_rows: usize, between: impl FnMut()) -> plain::DirectSolution {
        let cold: Vec<Constraint> =
            self.constraints().into_iter().map(|row| Constraint { impulse: Vec2::ZERO, ..row }).collect();
        match direct::reference(&cold, &self.bodies, max_rows, between) {
            direct::Reference::Found { constraints, bodies } => {
                let velocities = bodies.iter().map(|body| plain::BodyVelocity {
                    linear: vector(body.velocity),
                    angular: body.angular_velocity.to_f64(),
                });
                plain::DirectSolution::Found {
                    impulses: constraints.iter().map(|row| vector(row.impulse)).collect(),
                    velocities: velocities.collect(),
                }
            }
            direct::Reference::TooLarge => plain::DirectSolution::TooLarge,
            direct::Reference::GaveUp(rounds) => plain::DirectSolution::GaveUp(rounds),
        }
    }
}

/// Returns the state of a body as plain data.
fn body(body: &BodyState) -> plain::BodyState {
    plain::BodyState {
        center: vector(body.center),
        position: vector(body.pose.position),
        rotation: vector(body.pose.rotation),
        velocity: vector(body.velocity),
        angular_velocity: body.angular_velocity.to_f64(),
        position_velocity: vector(body.position_velocity),
        angular_position_velocity: body.angular_position_velocity.to_f64(),
    }
}

/// Returns a contact as plain data.
fn contact(contact: &Contact) -> plain::Contact {
    let points = contact.points().iter().map(|point| plain::Point {
        position: vector(point.position),
        approach: point.approach.to_f64(),
        apart: point.apart,
        is_new: point.is_new,
    });
    let restitution = contact.restitution.to_f64();
    plain::Contact { a: contact.a, b: contact.b, restitution, points: points.collect() }
}

/// Returns a row of the Jacobian as plain data.
fn jacobian(row: Jacobian) -> plain::Jacobian {
    plain::Jacobian { linear: vector(row.linear), angular_a: row.angular_a.to_f64(), angular_b: row.angular_b.to_f64() }
}

/// Returns a constraint as plain data.
fn constraint(row: &Constraint) -> plain::Constraint {
    plain::Constraint {
        source: row.source,
        a: row.a,
        b: row.b,
        rows: row.rows,
        jacobian: row.jacobian.map(jacobian),
        k: row.k.map(ToF64::to_f64),
        inverse: row.inverse.map(ToF64::to_f64),
        soft: row.soft.map(ToF64::to_f64),
        error: vector(row.error),
        bias: vector(row.bias),
        relaxed_bias: row.relaxed_bias.to_f64(),
        position_bias: row.position_bias.map(vector),
        bounds: match row.bounds {
            Bounds::Free => plain::Bounds::Free,
            Bounds::NotNegative => plain::Bounds::NotNegative,
            Bounds::Within(limit) => plain::Bounds::Within(limit.to_f64()),
            Bounds::Disc(limit) => plain::Bounds::Disc(limit.to_f64()),
            Bounds::Friction { normal, friction } => plain::Bounds::Friction { normal, friction: friction.to_f64() },
        },
        impulse: vector(row.impulse),
        position_impulse: vector(row.position_impulse),
    }
}
