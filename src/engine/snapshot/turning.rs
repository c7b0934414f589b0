//! Bodies that move and turn, as plain data. The world's axes, positions from A's origin at the start; meters, seconds, radians.

use glam::{DQuat, DVec3};

use super::Snapshot;
use super::cast::Outcome;
use crate::step::Comparison;

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The distance at `t`, and how far it lets time go on.
    Search,
    /// A little later: do they overlap there?
    Probe,
    /// On a miss, the distance at one more moment.
    Gap,
    /// How it ended.
    Conclusion,
}

/// What a distance query found; positions from A's origin at that moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The estimate; none where only the bracket is known.
    pub d: Option<f64>,
    /// Proven: not below, of the exact pose.
    pub lower: f64,
    /// Proven: not above, of the exact pose.
    pub upper: f64,
    /// From A to B.
    pub normal: Option<DVec3>,
    /// The points of A and of B that are nearest.
    pub witness: [DVec3; 2],
}

/// How fast the gap along a normal can close, length units a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// `n·(v_A − v_B)`.
    pub along: f64,
    /// `|n × ω| r` of A and of B.
    pub turning: [f64; 2],
    /// All together, rounding included.
    pub sum: f64,
}

/// What an axis moves with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// It stays as it is in the world.
    World,
    /// It turns with body A (0) or B (1).
    Body(u8),
}

/// A normal that is carried along, and what the gap along it proves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// What it moves with.
    pub carrier: Carrier,
    /// From A to B: in the world, or in the axes of the body that carries it.
    pub normal: DVec3,
    /// The moment at which it was the normal.
    pub from: f64,
    /// Proven: apart up to this moment.
    pub until: f64,
    /// How far apart they are along it then, at least.
    pub gap: f64,
    /// How far ahead the next value would be taken.
    pub next: f64,
    /// `K`: how much the gap bends at most, length units a second squared.
    pub bend: f64,
    /// How many values of the gap were taken.
    pub values: u32,
}

/// A moment that was asked, and what is known of the distance around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When.
    pub t: f64,
    /// The distance; minus the depth.
    pub d: f64,
    /// Proven: not below.
    pub lower: f64,
    /// How fast the gap along its normal changes by the velocities alone: `n·(v_B − v_A)`.
    pub slope: f64,
    /// And how fast it can close besides by turning.
    pub turning: f64,
    /// The normal, from A to B.
    pub normal: DVec3,
}

impl Sample {
    /// What it proves of the distance at another moment.
    pub fn lower_at(&self, t: f64) -> f64 {
        let after = t - self.t;
        self.lower + self.slope * after - self.turning * after.abs()
    }
}

/// How the bodies move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Of the origins of A and B.
    pub velocities: [DVec3; 2],
    /// How fast they turn about their origins.
    pub spins: [DVec3; 2],
    /// From their axes to the world's, at the start.
    pub turns: [DQuat; 2],
    /// From A's origin to B's, at the start.
    pub between: DVec3,
}

impl Course {
    /// How a body is turned at a moment.
    pub fn turn(&self, body: usize, t: f64) -> DQuat {
        DQuat::from_scaled_axis(self.spins[body] * t) * self.turns[body]
    }

    /// From A's origin to B's at a moment.
    pub fn between_at(&self, t: f64) -> DVec3 {
        self.between + (self.velocities[1] - self.velocities[0]) * t
    }

    /// Whether nothing moves, seen from A: neither turns, and the velocities are the same.
    pub(crate) fn is_still(&self) -> bool {
        self.velocities[0] == self.velocities[1] && self.spins.iter().all(|spin| spin.length_squared() == 0.0)
    }

    /// What the distance at a moment may be off by for the sake of the poses: the angle is rounded once, and so is the quaternion
    /// of it; the way twice.
    pub(crate) fn rounding(&self, t: f64, radii: [f64; 2]) -> f64 {
        let turned = |body: usize| (self.spins[body].length() * t + 1.0) * radii[body];
        let way = (self.velocities[1] - self.velocities[0]).length() * t;
        8.0 * f64::EPSILON * (turned(0) + turned(1) + way + self.between.length())
    }

    /// Whether all numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.velocities.iter().chain(&self.spins).all(|v| v.is_finite())
            && self.between.is_finite()
            && self.turns.iter().all(|turn| turn.is_finite() && turn.length_squared() > 0.0)
    }
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Turning {
    /// What the next step does.
    pub phase: Phase,
    /// How it will end, once that is known.
    pub ending: Option<Outcome>,
    /// Proven: no contact before.
    pub t: f64,
    /// When the bodies were asked last.
    pub asked: f64,
    /// What was found there.
    pub found: Option<Found>,
    /// How fast the gap can close.
    pub bound: Option<Bound>,
    /// The axis that was carried along last, by bilateral advancement, and the gap along it over time.
    pub axis: Option<(Axis, Vec<[f64; 2]>)>,
    /// Proven: contact by then; infinite where it is not known.
    pub upper: f64,
    /// All moments that were asked, in the order of asking.
    pub samples: Vec<Sample>,
    /// On a miss the least distance that was found, and what is proven of it.
    pub gap: Option<[f64; 2]>,
    /// How long the motion lasts.
    pub t_max: f64,
    /// Radii about the origins within which the bodies turn.
    pub radii: [f64; 2],
    /// `d ≤ ρ`.
    pub by_gap: Comparison<f64>,
    /// `μ ≤ 0`.
    pub by_bound: Comparison<f64>,
    /// `t > t_max`.
    pub by_end: Comparison<f64>,
    /// `k ≥ limit`.
    pub by_limit: Comparison<f64>,
    /// `upper < 0`.
    pub by_overlap: Comparison<f64>,
}

impl Snapshot for Turning {
    type Outcome = Outcome;
}
