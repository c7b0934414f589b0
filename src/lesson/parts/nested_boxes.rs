//! Nested boxes around the current nodes, in tints that become stronger inward, as for the levels of a hierarchy of
//! hulls.

use std::sync::Arc;

use super::context::{Node, SearchBody, key};
use crate::picture::{Picture, Role, Solid};

/// Outward faces of a box by its vertices.
const SIDES: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// Ancestors of a node, from the root.
fn around(search_body: &SearchBody, node: u32) -> Vec<u32> {
    let mut open = vec![(0_u32, 0_usize)];
    let mut way: Vec<u32> = Vec::new();
    while let Some((at, depth)) = open.pop() {
        way.truncate(depth);
        if at == node {
            return way;
        }
        way.push(at);
        open.extend((search_body.node)(at).children.into_iter().flatten().map(|child| (child, depth + 1)));
    }
    Vec::new()
}

/// Box of a node with its faces.
fn filled(search_body: &SearchBody, node: u32) -> Solid {
    let Node { low, high, .. } = (search_body.node)(node);
    let faces = if low.z == high.z { vec![vec![0, 1, 3, 2]] } else { SIDES.map(|side| side.to_vec()).to_vec() };
    Solid { faces, ..search_body.edges(node) }
}

/// Adds the boxes of all ancestors of a node.
pub(super) fn nest(picture: &mut Picture, search_body: &SearchBody, body: usize, node: u32) {
    for outer in around(search_body, node) {
        picture.body(Role::Last, key(body, outer), &Arc::new(filled(search_body, outer)));
    }
}
