//! Half-spaces, the insides of planes.

use super::super::prelude::*;

/// The points with `normal · x + offset ≥ 0`: those inside a plane of a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit normal, inward.
    pub normal: Vec3,
    /// Signed distance of the origin, positive inside; meters.
    pub offset: Real,
}

impl HalfSpace {
    /// Signed distance of a point from the plane, positive inside; meters.
    #[inline]
    pub fn signed_distance(&self, point: Vec3) -> Real {
        product(self.normal, point) + self.offset
    }
}

/// The dot product, summed in the order x, y, z, so that blocks and single boxes agree to the bit.
#[inline(always)]
pub(super) fn product(a: Vec3, b: Vec3) -> Real {
    a.x * b.x + a.y * b.y + a.z * b.z
}
