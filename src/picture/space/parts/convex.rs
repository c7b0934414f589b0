//! Division of planar polygons into convex pieces.

use glam::DVec3;

use crate::marks::surface::polygon_normal;

/// Divides a planar polygon into convex pieces: the polygon itself if it is convex, otherwise triangles (ear clipping).
/// No pieces for a polygon without area.
pub(crate) fn convex_pieces(corners: &[DVec3]) -> Vec<Vec<DVec3>> {
    let Some(normal) = polygon_normal(corners) else { return Vec::new() };
    let n = corners.len();
    if (0..n).all(|k| signed_area([corners[k], corners[(k + 1) % n], corners[(k + 2) % n]], normal) >= 0.0) {
        return vec![corners.to_vec()];
    }
    let mut remainder = corners.to_vec();
    let mut ears = Vec::new();
    while remainder.len() > 3 {
        let n = remainder.len();
        let ear = (0..n).find(|&k| {
            let a = remainder[(k + n - 1) % n];
            let b = remainder[k];
            let c = remainder[(k + 1) % n];
            let mut others = remainder.iter().filter(|p| ![a, b, c].contains(*p));
            signed_area([a, b, c], normal) > 0.0 && !others.any(|p| is_in_triangle(*p, [a, b, c], normal))
        });
        // Only rounding, or a polygon that crosses itself, leaves no ear.
        let k = ear.unwrap_or(0);
        ears.push(vec![remainder[(k + n - 1) % n], remainder[k], remainder[(k + 1) % n]]);
        remainder.remove(k);
    }
    ears.push(remainder);
    ears
}

/// Twice the area of a triangle, times the length of `normal`; negative where it is clockwise about `normal`.
fn signed_area([a, b, c]: [DVec3; 3], normal: DVec3) -> f64 {
    (b - a).cross(c - b).dot(normal)
}

/// Whether a triangle, counter-clockwise about `normal`, contains a point of its plane.
fn is_in_triangle(p: DVec3, [a, b, c]: [DVec3; 3], normal: DVec3) -> bool {
    [[a, b], [b, c], [c, a]].into_iter().all(|[from, to]| signed_area([from, to, p], normal) >= 0.0)
}
