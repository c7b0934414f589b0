//! Tests of the polygon of a merged face: whether its vertices are distinct, the length of its shortest side, and
//! whether it is strictly convex.

use glam::DVec3;

/// Length of the shortest side; infinite for no vertices.
pub(super) fn shortest_side(corners: &[DVec3]) -> f64 {
    let lengths = (0..corners.len()).map(|k| corners[k].distance(corners[(k + 1) % corners.len()]));
    lengths.fold(f64::INFINITY, f64::min)
}

/// Whether some vertex occurs at least twice.
pub(super) fn has_repeated_vertex(corners: &[u32]) -> bool {
    let mut sorted = corners.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether the polygon turns left at every vertex, as seen from the side to which its normal points.
pub(super) fn is_strictly_convex(corners: &[DVec3], normal: DVec3) -> bool {
    let count = corners.len();
    (0..count).all(|k| {
        let [a, b, c] = [k, (k + 1) % count, (k + 2) % count].map(|i| corners[i]);
        normal.dot((b - a).cross(c - b)) > 0.0
    })
}
