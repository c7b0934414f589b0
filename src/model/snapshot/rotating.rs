//! State of the cast of bodies that move and rotate as plain data. World axes, positions relative to A's origin at the
//! start; meters, seconds, radians.

use glam::{DQuat, DVec3};

use super::Snapshot;
use super::cast::Outcome;
use crate::step::Comparison;

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Distance query at `t`, and the time step that it proves free of contact.
    Search,
    /// Overlap test slightly later than `t`.
    Probe,
    /// Distance query at another time, on a miss.
    Gap,
    /// Choice of the ending.
    Conclusion,
}

/// Result of a distance query; positions relative to A's origin at that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceAnswer {
    /// Estimate of the signed distance, meters; `None` if only the bracket is known.
    pub d: Option<f64>,
    /// Proven lower bound of the signed distance at the exact pose, meters.
    pub lower: f64,
    /// Proven upper bound of the signed distance at the exact pose, meters.
    pub upper: f64,
    /// Unit vector from A to B; `None` if no axis was found.
    pub normal: Option<DVec3>,
    /// Closest or deepest points of A and of B, meters.
    pub witness: [DVec3; 2],
}

/// Upper bound of the speed at which the gap along a normal `n` closes, m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// `n·(v_A − v_B)`, m/s.
    pub along: f64,
    /// `|n × ω| r` of A and of B, m/s, with the angular velocity `ω` and the bounding radius `r` of the body.
    pub rotation: [f64; 2],
    /// `c_max`: sum of all terms, rounding error included, m/s.
    pub sum: f64,
}

/// Frame in which an axis is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// Fixed in the world.
    World,
    /// Rotates with body A (0) or B (1).
    Body(u8),
}

/// A separating axis that moves with its carrier, and the time up to which its gap proves the bodies separate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Frame in which the axis is fixed.
    pub carrier: Carrier,
    /// Unit vector from A to B, in world axes or in the axes of the carrying body.
    pub normal: DVec3,
    /// Time at which this was the normal of the distance query, seconds.
    pub from: f64,
    /// Proven: the bodies are separate up to this time, seconds.
    pub until: f64,
    /// Lower bound of the gap along the axis at `until`, meters.
    pub gap: f64,
    /// Length of the next time step, seconds.
    pub next: f64,
    /// `K`: upper bound of the gap's second derivative in time, m/s².
    pub curvature: f64,
    /// Number of evaluations of the gap.
    pub evaluations: u32,
}

/// An axis with a plot of the gap along it.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisGap {
    /// Axis with its proof.
    pub axis: Axis,
    /// Points of the gap over time, each a time in seconds and a gap in meters; ascending in time.
    pub curve: Vec<[f64; 2]>,
}

/// A time of a distance query and the bound of the distance around that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Time of the query, seconds.
    pub t: f64,
    /// Signed distance, meters; negative where the bodies overlap.
    pub d: f64,
    /// Proven lower bound of the signed distance, meters.
    pub lower: f64,
    /// Rate of change of the gap along the normal due to linear velocities, `n·(v_B − v_A)`, m/s.
    pub slope: f64,
    /// Upper bound of the rate of change of the gap due to rotation, m/s.
    pub rotation: f64,
    /// Unit normal, from A to B.
    pub normal: DVec3,
}

impl Sample {
    /// Returns the lower bound of the signed distance at time `t` that follows from this sample, meters.
    pub fn lower_at(&self, t: f64) -> f64 {
        let after = t - self.t;
        self.lower + self.slope * after - self.rotation * after.abs()
    }
}

/// Least distance of the bodies during the motion, meters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeastDistance {
    /// Least distance of all queries, meters.
    pub queried: f64,
    /// Proven lower bound of the distance at every time of the motion, meters.
    pub lower: f64,
}

/// Motion of both bodies with constant linear and angular velocities, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Linear velocities of the origins of A and B, m/s.
    pub velocities: [DVec3; 2],
    /// Angular velocities of A and B about their origins, rad/s.
    pub spins: [DVec3; 2],
    /// Rotations from body axes to world axes at the start.
    pub rotations: [DQuat; 2],
    /// Vector from A's origin to B's at the start, meters.
    pub between: DVec3,
}

/// Bound of the rounding error of a pose, in `f64::EPSILON` times the lengths that the pose moves. With a smaller value
/// a bound could miss the exact distance; a larger one widens all brackets.
const ROUNDING: f64 = 8.0;

impl Course {
    /// Returns the rotation from a body's axes to world axes at time `t`.
    pub fn rotation(&self, body: usize, t: f64) -> DQuat {
        DQuat::from_scaled_axis(self.spins[body] * t) * self.rotations[body]
    }

    /// Returns the vector from A's origin to B's at time `t`, meters.
    pub fn between_at(&self, t: f64) -> DVec3 {
        self.between + (self.velocities[1] - self.velocities[0]) * t
    }

    /// Returns whether nothing moves relative to A: neither body rotates, and the velocities are equal.
    pub fn is_still(&self) -> bool {
        self.velocities[0] == self.velocities[1] && self.spins.iter().all(|spin| spin.length_squared() == 0.0)
    }

    /// Returns a bound of the error of the distance at time `t` caused by rounded poses, meters: the angle and its
    /// quaternion are rounded once each, the translation twice; `ROUNDING` covers that with a margin.
    pub fn rounding(&self, t: f64, radii: [f64; 2]) -> f64 {
        let [rotation_a, rotation_b] = [0, 1].map(|body| (self.spins[body].length() * t + 1.0) * radii[body]);
        let path = (self.velocities[1] - self.velocities[0]).length() * t;
        ROUNDING * f64::EPSILON * (rotation_a + rotation_b + path + self.between.length())
    }

    /// Returns whether all numbers are finite and the rotations nonzero.
    pub fn is_finite(&self) -> bool {
        self.velocities.iter().chain(&self.spins).all(|v| v.is_finite())
            && self.between.is_finite()
            && self.rotations.iter().all(|rotation| rotation.is_finite() && rotation.length_squared() > 0.0)
    }
}

/// State of the cast.
#[derive(Clone, Debug, PartialEq)]
pub struct RotatingCast {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Ending of the cast, as soon as it is known.
    pub ending: Option<Outcome>,
    /// Proven: no contact before this time, seconds.
    pub t: f64,
    /// Time of the last distance query, seconds.
    pub query_time: f64,
    /// Result of the last distance query; `None` before the first.
    pub last_query: Option<DistanceAnswer>,
    /// Upper bound of the closing speed after the last query; `None` without one.
    pub bound: Option<Bound>,
    /// Last axis of bilateral advancement; `None` for other methods, and before the first axis.
    pub axis: Option<AxisGap>,
    /// Proven: contact not later than this time, seconds; infinite while no contact is proven.
    pub upper: f64,
    /// All distance queries, in order of evaluation.
    pub samples: Vec<Sample>,
    /// Least distance during the motion; only on a miss.
    pub gap: Option<LeastDistance>,
    /// Duration of the motion, seconds.
    pub t_max: f64,
    /// Radii around the origins that bound A and B in every rotation, meters.
    pub radii: [f64; 2],
    /// `d ≤ ρ`, with the rounding error `ρ` of the distance `d`: the bodies may touch.
    pub by_gap: Comparison<f64>,
    /// `c_max ≤ 0`, with [`Bound::sum`]: the gap does not close.
    pub by_bound: Comparison<f64>,
    /// `t > t_max`: the motion is over.
    pub by_end: Comparison<f64>,
    /// `k ≥ limit`: the iteration limit is reached.
    pub by_limit: Comparison<f64>,
    /// `upper < 0`: the bodies overlap.
    pub by_overlap: Comparison<f64>,
}

impl Snapshot for RotatingCast {
    type Outcome = Outcome;
}
