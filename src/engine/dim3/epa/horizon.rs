//! The horizon of what a new point sees: what it is made of, and how it may be found.

use super::super::prelude::*;

/// An edge of the horizon, named from the hidden face beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorizonEdge {
    /// The hidden face, which stays.
    pub face: u32,
    /// The number of the edge in that face.
    pub edge: u8,
    /// Where the edge starts, walking round the visible region counter-clockwise seen from the new point.
    pub from: u32,
    /// Where it ends: the next edge's `from`.
    pub to: u32,
}

/// The scratch of one sort. It stays readable until the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// The corners in the order found.
    pub corners: Vec<u32>,
    /// Their center, where they were sorted: with three visible faces or more.
    pub center: Option<Vec3>,
    /// The first two corners in a row that no edge of the border joins, or a corner of the border that was left out.
    pub broken: Option<[u32; 2]>,
    /// The corners with their angles.
    pub(super) angles: Vec<(Real, u32)>,
}

impl Ring {
    pub(super) fn clear(&mut self) {
        self.corners.clear();
        self.angles.clear();
        (self.center, self.broken) = (None, None);
    }
}
