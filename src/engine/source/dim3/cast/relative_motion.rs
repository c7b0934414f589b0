//! Pair frame of a cast: pose and velocity of B relative to A.
//!
//! The frame is computed in `f64` in both precisions and rounded once: in `f32` its rounding error would be most of the
//! width of a time bracket. Rotations by 180° about coordinate axes, and the identity, round nothing; then the frame is
//! known to be exact.

use glam::{DMat3, DQuat, DVec3};

use super::exact::difference_is_exact;
use super::motion::{FineMotion, FramePrecision, Motion};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::support::Cso;

/// Pose and velocity of B relative to A, in A's axes and from A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeMotion {
    /// Rotation matrix from B's axes to A's.
    pub rotation: Mat3,
    /// Origin of B at the start.
    pub translation: Vec3,
    /// Velocity of B, and how exactly the frame is known.
    pub motion: Motion,
}

/// Converts a vector to `f64`.
fn to_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

/// Rounds a vector to the precision of the engine.
fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

/// Whether a rotation is the identity or by 180° about a coordinate axis, so that applying it rounds nothing.
fn is_exact_rotation(q: Quat) -> bool {
    q.to_array().iter().all(|x| *x == 0.0 || x.abs() == 1.0)
}

/// Normalizes a quaternion in `f64`.
fn unit_quaternion(q: Quat) -> DQuat {
    let [x, y, z, w] = q.to_array().map(|x| x as f64);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

impl RelativeMotion {
    /// Pair frame of bodies with these poses at the start. `v` is the velocity of B minus that of A, in the world,
    /// length units per second.
    pub fn new(pose_a: &Pose, pose_b: &Pose, v: DVec3) -> Self {
        let between = to_f64(pose_b.position) - to_f64(pose_a.position);
        let exact = is_exact_rotation(pose_a.rotation)
            && is_exact_rotation(pose_b.rotation)
            && difference_is_exact(pose_b.position, pose_a.position);
        let precision = if exact { FramePrecision::Exact } else { FramePrecision::Double };
        Self::with_precision([pose_a, pose_b].map(|pose| unit_quaternion(pose.rotation)), between, v, precision)
    }

    /// Pair frame of bodies with these rotations, unit quaternions, and the vector `between` from A's origin to B's,
    /// world axes. `v` is as in [`RelativeMotion::new`]. All numbers may be rounded.
    pub(in crate::dim3) fn from_double(rotations: [DQuat; 2], between: DVec3, v: DVec3) -> Self {
        Self::with_precision(rotations, between, v, FramePrecision::Double)
    }

    /// Pair frame of bodies with these rotations; `precision` is that of all given numbers.
    fn with_precision(
        [rotation_a, rotation_b]: [DQuat; 2],
        between: DVec3,
        v: DVec3,
        precision: FramePrecision,
    ) -> Self {
        let to_a = rotation_a.conjugate();
        let rotation = DMat3::from_quat(to_a * rotation_b);
        let [x, y, z] = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(narrow);
        let fine = FineMotion { translation: to_a * between, r: to_a * v };
        Self {
            rotation: Mat3::from_cols(x, y, z),
            translation: narrow(fine.translation),
            motion: Motion { r: narrow(fine.r), precision, fine: Some(fine) },
        }
    }

    /// Pair frame of bodies with these poses and velocities in the world.
    pub(super) fn from_velocities([pose_a, pose_b]: [&Pose; 2], [v_a, v_b]: [Vec3; 2]) -> Self {
        Self::new(pose_a, pose_b, to_f64(v_b) - to_f64(v_a))
    }

    /// `A − B` at the start.
    pub fn cso<A, B>(&self, a: A, b: B) -> Cso<A, B> {
        Cso { a, b, rotation: self.rotation, translation: self.translation }
    }
}
