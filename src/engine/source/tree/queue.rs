//! Priority queue of pairs of nodes. The first entry is outside of the heap: a child of the last popped pair is often
//! popped next, and then needs no place in the heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::prelude::*;

/// A pair of nodes that waits in the queue, or that was pruned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueEntry {
    /// Lower bound of the signed distance of all pairs of parts below.
    pub bound: Real,
    /// Indices of A's node and of B's node.
    pub nodes: [u32; 2],
    /// Serial number. Ties of the bound go to the later entry, which is deeper in the trees.
    pub(super) serial: u32,
}

impl Eq for QueueEntry {}

impl Ord for QueueEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.serial.cmp(&other.serial))
    }
}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Pairs of nodes that wait, least bound first.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// An entry that comes before all of `rest`; `None` if the first is in `rest`.
    first: Option<QueueEntry>,
    /// Entries that come after `first`.
    rest: BinaryHeap<QueueEntry>,
}

impl Queue {
    /// Adds a pair of nodes.
    #[inline]
    pub(super) fn push(&mut self, entry: QueueEntry) {
        match &mut self.first {
            Some(first) if entry > *first => self.rest.push(std::mem::replace(first, entry)),
            None if self.rest.peek().is_none_or(|next| entry > *next) => self.first = Some(entry),
            Some(_) | None => self.rest.push(entry),
        }
    }

    /// Removes the pair with the least bound.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<QueueEntry> {
        self.first.take().or_else(|| self.rest.pop())
    }

    /// Removes all pairs, in no particular order.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = QueueEntry> {
        self.first.take().into_iter().chain(self.rest.drain())
    }

    /// Returns all pairs, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &QueueEntry> {
        self.first.iter().chain(&self.rest)
    }

    /// Returns the number of pairs.
    pub(super) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.rest.len()
    }

    /// Removes all pairs; keeps the memory.
    pub(super) fn clear(&mut self) {
        self.first = None;
        self.rest.clear();
    }

    /// Size on the heap, bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.rest.capacity() * size_of::<QueueEntry>()
    }
}
