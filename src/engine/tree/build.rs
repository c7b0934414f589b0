//! A tree of boxes, built top-down with the surface area heuristic.

use super::Bounds;
use super::prelude::*;

/// Number of slices along an axis, whose borders are the candidates for a split.
const BINS: usize = 16;

/// Number of parts from which only the axis of the widest spread of centers is tried, to save time in large nodes.
const ONE_AXIS_FROM_PARTS: usize = 1024;

/// Number of parts up to which a node is split at the median of the centers.
const MEDIAN_UP_TO_PARTS: usize = 4;

/// A node of the tree: the box around its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<const N: usize> {
    /// Box around all parts below, including their margins.
    pub bounds: Bounds<N>,
    /// Index of the first of two adjacent children; 0 for a leaf, since the root is no child.
    child: u32,
    /// Index of a leaf's part.
    part: u32,
}

impl<const N: usize> Node<N> {
    /// Indices of both children; `None` for a leaf.
    #[inline(always)]
    pub fn children(&self) -> Option<[u32; 2]> {
        (self.child != 0).then(|| [self.child, self.child + 1])
    }

    /// Index of a leaf's part; `None` for an inner node.
    #[inline(always)]
    pub fn part(&self) -> Option<u32> {
        (self.child == 0).then_some(self.part)
    }
}

/// A tree in which every leaf contains one part. Node 0 is the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<const N: usize> {
    nodes: Vec<Node<N>>,
}

/// A part during the construction of the tree.
#[derive(Clone, Copy)]
struct Item<const N: usize> {
    bounds: Bounds<N>,
    part: u32,
}

/// Box around a set of parts, and box around twice their centers.
#[derive(Clone, Copy)]
struct Around<const N: usize> {
    bounds: Bounds<N>,
    centers: Bounds<N>,
}

impl<const N: usize> Around<N> {
    const NOTHING: Self = Self { bounds: Bounds::EMPTY, centers: Bounds::EMPTY };

    #[inline(always)]
    fn add(&mut self, item: &Item<N>) {
        self.bounds.join(&item.bounds);
        self.centers.hold(std::array::from_fn(|k| item.bounds.middle(k)));
    }

    #[inline(always)]
    fn join(&mut self, other: &Self) {
        self.bounds.join(&other.bounds);
        self.centers.join(&other.centers);
    }

    fn of(items: &[Item<N>]) -> Self {
        let mut around = Self::NOTHING;
        items.iter().for_each(|item| around.add(item));
        around
    }
}

/// The parts whose centers are in one slice of a node.
#[derive(Clone, Copy)]
struct Bin<const N: usize> {
    around: Around<N>,
    count: u32,
}

/// The slices of a node along an axis, of equal width.
#[derive(Clone, Copy)]
struct Slices {
    axis: usize,
    low: Real,
    /// Number of slices per length of doubled coordinates.
    scale: Real,
}

impl Slices {
    fn new<const N: usize>(centers: &Bounds<N>, axis: usize) -> Self {
        Self { axis, low: centers.low[axis], scale: BINS as Real / (centers.high[axis] - centers.low[axis]) }
    }

    /// Index of the slice that contains a part's center.
    #[inline(always)]
    fn of<const N: usize>(&self, item: &Item<N>) -> usize {
        (((item.bounds.middle(self.axis) - self.low) * self.scale) as usize).min(BINS - 1)
    }
}

/// A node that is not yet divided: its parts are `items[start..end]`.
struct Undivided<const N: usize> {
    node: usize,
    start: usize,
    end: usize,
    around: Around<N>,
}

/// A split of a node: the slices below `first` go to the left child.
struct Split<const N: usize> {
    slices: Slices,
    first: usize,
    /// Sum over both sides of half the surface times the number of parts.
    cost: Real,
    /// Boxes of the left and of the right side.
    sides: [Around<N>; 2],
}

impl<const N: usize> Tree<N> {
    /// Builds the tree of these boxes, one per part; without boxes it has no nodes. `between` is called after each
    /// node; a caller can unwind from it to cancel the construction.
    pub fn new(boxes: impl ExactSizeIterator<Item = Bounds<N>>, mut between: impl FnMut()) -> Self {
        let mut items: Vec<Item<N>> = boxes.zip(0..).map(|(bounds, part)| Item { bounds, part }).collect();
        let mut nodes = Vec::with_capacity((2 * items.len()).saturating_sub(1));
        if items.is_empty() {
            return Self { nodes };
        }
        let empty = Node { bounds: Bounds::EMPTY, child: 0, part: 0 };
        nodes.push(empty);
        let mut undivided = vec![Undivided { node: 0, start: 0, end: items.len(), around: Around::of(&items) }];
        while let Some(Undivided { node, start, end, around }) = undivided.pop() {
            let parts = &mut items[start..end];
            nodes[node].bounds = around.bounds;
            if let [only] = parts {
                nodes[node].part = only.part;
                continue;
            }
            let (left, sides) = divide(parts, &around.centers);
            let child = nodes.len();
            nodes[node].child = child as u32;
            nodes.extend([empty; 2]);
            let middle = start + left;
            undivided.extend([
                Undivided { node: child + 1, start: middle, end, around: sides[1] },
                Undivided { node: child, start, end: middle, around: sides[0] },
            ]);
            between();
        }
        Self { nodes }
    }

    /// Builds the tree of a grid of cells with two parts each, numbered row by row: the longer side is halved. The
    /// boxes stay empty until [`Tree::refit`].
    pub fn of_grid(cells: [u32; 2], mut between: impl FnMut()) -> Self {
        let empty = Node { bounds: Bounds::EMPTY, child: 0, part: 0 };
        let mut nodes = Vec::with_capacity(4 * cells[0] as usize * cells[1] as usize);
        nodes.push(empty);
        // Index of a node, its first cell and the cell after its last, along both sides.
        let mut open = vec![(0_usize, [0, 0], cells)];
        while let Some((at, low, high)) = open.pop() {
            let child = nodes.len();
            nodes[at].child = child as u32;
            let wide = [high[0] - low[0], high[1] - low[1]];
            if wide == [1, 1] {
                let first = 2 * (low[0] * cells[1] + low[1]);
                nodes.extend([0, 1].map(|k| Node { part: first + k, ..empty }));
                continue;
            }
            nodes.extend([empty; 2]);
            let side = usize::from(wide[1] > wide[0]);
            let middle = low[side] + wide[side] / 2;
            let mut ends = high;
            let mut begins = low;
            ends[side] = middle;
            begins[side] = middle;
            open.extend([(child + 1, begins, high), (child, low, ends)]);
            between();
        }
        Self { nodes }
    }

    /// All nodes, starting with the root.
    #[inline(always)]
    pub fn nodes(&self) -> &[Node<N>] {
        &self.nodes
    }

    /// The node at index `number`.
    #[inline(always)]
    pub fn node(&self, number: u32) -> &Node<N> {
        &self.nodes[number as usize]
    }

    /// Recomputes all boxes from those of moved parts, from the leaves up; `bounds_of` returns the box of a part.
    pub fn refit(&mut self, bounds_of: impl Fn(u32) -> Bounds<N>) {
        // Children come after their parents.
        for at in (0..self.nodes.len()).rev() {
            self.nodes[at].bounds = match self.nodes[at].children() {
                None => bounds_of(self.nodes[at].part),
                Some([left, right]) => {
                    let mut bounds = self.node(left).bounds;
                    bounds.join(&self.node(right).bounds);
                    bounds
                }
            };
        }
    }
}

/// Partitions the parts into left and right, neither empty; returns the number on the left and both sides' boxes.
fn divide<const N: usize>(items: &mut [Item<N>], centers: &Bounds<N>) -> (usize, [Around<N>; 2]) {
    let spreads: [Real; N] = std::array::from_fn(|k| centers.high[k] - centers.low[k]);
    let widest = (1..N).fold(0, |best, k| if spreads[k] > spreads[best] { k } else { best });
    let half = items.len() / 2;
    if items.len() > MEDIAN_UP_TO_PARTS && spreads[widest] > 0.0 {
        let axes = if items.len() < ONE_AXIS_FROM_PARTS { 0..N } else { widest..widest + 1 };
        let tried = axes.filter(|&axis| spreads[axis] > 0.0).filter_map(|axis| cheapest_split(items, centers, axis));
        if let Some(split) = tried.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            return (partition(items, |item| split.slices.of(item) < split.first), split.sides);
        }
    }
    items.select_nth_unstable_by(half, |a, b| {
        a.bounds.middle(widest).total_cmp(&b.bounds.middle(widest)).then(a.part.cmp(&b.part))
    });
    let (left, right) = items.split_at(half);
    (half, [Around::of(left), Around::of(right)])
}

/// The cheapest split along an axis; each side costs its surface times its number of parts. `None` if no split leaves
/// parts on both sides.
fn cheapest_split<const N: usize>(items: &[Item<N>], centers: &Bounds<N>, axis: usize) -> Option<Split<N>> {
    let nothing = Bin { around: Around::NOTHING, count: 0 };
    let mut bins = [nothing; BINS];
    let slices = Slices::new(centers, axis);
    for item in items {
        let bin = &mut bins[slices.of(item)];
        bin.around.add(item);
        bin.count += 1;
    }
    let mut right = [nothing; BINS];
    let mut right_cost = [0.0; BINS];
    let mut all = nothing;
    for k in (1..BINS).rev() {
        all.around.join(&bins[k].around);
        all.count += bins[k].count;
        right_cost[k] = all.around.bounds.half_surface() * all.count as Real;
        right[k] = all;
    }
    let mut left = nothing;
    let mut found: Option<Split<N>> = None;
    for first in 1..BINS {
        left.around.join(&bins[first - 1].around);
        left.count += bins[first - 1].count;
        let cost = left.around.bounds.half_surface() * left.count as Real + right_cost[first];
        let divides = left.count > 0 && (left.count as usize) < items.len();
        if divides && found.as_ref().is_none_or(|found| cost < found.cost) {
            found = Some(Split { slices, first, cost, sides: [left.around, right[first].around] });
        }
    }
    found
}

/// Moves the items of the left side to the front and returns their number.
fn partition<T>(items: &mut [T], is_left: impl Fn(&T) -> bool) -> usize {
    let mut left = 0;
    let mut right = items.len();
    while left < right {
        if is_left(&items[left]) {
            left += 1;
        } else {
            right -= 1;
            items.swap(left, right);
        }
    }
    left
}
