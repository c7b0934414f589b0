//! Priority queue of pairs of nodes. The first entry is outside of the heap: a child of the last popped pair is often
//! popped next, and then needs no place in the heap.

use std::collections::BinaryHeap;

use super::QueueEntry;

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
