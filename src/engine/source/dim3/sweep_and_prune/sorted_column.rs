//! Sweep of one column of [`super::Columns`] along the first axis. Each box is compared with four boxes at once, one
//! per lane of a SIMD vector.
//!
//! At constant density few boxes begin before another ends, so most of the cost of a scalar sweep is the mispredicted
//! end of the inner loop. Up to three superfluous comparisons cost less
//! (`cargo bench -p contact-lens-benches --bench pairs`).

use super::Pair;
use super::bounds::Bounds;
use super::grid::Cells;
use super::pairs::pair;
use crate::dim3::prelude::*;

/// Padding after the last box: no box overlaps NaN, not even an infinite one.
const END: [Real; 4] = [Real::NAN; 4];

/// Number of moves per box after which the insertion sort leaves the list to the standard sort.
const MOVES_PER_BOX: usize = 8;

/// The box of a body and the columns that it overlaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedBox<const D: usize> {
    /// The box; arbitrary for an absent body.
    pub bounds: Bounds<D>,
    /// The columns that the box overlaps; [`Cells::NONE`] for an absent body and for a huge box.
    pub cells: Cells,
}

impl<const D: usize> PlacedBox<D> {
    /// Entry of an absent body, which overlaps no column.
    pub const ABSENT: Self = Self { bounds: Bounds { min: [0.0; D], max: [0.0; D] }, cells: Cells::NONE };
}

/// The boxes of one column, sorted by `min` on the first axis, one list per coordinate.
#[derive(Clone, Debug)]
pub(super) struct SortedColumn<const D: usize> {
    /// The bodies, with their sort keys.
    keys: Vec<SortKey>,
    /// Mins on each axis, followed by [`END`].
    mins: [Vec<Real>; D],
    /// Maxes on each axis, followed by [`END`].
    maxs: [Vec<Real>; D],
    /// First column that each box overlaps: the column of its mins.
    first: Vec<[u32; 2]>,
}

/// A body in a column, with the number by which the column is sorted.
#[derive(Clone, Copy, Debug)]
struct SortKey {
    /// `min` of the box on the first axis.
    min: Real,
    /// Index of the body.
    body: u32,
}

impl<const D: usize> Default for SortedColumn<D> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            mins: std::array::from_fn(|_| Vec::new()),
            maxs: std::array::from_fn(|_| Vec::new()),
            first: Vec::new(),
        }
    }
}

impl<const D: usize> SortedColumn<D> {
    /// Stores the boxes of the bodies in `list` that still overlap the column, sorted, and reduces `list` to these
    /// bodies in the same order.
    pub fn fill(&mut self, list: &mut Vec<u32>, placed: &[PlacedBox<D>], column: [u32; 2]) {
        self.keys.clear();
        for &body in list.iter() {
            let PlacedBox { bounds, cells } = &placed[body as usize];
            if cells.contains(column) {
                self.keys.push(SortKey { min: bounds.min[0], body });
            }
        }
        sort_by_min(&mut self.keys);
        list.clear();
        list.extend(self.keys.iter().map(|key| key.body));
        let sorted = list.iter().map(|body| &placed[*body as usize]);
        // One list at a time: with a known length, `extend` need not check the capacity for each box.
        for axis in 0..D {
            self.mins[axis].clear();
            self.mins[axis].extend(sorted.clone().map(|placed| placed.bounds.min[axis]));
            self.mins[axis].extend(END);
            self.maxs[axis].clear();
            self.maxs[axis].extend(sorted.clone().map(|placed| placed.bounds.max[axis]));
            self.maxs[axis].extend(END);
        }
        self.first.clear();
        self.first.extend(sorted.map(|placed| placed.cells.first));
    }

    /// Appends to `found` the overlapping pairs that count in this column: those for which the larger of both mins is
    /// in the column, on every axis of the grid.
    pub fn find_pairs(&self, column: [u32; 2], found: &mut Vec<Pair>) {
        let count = self.keys.len();
        let mins: [&[Real]; D] = std::array::from_fn(|axis| &self.mins[axis][..count + END.len()]);
        let maxs: [&[Real]; D] = std::array::from_fn(|axis| &self.maxs[axis][..count + END.len()]);
        for a in 0..count {
            let low: [Lanes; D] = std::array::from_fn(|axis| Lanes::splat(mins[axis][a]));
            let high: [Lanes; D] = std::array::from_fn(|axis| Lanes::splat(maxs[axis][a]));
            let mut start = a + 1;
            while start < count {
                let mut overlap = four(mins[0], start).simd_le(high[0]);
                for axis in 1..D {
                    overlap &= four(mins[axis], start).simd_le(high[axis]) & four(maxs[axis], start).simd_ge(low[axis]);
                }
                let mut lanes = overlap.to_bitmask();
                while lanes != 0 {
                    let b = start + lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    if [0, 1].map(|k| self.first[a][k].max(self.first[b][k])) == column {
                        found.push(pair(self.keys[a].body, self.keys[b].body));
                    }
                }
                // The last of the four boxes begins after the end of `a`, as do all later boxes, or it is padding.
                if !(mins[0][start + 3] <= maxs[0][a]) {
                    break;
                }
                start += 4;
            }
        }
    }
}

/// Four consecutive numbers of a list, from the index `start`, one per lane.
#[inline(always)]
fn four(list: &[Real], start: usize) -> Lanes {
    Lanes::new([list[start], list[start + 1], list[start + 2], list[start + 3]])
}

/// Sorts the keys by insertion sort, since little is out of order between frames. The standard sort takes over for a
/// list that is far out of order, such as that of a new column.
fn sort_by_min(keys: &mut [SortKey]) {
    let mut moves_left = MOVES_PER_BOX * keys.len();
    for i in 1..keys.len() {
        let key = keys[i];
        let mut slot = i;
        while slot > 0 && key.min < keys[slot - 1].min {
            keys[slot] = keys[slot - 1];
            slot -= 1;
        }
        keys[slot] = key;
        moves_left = moves_left.saturating_sub(i - slot);
        if moves_left == 0 {
            keys.sort_unstable_by(|a, b| a.min.partial_cmp(&b.min).unwrap_or(std::cmp::Ordering::Equal));
            return;
        }
    }
}
