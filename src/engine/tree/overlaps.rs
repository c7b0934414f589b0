//! Enumeration of all pairs of parts whose boxes are near each other.

use super::prelude::*;
use super::{Pairs, Tree};

/// Result of an overlap test of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// Whether any two parts overlap; `None` where that cannot be decided in this precision.
    pub intersects: Option<bool>,
    /// The deciding pair of parts: the overlapping pair, or the undecided pair.
    pub parts: Option<[u32; 2]>,
    /// Rounding error of a distance bound, in the bodies' length unit.
    pub rounding: Real,
    /// Number of pairs of parts that were tested.
    pub queries: u32,
}

/// Walks both trees with an explicit stack, which is kept between walks, so that a warm walk allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Overlaps {
    stack: Vec<[u32; 2]>,
}

impl Overlaps {
    /// Calls `met` with every pair of parts whose `bound` is at most `margin`, in no particular order, until `met`
    /// returns false. `bound` takes two nodes, as [`Pairs::bound`].
    pub fn walk<const N: usize>(
        &mut self,
        trees: [&Tree<N>; 2],
        margin: Real,
        bound: impl Fn([u32; 2]) -> Real,
        mut met: impl FnMut([u32; 2]) -> bool,
    ) {
        self.stack.clear();
        if trees.iter().any(|tree| tree.nodes().is_empty()) {
            return;
        }
        self.stack.push([0, 0]);
        while let Some(nodes) = self.stack.pop() {
            if bound(nodes) > margin {
                continue;
            }
            let [a, b] = [trees[0].node(nodes[0]), trees[1].node(nodes[1])];
            let of_a = a.children();
            let of_b = b.children();
            if let (Some(a), Some(b)) = (a.part(), b.part()) {
                if !met([a, b]) {
                    return;
                }
                continue;
            }
            let splits_a = of_b.is_none() || of_a.is_some() && a.bounds.half_surface() >= b.bounds.half_surface();
            if splits_a {
                self.stack.extend(of_a.into_iter().flatten().map(|child| [child, nodes[1]]));
            } else {
                self.stack.extend(of_b.into_iter().flatten().map(|child| [nodes[0], child]));
            }
        }
    }

    /// Walks the trees of `pairs` with their bounds, as [`Overlaps::walk`].
    pub fn of<const N: usize>(&mut self, pairs: &impl Pairs<N>, margin: Real, met: impl FnMut([u32; 2]) -> bool) {
        self.walk(pairs.trees(), margin, |nodes| pairs.bound(nodes), met);
    }
}
