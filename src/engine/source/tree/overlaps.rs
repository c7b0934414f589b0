//! Enumeration of all pairs of parts of two bodies whose boxes are within a margin of each other, and the result of an
//! overlap test, which queries these pairs.

use super::prelude::*;
use super::{Pairs, Tree};

/// Result of an overlap test of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapResult {
    /// Whether any two parts overlap; `None` where that cannot be decided in this precision.
    pub intersects: Option<bool>,
    /// The deciding pair of parts: the overlapping pair, or the undecided pair; `None` if all pairs are separate.
    pub parts: Option<[u32; 2]>,
    /// Rounding error of a distance bound, in the bodies' length unit.
    pub rounding: Real,
    /// Number of pairs of parts that were tested.
    pub queries: u32,
}

/// Walks both trees with an explicit stack, which is kept between walks, so that a warm walk allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct OverlapWalk {
    /// Pairs of nodes that are still to be visited.
    stack: Vec<[u32; 2]>,
}

impl OverlapWalk {
    /// Calls `visit` with every pair of parts whose `bound` is at most `margin`, in no particular order, until `visit`
    /// returns false. `bound` takes two nodes, as [`Pairs::bound`] does.
    pub fn walk<const N: usize>(
        &mut self,
        trees: [&Tree<N>; 2],
        margin: Real,
        bound: impl Fn([u32; 2]) -> Real,
        mut visit: impl FnMut([u32; 2]) -> bool,
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
            let a = trees[0].node(nodes[0]);
            let b = trees[1].node(nodes[1]);
            let children_of_a = a.children();
            let children_of_b = b.children();
            if let (Some(a), Some(b)) = (a.part(), b.part()) {
                if !visit([a, b]) {
                    return;
                }
                continue;
            }
            let splits_a = match (children_of_a, children_of_b) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(_), Some(_)) => a.bounds.half_surface() >= b.bounds.half_surface(),
            };
            if splits_a {
                self.stack.extend(children_of_a.into_iter().flatten().map(|child| [child, nodes[1]]));
            } else {
                self.stack.extend(children_of_b.into_iter().flatten().map(|child| [nodes[0], child]));
            }
        }
    }

    /// Calls `visit` as [`OverlapWalk::walk`], with the trees and the bounds of `pairs`.
    pub fn walk_pairs<const N: usize>(
        &mut self,
        pairs: &impl Pairs<N>,
        margin: Real,
        visit: impl FnMut([u32; 2]) -> bool,
    ) {
        self.walk(pairs.trees(), margin, |nodes| pairs.bound(nodes), visit);
    }
}
