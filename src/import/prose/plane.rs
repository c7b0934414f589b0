//! Equations of planes in sentences, such as `z <= 1` or `y = 0`, and the normals of their half-spaces.

use super::keys::Side;

/// Equation of a plane along an axis.
pub(super) struct PlaneEquation {
    /// Index of the axis.
    pub(super) axis: usize,
    /// Side of the coordinate on which the half-space is solid.
    pub(super) side: Side,
    /// Coordinate of the plane, meters.
    pub(super) coordinate: f64,
}

impl PlaneEquation {
    /// Returns the unit vector out of the solid; `None` if the text does not say which side is solid. Ground is solid
    /// below.
    pub(super) fn outward_direction(&self, is_ground: bool) -> Option<[f64; 3]> {
        match self.side {
            Side::Below => Some(along_axis(self.axis, 1.0)),
            Side::Above => Some(along_axis(self.axis, -1.0)),
            Side::Unsaid if is_ground => Some(along_axis(self.axis, 1.0)),
            Side::Unsaid => None,
        }
    }
}

/// Returns the vector of a signed length along the coordinate axis with this index.
pub(super) fn along_axis(axis: usize, length: f64) -> [f64; 3] {
    let mut vector = [0.0; 3];
    vector[axis] = length;
    vector
}
