//! The priority queue of the polytope's faces, nearest first. A face that is deleted from the polytope stays in the
//! queue until it is popped, and is skipped then.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::dim3::prelude::*;

/// A face that waits to be expanded, with its distance from the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Distance of the face's plane from the origin when it was pushed, in the pair's length unit; negative if the
    /// origin is in front of the face. Never NaN.
    pub distance: Real,
    /// Index of the face in [`Polytope::faces`](super::polytope::Polytope::faces).
    pub face: u32,
}

impl Eq for Entry {}

impl Ord for Entry {
    /// The nearer entry is the greater, which a [`BinaryHeap`] pops first; ties go to the older face.
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

/// Priority queue of faces, nearest first.
pub type Queue = BinaryHeap<Entry>;
