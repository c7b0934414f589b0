//! Convexity of polygons in the plane.

/// Whether a closed polygon is convex: it turns in the same direction at every vertex, or goes straight on, by one
/// revolution in total. A pentagram turns in one direction too, but by two revolutions. Collinear and successive equal
/// points are allowed; a single point and a segment there and back count as convex.
pub(super) fn is_convex(points: &[[f64; 2]]) -> bool {
    let mut edges: Vec<[f64; 2]> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let next = points[(index + 1) % points.len()];
        let edge = [next[0] - point[0], next[1] - point[1]];
        if edge != [0.0; 2] {
            edges.push(edge);
        }
    }
    let turns: Vec<f64> =
        (0..edges.len()).map(|index| turn_angle(edges[index], edges[(index + 1) % edges.len()])).collect();
    let is_one_sided = turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0);
    // The total is a multiple of 2π; 3π is halfway between one revolution and two.
    is_one_sided && turns.iter().sum::<f64>().abs() < 3.0 * std::f64::consts::PI
}

/// Angle from edge `a` to the next edge `b`, radians from −π to π; positive counterclockwise.
fn turn_angle(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
}
