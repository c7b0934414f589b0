//! Interface of the cast with rotation to its two bodies, and its implementation for two shapes.

use glam::{DQuat, DVec3};

use super::DistanceAnswer;
use super::distance::{self, Workspace};
use super::pose::Pose;
use super::prelude::*;
use super::support::Support;

/// Pair of bodies whose signed distance can be queried in any pose.
pub trait RotatingPair: Clone {
    /// Buffers that are reused between distance queries.
    type Memory: Clone + std::fmt::Debug + Default + Send + Sync + 'static;

    /// Whether both bodies lie in the plane z = 0.
    const PLANAR: bool;

    /// Bounding radii around the origins of A and of B, margins included; 0 for a half-space, which does not rotate.
    fn radii(&self) -> [f64; 2];

    /// Extent of a body (A is 0, B is 1) with this rotation along the unit vector `n`, from its origin, margin
    /// included; infinite for a half-space with another normal.
    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64;

    /// Signed distance of the bodies with these rotations and with B's origin at `between`, in the world's axes from
    /// A's origin. `near`, a unit normal that is probably close to the answer's, may start the search.
    fn signed_distance(
        &self,
        rotations: [DQuat; 2],
        between: DVec3,
        near: Option<DVec3>,
        memory: &mut Self::Memory,
    ) -> DistanceAnswer;
}

/// Bound of the relative rounding error of a bounding radius and of its sum with the margin, in `EPS`.
const RADIUS_ROUNDING: f64 = 4.0;

/// Pair of bodies in space.
#[derive(Clone, Debug)]
pub struct PairOfShapes<A, B = A> {
    /// Shape of body A, in its own frame.
    pub a: A,
    /// Shape of body B, in its own frame.
    pub b: B,
}

/// Extent of a shape along a unit vector of its own frame, margin included.
fn extent_of_shape(shape: &impl Support, n: DVec3) -> f64 {
    n.dot(to_f64(shape.support(narrow(n)).point)) + f64::from(shape.margin())
}

/// Rounds a vector to the precision of the engine.
fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

/// Converts a vector to `f64`.
pub(super) fn to_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

/// Pose in the precision of the engine.
fn narrow_pose(rotation: DQuat, position: DVec3) -> Pose {
    let [x, y, z, w] = rotation.to_array().map(|x| x as Real);
    Pose::new(narrow(position), Quat::from_xyzw(x, y, z, w))
}

impl<A: Support + Clone, B: Support + Clone> RotatingPair for PairOfShapes<A, B> {
    type Memory = Workspace;
    const PLANAR: bool = false;

    fn radii(&self) -> [f64; 2] {
        let [a, b] = [self.a.bounding_radius() + self.a.margin(), self.b.bounding_radius() + self.b.margin()];
        [a, b].map(|radius| f64::from(radius) * (1.0 + RADIUS_ROUNDING * f64::from(EPS)))
    }

    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        let n_in_body = rotation.conjugate() * n;
        if body == 0 { extent_of_shape(&self.a, n_in_body) } else { extent_of_shape(&self.b, n_in_body) }
    }

    fn signed_distance(
        &self,
        rotations: [DQuat; 2],
        between: DVec3,
        near: Option<DVec3>,
        memory: &mut Workspace,
    ) -> DistanceAnswer {
        let pose_a = narrow_pose(rotations[0], DVec3::ZERO);
        let pose_b = narrow_pose(rotations[1], between);
        let mut options = distance::Options::default();
        // The query works in A's own axes.
        options.gjk.start = near.map(|n| pose_a.rotation.conjugate() * narrow(n));
        let answer = memory.signed_distance(&self.a, &pose_a, &self.b, &pose_b, &options);
        DistanceAnswer {
            d: answer.signed_distance.map(f64::from),
            lower: f64::from(answer.lower),
            upper: f64::from(answer.upper),
            normal: answer.normal.and_then(|n| to_f64(n).try_normalize()),
            witness: [to_f64(answer.witness_a), to_f64(answer.witness_b)],
        }
    }
}
