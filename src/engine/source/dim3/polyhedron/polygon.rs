//! Tests of the polygons of merged faces: whether the vertices are distinct, the length of the shortest side, whether a
//! polygon is strictly convex, which points that were removed from its outline are outside, and which sides coincide.

use glam::DVec3;

/// Side of a face. Sorting puts the sides between the same two vertices next to each other, those that run from the
/// lower index to the higher first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaceSide {
    /// Vertices at the ends, the lower index first.
    pub ends: [u32; 2],
    /// Whether the face runs from the second end to the first.
    pub runs_back: bool,
    /// Index of the face.
    pub face: u32,
}

/// Sorted sides of faces, which are given as lists of vertices.
pub(super) fn sorted_sides<'a>(faces: impl Iterator<Item = &'a [u32]>) -> Vec<FaceSide> {
    let mut sides = Vec::new();
    for (corners, face) in faces.zip(0..) {
        for (k, &from) in corners.iter().enumerate() {
            let to = corners[(k + 1) % corners.len()];
            sides.push(FaceSide { ends: [from.min(to), from.max(to)], runs_back: from > to, face });
        }
    }
    sides.sort_unstable();
    sides
}

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

/// Indices of the points of a closed outline that are not kept and are outside the polygon of the kept points by more
/// than `tolerance`. Between two kept points that follow each other, a removed point is outside if it is beyond the
/// line through both or beyond one of the ends. `normal` is the unit normal from which the outline runs
/// counter-clockwise.
pub(super) fn removed_points_outside(points: &[DVec3], is_kept: &[bool], normal: DVec3, tolerance: f64) -> Vec<usize> {
    let count = points.len();
    let mut outside = Vec::new();
    let Some(start) = (0..count).find(|&k| is_kept[k]) else { return outside };
    let mut from = start;
    for to in (start + 1..=start + count).filter(|&k| is_kept[k % count]) {
        let chord_start = points[from % count];
        let chord = points[to % count] - chord_start;
        let along = chord.normalize_or_zero();
        let inward = normal.cross(along);
        for k in from + 1..to {
            let v = points[k % count] - chord_start;
            let progress = along.dot(v);
            let is_beyond_ends = progress < -tolerance || progress > chord.length() + tolerance;
            if inward.dot(v) < -tolerance || is_beyond_ends {
                outside.push(k % count);
            }
        }
        from = to;
    }
    outside
}
