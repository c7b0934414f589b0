//! Two bodies with their relative pose, for searches over their edges.

use super::super::prelude::*;
use super::solid::Solid;

/// Two bodies with their relative pose.
pub(super) struct PosedPair<'a> {
    /// The first body; its frame is the frame of all results.
    pub a: &'a Solid,
    pub b: &'a Solid,
    /// Rotation from B's axes to A's.
    pub rotation: &'a Mat3,
    /// B's origin in A's frame.
    pub translation: Vec3,
}
