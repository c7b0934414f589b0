//! A world of the plane as plain data, solve by solve and constraint by constraint.
//!
//! World frame, SI units, radians counterclockwise. A pair of numbers of a constraint belongs to its two rows; of a single
//! row the second is 0.

mod by_row;
mod constraint;

use glam::DVec2;

pub use by_row::ByRow;
pub use constraint::{Bounds, Constraint, Iteration, Jacobian, Of};

use super::Snapshot;
use crate::ask::{Clamp, Motion, PositionMode, SolveOrder, WorldSolver};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All frames asked were run.
    Completed,
    /// A dynamic body was no longer finite, or too fast.
    Diverged {
        /// The frame that is not there.
        frame: u32,
        /// The first such body in the file's order.
        body: u32,
    },
    /// The direct solver was asked for more rows than it takes.
    TooLarge {
        /// The frame that is not there.
        frame: u32,
        /// How many rows.
        rows: u32,
    },
}

impl Outcome {
    /// As scene files name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "Completed",
            Self::Diverged { .. } => "Diverged",
            Self::TooLarge { .. } => "TooLarge",
        }
    }
}

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Contacts are found at the poses as they are.
    Detect,
    /// Points are matched with those of the solve before.
    Match,
    /// Approach speeds are noted.
    Approach,
    /// Gravity and forces change velocities.
    Kick,
    /// Rows are made of joints and contacts.
    Prepare,
    /// A group of constraints begins with its impulses of the solve before.
    WarmStart {
        /// Among the groups; told [by row](ByRow), among the constraints.
        at: u32,
    },
    /// The constraints of a group are solved, one after the other.
    Iterate {
        /// From 0.
        iteration: u32,
        /// Among the groups; told [by row](ByRow), among the constraints.
        at: u32,
    },
    /// All constraints are solved at once, within bounds of friction that are held.
    Direct,
    /// A group is solved for the velocity that corrects positions.
    Position {
        /// From 0.
        iteration: u32,
        /// Among the groups; told [by row](ByRow), among the constraints.
        at: u32,
    },
    /// The same for all constraints at once.
    DirectPosition,
    /// Velocities move the bodies.
    Move,
    /// A group is solved once more, contacts without springs.
    Relax {
        /// Among the groups; told [by row](ByRow), among the constraints.
        at: u32,
    },
    /// The solve ends.
    Record,
}

/// How a direct solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectOutcome {
    /// All rows are solved.
    Solved,
    /// Some rows contradict each other: their errors are as small as they can be.
    Inconsistent,
    /// The bounds of friction went on moving.
    FrictionNotSettled,
}

/// What stays while a world is stepped.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The bodies in the file's order.
    pub bodies: Vec<Body>,
    /// m/s².
    pub gravity: DVec2,
    /// Seconds of a solve.
    pub h: f64,
    /// Seconds of a frame.
    pub time_step: f64,
    /// Solves of a frame.
    pub substeps: u32,
    /// A pair that approaches slower than this does not bounce, m/s.
    pub restitution_threshold: f64,
    /// How the impulses of a solve are found.
    pub solver: WorldSolver,
    /// What each iteration of a constraint keeps within its bounds.
    pub clamp: Clamp,
    /// In which order contacts are solved.
    pub order: SolveOrder,
    /// How overlaps and errors of joints are taken back.
    pub position: PositionMode,
    /// Distance from 1 to the next larger number of the precision in which the world runs.
    pub epsilon: f64,
}

/// What stays of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// How it moves.
    pub motion: Motion,
    /// Of a half-plane its outward normal and how far its line lies along it, in the body's own frame.
    pub half_plane: Option<(DVec2, f64)>,
    /// Of a circle about its origin that holds it, meters.
    pub radius: f64,
    /// kg; 0 of a body that is not dynamic.
    pub mass: f64,
    /// About the center of mass, kg m²; 0 of a body that does not turn.
    pub inertia: f64,
    /// 1/kg, as the world computes with it; 0 of a body that is not dynamic.
    pub inverse_mass: f64,
    /// 1/(kg m²), likewise.
    pub inverse_inertia: f64,
}

/// The state of a world.
#[derive(Clone, Debug)]
pub struct World {
    /// What the next step does.
    pub phase: Phase,
    /// Frames that are done.
    pub frames: u32,
    /// Solves of the frame under way that are done.
    pub substep: u32,
    /// How the run ended, if it did.
    pub outcome: Option<Outcome>,
    /// The row that was solved last, where the state is told [by row](ByRow).
    pub iteration: Option<Iteration>,
    /// The bodies in the file's order; the last, which the file does not have, is the world itself.
    pub bodies: Vec<BodyState>,
    /// The joints in the file's order.
    pub joints: Vec<Joint>,
    /// The contacts of the solve under way, or of the last one.
    pub contacts: Vec<Contact>,
    /// The constraints of the solve under way, or of the last one: those of joints, then those of contacts.
    pub constraints: Vec<Constraint>,
    /// Where each group begins among the constraints, and where the last one ends: what is solved in a step.
    pub groups: Vec<u32>,
    /// By colors: where each color begins among the constraints, and where the last one ends. Else empty.
    pub colors: Vec<u32>,
    /// Of a direct solve that is under way: how often bounds of friction were set.
    pub rounds: Option<u32>,
    /// Of a direct solve that is under way: what its last round has found.
    pub round: Option<Round>,
    /// How the last direct solve went, for velocities or for positions.
    pub direct: Option<Direct>,
}

/// What a round of a direct solve has found, constraint by constraint; nothing of it is applied while bounds of friction still move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// `λ`, N s or N m s.
    pub impulses: Vec<DVec2>,
    /// What friction kept to in this round, `μ λ_n` of the round before, N s; infinite of other rows.
    pub held: Vec<f64>,
}

/// Joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// Of height, 0 at the origin.
    pub potential: f64,
}

/// A body as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// The center of mass.
    pub center: DVec2,
    /// Where its origin is.
    pub position: DVec2,
    /// Cosine and sine of the angle to which it is turned.
    pub rotation: DVec2,
    /// Of the center of mass, m/s.
    pub velocity: DVec2,
    /// rad/s.
    pub angular_velocity: f64,
    /// The velocity that corrects positions and is then dropped, m/s.
    pub position_velocity: DVec2,
    /// Likewise, rad/s.
    pub angular_position_velocity: f64,
}

/// A joint as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Whether it makes rows: a hand may be off.
    pub holds: bool,
    /// Its anchors.
    pub points: [DVec2; 2],
}

/// A pair that touches.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The first body.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// One or two.
    pub points: Vec<Point>,
}

/// Where a pair touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is.
    pub position: DVec2,
    /// How fast the bodies approached in it before gravity acted, m/s.
    pub approach: f64,
    /// Whether the solve before had no point of its name.
    pub is_new: bool,
}

/// How a direct solve went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direct {
    /// How it ended.
    pub outcome: DirectOutcome,
    /// Rows solved.
    pub rows: u32,
    /// How many of those within their bounds say what others say already.
    pub redundant: u32,
    /// How often bounds of friction were set.
    pub rounds: u32,
    /// Sets of rows at their bounds that were tried, in all rounds.
    pub pivots: u32,
    /// The largest error of a row against its proof, as a share of the largest that there was.
    pub residual: f64,
}

/// What the direct solve of the rows of a solve comes to, which stands beside the iterations.
#[derive(Clone, Debug)]
pub enum Reference {
    /// The impulses of all constraints and the velocities that follow from them.
    Found {
        /// Constraint by constraint.
        impulses: Vec<DVec2>,
        /// Body by body: linear, then angular.
        velocities: Vec<(DVec2, f64)>,
    },
    /// There are too many rows, so nothing was tried.
    TooLarge,
    /// The bounds of friction had not settled after so many rounds.
    GaveUp(u32),
}

impl World {
    /// Of the dynamic bodies now.
    pub fn energy(&self, setting: &Setting) -> Energy {
        let mut energy = Energy::default();
        for (state, body) in self.bodies.iter().zip(&setting.bodies) {
            let turning = body.inertia * state.angular_velocity * state.angular_velocity;
            energy.kinetic += 0.5 * (body.mass * state.velocity.length_squared() + turning);
            energy.potential -= body.mass * setting.gravity.dot(state.center);
        }
        energy
    }

    /// The color of a constraint, from 0, where contacts are solved by colors; none of joints.
    pub fn color(&self, constraint: u32) -> Option<usize> {
        self.colors.partition_point(|start| *start <= constraint).checked_sub(1).filter(|at| at + 1 < self.colors.len())
    }
}

impl Snapshot for World {
    type Outcome = Outcome;
}
