//! The priority queue of faces: nearest first. Faces that were deleted meanwhile are left in and skipped when they come up.
//!
//! A binary heap in an array: the children of place `i` are at `2i + 1` and `2i + 2`. The standard library's has to be
//! told an order of all floats; here two comparisons of what is never NaN will do.

use super::super::prelude::*;

/// A face that waits to be expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The face's distance when it was pushed.
    pub distance: Real,
    /// Index into the polytope's faces.
    pub face: u32,
}

impl Entry {
    /// Nearer than the other; of equally near ones, the older.
    #[inline]
    pub fn before(&self, other: &Self) -> bool {
        (self.distance < other.distance) | ((self.distance == other.distance) & (self.face < other.face))
    }
}

/// Nearest face first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue(Vec<Entry>);

impl Queue {
    /// Empties the queue and keeps its memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All that wait, in no order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.0.iter()
    }

    /// Adds an entry, whose distance is a number.
    #[inline]
    pub fn push(&mut self, entry: Entry) {
        self.0.push(entry);
        self.rise(entry, self.0.len() - 1);
    }

    /// Puts `entry` in the place `at`, which is free, or above it.
    #[inline]
    fn rise(&mut self, entry: Entry, mut at: usize) {
        let heap = &mut self.0[..];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !entry.before(&heap[parent]) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = entry;
    }

    /// Takes the nearest. The free place goes down to a leaf, for the last entry, which is to fill it, is mostly far.
    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        let entry = self.0.pop()?;
        let heap = &mut self.0[..];
        let Some(&nearest) = heap.first() else { return Some(entry) };
        let mut at = 0;
        while 2 * at + 2 < heap.len() {
            let left = 2 * at + 1;
            let child = left + usize::from(heap[left + 1].before(&heap[left]));
            heap[at] = heap[child];
            at = child;
        }
        if 2 * at + 2 == heap.len() {
            heap[at] = heap[2 * at + 1];
            at = 2 * at + 1;
        }
        self.rise(entry, at);
        Some(nearest)
    }
}
