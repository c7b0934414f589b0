//! Two bodies with their relative pose: the input of the searches for pairs of edges that make separating axes.

use super::solid::Solid;
use crate::dim3::prelude::*;

/// Solids A and B, with the pose of B in A's frame.
pub(super) struct PosedPair<'a> {
    /// The solid A, whose frame is the pair frame.
    pub a: &'a Solid,
    /// The solid B, in its own frame.
    pub b: &'a Solid,
    /// Rotation from B's axes to A's.
    pub rotation: &'a Mat3,
    /// B's origin in A's frame, in the pair's length unit.
    pub translation: Vec3,
}
