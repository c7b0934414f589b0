//! Two bodies where they are, as searches over their edges are handed them.

use super::super::prelude::*;
use super::solid::Solid;

/// Two bodies where they are.
pub(super) struct Ground<'a> {
    /// The first; its frame is that of everything here.
    pub a: &'a Solid,
    /// The second.
    pub b: &'a Solid,
    /// From B's axes to A's.
    pub rotation: &'a Mat3,
    /// B's origin in A's frame.
    pub translation: Vec3,
}
