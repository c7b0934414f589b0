//! The priority queue of faces: nearest first. Faces that were deleted meanwhile are left in and skipped when they come up.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::super::prelude::*;

/// A face that waits to be expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The face's distance when it was pushed: a number, not −0.
    pub distance: Real,
    /// Index into the polytope's faces.
    pub face: u32,
}

impl Eq for Entry {}

impl Ord for Entry {
    /// The nearer is the greater, which a [`BinaryHeap`] gives first; of equally near ones, the older.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then_with(|| other.face.cmp(&self.face))
    }
}

impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nearest face first.
pub type Queue = BinaryHeap<Entry>;
