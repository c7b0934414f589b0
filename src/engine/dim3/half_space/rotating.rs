//! A rotating body and a half-space, in the form of conservative advancement.

use glam::{DQuat, DVec3};

use super::cast::rotating::{Found, RotatingPair};
use super::prelude::*;
use super::{Against, Corners, DoublePose, HalfSpace};
use crate::snapshot::ToF64 as _;

/// A half-space, which does not rotate, and a body that may rotate.
#[derive(Clone, Debug)]
pub struct Below<S> {
    /// The half-space, in its own frame.
    pub half_space: HalfSpace,
    /// The body, in its own frame.
    pub body: S,
    /// Whether the half-space is A.
    pub first: bool,
    /// Whether both are in the plane z = 0.
    pub planar: bool,
}

impl<S: Corners + Clone> RotatingPair for Below<S> {
    type Memory = ();
    const PLANAR: bool = false;

    fn radii(&self) -> [f64; 2] {
        let radius = f64::from(self.body.bounding_radius()) + f64::from(self.body.margin());
        if self.first { [0.0, radius] } else { [radius, 0.0] }
    }

    /// Greatest coordinate along `n`; for the half-space infinite unless `n` is its normal.
    fn reach(&self, body: usize, turn: DQuat, n: DVec3) -> f64 {
        let own = turn.conjugate() * n;
        if (body == 0) == self.first {
            let along = own.dot(self.half_space.normal);
            return if along > 1.0 - 16.0 * f64::EPSILON { self.half_space.offset } else { f64::INFINITY };
        }
        let [x, y, z] = own.to_array().map(|x| x as Real);
        let point = self.body.support(Vec3::new(x, y, z)).point;
        own.dot(point.to_f64()) + f64::from(self.body.margin())
    }

    fn full(&self, turns: [DQuat; 2], between: DVec3, _: Option<DVec3>, (): &mut ()) -> Found {
        let [a, b] = [DoublePose::turned(turns[0], DVec3::ZERO), DoublePose::turned(turns[1], between)];
        let (plane, body) = if self.first { (a, b) } else { (b, a) };
        let mut run = Against::distance(self.half_space, plane, self.body.clone(), body, self.first);
        run.run();
        let found = run.answer();
        let witness = [found.witness_a, found.witness_b];
        Found { d: found.signed_distance, lower: found.lower, upper: found.upper, normal: found.normal, witness }
    }
}
