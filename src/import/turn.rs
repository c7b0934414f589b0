//! Rotations and poses as other programs write them, composed in `f64`. What is not turned keeps its bits.

use glam::{DMat3, DQuat, DVec3};

/// Where a frame is in another: a point `p` is at `rotation · p + position` there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// Meters.
    pub(super) position: [f64; 3],
    /// Quaternion x, y, z, w.
    pub(super) rotation: [f64; 4],
}

/// No turn.
pub(super) const UNTURNED: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

impl Default for Pose {
    fn default() -> Self {
        Self { position: [0.0; 3], rotation: UNTURNED }
    }
}

impl Pose {
    pub(super) fn at(position: [f64; 3]) -> Self {
        Self { position, rotation: UNTURNED }
    }

    /// The pose in the frame of which `self` is the pose. Where either stands at the origin unturned, the other is it.
    pub(super) fn then(self, inner: Self) -> Self {
        if self == Self::default() {
            return inner;
        }
        if inner == Self::default() {
            return self;
        }
        Self { position: self.point(inner.position), rotation: product(self.rotation, inner.rotation) }
    }

    /// The pose of the outer frame in this one.
    pub(super) fn inverse(self) -> Self {
        let [x, y, z, w] = self.rotation;
        let rotation = if self.rotation == UNTURNED { UNTURNED } else { [-x, -y, -z, w] };
        Self { position: turned(rotation, self.position).map(|x| 0.0 - x), rotation }
    }

    /// Where a point of this frame is outside of it.
    pub(super) fn point(self, point: [f64; 3]) -> [f64; 3] {
        let turned = turned(self.rotation, point);
        if self.position == [0.0; 3] {
            return turned;
        }
        [0, 1, 2].map(|k| self.position[k] + turned[k])
    }
}

/// A direction, turned.
pub(super) fn turned(rotation: [f64; 4], point: [f64; 3]) -> [f64; 3] {
    if rotation == UNTURNED || point == [0.0; 3] {
        return point;
    }
    (DQuat::from_array(unit(rotation)) * DVec3::from_array(point)).to_array()
}

/// One turn after another, the right one first.
pub(super) fn product(left: [f64; 4], right: [f64; 4]) -> [f64; 4] {
    match (left == UNTURNED, right == UNTURNED) {
        (true, _) => right,
        (_, true) => left,
        _ => (DQuat::from_array(unit(left)) * DQuat::from_array(unit(right))).to_array(),
    }
}

/// A quaternion of length 1, the same bits where it has that within rounding; no turn for one without direction.
pub(super) fn unit(rotation: [f64; 4]) -> [f64; 4] {
    let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    match (length - 1.0).abs() {
        off if off <= 4.0 * f64::EPSILON => rotation,
        _ if length > 1e-12 && length.is_finite() => rotation.map(|x| x / length),
        _ => UNTURNED,
    }
}

/// About an axis of any length but 0, by radians.
pub(super) fn about(axis: [f64; 3], angle: f64) -> Option<[f64; 4]> {
    let axis = DVec3::from_array(axis);
    let unit = axis.try_normalize()?;
    if angle == 0.0 {
        return Some(UNTURNED);
    }
    let (sin, cos) = (0.5 * angle).sin_cos();
    Some([unit.x * sin, unit.y * sin, unit.z * sin, cos])
}

/// The smallest turn that takes z onto a direction of any length but 0.
pub(super) fn z_onto(direction: [f64; 3]) -> Option<[f64; 4]> {
    let direction = DVec3::from_array(direction).try_normalize()?;
    let axis = DVec3::Z.cross(direction);
    let sin = axis.length();
    let axis = if sin < 1e-10 { DVec3::X } else { axis / sin };
    about(axis.to_array(), sin.atan2(direction.z))
}

/// The turn whose matrix has these rows, and how far the rows are from perpendicular unit vectors, at most; none of a matrix
/// that mirrors or flattens.
pub(super) fn of_rows(rows: [[f64; 3]; 3]) -> Option<([f64; 4], f64)> {
    let matrix = DMat3::from_cols_array_2d(&rows).transpose();
    let off = (matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
    let off = off.iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
    if !(off <= 0.1 && matrix.determinant() > 0.0) {
        return None;
    }
    Some((DQuat::from_mat3(&matrix).normalize().to_array(), off))
}

/// The turn whose axes x and y are these, y made perpendicular to x.
pub(super) fn of_axes(x: [f64; 3], y: [f64; 3]) -> Option<[f64; 4]> {
    let x = DVec3::from_array(x).try_normalize()?;
    let y = DVec3::from_array(y);
    let y = (y - x * x.dot(y)).try_normalize()?;
    let matrix = DMat3::from_cols(x, y, x.cross(y));
    Some(DQuat::from_mat3(&matrix).normalize().to_array())
}
