//! Pair frame of a cast in the plane, computed in `f64` and rounded once.

use std::borrow::Borrow;

use glam::DVec2;

use super::{Cso, Pose, Shape};
use crate::dim2::dim3::cast::{FineMotion, FramePrecision, Motion, difference_is_exact};
use crate::dim2::prelude::*;
use crate::dim2::support::lift;

/// Pose and velocity of B relative to A, in the pair frame: A's axes, origin at A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeMotion {
    /// Rotation `(cos, sin)` from B's axes to A's.
    pub rotation: Vec2,
    /// Origin of B at the start, length units.
    pub translation: Vec2,
    /// Velocity of B, length units per second, z = 0, and the precision with which the frame is known.
    pub motion: Motion,
}

/// Converts a vector to `f64`.
pub(super) fn to_f64(v: Vec2) -> DVec2 {
    DVec2::new(v.x as f64, v.y as f64)
}

/// Rounds a vector to this precision.
fn narrow(v: DVec2) -> Vec2 {
    Vec2::new(v.x as Real, v.y as Real)
}

/// Returns whether a rotation is by a multiple of 90°, so that applying it rounds nothing.
fn is_exact_rotation(rotation: Vec2) -> bool {
    rotation.to_array().iter().all(|x| *x == 0.0 || x.abs() == 1.0)
}

/// Returns a rotation normalized in `f64`; the identity if it has no direction.
fn unit_rotation(rotation: Vec2) -> DVec2 {
    to_f64(rotation).normalize_or(DVec2::X)
}

impl RelativeMotion {
    /// Returns the relative motion of bodies with these poses at the start. `v` is the velocity of B minus that of A,
    /// world axes, length units per second.
    pub fn new([pose_a, pose_b]: [&Pose; 2], v: DVec2) -> Self {
        let between = to_f64(pose_b.position) - to_f64(pose_a.position);
        let is_exact = is_exact_rotation(pose_a.rotation)
            && is_exact_rotation(pose_b.rotation)
            && difference_is_exact(lift(pose_b.position), lift(pose_a.position));
        let precision = if is_exact { FramePrecision::Exact } else { FramePrecision::Double };
        Self::with_precision([pose_a, pose_b].map(|pose| unit_rotation(pose.rotation)), between, v, precision)
    }

    /// Returns the relative motion of bodies with these rotations, unit vectors `(cos, sin)`, and this vector from A's
    /// origin to B's, world axes, all rounded in `f64`. `v` is the relative velocity as in [`Self::new`].
    pub(in crate::dim2) fn from_double(rotations: [DVec2; 2], between: DVec2, v: DVec2) -> Self {
        Self::with_precision(rotations, between, v, FramePrecision::Double)
    }

    /// Returns the relative motion as [`Self::from_double`], for numbers that are known with this precision.
    fn with_precision(
        [rotation_a, rotation_b]: [DVec2; 2],
        between: DVec2,
        v: DVec2,
        precision: FramePrecision,
    ) -> Self {
        let to_a = DVec2::new(rotation_a.x, -rotation_a.y);
        let translation = to_a.rotate(between);
        let r = to_a.rotate(v);
        let fine = FineMotion { translation: translation.extend(0.0), r: r.extend(0.0) };
        Self {
            rotation: narrow(to_a.rotate(rotation_b)),
            translation: narrow(translation),
            motion: Motion { r: lift(narrow(r)), precision, fine: Some(fine) },
        }
    }

    /// Returns the pair of two shapes at the start, in the pair frame.
    pub fn cso<S: Borrow<Shape>>(&self, a: S, b: S) -> Cso<S> {
        Cso::placed(a, b, self.rotation, self.translation)
    }
}
