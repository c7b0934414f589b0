//! Coinciding contact points of a tile: the last one has the dot, and one text lists the depths of all.

use super::{ContactPoint, ManifoldState};
use crate::answer::number::Unit;

/// Distance below which points coincide, as a share of the reference's size.
const ONE_PLACE: f64 = 0.01;

/// Text at the point `index` in the tile of depths: its depth, or the depths of all points that coincide with it.
/// `None` if a later coinciding point has the text.
pub(super) fn depth(state: &ManifoldState, index: usize, size: f64, unit: Unit) -> Option<String> {
    let point = state.points.get(index)?;
    let mut later = state.points[index + 1..].iter();
    if later.any(|other| other.on_a.distance(point.on_a) < ONE_PLACE * size) {
        return None;
    }
    let here: Vec<&ContactPoint> =
        state.points[..=index].iter().filter(|other| other.on_a.distance(point.on_a) < ONE_PLACE * size).collect();
    let [.., _, _] = here[..] else { return Some(depth_text(unit, point)) };
    if here.iter().all(|other| depth_text(unit, other) == depth_text(unit, point)) {
        let numbers: Vec<String> = here.iter().map(|point| point.number.to_string()).collect();
        return Some(format!("{}: {}", numbers.join(", "), depth_text(unit, point)));
    }
    let each: Vec<String> = here.iter().map(|point| format!("{}: {}", point.number, depth_text(unit, point))).collect();
    Some(each.join(", "))
}

fn depth_text(unit: Unit, point: &ContactPoint) -> String {
    unit.bare(point.depth, 3)
}

/// Smallest distance between two points; infinite for a single one.
pub(super) fn apart(points: &[ContactPoint]) -> f64 {
    points
        .iter()
        .enumerate()
        .map(|(i, point)| points[..i].iter().map(|other| other.on_a.distance(point.on_a)).fold(f64::INFINITY, f64::min))
        .fold(f64::INFINITY, f64::min)
}
