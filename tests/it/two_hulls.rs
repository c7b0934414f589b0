//! Bodies of very many points, for tests of the program and of its window.

use serde_json::{Value, json};

/// An ellipsoid of `count` points with these radii, all of them corners of their hull, moved along x: a body of a scene.
pub fn ellipsoid(count: usize, name: &str, radii: [f64; 3], x: f64) -> Value {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let point = |i: usize| {
        let y = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let ((sin, cos), across) = ((golden * i as f64).sin_cos(), (1.0 - y * y).sqrt());
        [radii[0] * across * cos, radii[1] * y, radii[2] * across * sin]
    };
    let points: Vec<_> = (0..count).map(point).collect();
    json!({"name": name, "shape": {"type": "polytope", "points": points}, "position": [x, 0.3, 0.2]})
}
