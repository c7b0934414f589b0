//! Orientation of polygons in the plane.

/// Whether the cross products of successive sides of a closed polygon have no two signs, as in a convex one.
pub(super) fn has_one_orientation(points: &[[f64; 2]]) -> bool {
    let count = points.len();
    let cross_products = (0..count).map(|k| {
        let [a, b, c] = [0, 1, 2].map(|j| points[(k + j) % count]);
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    });
    let signs: Vec<f64> = cross_products.collect();
    signs.iter().all(|sign| *sign >= 0.0) || signs.iter().all(|sign| *sign <= 0.0)
}
