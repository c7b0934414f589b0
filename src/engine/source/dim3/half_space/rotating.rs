//! A rotating body and a half-space as a [`RotatingPair`], the input of conservative advancement. All numbers but the
//! body's support mapping are computed in `f64`.

use glam::{DQuat, DVec3};

use super::cast::rotating::{DistanceAnswer, RotatingPair};
use super::prelude::*;
use super::{DoublePose, HalfSpace, HalfSpaceBody, HalfSpaceRun};
use contact_lens_model::snapshot::ToF64 as _;

/// Dot product of two computed unit vectors above which they count as the same normal: rotating a vector to the world
/// and back has up to eight rounding errors each way.
const SAME_NORMAL: f64 = 1.0 - 16.0 * f64::EPSILON;

/// A half-space, which does not rotate, and a body that may rotate.
#[derive(Clone, Debug)]
pub struct HalfSpacePair<S> {
    /// The half-space, in its own frame.
    pub half_space: HalfSpace,
    /// The body, in its own frame.
    pub body: S,
    /// Whether the half-space is A.
    pub half_space_is_a: bool,
}

impl<S: HalfSpaceBody + Clone> RotatingPair for HalfSpacePair<S> {
    type Memory = ();
    const PLANAR: bool = false;

    fn radii(&self) -> [f64; 2] {
        let radius = f64::from(self.body.bounding_radius()) + f64::from(self.body.margin());
        if self.half_space_is_a { [0.0, radius] } else { [radius, 0.0] }
    }

    /// Extent of body 0 (A) or 1 (B) along `n`, as the trait defines it; for the half-space infinite unless `n` is its
    /// normal.
    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        let in_body = rotation.conjugate() * n;
        if (body == 0) == self.half_space_is_a {
            let cosine = in_body.dot(self.half_space.normal);
            return if cosine > SAME_NORMAL { self.half_space.offset } else { f64::INFINITY };
        }
        let [x, y, z] = in_body.to_array().map(|x| x as Real);
        let point = self.body.support(Vec3::new(x, y, z)).point;
        in_body.dot(point.to_f64()) + f64::from(self.body.margin())
    }

    fn signed_distance(&self, rotations: [DQuat; 2], between: DVec3, _: Option<DVec3>, (): &mut ()) -> DistanceAnswer {
        let a = DoublePose::new(rotations[0], DVec3::ZERO);
        let b = DoublePose::new(rotations[1], between);
        let [half_space_pose, body_pose] = if self.half_space_is_a { [a, b] } else { [b, a] };
        let body = self.body.clone();
        let mut run = HalfSpaceRun::distance(self.half_space, half_space_pose, body, body_pose, self.half_space_is_a);
        run.run();
        let answer = run.answer();
        let witness = [answer.witness_a, answer.witness_b];
        DistanceAnswer {
            d: answer.signed_distance,
            lower: answer.lower,
            upper: answer.upper,
            normal: answer.normal,
            witness,
        }
    }
}
