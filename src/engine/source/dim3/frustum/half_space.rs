//! Half-spaces: the inner sides of the planes of a frustum.

use crate::dim3::prelude::*;

/// The points with `normal · x + offset ≥ 0`: those inside a plane of a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    /// Unit normal, pointing into the frustum.
    pub normal: Vec3,
    /// Signed distance of the origin from the plane, positive inside; meters.
    pub offset: Real,
}

impl HalfSpace {
    /// Signed distance of a point from the plane, positive inside; meters.
    #[inline]
    pub fn signed_distance(&self, point: Vec3) -> Real {
        product(self.normal, point) + self.offset
    }
}

/// The dot product, summed in the order x, y, z, so that the tests of blocks and of single boxes agree to the bit.
#[inline(always)]
pub(super) fn product(a: Vec3, b: Vec3) -> Real {
    a.x * b.x + a.y * b.y + a.z * b.z
}
