//! Insertion of new bodies: their endpoints are sorted and merged into the lists, and one sweep finds their pairs.

use super::Pair;
use super::bounds::{Bounds, Endpoint};
use super::pairs::{Pairs, pair};

/// Buffers of an insertion, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Insertion<const D: usize> {
    ends: Vec<Endpoint>,
    /// For each body whether it is new.
    new: Vec<bool>,
    sweep: Sweep,
}

impl<const D: usize> Insertion<D> {
    /// Whether any body is present that was absent before.
    pub fn is_due(&self, boxes: &[Option<Bounds<D>>], former: &[Option<Bounds<D>>]) -> bool {
        boxes.iter().zip(former).any(|(now, before)| now.is_some() && before.is_none())
    }

    /// Merges the endpoints of the new boxes into the lists. Returns the number of new bodies.
    pub fn insert(
        &mut self,
        lists: &mut [Vec<Endpoint>; D],
        boxes: &[Option<Bounds<D>>],
        former: &[Option<Bounds<D>>],
    ) -> usize {
        self.new.clear();
        self.new.extend(boxes.iter().zip(former).map(|(now, before)| now.is_some() && before.is_none()));
        for (axis, list) in lists.iter_mut().enumerate() {
            self.ends.clear();
            for (body, bounds) in boxes.iter().enumerate().filter(|(body, _)| self.new[*body]) {
                let ends = bounds.iter().flat_map(|bounds| {
                    [Endpoint::min(body as u32, bounds.min[axis]), Endpoint::max(body as u32, bounds.max[axis])]
                });
                self.ends.extend(ends);
            }
            self.ends.sort_unstable_by(|a, b| a.order(*b));
            merge(list, &self.ends);
        }
        self.new.iter().filter(|new| **new).count()
    }

    /// Finds the pairs of the new boxes with each other and with the old ones, in one sweep along the axis with the
    /// fewest overlapping intervals.
    pub fn sweep(
        &mut self,
        lists: &[Vec<Endpoint>; D],
        boxes: &[Option<Bounds<D>>],
        pairs: &mut Pairs,
        began: &mut Vec<Pair>,
    ) {
        let Some(list) = lists.iter().min_by_key(|list| crowding(list)) else { return };
        self.sweep.along(list, &self.new, |a, b| {
            let both = boxes[a as usize].as_ref().zip(boxes[b as usize].as_ref());
            if both.is_some_and(|(a, b)| a.overlaps(b)) && pairs.insert(pair(a, b)) {
                began.push(pair(a, b));
            }
        });
    }

    pub fn heap_bytes(&self) -> usize {
        self.ends.capacity() * size_of::<Endpoint>() + self.new.capacity() + self.sweep.heap_bytes()
    }
}

/// Merges sorted endpoints into a sorted list, from the back, in place.
fn merge(list: &mut Vec<Endpoint>, ends: &[Endpoint]) {
    let mut old = list.len();
    let mut new = ends.len();
    list.extend_from_slice(ends);
    while new > 0 {
        let to = old + new - 1;
        if old > 0 && ends[new - 1].precedes(list[old - 1]) {
            list[to] = list[old - 1];
            old -= 1;
        } else {
            list[to] = ends[new - 1];
            new -= 1;
        }
    }
}

/// Number of pairs of intervals that overlap on the axis of a sorted list.
pub(super) fn crowding(list: &[Endpoint]) -> u64 {
    let mut open = 0u64;
    let mut pairs = 0;
    for end in list {
        if end.is_max() {
            open -= 1;
        } else {
            pairs += open;
            open += 1;
        }
    }
    pairs
}

/// A sweep along a sorted list, which reports every pair of boxes that overlap on its axis, with at least one marked.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// Boxes that contain the sweep's position: those of unmarked bodies, and those of marked ones.
    open: [Vec<u32>; 2],
    /// For each body its index in its list of `open`.
    place: Vec<u32>,
}

impl Sweep {
    /// Sweeps from the least endpoint to the greatest. `marked` has an entry per body.
    pub fn along(&mut self, list: &[Endpoint], marked: &[bool], mut meet: impl FnMut(u32, u32)) {
        self.open.iter_mut().for_each(Vec::clear);
        self.place.resize(marked.len(), 0);
        for end in list {
            let body = end.body();
            let side = usize::from(marked[body as usize]);
            if end.is_max() {
                let at = self.place[body as usize] as usize;
                self.open[side].swap_remove(at);
                if let Some(moved) = self.open[side].get(at) {
                    self.place[*moved as usize] = at as u32;
                }
            } else {
                // Pairs of unmarked boxes are already known.
                self.open[1 - side..].iter().flatten().for_each(|other| meet(body, *other));
                self.place[body as usize] = self.open[side].len() as u32;
                self.open[side].push(body);
            }
        }
    }

    pub fn heap_bytes(&self) -> usize {
        (self.open.iter().map(Vec::capacity).sum::<usize>() + self.place.capacity()) * size_of::<u32>()
    }
}
