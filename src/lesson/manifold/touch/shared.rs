//! Coinciding contact points of a tile: the last one has the dot, and one text lists the depths of all.

use super::{Dot, Touch};
use crate::answer::number::Unit;

/// Distance below which points coincide, as a share of the reference's size.
const ONE_PLACE: f64 = 0.01;

/// Text at the point `index` in the tile of depths: its depth, or the depths of all points that coincide with it.
/// `None` if a later coinciding point has the text.
pub(super) fn depth(touch: &Touch, index: usize, size: f64, unit: Unit) -> Option<String> {
    let dot = touch.dots.get(index)?;
    let is_here = |other: &&Dot| other.on_a.distance(dot.on_a) < ONE_PLACE * size;
    if touch.dots[index + 1..].iter().any(|other| is_here(&other)) {
        return None;
    }
    let depth = |dot: &Dot| unit.bare(dot.depth, 3);
    let here: Vec<&Dot> = touch.dots[..=index].iter().filter(is_here).collect();
    let [.., _, _] = here[..] else { return Some(depth(dot)) };
    if here.iter().all(|other| depth(other) == depth(dot)) {
        let numbers: Vec<String> = here.iter().map(|dot| dot.number.to_string()).collect();
        return Some(format!("{}: {}", numbers.join(", "), depth(dot)));
    }
    let each: Vec<String> = here.iter().map(|dot| format!("{}: {}", dot.number, depth(dot))).collect();
    Some(each.join(", "))
}
