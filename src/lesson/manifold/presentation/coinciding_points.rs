//! Contact points so close together that they are drawn at one point: the last of them has the dot, with one text for
//! the numbers or depths of all.

use contact_lens_model::answer::number::Unit;

use super::{ContactPoint, ManifoldState};

/// Distance below which points coincide, as a fraction of the reference's size: nearer dots would cover one another.
const SAME_POINT: f64 = 0.01;

/// Text at the point `index` in the tile of depths: its depth, or the depths of all points that coincide with it.
/// `None` if a later coinciding point has the text, or if there is no such point. `size` is that of the reference,
/// meters.
pub(super) fn depth_label(state: &ManifoldState, index: usize, size: f64, unit: Unit) -> Option<String> {
    let point = state.points.get(index)?;
    let mut later_points = state.points[index + 1..].iter();
    if later_points.any(|other| coincide(point, other, size)) {
        return None;
    }
    // The point itself is among the coinciding ones.
    let coinciding: Vec<&ContactPoint> =
        state.points[..=index].iter().filter(|other| coincide(point, other, size)).collect();
    let depth = depth_text(unit, point);
    if coinciding.len() < 2 {
        return Some(depth);
    }
    if coinciding.iter().all(|other| depth_text(unit, other) == depth) {
        let numbers: Vec<String> = coinciding.iter().map(|other| other.number.to_string()).collect();
        return Some(format!("{}: {depth}", numbers.join(", ")));
    }
    let entries: Vec<String> =
        coinciding.iter().map(|other| format!("{}: {}", other.number, depth_text(unit, other))).collect();
    Some(entries.join(", "))
}

/// Whether two contact points are drawn at one point; `size` is that of the reference, meters.
fn coincide(one: &ContactPoint, other: &ContactPoint, size: f64) -> bool {
    one.on_a.distance(other.on_a) < SAME_POINT * size
}

/// Place of a contact point among those that coincide with it.
pub(super) enum Coinciding {
    /// No other point coincides with this one.
    Alone,
    /// Last of coinciding points, with the numbers of all: `1, 3`.
    Last(String),
    /// A later point coincides with this one.
    Earlier,
}

/// Place of the point `index` among the points that coincide with it; `size` is that of the reference, meters.
pub(super) fn place_among_coinciding(state: &ManifoldState, index: usize, size: f64) -> Coinciding {
    let Some(point) = state.points.get(index) else { return Coinciding::Alone };
    if state.points[index + 1..].iter().any(|other| coincide(point, other, size)) {
        return Coinciding::Earlier;
    }
    let coinciding = state.points[..=index].iter().filter(|other| coincide(point, other, size));
    let numbers: Vec<String> = coinciding.map(|other| other.number.to_string()).collect();
    if numbers.len() > 1 { Coinciding::Last(numbers.join(", ")) } else { Coinciding::Alone }
}

/// Depth of a point with three digits, in the unit `unit` but without its name.
fn depth_text(unit: Unit, point: &ContactPoint) -> String {
    unit.bare(point.depth, 3)
}

/// Smallest distance between two contact points on A, meters; infinite for fewer than two.
pub(super) fn smallest_distance(points: &[ContactPoint]) -> f64 {
    let mut smallest = f64::INFINITY;
    for (i, point) in points.iter().enumerate() {
        for other in &points[..i] {
            smallest = smallest.min(other.on_a.distance(point.on_a));
        }
    }
    smallest
}
