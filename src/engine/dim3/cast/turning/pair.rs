//! What a search asks of two bodies that turn.

use glam::{DQuat, DVec3};

use super::Found;
use super::distance::{self, Workspace};
use super::pose::Pose;
use super::prelude::*;
use super::support::Support;

/// Two bodies that are asked how far they are apart, in any pose.
pub trait Turns: Clone {
    /// What is kept between queries.
    type Memory: Clone + std::fmt::Debug + Default + Send + Sync + 'static;

    /// Whether both lie in the plane z = 0.
    const PLANAR: bool;

    /// Radii about their origins that hold them, balls included; 0 of one that does not turn.
    fn radii(&self) -> [f64; 2];

    /// How far a body that is turned so reaches along a unit vector from its origin, balls included.
    fn reach(&self, body: usize, turn: DQuat, n: DVec3) -> f64;

    /// How far they are apart, turned so and with B's origin there, the world's axes and A's origin; it may begin along `near`.
    fn full(&self, turns: [DQuat; 2], between: DVec3, near: Option<DVec3>, memory: &mut Self::Memory) -> Found;
}

/// Two bodies of space.
#[derive(Clone, Debug)]
pub struct Two<A, B = A> {
    /// The first.
    pub a: A,
    /// The second.
    pub b: B,
}

fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

pub(super) fn wide(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

fn posed(turn: DQuat, at: DVec3) -> Pose {
    let [x, y, z, w] = turn.to_array().map(|x| x as Real);
    Pose::new(narrow(at), Quat::from_xyzw(x, y, z, w))
}

impl<A: Support + Clone, B: Support + Clone> Turns for Two<A, B> {
    type Memory = Workspace;
    const PLANAR: bool = false;

    fn radii(&self) -> [f64; 2] {
        let [a, b] = [self.a.bounding_radius() + self.a.margin(), self.b.bounding_radius() + self.b.margin()];
        [a, b].map(|radius| f64::from(radius) * (1.0 + 4.0 * f64::from(EPS)))
    }

    fn reach(&self, body: usize, turn: DQuat, n: DVec3) -> f64 {
        let own = turn.conjugate() * n;
        let height = |shape: &dyn Support| own.dot(wide(shape.support(narrow(own)).point)) + f64::from(shape.margin());
        if body == 0 { height(&self.a) } else { height(&self.b) }
    }

    fn full(&self, [turn_a, turn_b]: [DQuat; 2], between: DVec3, near: Option<DVec3>, memory: &mut Workspace) -> Found {
        let [pose_a, pose_b] = [posed(turn_a, DVec3::ZERO), posed(turn_b, between)];
        let mut options = distance::Options::default();
        // In A's own axes, as all of the query.
        options.gjk.start = near.map(|n| pose_a.rotation.conjugate() * narrow(n));
        let found = memory.signed_distance(&self.a, &pose_a, &self.b, &pose_b, &options);
        Found {
            d: found.signed_distance.map(f64::from),
            lower: f64::from(found.lower),
            upper: f64::from(found.upper),
            normal: found.normal.and_then(|n| wide(n).try_normalize()),
            witness: [wide(found.witness_a), wide(found.witness_b)],
        }
    }
}
