//! One column, swept along the first axis: each box is held against four at once.
//!
//! At constant density few boxes begin before another ends, so that most of a sweep one by one is the wrong guess of where it
//! stops: four that are held against a box too many cost less. `cargo bench -p contact-lens-benches --bench pairs`.

use super::super::prelude::*;
use super::Pair;
use super::bounds::Bounds;
use super::grid::Cells;
use super::pairs::pair;

/// A box, and the columns that it reaches into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<const D: usize> {
    pub bounds: Bounds<D>,
    pub cells: Cells,
}

impl<const D: usize> Placed<D> {
    /// A body that is not there.
    pub const NOWHERE: Self = Self { bounds: Bounds { min: [0.0; D], max: [0.0; D] }, cells: Cells::NONE };
}

/// The boxes of one column, sorted by `min` on the first axis, each coordinate in a list of its own.
#[derive(Clone, Debug)]
pub(super) struct Swept<const D: usize> {
    /// The least ends on the first axis, and whose they are.
    keys: Vec<(Real, u32)>,
    /// Ends on each axis, and behind them [`END`].
    mins: [Vec<Real>; D],
    maxs: [Vec<Real>; D],
    /// The columns of their mins.
    first: Vec<[u32; 2]>,
}

/// What stands behind the last box: no box overlaps what is no number, not even one that is infinite.
const END: [Real; 4] = [Real::NAN; 4];

impl<const D: usize> Default for Swept<D> {
    fn default() -> Self {
        let none = || std::array::from_fn(|_| Vec::new());
        Self { keys: Vec::new(), mins: none(), maxs: none(), first: Vec::new() }
    }
}

impl<const D: usize> Swept<D> {
    /// Takes the bodies of the column `here` that still reach into it, and sorts them, the list too.
    pub fn gather(&mut self, list: &mut Vec<u32>, placed: &[Placed<D>], here: [u32; 2]) {
        self.keys.clear();
        for &body in list.iter() {
            let each = &placed[body as usize];
            if each.cells.contains(here) {
                self.keys.push((each.bounds.min[0], body));
            }
        }
        sort(&mut self.keys);
        list.clear();
        list.extend(self.keys.iter().map(|(_, body)| *body));
        let sorted = || list.iter().map(|body| &placed[*body as usize]);
        // A list at a time: its length is known, so that no box asks whether there is room for it.
        for axis in 0..D {
            self.mins[axis].clear();
            self.mins[axis].extend(sorted().map(|each| each.bounds.min[axis]));
            self.mins[axis].extend(END);
            self.maxs[axis].clear();
            self.maxs[axis].extend(sorted().map(|each| each.bounds.max[axis]));
            self.maxs[axis].extend(END);
        }
        self.first.clear();
        self.first.extend(sorted().map(|each| each.cells.first));
    }

    /// Its pairs: those whose larger mins lie in the column `here`.
    pub fn meet(&self, here: [u32; 2], found: &mut Vec<Pair>) {
        let count = self.keys.len();
        let mins: [&[Real]; D] = std::array::from_fn(|axis| &self.mins[axis][..count + END.len()]);
        let maxs: [&[Real]; D] = std::array::from_fn(|axis| &self.maxs[axis][..count + END.len()]);
        for a in 0..count {
            let low: [Lanes; D] = std::array::from_fn(|axis| Lanes::splat(mins[axis][a]));
            let high: [Lanes; D] = std::array::from_fn(|axis| Lanes::splat(maxs[axis][a]));
            let mut at = a + 1;
            while at < count {
                let mut overlap = four(mins[0], at).simd_le(high[0]);
                for axis in 1..D {
                    overlap &= four(mins[axis], at).simd_le(high[axis]) & four(maxs[axis], at).simd_ge(low[axis]);
                }
                let mut lanes = overlap.to_bitmask();
                while lanes != 0 {
                    let b = at + lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    if [0, 1].map(|k| self.first[a][k].max(self.first[b][k])) == here {
                        found.push(pair(self.keys[a].1, self.keys[b].1));
                    }
                }
                // The last of the four begins behind `a`, and so do all that come, or is the end.
                if !(mins[0][at + 3] <= maxs[0][a]) {
                    break;
                }
                at += 4;
            }
        }
    }
}

/// Four numbers of a list.
#[inline(always)]
fn four(list: &[Real], at: usize) -> Lanes {
    Lanes::new([list[at], list[at + 1], list[at + 2], list[at + 3]])
}

/// Sorts by `min` on the first axis: little is out of order from one frame to the next, and where much is, as in a column
/// that is new, it is sorted at once.
fn sort(keys: &mut [(Real, u32)]) {
    let mut moves = 8 * keys.len();
    for i in 1..keys.len() {
        let each = keys[i];
        let mut at = i;
        while at > 0 && each.0 < keys[at - 1].0 {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = each;
        moves = moves.saturating_sub(i - at);
        if moves == 0 {
            keys.sort_unstable_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
            return;
        }
    }
}
