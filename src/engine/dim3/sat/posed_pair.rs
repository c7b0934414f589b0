//! Two bodies with their relative pose: the input of the searches for pairs of edges that make separating axes.

use super::super::prelude::*;
use super::solid::Solid;

/// Two bodies with their relative pose.
pub(super) struct PosedPair<'a> {
    /// The first body, in its own frame, which is the pair frame.
    pub a: &'a Solid,
    /// The second body, in its own frame.
    pub b: &'a Solid,
    /// Rotation from B's axes to A's.
    pub rotation: &'a Mat3,
    /// B's origin in A's frame.
    pub translation: Vec3,
}
