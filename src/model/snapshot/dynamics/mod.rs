//! State of a planar world of rigid bodies as plain data.
//!
//! - **Structure.** A run consists of frames, a frame of one or more solves (sub-steps), and a solve of the phases in
//!   [`Phase`]. A phase that solves constraints takes one step per *group*: one joint constraint, or the rows of a
//!   contact or of a few contacts. [`ByRow`] splits such a step into one state per constraint.
//! - **Frame and units.** World frame; meters, kilograms, seconds; angles in radians, positive counterclockwise.
//! - **Rows.** A constraint has one row or two rows that are solved together. Its `DVec2` values have one component per
//!   row; the second is 0 for a single row.

mod by_row;
mod constraint;

use glam::DVec2;

pub use by_row::ByRow;
pub use constraint::{BodyImpulse, Bounds, Constraint, ConstraintSource, Iteration, Jacobian};

use super::Snapshot;
use crate::ask::{Clamp, Motion, PositionMode, SolveOrder, WorldSolver};

/// Ending of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All requested frames were run.
    Completed,
    /// The state of a dynamic body became infinite or NaN, or its speed exceeded 10⁶ m/s or rad/s.
    Diverged {
        /// Index of the frame that failed.
        frame: u32,
        /// First such body in the order of the problem.
        body: u32,
    },
    /// The direct solver got more rows than its limit.
    TooLarge {
        /// Index of the frame that failed.
        frame: u32,
        /// Number of rows of the solve.
        rows: u32,
    },
}

impl Outcome {
    /// Returns the name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "Completed",
            Self::Diverged { .. } => "Diverged",
            Self::TooLarge { .. } => "TooLarge",
        }
    }
}

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Detection of contacts at the current poses.
    Detect,
    /// Matching of contact points with those of the previous solve.
    Match,
    /// Recording of approach speeds.
    Approach,
    /// Velocity change by gravity and forces.
    Kick,
    /// Setup of the constraints of joints and contacts.
    Prepare,
    /// Application of the previous solve's impulses to a group of constraints.
    WarmStart {
        /// Index of the group; in a state that is split [by row](ByRow), of the constraint.
        index: u32,
    },
    /// Solution of the constraints of a group, one after the other.
    Iterate {
        /// Index of the iteration, from 0.
        iteration: u32,
        /// Index of the group; in a state that is split [by row](ByRow), of the constraint.
        index: u32,
    },
    /// One round of the direct solver: solution of all constraints at once, with fixed friction bounds.
    Direct,
    /// Solution of the constraints of a group for the velocities that correct positions.
    Position {
        /// Index of the iteration, from 0.
        iteration: u32,
        /// Index of the group; in a state that is split [by row](ByRow), of the constraint.
        index: u32,
    },
    /// Solution of all constraints at once for the velocities that correct positions.
    DirectPosition,
    /// Integration of the poses.
    Move,
    /// Second solution of the constraints of a group, after the poses have moved, with contacts without springs.
    Relax {
        /// Index of the group; in a state that is split [by row](ByRow), of the constraint.
        index: u32,
    },
    /// End of the solve.
    Record,
}

/// Ending of a direct solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectOutcome {
    /// All rows are satisfied.
    Solved,
    /// Some rows contradict each other: the errors are minimal.
    Inconsistent,
    /// The friction bounds did not converge.
    FrictionNotSettled,
}

/// Constants of a run.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The bodies in the order of the problem.
    pub bodies: Vec<Body>,
    /// Gravitational acceleration, m/s².
    pub gravity: DVec2,
    /// Duration of a solve, seconds.
    pub h: f64,
    /// Duration of a frame, seconds.
    pub time_step: f64,
    /// Number of solves per frame.
    pub substeps: u32,
    /// Approach speed below which a pair does not bounce, m/s.
    pub restitution_threshold: f64,
    /// Method that computes the impulses of a solve.
    pub solver: WorldSolver,
    /// Impulse that an iteration clamps to its bounds: the accumulated one, or that of the iteration alone.
    pub clamp: Clamp,
    /// Order in which contacts are solved.
    pub order: SolveOrder,
    /// Correction method of overlaps and joint errors.
    pub position: PositionMode,
    /// Machine epsilon of the precision in which the world runs.
    pub epsilon: f64,
}

/// Constants of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Kind of motion: static, kinematic or dynamic.
    pub motion: Motion,
    /// Half-plane of the body; `None` for other shapes.
    pub half_plane: Option<HalfPlane>,
    /// Radius of the bounding circle around the body's origin; for a half-plane the distance of its line from the
    /// origin; meters.
    pub radius: f64,
    /// Mass, kg; 0 for a body that is not dynamic.
    pub mass: f64,
    /// Moment of inertia about the center of mass, kg m²; 0 for a body that does not rotate.
    pub inertia: f64,
    /// Inverse mass in the world's precision, 1/kg; 0 for a body that is not dynamic.
    pub inverse_mass: f64,
    /// Inverse moment of inertia in the world's precision, 1/(kg m²); 0 for a body that does not rotate.
    pub inverse_inertia: f64,
}

/// A half-plane as the shape of a body: the points `x` with `normal · x ≤ offset`, in the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Outward unit normal, body frame.
    pub normal: DVec2,
    /// Signed distance of the border line from the body's origin along `normal`, meters.
    pub offset: f64,
}

/// State of a world.
#[derive(Clone, Debug)]
pub struct World {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Number of completed frames.
    pub frames: u32,
    /// Number of completed solves in the current frame.
    pub substep: u32,
    /// Ending of the run; `None` while it runs.
    pub outcome: Option<Outcome>,
    /// Solution of the last row, if the state is split [by row](ByRow).
    pub iteration: Option<Iteration>,
    /// Bodies in the order of the problem, followed by the static world body, which the problem does not contain.
    pub bodies: Vec<BodyState>,
    /// The joints in the order of the problem.
    pub joints: Vec<Joint>,
    /// Contacts of the current or the last solve.
    pub contacts: Vec<Contact>,
    /// Constraints of the current or the last solve: first those of joints, then those of contacts.
    pub constraints: Vec<Constraint>,
    /// Start indices of the groups among the constraints, followed by the end of the last; one step solves one group.
    pub groups: Vec<u32>,
    /// Start indices of the colors among the constraints, followed by the end of the last; empty if contacts are not
    /// solved by colors.
    pub colors: Vec<u32>,
    /// Number of updates of the friction bounds in the current direct solve; `None` otherwise.
    pub rounds: Option<u32>,
    /// Result of the last round of the current direct solve; `None` otherwise.
    pub round: Option<Round>,
    /// Statistics of the last direct solve, for velocities or positions.
    pub direct: Option<Direct>,
}

/// Result of a round of a direct solve, one entry per constraint. It is applied only once the friction bounds have
/// converged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// `λ` of this round, N s or N m s.
    pub impulses: Vec<DVec2>,
    /// Friction bounds of this round, `μ λ_n` of the previous round, N s; infinite for other rows.
    pub friction_bounds: Vec<f64>,
}

/// Mechanical energy of the dynamic bodies, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy of translation and rotation, joules.
    pub kinetic: f64,
    /// Potential energy in the gravity field, joules; 0 at the origin.
    pub potential: f64,
}

/// Current state of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Center of mass, meters.
    pub center: DVec2,
    /// Origin of the body's frame, meters.
    pub position: DVec2,
    /// Cosine and sine of the rotation angle.
    pub rotation: DVec2,
    /// Velocity of the center of mass, m/s.
    pub velocity: DVec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: f64,
    /// Velocity that corrects positions and is discarded afterwards, m/s.
    pub position_velocity: DVec2,
    /// Angular velocity that corrects positions and is discarded afterwards, rad/s.
    pub angular_position_velocity: f64,
}

/// Current state of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Whether the joint makes rows: a mouse joint may be released.
    pub holds: bool,
    /// Anchors on the first and on the second body, world frame, meters.
    pub points: [DVec2; 2],
}

/// A pair of bodies in contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Ratio of the separating speed after a bounce to the approach speed.
    pub restitution: f64,
    /// One or two contact points.
    pub points: Vec<Point>,
}

/// A point of contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Position midway between the two surfaces, world frame, meters.
    pub position: DVec2,
    /// Approach speed of the bodies at the point before gravity acts, m/s; not negative.
    pub approach: f64,
    /// Whether the surfaces are apart beyond rounding error, so that the point cannot bounce.
    pub apart: bool,
    /// Whether the previous solve had no point with this id.
    pub is_new: bool,
}

/// Statistics of a direct solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direct {
    /// Ending of the solve.
    pub outcome: DirectOutcome,
    /// Number of rows solved.
    pub rows: u32,
    /// Number of linearly dependent rows among those strictly within their bounds.
    pub redundant: u32,
    /// Number of updates of the friction bounds.
    pub rounds: u32,
    /// Number of sets of clamped rows that were tried, over all rounds.
    pub pivots: u32,
    /// Largest error of a row after the solve, relative to the largest initial error.
    pub residual: f64,
}

/// Result of a direct solve of the same rows, for comparison with the iterations.
#[derive(Clone, Debug)]
pub enum DirectSolution {
    /// Impulses of all constraints and the resulting velocities.
    Found {
        /// Impulse of each constraint, N s or N m s.
        impulses: Vec<DVec2>,
        /// Velocity of each body, in the order of [`World::bodies`].
        velocities: Vec<BodyVelocity>,
    },
    /// There are too many rows; nothing was computed.
    TooLarge,
    /// The friction bounds had not converged after this number of rounds.
    GaveUp(u32),
}

/// Velocity of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyVelocity {
    /// Velocity of the center of mass, m/s.
    pub linear: DVec2,
    /// Angular velocity, rad/s.
    pub angular: f64,
}

impl World {
    /// Returns the mechanical energy of the dynamic bodies.
    pub fn energy(&self, setting: &Setting) -> Energy {
        let mut energy = Energy::default();
        for (state, body) in self.bodies.iter().zip(&setting.bodies) {
            let rotation = body.inertia * state.angular_velocity * state.angular_velocity;
            energy.kinetic += 0.5 * (body.mass * state.velocity.length_squared() + rotation);
            energy.potential -= body.mass * setting.gravity.dot(state.center);
        }
        energy
    }

    /// Returns the color of a contact constraint, from 0; `None` for joints and if contacts are not solved by colors.
    pub fn color(&self, constraint: u32) -> Option<usize> {
        let starts_up_to_constraint = self.colors.partition_point(|start| *start <= constraint);
        // Constraints of joints precede the first start.
        let color = starts_up_to_constraint.checked_sub(1)?;
        // The last entry is not a start but the end of the last color.
        (color + 1 < self.colors.len()).then_some(color)
    }
}

impl Snapshot for World {
    type Outcome = Outcome;
}
