//! A faster broad phase than sweep and prune: a grid of columns over all axes but the first, and in each column a list
//! of boxes sorted along the first axis.
//!
//! - **Method.** Each column keeps its bodies sorted by `min` on the first axis from frame to frame, so that little is
//!   out of order after small motions. A sweep of each list finds the overlapping pairs.
//! - **Duplicates.** A pair is found in every column that both boxes overlap. It counts only in the column that
//!   contains the larger of their mins on each axis of the grid.
//! - **Huge boxes.** A box that overlaps very many columns is in none of them, and is tested against all boxes.

use super::Pair;
use super::bounds::{Bounds, BoundsError, Endpoint, check_all};
use super::grid::{Cells, Grid};
use super::insertion::{Sweep, overlap_count};
use super::pairs::pair;
use super::sorted_column::{PlacedBox, SortedColumn};

/// Number of overlapped columns above which a box is huge. A smaller limit tests more boxes against all others; a
/// larger one lists large boxes in more columns.
const HUGE: u64 = 64;

/// Number of frames between two checks whether the grid still fits the boxes.
const FRAMES_BETWEEN_CHECKS: u32 = 16;

/// If more bodies than the number of bodies divided by this divisor change their columns in a frame, the grid is
/// checked in the next frame.
const MOVED_DIVISOR: usize = 4;

/// Number of huge boxes up to which each is tested against all boxes; more are tested in one sweep along an axis.
const FEW_HUGE_BOXES: usize = 16;

/// State of the broad phase: the grid, the bodies of each column, and the pairs of overlapping boxes.
#[derive(Clone, Debug)]
pub struct Columns<const D: usize> {
    /// Pairs of overlapping boxes, sorted.
    pub pairs: Vec<Pair>,
    /// Pairs that the previous frame did not have, sorted.
    pub began: Vec<Pair>,
    /// Pairs that only the previous frame had, sorted.
    pub ended: Vec<Pair>,
    /// The grid of columns.
    grid: Grid<D>,
    /// Number of frames since the grid was checked.
    frames_since_check: u32,
    /// The box of each body and the columns that it overlaps.
    placed: Vec<PlacedBox<D>>,
    /// The bodies of each column, in the order of their `min` on the first axis when the column was last sorted.
    columns: Vec<Vec<u32>>,
    /// Bodies that overlap more than [`HUGE`] columns.
    huge: Vec<u32>,
    /// Scratch memory for the column that is swept.
    sorted_column: SortedColumn<D>,
    /// Pairs of this frame in the order in which they were found.
    found: Vec<Pair>,
    /// Scratch memory of [`sort_pairs`]: the start of each body's pairs.
    starts: Vec<u32>,
    /// Pairs of the previous frame, sorted.
    former: Vec<Pair>,
    /// Scratch memory for the sweep of huge boxes.
    sweep: Sweep,
}

impl<const D: usize> Default for Columns<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> Columns<D> {
    /// An empty broad phase without columns.
    pub fn new() -> Self {
        Self {
            pairs: Vec::new(),
            began: Vec::new(),
            ended: Vec::new(),
            grid: Grid::default(),
            frames_since_check: 0,
            placed: Vec::new(),
            columns: Vec::new(),
            huge: Vec::new(),
            sorted_column: SortedColumn::default(),
            found: Vec::new(),
            starts: Vec::new(),
            former: Vec::new(),
            sweep: Sweep::default(),
        }
    }

    /// Finds the pairs of a frame's boxes, which are indexed by body; `None` for an absent body.
    ///
    /// # Errors
    /// An endpoint that is NaN, or a min above its max, with the body and the axis; more boxes than can be numbered.
    /// The state does not change.
    pub fn update(&mut self, boxes: &[Option<Bounds<D>>]) -> Result<(), BoundsError> {
        check_all(boxes)?;
        self.place(boxes);
        self.found.clear();
        for index in 0..self.columns.len() {
            self.sweep_column(index);
        }
        self.sweep_huge(boxes);
        std::mem::swap(&mut self.pairs, &mut self.former);
        sort_pairs(&mut self.pairs, &self.found, &mut self.starts, boxes.len());
        difference(&self.former, &self.pairs, &mut self.ended);
        difference(&self.pairs, &self.former, &mut self.began);
        Ok(())
    }

    /// Assigns every body to the columns that its box overlaps.
    fn place(&mut self, boxes: &[Option<Bounds<D>>]) {
        self.frames_since_check += 1;
        let is_check_due = self.frames_since_check >= FRAMES_BETWEEN_CHECKS;
        if is_check_due || self.columns.is_empty() || boxes.len() != self.placed.len() {
            self.update_grid(boxes);
        }
        self.placed.resize(boxes.len().max(self.placed.len()), PlacedBox::ABSENT);
        self.huge.clear();
        let mut moved = 0;
        for (body, placed) in self.placed.iter_mut().enumerate() {
            let mut cells = Cells::NONE;
            if let Some(Some(bounds)) = boxes.get(body) {
                placed.bounds = *bounds;
                cells = self.grid.cells(bounds);
                if cells.count() > HUGE {
                    self.huge.push(body as u32);
                    cells = Cells::NONE;
                }
            }
            if cells == placed.cells {
                continue;
            }
            moved += 1;
            // The body stays in columns that it has left until they are swept.
            for column in cells.columns().filter(|column| !placed.cells.contains(*column)) {
                self.columns[self.grid.index(column)].push(body as u32);
            }
            placed.cells = cells;
        }
        if MOVED_DIVISOR * moved > self.placed.len() {
            self.frames_since_check = FRAMES_BETWEEN_CHECKS;
        }
    }

    /// Replaces the grid if it no longer fits the boxes.
    fn update_grid(&mut self, boxes: &[Option<Bounds<D>>]) {
        self.frames_since_check = 0;
        let grid = Grid::of(boxes);
        if !self.grid.still_fits(&grid) {
            self.grid = grid;
            self.columns.iter_mut().for_each(Vec::clear);
            self.columns.resize_with(self.grid.count(), Vec::new);
            self.placed.clear();
        }
    }

    /// Finds the pairs of the column with this index in the list of all columns.
    fn sweep_column(&mut self, index: usize) {
        let list = &mut self.columns[index];
        if list.is_empty() {
            return;
        }
        let column = self.grid.column(index);
        self.sorted_column.fill(list, &self.placed, column);
        self.sorted_column.find_pairs(column, &mut self.found);
    }

    /// Finds the pairs of huge boxes: a few boxes are each tested against all boxes, many by one sweep along the axis
    /// with the fewest overlapping intervals.
    fn sweep_huge(&mut self, boxes: &[Option<Bounds<D>>]) {
        if self.huge.is_empty() {
            return;
        }
        let mut is_huge = vec![false; boxes.len()];
        for body in &self.huge {
            is_huge[*body as usize] = true;
        }
        if self.huge.len() <= FEW_HUGE_BOXES {
            for &a in &self.huge {
                for b in 0..boxes.len() as u32 {
                    // Two huge boxes are tested once, from the smaller index.
                    let is_tested = b != a && (!is_huge[b as usize] || a < b);
                    if is_tested && overlap(boxes, a, b) {
                        self.found.push(pair(a, b));
                    }
                }
            }
            return;
        }
        let lists = (0..D).map(|axis| sorted_endpoints(boxes, axis));
        if let Some(list) = lists.min_by_key(|list| overlap_count(list)) {
            self.sweep.report_overlaps(&list, &is_huge, |a, b| {
                if overlap(boxes, a, b) {
                    self.found.push(pair(a, b));
                }
            });
        }
    }
}

/// Writes the pairs in `found` to `out`, sorted: groups them by their smaller index with a counting sort, then sorts
/// the few pairs of each group. `starts` is scratch memory, and `bodies` the number of bodies.
fn sort_pairs(out: &mut Vec<Pair>, found: &[Pair], starts: &mut Vec<u32>, bodies: usize) {
    starts.clear();
    starts.resize(bodies + 1, 0);
    for [a, _] in found {
        starts[*a as usize + 1] += 1;
    }
    for body in 0..bodies {
        starts[body + 1] += starts[body];
    }
    out.clear();
    out.resize(found.len(), [0; 2]);
    for pair in found {
        let start = &mut starts[pair[0] as usize];
        out[*start as usize] = *pair;
        *start += 1;
    }
    // Every start has moved to the start of the next body.
    let mut from = 0;
    for &to in starts.iter().take(bodies) {
        out[from..to as usize].sort_unstable();
        from = to as usize;
    }
}

/// Writes to `out` the pairs of the sorted `list` that are not in the sorted list `other`.
fn difference(list: &[Pair], other: &[Pair], out: &mut Vec<Pair>) {
    out.clear();
    let mut others = other.iter().peekable();
    for pair in list {
        while others.next_if(|other| *other < pair).is_some() {}
        if others.peek() != Some(&pair) {
            out.push(*pair);
        }
    }
}

/// Whether the boxes of two bodies overlap; false for absent bodies.
fn overlap<const D: usize>(boxes: &[Option<Bounds<D>>], a: u32, b: u32) -> bool {
    let Some(box_a) = &boxes[a as usize] else { return false };
    let Some(box_b) = &boxes[b as usize] else { return false };
    box_a.overlaps(box_b)
}

/// The endpoints of all boxes along an axis, sorted.
fn sorted_endpoints<const D: usize>(boxes: &[Option<Bounds<D>>], axis: usize) -> Vec<Endpoint> {
    let mut endpoints = Vec::new();
    for (body, bounds) in (0..).zip(boxes) {
        if let Some(bounds) = bounds {
            endpoints.push(Endpoint::min(body, bounds.min[axis]));
            endpoints.push(Endpoint::max(body, bounds.max[axis]));
        }
    }
    endpoints.sort_unstable_by(|a, b| a.order(*b));
    endpoints
}
