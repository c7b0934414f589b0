//! First contact of a half-space and a body of parts, for the search for the first contact.
//!
//! - **Boxes.** Only the extent along the normal of the plane counts. The boxes of both bodies are in a frame whose
//!   first axis is that normal; along the other two axes the half-space contains everything.
//! - **Rotation.** The body may rotate, the half-space may not.

use glam::{DMat3, DQuat, DVec3};

use super::cast::rotating::{Course, Options as RotatingOptions, RotatingCast};
use super::parts::Body;
use super::prelude::*;
use super::tree::{Bounds, CastMotion, CastPairs, NodeBoxes};
use super::{DoublePose, HalfSpaceAndParts, HalfSpacePair, PartInBody, Query};
use contact_lens_model::snapshot::cast::Answer;

/// Rounding error of the pose of a rotating body, in `f64::EPSILON` times its size and the angle: four rotations and
/// positions, chosen with a margin.
const POSE_ROUNDING: f64 = 16.0;

impl<B: AsRef<Body>> HalfSpaceAndParts<B> {
    /// Cast of a part of a rotating body, by conservative advancement.
    fn cast_rotating(&self, part: u32, motion: &CastMotion) -> Answer {
        let pair = HalfSpacePair {
            half_space: self.half_space,
            body: PartInBody::new(self.body.as_ref(), part),
            half_space_is_a: self.half_space_is_a,
        };
        let [a, b] = if self.half_space_is_a {
            [&self.half_space_pose, &self.body_pose]
        } else {
            [&self.body_pose, &self.half_space_pose]
        };
        let course = Course {
            velocities: motion.velocities,
            spins: motion.spins,
            rotations: self.rotations,
            between: b.position - a.position,
        };
        let mut options =
            RotatingOptions { t_max: motion.t_max, bilateral: motion.is_bilateral(), ..RotatingOptions::default() };
        options.max_iterations = motion.max_iterations.unwrap_or(options.max_iterations);
        let mut run = RotatingCast::new(pair, course, options);
        let outcome = run.run();
        run.answer(outcome)
    }
}

impl<B: AsRef<Body>> CastPairs<3> for HalfSpaceAndParts<B> {
    fn boxes(&self, nodes: [u32; 2]) -> NodeBoxes<3> {
        let home = 1 - self.body_index();
        let bounds = self.body.as_ref().tree().node(nodes[self.body_index()]).bounds;
        let low = DVec3::from_array(bounds.low.map(f64::from));
        let high = DVec3::from_array(bounds.high.map(f64::from));
        let upward = self.body_pose.rotation.transpose() * self.n;
        let center =
            upward.dot(0.5 * (low + high)) + self.n.dot(self.body_pose.position - self.half_space_pose.position);
        let half = upward.abs().dot(0.5 * (high - low));
        let all = [Real::NEG_INFINITY, Real::INFINITY];
        let of_home = Bounds { low: [all[0]; 3], high: [self.half_space.offset as Real, all[1], all[1]] };
        let of_other = Bounds { low: [(center - half) as Real, 0.0, 0.0], high: [(center + half) as Real, 0.0, 0.0] };
        NodeBoxes { home, of_home, of_other }
    }

    fn in_box_frame(&self, velocity: DVec3) -> [Real; 3] {
        [self.n.dot(velocity) as Real, 0.0, 0.0]
    }

    fn box_rounding(&self) -> Real {
        self.rounding as Real
    }

    fn gap_at(&self, nodes: [u32; 2], motion: &CastMotion, t: f64) -> f64 {
        let body = self.body_index();
        let velocity = motion.velocities[body] - motion.velocities[1 - body];
        let spin = motion.spins[body];
        let rotation = DMat3::from_quat(DQuat::from_scaled_axis(spin * t) * self.rotations[body]);
        let pose = DoublePose { rotation, position: self.body_pose.position + velocity * t, exact: false };
        let size = f64::from(self.body.as_ref().radius()) + pose.position.length();
        let rounding = POSE_ROUNDING * f64::EPSILON * (1.0 + spin.length() * t) * size;
        self.least_height(nodes[body], &pose) - rounding
    }

    fn cast(&mut self, parts: [u32; 2], motion: &CastMotion) -> Option<Answer> {
        let body = self.body_index();
        let part = parts[body];
        let velocity = motion.velocities[body] - motion.velocities[1 - body];
        if self.faces(part, -velocity) {
            return None;
        }
        if motion.advances() {
            return Some(self.cast_rotating(part, motion));
        }
        let query = Query::Cast { velocity, t_max: motion.t_max };
        let mut run = self.run_of(PartInBody::new(self.body.as_ref(), part)).with_query(query);
        run.run();
        Some(run.first_contact(motion.velocities))
    }
}
