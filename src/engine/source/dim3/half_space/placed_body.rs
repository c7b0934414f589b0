//! Half-spaces, and poses of half-spaces and bodies, in `f64` in both precisions of the engine.

use glam::{DMat3, DQuat, DVec3};

use super::pose::Pose;
use super::prelude::*;

/// Unit of the rounding errors of `f64` arithmetic, which is used for all numbers but the support mapping.
pub(super) const F64_EPS: f64 = f64::EPSILON;

/// Bound of the relative error of a vector that was rotated by a rounded quaternion: 1 from its normalization, 6 from
/// products and sums of the matrix, 3 from the product with the vector, and a reserve.
const ROTATION_ROUNDING: f64 = 12.0 * F64_EPS;

/// Bound of the relative error of a normalized normal: the division by the largest component, the length and the last
/// division.
const NORMAL_ROUNDING: f64 = 4.0 * F64_EPS;

/// The points `x` with `normal · x ≤ offset`, in the half-space's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit normal, directed out of the half-space.
    pub normal: DVec3,
    /// Coordinate of the surface along the normal, meters.
    pub offset: f64,
}

/// Reason why a half-space is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfSpaceError {
    /// The normal is 0 in this precision.
    NoNormal,
    /// A component of the normal is infinite or NaN.
    Normal {
        /// Index of the component.
        index: usize,
    },
    /// The offset is infinite or NaN.
    Offset,
}

impl HalfSpaceError {
    /// The invalid field, as scene files name it.
    pub fn path(&self) -> String {
        match self {
            Self::NoNormal => String::from("normal"),
            Self::Normal { index } => format!("normal[{index}]"),
            Self::Offset => String::from("offset"),
        }
    }
}

impl std::fmt::Display for HalfSpaceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoNormal => {
                write!(f, "normal must not be the zero vector; it is the outward normal of the half-space")
            }
            Self::Normal { .. } | Self::Offset => write!(f, "{} must be finite", self.path()),
        }
    }
}

impl std::error::Error for HalfSpaceError {}

/// Converts a vector to `f64`.
fn to_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

impl HalfSpace {
    /// A half-space with an outward normal of any length but 0. `offset` is the coordinate of the surface along the
    /// unit normal; `margin` moves the surface outward by this length.
    ///
    /// # Errors
    /// The field that is invalid: the normal is 0, or a number is not finite.
    pub fn new(normal: Vec3, offset: Real, margin: Real) -> Result<Self, HalfSpaceError> {
        let n = to_f64(normal);
        if let Some(index) = n.to_array().iter().position(|x| !x.is_finite()) {
            return Err(HalfSpaceError::Normal { index });
        }
        let offset = offset as f64 + margin as f64;
        if !offset.is_finite() {
            return Err(HalfSpaceError::Offset);
        }
        // Divided by the largest component first, since squares of tiny numbers underflow.
        let normal = (n / n.abs().max_element()).try_normalize().ok_or(HalfSpaceError::NoNormal)?;
        Ok(Self { normal, offset })
    }

    /// Whether the normal is along a coordinate axis, so that no component is rounded.
    pub(super) fn is_along_an_axis(&self) -> bool {
        self.normal.to_array().iter().filter(|x| **x != 0.0).count() == 1
    }
}

/// Pose of a half-space or a body in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoublePose {
    /// Rotation from the axes of the body or half-space to those of the world.
    pub rotation: DMat3,
    /// Position of the origin of the body or half-space, meters.
    pub position: DVec3,
    /// Whether the rotation matrix has no rounding error: it rotates by a multiple of 180° about a coordinate axis, or
    /// in 2D by a multiple of 90°.
    pub exact: bool,
}

impl DoublePose {
    /// Converts a pose to `f64`. Its quaternion need not be normalized.
    pub fn of(pose: &Pose) -> Self {
        let [x, y, z, w] = pose.rotation.to_array().map(|x| x as f64);
        // A quaternion with one component is a rotation by 0° or by 180° about a coordinate axis.
        let exact = [x, y, z, w].iter().filter(|x| **x != 0.0).count() == 1;
        let rotation = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
        Self { rotation, position: to_f64(pose.position), exact }
    }

    /// Pose with this rotation, which need not be normalized, and this position.
    pub fn new(rotation: DQuat, position: DVec3) -> Self {
        let exact = rotation.to_array().iter().filter(|x| **x != 0.0).count() == 1;
        Self { rotation: DMat3::from_quat(rotation.normalize()), position, exact }
    }

    /// Rounding error of the rotation, relative to the length of the rotated vector.
    pub(super) fn rotation_rounding(&self) -> f64 {
        if self.exact { 0.0 } else { ROTATION_ROUNDING }
    }

    /// Rounding error of the rotated normal of `half_space`, relative to its length.
    pub(super) fn normal_rounding(&self, half_space: &HalfSpace) -> f64 {
        self.rotation_rounding() + if half_space.is_along_an_axis() { 0.0 } else { NORMAL_ROUNDING }
    }

    /// Converts a 2D pose to a pose in the plane z = 0. `rotation` is the cosine and sine of the angle times any
    /// length; the zero vector means no rotation.
    pub fn in_plane(position: Vec2, rotation: Vec2) -> Self {
        let x = rotation.x as f64;
        let y = rotation.y as f64;
        let length = x.hypot(y);
        let [cos, sin] = if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] };
        let rotation = DMat3::from_cols(DVec3::new(cos, sin, 0.0), DVec3::new(-sin, cos, 0.0), DVec3::Z);
        let position = DVec3::new(position.x as f64, position.y as f64, 0.0);
        Self { rotation, position, exact: x == 0.0 || y == 0.0 }
    }
}
