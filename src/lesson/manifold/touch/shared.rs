//! Coinciding contact points of a tile: the last one has the dot, and one text lists the depths of all.

use super::{Dot, Touch};
use crate::answer::number::Unit;

/// Distance below which points coincide, as a share of the reference's size.
const ONE_PLACE: f64 = 0.01;

/// Text at the point `index` in the tile of depths: its depth, or the depths of all points that coincide with it.
/// `None` if a later coinciding point has the text.
pub(super) fn depth(touch: &Touch, index: usize, size: f64, unit: Unit) -> Option<String> {
    let dot = touch.dots.get(index)?;
    let mut later = touch.dots[index + 1..].iter();
    if later.any(|other| other.on_a.distance(dot.on_a) < ONE_PLACE * size) {
        return None;
    }
    let here: Vec<&Dot> =
        touch.dots[..=index].iter().filter(|other| other.on_a.distance(dot.on_a) < ONE_PLACE * size).collect();
    let [.., _, _] = here[..] else { return Some(depth_text(unit, dot)) };
    if here.iter().all(|other| depth_text(unit, other) == depth_text(unit, dot)) {
        let numbers: Vec<String> = here.iter().map(|dot| dot.number.to_string()).collect();
        return Some(format!("{}: {}", numbers.join(", "), depth_text(unit, dot)));
    }
    let each: Vec<String> = here.iter().map(|dot| format!("{}: {}", dot.number, depth_text(unit, dot))).collect();
    Some(each.join(", "))
}

fn depth_text(unit: Unit, dot: &Dot) -> String {
    unit.bare(dot.depth, 3)
}

/// Smallest distance between two points; infinite for a single one.
pub(super) fn apart(dots: &[Dot]) -> f64 {
    dots.iter()
        .enumerate()
        .map(|(i, dot)| dots[..i].iter().map(|other| other.on_a.distance(dot.on_a)).fold(f64::INFINITY, f64::min))
        .fold(f64::INFINITY, f64::min)
}
