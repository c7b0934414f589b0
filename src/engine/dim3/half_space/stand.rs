//! A half-space, and where things stand: in `f64` in both precisions.

use glam::{DMat3, DQuat, DVec3};

use super::pose::Pose;
use super::prelude::*;

/// A rounding of the `f64` in which all but the support mapping is computed.
pub(super) const FINE: f64 = f64::EPSILON;

/// What a turn by a rounded quaternion is off by: its normalization 1, products and sums of the matrix 6, the product with a vector 3.
const TURNED: f64 = 12.0 * FINE;

/// A normal that was normalized.
const NORMALIZED: f64 = 4.0 * FINE;

/// All `x` with `normal · x ≤ offset`, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Outward, of length 1.
    pub normal: DVec3,
    /// How far its surface lies from its origin along the normal, length units.
    pub offset: f64,
}

/// Why there is no such half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfSpaceError {
    /// The normal is 0 in this precision.
    NoNormal,
    /// A number of the normal is infinite, or none.
    Normal {
        /// Which.
        index: usize,
    },
    /// The offset is infinite, or none.
    Offset,
}

impl HalfSpaceError {
    /// The field at fault, as scene files name it.
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
            Self::NoNormal => write!(f, "normal must not be 0: it says on which side of the plane the half-space ends"),
            Self::Normal { .. } | Self::Offset => write!(f, "{} must be finite", self.path()),
        }
    }
}

impl std::error::Error for HalfSpaceError {}

fn wide(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}

impl HalfSpace {
    /// With a normal of any length but 0; a margin, which is added all round, adds to the offset.
    ///
    /// # Errors
    ///
    /// If the normal is 0 or a number is not finite: the error names the field.
    pub fn new(normal: Vec3, offset: Real, margin: Real) -> Result<Self, HalfSpaceError> {
        let n = wide(normal);
        if let Some(index) = n.to_array().iter().position(|x| !x.is_finite()) {
            return Err(HalfSpaceError::Normal { index });
        }
        let offset = offset as f64 + margin as f64;
        if !offset.is_finite() {
            return Err(HalfSpaceError::Offset);
        }
        // By the largest component first: squares of the smallest numbers vanish.
        let normal = (n / n.abs().max_element()).try_normalize().ok_or(HalfSpaceError::NoNormal)?;
        Ok(Self { normal, offset })
    }

    /// Whether the normal is an axis: then nothing of it was rounded.
    pub(super) fn is_along_an_axis(&self) -> bool {
        self.normal.to_array().iter().filter(|x| **x != 0.0).count() == 1
    }
}

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// From its axes to the world's.
    pub turn: DMat3,
    /// Of its origin.
    pub position: DVec3,
    /// Whether no number of the turn was rounded.
    pub exact: bool,
}

impl Stand {
    /// At this pose, whose rotation need not be normalized.
    pub fn of(pose: &Pose) -> Self {
        let [x, y, z, w] = pose.rotation.to_array().map(|x| x as f64);
        let exact = [x, y, z, w].iter().filter(|x| **x != 0.0).count() == 1;
        let turn = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
        Self { turn, position: wide(pose.position), exact }
    }

    /// Turned so, at this place.
    pub fn turned(turn: DQuat, position: DVec3) -> Self {
        let exact = turn.to_array().iter().filter(|x| **x != 0.0).count() == 1;
        Self { turn: DMat3::from_quat(turn.normalize()), position, exact }
    }

    /// What a turn to here is off by, as a share of the length of what is turned.
    pub(super) fn turn_rounding(&self) -> f64 {
        if self.exact { 0.0 } else { TURNED }
    }

    /// What the normal of a half-space that stands here may be off by, as a share of its length.
    pub(super) fn normal_rounding(&self, half_space: &HalfSpace) -> f64 {
        self.turn_rounding() + if half_space.is_along_an_axis() { 0.0 } else { NORMALIZED }
    }

    /// In the plane z = 0, turned by an angle of this cosine and sine, which need not be of length 1.
    pub fn in_plane(position: Vec2, rotation: Vec2) -> Self {
        let (x, y) = (rotation.x as f64, rotation.y as f64);
        let length = x.hypot(y);
        let (cos, sin) = if length > 0.0 { (x / length, y / length) } else { (1.0, 0.0) };
        let turn = DMat3::from_cols(DVec3::new(cos, sin, 0.0), DVec3::new(-sin, cos, 0.0), DVec3::Z);
        let position = DVec3::new(position.x as f64, position.y as f64, 0.0);
        Self { turn, position, exact: x == 0.0 || y == 0.0 }
    }
}
