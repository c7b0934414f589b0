//! Tests trees of boxes: every part in one leaf, every box around its children, and bounds.

use super::prelude::*;
use super::{Bounds, Tree};
use contact_lens_engine::double;

fn boxes(count: usize, seed: u64) -> Vec<Bounds<3>> {
    let random = &mut double::random::Random(seed);
    let mut unit = || random.unit() as Real;
    (0..count)
        .map(|_| {
            let low = [unit(), unit(), unit()];
            Bounds { low, high: low.map(|x| x + 0.05 * unit()) }
        })
        .collect()
}

fn holds(outer: &Bounds<3>, inner: &Bounds<3>) -> bool {
    (0..3).all(|k| outer.low[k] <= inner.low[k] && inner.high[k] <= outer.high[k])
}

fn is_sound(tree: &Tree<3>, boxes: &[Bounds<3>]) {
    let mut seen = vec![0; boxes.len()];
    for node in tree.nodes() {
        match (node.children(), node.part()) {
            (Some(children), None) => {
                assert!(children.iter().all(|child| holds(&node.bounds, &tree.node(*child).bounds)));
            }
            (None, Some(part)) => {
                seen[part as usize] += 1;
                assert_eq!(node.bounds, boxes[part as usize]);
            }
            other => panic!("{other:?} is neither leaf nor inner node"),
        }
    }
    assert!(seen.iter().all(|count| *count == 1), "every part is in one leaf");
}

#[test]
fn every_part_is_in_one_leaf_and_every_box_in_its_parents() {
    for count in [1, 2, 3, 5, 17, 1500] {
        let mut boxes = boxes(count, 3);
        let mut tree = Tree::new(boxes.iter().copied(), || {});
        assert_eq!(tree.nodes().len(), 2 * count - 1);
        is_sound(&tree, &boxes);
        for of in &mut boxes {
            of.low[1] -= 0.5;
        }
        tree.refit(|part| boxes[part as usize]);
        is_sound(&tree, &boxes);
    }
    assert!(Tree::<3>::new(std::iter::empty(), || {}).nodes().is_empty());
}

#[test]
fn a_tree_of_scattered_boxes_is_not_deep() {
    let tree = Tree::new(boxes(1000, 7).into_iter(), || {});
    let (mut open, mut deepest) = (vec![(0_u32, 1)], 0);
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        open.extend(tree.node(node).children().into_iter().flatten().map(|child| (child, depth + 1)));
    }
    assert!(deepest <= 25, "{deepest} levels of 1000 parts");
}

#[test]
fn boxes_are_apart_by_their_gap_and_overlap_by_the_least_axis() {
    let of = |low: [Real; 2], high: [Real; 2]| Bounds { low, high };
    let square = of([0.0, 0.0], [2.0, 2.0]);
    assert_eq!(square.signed_distance(&of([5.0, 6.0], [7.0, 7.0])), 5.0);
    assert_eq!(square.signed_distance(&of([1.5, -1.0], [4.0, 1.0])), -0.5);
    assert_eq!(square.signed_distance(&of([2.0, 0.0], [3.0, 1.0])), 0.0);
    assert_eq!((square.half_surface(), Bounds::<3>::EMPTY.half_surface()), (4.0, 0.0));
}
