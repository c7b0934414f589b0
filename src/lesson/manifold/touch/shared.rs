//! Points of contact that lie in one place of a tile: the last of them has its dot, and one line of words tells of all.

use super::{Dot, Touch};
use crate::answer::number::Unit;

/// Points that are no farther apart lie in one place, as a share of the reference's size.
const ONE_PLACE: f64 = 0.01;

/// What is written at the point with this index where depths are told: how deep it is, and of several in one place which is how deep.
/// `None` where a later point in the same place tells it.
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
