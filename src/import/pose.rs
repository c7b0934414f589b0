//! Poses of imported bodies, and rotations from the forms that other programs use: axis and angle, roll, pitch and yaw,
//! matrices, and pairs of axes. Rotations are quaternions x, y, z, w in `f64`. Composition with the identity changes no
//! bits, so that poses which no frame moves stay as written.

use glam::{DMat3, DQuat, DVec3};

/// Quaternion of the identity rotation: x, y, z, w.
pub(super) const IDENTITY_ROTATION: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// Largest deviation from 1 of the length of a normalized quaternion: the rounding error of four products and their
/// sum.
const UNIT_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Length up to which a quaternion is too short to define a rotation.
const MIN_LENGTH: f64 = 1e-12;

/// Deviation from 1 up to which scenes accept the length of a quaternion.
pub(super) const UNIT_TOLERANCE: f64 = 1e-6;

/// Largest magnitude of the components up to which readers treat a written quaternion as zero.
pub(super) const ZERO_QUATERNION: f64 = 1e-9;

/// Sine of the angle between a direction and z below which they count as parallel.
const MIN_SINE: f64 = 1e-10;

/// Largest absolute entry of `M Mᵀ − I` up to which a matrix `M` counts as a rotation with rounded numbers; callers may
/// allow less.
const MAX_DEVIATION: f64 = 0.1;

/// Pose of a frame in an outer one: a point `p` is at `rotation · p + position` there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// Position of the frame's origin in the outer frame, meters.
    pub(super) position: [f64; 3],
    /// Quaternion x, y, z, w; its length need not be 1.
    pub(super) rotation: [f64; 4],
}

impl Default for Pose {
    fn default() -> Self {
        Self { position: [0.0; 3], rotation: IDENTITY_ROTATION }
    }
}

impl Pose {
    /// Pose at a position, not rotated.
    pub(super) fn at(position: [f64; 3]) -> Self {
        Self { position, rotation: IDENTITY_ROTATION }
    }

    /// Composes two poses: returns the pose in the outer frame of an object whose pose in this frame is `inner`. If
    /// either pose is the identity, the result is the other bit for bit.
    pub(super) fn then(self, inner: Self) -> Self {
        if self == Self::default() {
            return inner;
        }
        if inner == Self::default() {
            return self;
        }
        Self { position: self.point(inner.position), rotation: product(self.rotation, inner.rotation) }
    }

    /// Returns the pose of the outer frame in this one: `pose.then(pose.inverse())` is the identity to rounding.
    pub(super) fn inverse(self) -> Self {
        let [x, y, z, w] = self.rotation;
        let rotation = if self.rotation == IDENTITY_ROTATION { IDENTITY_ROTATION } else { [-x, -y, -z, w] };
        // `0.0 - x`, not `-x`: no negative zeros.
        Self { position: rotate_vector(rotation, self.position).map(|x| 0.0 - x), rotation }
    }

    /// Maps a point of this frame to the outer frame.
    pub(super) fn point(self, point: [f64; 3]) -> [f64; 3] {
        let rotated = rotate_vector(self.rotation, point);
        if self.position == [0.0; 3] {
            return rotated;
        }
        [0, 1, 2].map(|axis| self.position[axis] + rotated[axis])
    }
}

/// Rotates a vector by a quaternion of any length; one not longer than 1e-12 counts as the identity.
pub(super) fn rotate_vector(rotation: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    if rotation == IDENTITY_ROTATION || vector == [0.0; 3] {
        return vector;
    }
    (DQuat::from_array(unit(rotation)) * DVec3::from_array(vector)).to_array()
}

/// Product of two rotations; the right one applies first.
pub(super) fn product(left: [f64; 4], right: [f64; 4]) -> [f64; 4] {
    if left == IDENTITY_ROTATION {
        return right;
    }
    if right == IDENTITY_ROTATION {
        return left;
    }
    (DQuat::from_array(unit(left)) * DQuat::from_array(unit(right))).to_array()
}

/// Normalizes a quaternion, without changing bits if its length is 1 to rounding. The result is the identity for one
/// not longer than 1e-12 or not finite.
pub(super) fn unit(rotation: [f64; 4]) -> [f64; 4] {
    let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= UNIT_ROUNDING {
        return rotation;
    }
    if length > MIN_LENGTH && length.is_finite() { rotation.map(|x| x / length) } else { IDENTITY_ROTATION }
}

/// Normalizes a quaternion that is not zero; one whose length is 1 to [`UNIT_TOLERANCE`] stays as written.
pub(super) fn normalized_unless_unit(written: [f64; 4]) -> [f64; 4] {
    let length = written.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() < UNIT_TOLERANCE { written } else { written.map(|x| x / length) }
}

/// Rotation by angles in radians about the fixed axes x, y and z, in this order.
pub(super) fn roll_pitch_yaw([roll, pitch, yaw]: [f64; 3]) -> [f64; 4] {
    let x = about([1.0, 0.0, 0.0], roll).unwrap_or(IDENTITY_ROTATION);
    let y = about([0.0, 1.0, 0.0], pitch).unwrap_or(IDENTITY_ROTATION);
    let z = about([0.0, 0.0, 1.0], yaw).unwrap_or(IDENTITY_ROTATION);
    product(product(z, y), x)
}

/// Rotation about an axis of any length by an angle in radians; `None` if the axis is zero or not finite.
pub(super) fn about(axis: [f64; 3], angle: f64) -> Option<[f64; 4]> {
    let axis = DVec3::from_array(axis);
    let unit = axis.try_normalize()?;
    if angle == 0.0 {
        return Some(IDENTITY_ROTATION);
    }
    let half = 0.5 * angle;
    let (sin, cos) = half.sin_cos();
    Some([unit.x * sin, unit.y * sin, unit.z * sin, cos])
}

/// Smallest rotation that takes z to a direction of any length, about x if the direction is −z; `None` if it is zero or
/// not finite.
pub(super) fn z_onto(direction: [f64; 3]) -> Option<[f64; 4]> {
    let direction = DVec3::from_array(direction).try_normalize()?;
    let axis = DVec3::Z.cross(direction);
    let sin = axis.length();
    let axis = if sin < MIN_SINE { DVec3::X } else { axis / sin };
    about(axis.to_array(), sin.atan2(direction.z))
}

/// Rotation with these matrix rows, and the largest absolute entry of `M Mᵀ − I`, their deviation from orthonormality;
/// `None` for a matrix that mirrors or deviates by more than [`MAX_DEVIATION`].
pub(super) fn of_rows(rows: [[f64; 3]; 3]) -> Option<([f64; 4], f64)> {
    let matrix = DMat3::from_cols_array_2d(&rows).transpose();
    let errors = (matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
    let deviation = errors.iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
    if !(deviation <= MAX_DEVIATION && matrix.determinant() > 0.0) {
        return None;
    }
    Some((DQuat::from_mat3(&matrix).normalize().to_array(), deviation))
}

/// Rotation with these axes x and y, of any length, with y made perpendicular to x; `None` for parallel or zero axes.
pub(super) fn of_axes(x: [f64; 3], y: [f64; 3]) -> Option<[f64; 4]> {
    let x = DVec3::from_array(x).try_normalize()?;
    let y = DVec3::from_array(y);
    let y = (y - x * x.dot(y)).try_normalize()?;
    let matrix = DMat3::from_cols(x, y, x.cross(y));
    Some(DQuat::from_mat3(&matrix).normalize().to_array())
}
