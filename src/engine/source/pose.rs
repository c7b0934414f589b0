//! Rigid poses, and the frame in which a pair is computed.
//!
//! Every pair query works in the *pair frame*: A's axes, with the origin at A's origin. It depends only on the
//! difference of the two positions, so a pair far from the world origin is computed as accurately as one at the origin.

use std::ops::Mul;

use super::numbers::ACCURATE_SQUARE;
use super::prelude::*;

/// A rigid transformation: `world = rotation * local + position`. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "SerializedPose", try_from = "SerializedPose"))]
pub struct Pose {
    /// Position of the body's origin in the world, meters.
    pub position: Vec3,
    /// Quaternion from the body's axes to the world's, normalized by all constructors but
    /// [`Pose::as_given_for_rays`]; callers cannot set it.
    pub(super) rotation: Quat,
}

impl Pose {
    /// The pose without rotation and translation.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Creates a pose from a position and a rotation that need not be normalized. A quaternion without a direction (all
    /// zeros, infinite or NaN) gives a NaN rotation: queries about this pose have no answer. [`Pose::try_new`] rejects
    /// it.
    #[inline]
    pub fn new(position: Vec3, rotation: Quat) -> Self {
        let square = rotation.length_squared();
        if is_ordinary(square) {
            return Self { position, rotation: rotation.normalize() };
        }
        Self { position, rotation: normalize_extreme(rotation) }
    }

    /// Creates a pose without normalization, for rays alone: they divide by the length of the rotation in extended
    /// precision, so their brackets contain the exact contact of the given numbers. Other queries assume length 1.
    #[doc(hidden)]
    pub fn as_given_for_rays(position: Vec3, rotation: Quat) -> Self {
        Self { position, rotation }
    }

    /// Creates a pose like [`Pose::new`]; `None` if the position is not finite or the quaternion has no direction.
    pub fn try_new(position: Vec3, rotation: Quat) -> Option<Self> {
        let pose = Self::new(position, rotation);
        (position.is_finite() && pose.rotation.is_finite()).then_some(pose)
    }

    /// Returns the unit quaternion from the body's axes to the world's.
    #[inline]
    pub fn rotation(&self) -> Quat {
        self.rotation
    }

    /// Converts a point from the body's frame to the world.
    #[inline]
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.rotation * local + self.position
    }

    /// Converts a vector, such as a direction or a velocity, from the body's frame to the world: rotates it.
    #[inline]
    pub fn vector(&self, local: Vec3) -> Vec3 {
        self.rotation * local
    }

    /// Returns the transformation from the world to the body's frame.
    ///
    /// ```
    /// use contact_lens_engine::double::Pose;
    /// use contact_lens_engine::glam::{DQuat, DVec3};
    /// let pose = Pose::new(DVec3::X, DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0));
    /// assert_eq!(pose.inverse().point(pose.point(DVec3::Y)), DVec3::Y);
    /// ```
    #[inline]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { position: rotation * -self.position, rotation }
    }

    /// Creates a pose from the affine map `p ↦ matrix · p + translation`; `None` if a number is not finite or the
    /// matrix is no rotation: it scales, shears or mirrors. Entries that were rounded to single precision are accepted,
    /// and the rotation is normalized.
    ///
    /// ```
    /// use contact_lens_engine::double::Pose;
    /// use contact_lens_engine::glam::{DMat3, DQuat, DVec3};
    /// let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    /// let pose = Pose::from_affine(quarter, DVec3::Z).ok_or("not rigid")?;
    /// assert!((pose.point(DVec3::X) - DVec3::new(0.0, 1.0, 1.0)).length() < 1.0e-15);
    /// assert_eq!(Pose::from_affine(2.0 * quarter, DVec3::Z), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn from_affine(matrix: Mat3, translation: Vec3) -> Option<Self> {
        let products = matrix.transpose() * matrix;
        let columns = [products.x_axis, products.y_axis, products.z_axis];
        let is_rotation = [Vec3::X, Vec3::Y, Vec3::Z]
            .into_iter()
            .zip(columns)
            .all(|(unit, column)| (column - unit).abs().max_element() <= RIGID_TOLERANCE);
        if !(is_rotation && matrix.determinant() > 0.0) {
            return None;
        }
        Self::try_new(translation, Quat::from_mat3(&matrix.into()))
    }
}

/// A pose as data, which may be invalid.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SerializedPose {
    /// Position of the body's origin in the world, meters.
    position: Vec3,
    /// Quaternion `[x, y, z, w]` of any length but 0.
    rotation: Quat,
}

#[cfg(feature = "serde")]
impl From<Pose> for SerializedPose {
    fn from(Pose { position, rotation }: Pose) -> Self {
        Self { position, rotation }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<SerializedPose> for Pose {
    type Error = &'static str;

    fn try_from(SerializedPose { position, rotation }: SerializedPose) -> Result<Self, Self::Error> {
        // A pose that was written is read with the same bits.
        if position.is_finite() && (rotation.length_squared() - 1.0).abs() <= 8.0 * EPS {
            return Ok(Self { position, rotation });
        }
        Self::try_new(position, rotation).ok_or("a pose must be finite, with a quaternion that is not 0")
    }
}

/// Largest difference of the dot products of the columns of a matrix from those of a rotation. A smaller value rejects
/// rotations that were stored in single precision and multiplied a few times; a larger one accepts visible scale.
const RIGID_TOLERANCE: Real = 1.0e-5;

impl Default for Pose {
    /// The pose without rotation and translation.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for Pose {
    type Output = Self;

    /// Composes two poses: `(a * b).point(p)` is `a.point(b.point(p))`, to rounding. The product is normalized.
    #[inline]
    fn mul(self, inner: Self) -> Self {
        Self::new(self.point(inner.position), self.rotation * inner.rotation)
    }
}

/// Returns whether the square of a length has all its digits: it neither overflows nor loses digits near the smallest
/// numbers.
#[inline]
fn is_ordinary(square: Real) -> bool {
    (ACCURATE_SQUARE..=Real::MAX).contains(&square)
}

/// Normalizes a quaternion whose square overflows or underflows; NaN if it has no direction.
#[cold]
fn normalize_extreme(q: Quat) -> Quat {
    let [x, y, z, w] = q.to_array();
    let largest = x.abs().max(y.abs()).max(z.abs()).max(w.abs());
    // For zeros and for infinite numbers, at least one quotient is NaN.
    Quat::from_xyzw(x / largest, y / largest, z / largest, w / largest).normalize()
}

/// Returns the rotation matrix of a quaternion of any length but 0: scaling the products by `2/|q|²` avoids the square
/// root of a normalization.
#[inline]
pub(super) fn matrix(q: Quat) -> Mat3 {
    let s = 2.0 / q.length_squared();
    let x = q.x * s;
    let y = q.y * s;
    let z = q.z * s;
    let xx = q.x * x;
    let xy = q.x * y;
    let xz = q.x * z;
    let xw = q.w * x;
    let yy = q.y * y;
    let yz = q.y * z;
    let yw = q.w * y;
    let zz = q.z * z;
    let zw = q.w * z;
    Mat3::from_cols(
        Vec3::new(1.0 - (yy + zz), xy + zw, xz - yw),
        Vec3::new(xy - zw, 1.0 - (xx + zz), yz + xw),
        Vec3::new(xz + yw, yz - xw, 1.0 - (xx + yy)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn no_pose_has_a_rotation_of_another_length_than_1() {
        let at = Vec3::new(1.0, 2.0, 3.0);
        for length in [1.0e-30, 1.0e-3, 0.5, 1.0, 3.0, 1.0e3, 1.0e30, Real::MAX, Real::MIN_POSITIVE] {
            let [a, b] = [0.6 * length, 0.8 * length];
            for q in [Quat::from_xyzw(a, 0.0, 0.0, b), Quat::from_xyzw(0.0, -a, 0.0, b)] {
                let pose = Pose::new(at, q);
                assert!((pose.rotation().length() - 1.0).abs() <= 4.0 * EPS, "{q}");
                assert!((pose.point(Vec3::X * 2.0) - at).length() - 2.0 <= 16.0 * EPS, "{q}");
                assert_eq!(Pose::try_new(at, q), Some(pose), "{q}");
            }
        }
    }

    #[test]
    fn a_quaternion_without_a_direction_is_refused() {
        let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for q in [zero, Quat::from_xyzw(Real::NAN, 0.0, 0.0, 1.0), Quat::from_xyzw(0.0, Real::INFINITY, 0.0, 1.0)] {
            assert!(Pose::new(Vec3::ZERO, q).rotation().is_nan(), "{q}");
            assert_eq!(Pose::try_new(Vec3::ZERO, q), None, "{q}");
        }
        assert_eq!(Pose::try_new(Vec3::new(Real::NAN, 0.0, 0.0), Quat::IDENTITY), None);
    }

    #[test]
    fn poses_compose_and_invert() {
        let random = &mut Random(5);
        for _ in 0..50 {
            let [a, b] = [0, 1].map(|_| Pose::new(random.vector() * 3.0, random.turn()));
            let p = random.vector();
            let error = 64.0 * EPS;
            assert!(((a * b).point(p) - a.point(b.point(p))).length() <= error);
            assert!((a.inverse().point(a.point(p)) - p).length() <= error);
            assert!(((a * a.inverse()).point(p) - p).length() <= error);
            assert!((a.vector(p) - (a.point(p) - a.position)).length() <= error);
        }
        assert_eq!(Pose::default() * Pose::IDENTITY, Pose::IDENTITY);
    }

    #[test]
    fn affine_maps_are_poses_only_if_they_are_rigid() {
        let random = &mut Random(9);
        for _ in 0..50 {
            let pose = Pose::new(random.vector(), random.turn());
            let rotation = matrix(pose.rotation);
            let again = Pose::from_affine(rotation, pose.position).unwrap();
            let p = random.vector();
            assert!((again.point(p) - pose.point(p)).length() <= 64.0 * EPS);
            let mirrored = Mat3::from_cols(-rotation.x_axis, rotation.y_axis, rotation.z_axis);
            let scaled = Mat3::from_cols(rotation.x_axis * 1.001, rotation.y_axis, rotation.z_axis);
            let sheared = Mat3::from_cols(rotation.x_axis + rotation.y_axis * 0.001, rotation.y_axis, rotation.z_axis);
            for wrong in [mirrored, scaled, sheared, Mat3::ZERO, rotation * Real::NAN, rotation * Real::INFINITY] {
                assert_eq!(Pose::from_affine(wrong, pose.position), None, "{wrong}");
            }
            assert_eq!(Pose::from_affine(rotation, Vec3::new(0.0, Real::NAN, 0.0)), None);
        }
    }
}
