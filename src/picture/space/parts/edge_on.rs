//! Patches of planes that are seen edge-on, and are then drawn as lines.

use glam::{DVec2, DVec3};

use crate::Lens;

/// Height of a patch in the pane, relative to its longer diagonal, below which its outline would be two lines on top of
/// each other, where the dashes of one fill the gaps of the other.
const EDGE_ON: f64 = 0.006;

/// The line that a patch with four corners looks like: its longer diagonal in the pane. `None` if the patch is not seen
/// edge-on, or is partly behind the eye.
pub(super) fn edge_on_line(corners: &[DVec3], lens: &Lens) -> Option<[DVec3; 2]> {
    let seen: Option<Vec<DVec2>> = corners.iter().map(|p| lens.project_view(lens.to_view(*p))).collect();
    let [a, b, c, d] = seen?[..] else { return None };
    let diagonals = [c - a, d - b];
    let [first, second] = diagonals.map(DVec2::length_squared);
    let is_edge_on = diagonals[0].perp_dot(diagonals[1]).abs() < 2.0 * EDGE_ON * first.max(second);
    let ends = if first >= second { [corners[0], corners[2]] } else { [corners[1], corners[3]] };
    is_edge_on.then_some(ends)
}
