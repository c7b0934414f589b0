//! The projection of a solid on an axis.

use crate::dim3::prelude::*;

/// Projection of a solid on the axis along a vector `n` of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Least and greatest `n · vertex`, in the solid's length unit for a unit vector `n`.
    pub interval: [Real; 2],
    /// Indices of the vertices with the least and with the greatest coordinate.
    pub vertices: [u32; 2],
}
