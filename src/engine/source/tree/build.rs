//! A tree of boxes around the parts of a body, built top-down: each node is split where the children, each weighted by
//! its number of parts, have the least surface (the surface area heuristic).

use super::Bounds;
use super::prelude::*;

/// Number of slices of a node along an axis, whose borders are the candidates for a split. More slices find slightly
/// cheaper splits and take more time to build.
const BINS: usize = 16;

/// Number of parts from which only the axis with the widest spread of centers is tried. A smaller value builds faster;
/// a larger one finds cheaper splits of large nodes.
const ONE_AXIS_FROM_PARTS: usize = 64;

/// Number of parts up to which a node is split at the median of the centers, where 16 slices are mostly empty.
const MEDIAN_UP_TO_PARTS: usize = 4;

/// A node of the tree: the box around its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<const N: usize> {
    /// Box around all parts below, including their margins.
    pub bounds: Bounds<N>,
    /// Index of the first of two adjacent children; 0 for a leaf, since the root is no child.
    child: u32,
    /// Index of a leaf's part; unused for an inner node.
    part: u32,
}

impl<const N: usize> Node<N> {
    /// Returns the indices of both children; `None` for a leaf.
    #[inline(always)]
    pub fn children(&self) -> Option<[u32; 2]> {
        (self.child != 0).then(|| [self.child, self.child + 1])
    }

    /// Returns the index of a leaf's part; `None` for an inner node.
    #[inline(always)]
    pub fn part(&self) -> Option<u32> {
        (self.child == 0).then_some(self.part)
    }
}

/// A tree in which every leaf contains one part. Node 0 is the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<const N: usize> {
    /// The nodes; the two children of a node are next to each other.
    nodes: Vec<Node<N>>,
}

/// A part during the construction of the tree.
#[derive(Clone, Copy)]
struct Item<const N: usize> {
    /// Box of the part.
    bounds: Bounds<N>,
    /// Index of the part.
    part: u32,
}

/// Extent of a set of parts.
#[derive(Clone, Copy)]
struct Extent<const N: usize> {
    /// Box around the parts.
    bounds: Bounds<N>,
    /// Box around the doubled centers of their boxes.
    doubled_centers: Bounds<N>,
}

impl<const N: usize> Extent<N> {
    /// Extent of no parts.
    const EMPTY: Self = Self { bounds: Bounds::EMPTY, doubled_centers: Bounds::EMPTY };

    /// Adds a part to the set.
    #[inline(always)]
    fn add(&mut self, item: &Item<N>) {
        self.bounds.join(&item.bounds);
        self.doubled_centers.join_point(std::array::from_fn(|k| item.bounds.doubled_center(k)));
    }

    /// Adds the parts of another extent.
    #[inline(always)]
    fn join(&mut self, other: &Self) {
        self.bounds.join(&other.bounds);
        self.doubled_centers.join(&other.doubled_centers);
    }

    /// Returns the extent of these parts.
    fn of(items: &[Item<N>]) -> Self {
        let mut extent = Self::EMPTY;
        items.iter().for_each(|item| extent.add(item));
        extent
    }
}

/// The parts whose centers are in one slice of a node.
#[derive(Clone, Copy)]
struct Bin<const N: usize> {
    /// Extent of the parts.
    extent: Extent<N>,
    /// Number of parts in the slice.
    count: u32,
}

/// The slices of a node along an axis, of equal width.
#[derive(Clone, Copy)]
struct Slices {
    /// Index of the axis.
    axis: usize,
    /// Least doubled coordinate of the centers.
    low: Real,
    /// Number of slices per unit of the doubled coordinate.
    scale: Real,
}

impl Slices {
    /// Returns the slices of a node whose parts have their doubled centers in this box.
    fn new<const N: usize>(doubled_centers: &Bounds<N>, axis: usize) -> Self {
        let low = doubled_centers.low[axis];
        Self { axis, low, scale: BINS as Real / (doubled_centers.high[axis] - low) }
    }

    /// Returns the index of the slice that contains a part's center.
    #[inline(always)]
    fn index_of<const N: usize>(&self, item: &Item<N>) -> usize {
        (((item.bounds.doubled_center(self.axis) - self.low) * self.scale) as usize).min(BINS - 1)
    }
}

/// A node that is not yet divided: its parts are `items[start..end]`.
struct Undivided<const N: usize> {
    /// Index of the node.
    node: usize,
    /// Index of its first part in `items`.
    start: usize,
    /// Index after its last part.
    end: usize,
    /// Extent of its parts.
    extent: Extent<N>,
}

/// A split of a node: the slices below `first` go to the left child.
struct Split<const N: usize> {
    /// The slices along the axis of the split.
    slices: Slices,
    /// Index of the first slice of the right child.
    first: usize,
    /// Sum over both sides of half the surface times the number of parts.
    cost: Real,
    /// Extents of the parts on the left and on the right.
    sides: [Extent<N>; 2],
}

/// A division of the parts of a node among its children; the parts of the left child come first.
struct Division<const N: usize> {
    /// Number of parts on the left.
    left: usize,
    /// Extents of the parts on the left and on the right.
    sides: [Extent<N>; 2],
}

/// A rectangle of grid cells whose node is not yet divided.
struct UndividedCells {
    /// Index of the node.
    node: usize,
    /// Indices of its first cell along both axes.
    low: [u32; 2],
    /// Indices after its last cell along both axes.
    high: [u32; 2],
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
        let mut undivided = vec![Undivided { node: 0, start: 0, end: items.len(), extent: Extent::of(&items) }];
        while let Some(Undivided { node, start, end, extent }) = undivided.pop() {
            let parts = &mut items[start..end];
            nodes[node].bounds = extent.bounds;
            if let [only] = parts {
                nodes[node].part = only.part;
                continue;
            }
            let Division { left, sides } = divide(parts, &extent.doubled_centers);
            let child = nodes.len();
            nodes[node].child = child as u32;
            nodes.extend([empty; 2]);
            let middle = start + left;
            undivided.extend([
                Undivided { node: child + 1, start: middle, end, extent: sides[1] },
                Undivided { node: child, start, end: middle, extent: sides[0] },
            ]);
            between();
        }
        Self { nodes }
    }

    /// Builds the tree of a grid of cells with two parts each, numbered row by row; `cells` is the number of rows and
    /// the number of cells per row, both at least 1. Each node with several cells is halved across its longer extent.
    /// The boxes stay empty until [`Tree::refit`]; `between` is called as in [`Tree::new`].
    pub fn of_grid(cells: [u32; 2], mut between: impl FnMut()) -> Self {
        let empty = Node { bounds: Bounds::EMPTY, child: 0, part: 0 };
        let mut nodes = Vec::with_capacity(4 * cells[0] as usize * cells[1] as usize);
        nodes.push(empty);
        let mut undivided = vec![UndividedCells { node: 0, low: [0, 0], high: cells }];
        while let Some(UndividedCells { node, low, high }) = undivided.pop() {
            let child = nodes.len();
            nodes[node].child = child as u32;
            let size = [high[0] - low[0], high[1] - low[1]];
            if size == [1, 1] {
                let first = 2 * (low[0] * cells[1] + low[1]);
                nodes.extend([0, 1].map(|k| Node { part: first + k, ..empty }));
                continue;
            }
            nodes.extend([empty; 2]);
            let side = usize::from(size[1] > size[0]);
            let middle = low[side] + size[side] / 2;
            let mut high_of_left = high;
            let mut low_of_right = low;
            high_of_left[side] = middle;
            low_of_right[side] = middle;
            undivided.extend([
                UndividedCells { node: child + 1, low: low_of_right, high },
                UndividedCells { node: child, low, high: high_of_left },
            ]);
            between();
        }
        Self { nodes }
    }

    /// Returns all nodes, starting with the root; children come after their parent.
    #[inline(always)]
    pub fn nodes(&self) -> &[Node<N>] {
        &self.nodes
    }

    /// Returns the node at index `number`.
    #[inline(always)]
    pub fn node(&self, number: u32) -> &Node<N> {
        &self.nodes[number as usize]
    }

    /// Recomputes all boxes from those of moved parts, from the leaves up; `bounds_of` returns the box of a part.
    pub fn refit(&mut self, bounds_of: impl Fn(u32) -> Bounds<N>) {
        // Children come after their parents.
        for i in (0..self.nodes.len()).rev() {
            self.nodes[i].bounds = match self.nodes[i].children() {
                None => bounds_of(self.nodes[i].part),
                Some([left, right]) => {
                    let mut bounds = self.node(left).bounds;
                    bounds.join(&self.node(right).bounds);
                    bounds
                }
            };
        }
    }
}

/// Partitions at least two parts into left and right, neither empty: at the cheapest split, or at the median along the
/// axis of the widest spread of centers if there are few parts or all centers coincide. `centers` is the box around the
/// doubled centers.
fn divide<const N: usize>(items: &mut [Item<N>], centers: &Bounds<N>) -> Division<N> {
    let spreads: [Real; N] = std::array::from_fn(|k| centers.high[k] - centers.low[k]);
    let widest = (1..N).fold(0, |best, k| if spreads[k] > spreads[best] { k } else { best });
    let half = items.len() / 2;
    if items.len() > MEDIAN_UP_TO_PARTS && spreads[widest] > 0.0 {
        let axes = if items.len() < ONE_AXIS_FROM_PARTS { 0..N } else { widest..widest + 1 };
        let splits = axes.filter(|&axis| spreads[axis] > 0.0).filter_map(|axis| cheapest_split(items, centers, axis));
        if let Some(split) = splits.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
            let left = partition(items, |item| split.slices.index_of(item) < split.first);
            return Division { left, sides: split.sides };
        }
    }
    items.select_nth_unstable_by(half, |a, b| {
        a.bounds.doubled_center(widest).total_cmp(&b.bounds.doubled_center(widest)).then(a.part.cmp(&b.part))
    });
    let (left, right) = items.split_at(half);
    Division { left: half, sides: [Extent::of(left), Extent::of(right)] }
}

/// Returns the cheapest split along an axis; each side costs half its surface times its number of parts. `None` if no
/// split leaves parts on both sides.
fn cheapest_split<const N: usize>(items: &[Item<N>], centers: &Bounds<N>, axis: usize) -> Option<Split<N>> {
    let empty = Bin { extent: Extent::EMPTY, count: 0 };
    let mut bins = [empty; BINS];
    let slices = Slices::new(centers, axis);
    for item in items {
        let bin = &mut bins[slices.index_of(item)];
        bin.extent.add(item);
        bin.count += 1;
    }
    // Extent and cost of the slices from `k` on.
    let mut right = [empty; BINS];
    let mut right_cost = [0.0; BINS];
    let mut joined = empty;
    for k in (1..BINS).rev() {
        joined.extent.join(&bins[k].extent);
        joined.count += bins[k].count;
        right_cost[k] = joined.extent.bounds.half_surface() * joined.count as Real;
        right[k] = joined;
    }
    let mut left = empty;
    let mut cheapest: Option<Split<N>> = None;
    for first in 1..BINS {
        left.extent.join(&bins[first - 1].extent);
        left.count += bins[first - 1].count;
        let cost = left.extent.bounds.half_surface() * left.count as Real + right_cost[first];
        let divides = left.count > 0 && (left.count as usize) < items.len();
        if divides && cheapest.as_ref().is_none_or(|cheapest| cost < cheapest.cost) {
            cheapest = Some(Split { slices, first, cost, sides: [left.extent, right[first].extent] });
        }
    }
    cheapest
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
