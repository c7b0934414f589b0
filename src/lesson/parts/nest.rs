//! The boxes around the nodes that are looked at, each inside the next one: one ramp of tints, the strongest inside, as the levels of
//! a hierarchy of hulls have.

use std::sync::Arc;

use super::context::{Node, Told, key};
use crate::picture::{Picture, Role, Solid};

/// The sides of a box by its corners, outward.
const SIDES: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// The nodes on the way from the root down to one, without it.
fn around(told: &Told, node: u32) -> Vec<u32> {
    let mut open = vec![(0_u32, 0_usize)];
    let mut way: Vec<u32> = Vec::new();
    while let Some((at, depth)) = open.pop() {
        way.truncate(depth);
        if at == node {
            return way;
        }
        way.push(at);
        open.extend((told.node)(at).children.into_iter().flatten().map(|child| (child, depth + 1)));
    }
    Vec::new()
}

/// The box of a node with its sides.
fn filled(told: &Told, node: u32) -> Solid {
    let Node { low, high, .. } = (told.node)(node);
    let faces = if low.z == high.z { vec![vec![0, 1, 3, 2]] } else { SIDES.map(|side| side.to_vec()).to_vec() };
    Solid { faces, ..told.edges(node) }
}

/// Draws all boxes around a node of one body.
pub(super) fn nest(picture: &mut Picture, told: &Told, body: usize, node: u32) {
    for outer in around(told, node) {
        picture.body(Role::Last, key(body, outer), &Arc::new(filled(told, outer)));
    }
}
