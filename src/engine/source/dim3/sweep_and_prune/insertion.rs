//! Insertion of new bodies into sweep and prune: their endpoints are sorted and merged into the lists, and one sweep
//! along an axis finds their pairs.

use super::Pair;
use super::bounds::{Bounds, Endpoint};
use super::pairs::{Pairs, pair};

/// Buffers of an insertion, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Insertion<const D: usize> {
    /// Endpoints of the new boxes on one axis, sorted.
    endpoints: Vec<Endpoint>,
    /// Whether each body is new: present now and absent in the previous frame.
    is_new: Vec<bool>,
    /// Memory of the sweep.
    sweep: Sweep,
}

impl<const D: usize> Insertion<D> {
    /// Whether a body is present that was absent in the previous frame. The box of an absent body is `None`.
    pub fn has_new_bodies(&self, boxes: &[Option<Bounds<D>>], former: &[Option<Bounds<D>>]) -> bool {
        boxes.iter().zip(former).any(|(now, before)| now.is_some() && before.is_none())
    }

    /// Merges the endpoints of the new boxes into the lists. Returns the number of new bodies.
    pub fn insert(
        &mut self,
        lists: &mut [Vec<Endpoint>; D],
        boxes: &[Option<Bounds<D>>],
        former: &[Option<Bounds<D>>],
    ) -> usize {
        self.is_new.clear();
        self.is_new.extend(boxes.iter().zip(former).map(|(now, before)| now.is_some() && before.is_none()));
        for (axis, list) in lists.iter_mut().enumerate() {
            self.endpoints.clear();
            for (body, bounds) in boxes.iter().enumerate() {
                if let (true, Some(bounds)) = (self.is_new[body], bounds) {
                    self.endpoints.push(Endpoint::min(body as u32, bounds.min[axis]));
                    self.endpoints.push(Endpoint::max(body as u32, bounds.max[axis]));
                }
            }
            self.endpoints.sort_unstable_by(|a, b| a.order(*b));
            merge(list, &self.endpoints);
        }
        self.is_new.iter().filter(|is_new| **is_new).count()
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
        let Some(list) = lists.iter().min_by_key(|list| overlap_count(list)) else { return };
        self.sweep.report_overlaps(list, &self.is_new, |a, b| {
            let Some(box_a) = &boxes[a as usize] else { return };
            let Some(box_b) = &boxes[b as usize] else { return };
            if box_a.overlaps(box_b) && pairs.insert(pair(a, b)) {
                began.push(pair(a, b));
            }
        });
    }

    /// Size of the buffers, bytes.
    pub fn heap_bytes(&self) -> usize {
        self.endpoints.capacity() * size_of::<Endpoint>() + self.is_new.capacity() + self.sweep.heap_bytes()
    }
}

/// Merges sorted new endpoints into a sorted list, in place, from the greatest endpoint to the least.
fn merge(list: &mut Vec<Endpoint>, new_endpoints: &[Endpoint]) {
    let mut remaining = list.len();
    let mut remaining_new = new_endpoints.len();
    list.extend_from_slice(new_endpoints);
    while remaining_new > 0 {
        let to = remaining + remaining_new - 1;
        if remaining > 0 && new_endpoints[remaining_new - 1].precedes(list[remaining - 1]) {
            list[to] = list[remaining - 1];
            remaining -= 1;
        } else {
            list[to] = new_endpoints[remaining_new - 1];
            remaining_new -= 1;
        }
    }
}

/// Number of pairs of intervals that overlap on the axis of a sorted list.
pub(super) fn overlap_count(list: &[Endpoint]) -> u64 {
    let mut open_intervals = 0u64;
    let mut pairs = 0;
    for endpoint in list {
        if endpoint.is_max() {
            open_intervals -= 1;
        } else {
            pairs += open_intervals;
            open_intervals += 1;
        }
    }
    pairs
}

/// Sweep along the sorted endpoints of one axis, which reports the pairs of boxes whose intervals on the axis overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// Bodies whose intervals contain the current position: the unmarked bodies, and the marked ones.
    open: [Vec<u32>; 2],
    /// Index of each body in its list of `open`; only valid while its interval contains the current position.
    index_in_open: Vec<u32>,
}

impl Sweep {
    /// Calls `report` once with the bodies of each pair whose intervals overlap, if at least one of them is marked.
    /// `marked` has an entry per body.
    pub fn report_overlaps(&mut self, list: &[Endpoint], marked: &[bool], mut report: impl FnMut(u32, u32)) {
        self.open.iter_mut().for_each(Vec::clear);
        self.index_in_open.resize(marked.len(), 0);
        for endpoint in list {
            let body = endpoint.body();
            let is_marked = usize::from(marked[body as usize]);
            if endpoint.is_max() {
                let index = self.index_in_open[body as usize] as usize;
                self.open[is_marked].swap_remove(index);
                if let Some(moved) = self.open[is_marked].get(index) {
                    self.index_in_open[*moved as usize] = index as u32;
                }
            } else {
                // A marked body is paired with both lists, an unmarked one only with the marked bodies, `open[1]`: the
                // pairs of unmarked bodies are already known.
                for other in self.open[1 - is_marked..].iter().flatten() {
                    report(body, *other);
                }
                self.index_in_open[body as usize] = self.open[is_marked].len() as u32;
                self.open[is_marked].push(body);
            }
        }
    }

    /// Size of the lists, bytes.
    pub fn heap_bytes(&self) -> usize {
        (self.open.iter().map(Vec::capacity).sum::<usize>() + self.index_in_open.capacity()) * size_of::<u32>()
    }
}
