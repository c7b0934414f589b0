//! Contact points that are drawn at one point: the last of them has the dot, and one text lists the numbers or depths
//! of all.

use super::{ContactPoint, ManifoldState};
use crate::answer::number::Unit;

/// Distance below which points coincide, as a fraction of the reference's size.
const SAME_POINT: f64 = 0.01;

/// Text at the point `index` in the tile of depths: its depth, or the depths of all points that coincide with it.
/// `None` if a later coinciding point has the text.
pub(super) fn depth_label(state: &ManifoldState, index: usize, size: f64, unit: Unit) -> Option<String> {
    let point = state.points.get(index)?;
    let mut later_points = state.points[index + 1..].iter();
    if later_points.any(|other| coincide(point, other, size)) {
        return None;
    }
    let same: Vec<&ContactPoint> = state.points[..=index].iter().filter(|other| coincide(point, other, size)).collect();
    if same.len() < 2 {
        return Some(depth_text(unit, point));
    }
    if same.iter().all(|other| depth_text(unit, other) == depth_text(unit, point)) {
        let numbers: Vec<String> = same.iter().map(|point| point.number.to_string()).collect();
        return Some(format!("{}: {}", numbers.join(", "), depth_text(unit, point)));
    }
    let each: Vec<String> = same.iter().map(|point| format!("{}: {}", point.number, depth_text(unit, point))).collect();
    Some(each.join(", "))
}

/// Whether two contact points are drawn at one point; `size` is that of the reference, meters.
fn coincide(one: &ContactPoint, other: &ContactPoint, size: f64) -> bool {
    one.on_a.distance(other.on_a) < SAME_POINT * size
}

/// Place of a contact point among those that coincide with it.
pub(super) enum Coinciding {
    /// No other point coincides with it.
    No,
    /// Last of coinciding points, with the numbers of all: `1, 3`.
    Last(String),
    /// Coincides with a later point.
    Earlier,
}

/// Place of the point `index` among coinciding points; `size` is that of the reference, meters.
pub(super) fn coinciding(state: &ManifoldState, index: usize, size: f64) -> Coinciding {
    let Some(point) = state.points.get(index) else { return Coinciding::No };
    if state.points[index + 1..].iter().any(|other| coincide(point, other, size)) {
        return Coinciding::Earlier;
    }
    let same = state.points[..=index].iter().filter(|other| coincide(point, other, size));
    let numbers: Vec<String> = same.map(|other| other.number.to_string()).collect();
    if numbers.len() > 1 { Coinciding::Last(numbers.join(", ")) } else { Coinciding::No }
}

/// Depth of a point without its unit.
fn depth_text(unit: Unit, point: &ContactPoint) -> String {
    unit.bare(point.depth, 3)
}

/// Smallest distance between two points on A, meters; infinite for a single one.
pub(super) fn smallest_distance(points: &[ContactPoint]) -> f64 {
    points
        .iter()
        .enumerate()
        .map(|(i, point)| points[..i].iter().map(|other| other.on_a.distance(point.on_a)).fold(f64::INFINITY, f64::min))
        .fold(f64::INFINITY, f64::min)
}
