//! Convexity test for polygons in the plane, by which readers decide whether a polygon is one convex shape.

/// Whether a closed polygon is convex: it turns in the same direction at every vertex, or goes straight on, by one
/// revolution in total. A pentagram turns in one direction too, but by two revolutions. Collinear and successive equal
/// points are allowed; a single point and a segment there and back count as convex.
pub(super) fn is_convex(points: &[[f64; 2]]) -> bool {
    let mut edges: Vec<[f64; 2]> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let next_point = points[(index + 1) % points.len()];
        let edge = [next_point[0] - point[0], next_point[1] - point[1]];
        if edge != [0.0; 2] {
            edges.push(edge);
        }
    }
    let mut turns: Vec<f64> = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        let next_edge = edges[(index + 1) % edges.len()];
        turns.push(turn_angle(*edge, next_edge));
    }
    let turns_left = turns.iter().all(|turn| *turn >= 0.0);
    let turns_right = turns.iter().all(|turn| *turn <= 0.0);
    // The total is a multiple of 2π; 3π is halfway between one revolution and two.
    (turns_left || turns_right) && turns.iter().sum::<f64>().abs() < 3.0 * std::f64::consts::PI
}

/// Angle from edge `a` to the next edge `b`, radians from −π to π; positive counterclockwise.
fn turn_angle(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
}
