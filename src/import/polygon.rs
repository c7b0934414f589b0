//! Convexity of polygons in the plane.

/// Whether a closed polygon is convex: its sides bend to one side at all vertices, by one revolution in total. The
/// sides of a star bend to one side too, but by more. Collinear and repeated points are allowed.
pub(super) fn is_convex(points: &[[f64; 2]]) -> bool {
    let mut sides: Vec<[f64; 2]> = Vec::new();
    for (k, point) in points.iter().enumerate() {
        let next = points[(k + 1) % points.len()];
        let side = [next[0] - point[0], next[1] - point[1]];
        if side != [0.0; 2] {
            sides.push(side);
        }
    }
    let turns = (0..sides.len()).map(|k| {
        let [a, b] = [sides[k], sides[(k + 1) % sides.len()]];
        (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
    });
    let turns: Vec<f64> = turns.collect();
    let is_one_sided = turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0);
    // The total is a multiple of 2π; 3π is halfway between one revolution and two.
    is_one_sided && turns.iter().sum::<f64>().abs() < 3.0 * std::f64::consts::PI
}
