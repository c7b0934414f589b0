//! Meshes that MuJoCo makes from parameters: `sphere` and `cone`. Their hulls are read, so only vertices are made.

use std::collections::HashSet;
use std::f64::consts::TAU;

use glam::DVec3;

/// Most sides of a cone.
const SIDES: f64 = 10_000.0;

/// Vertices of a built-in mesh, unscaled; or why there are none.
pub(super) fn vertices(kind: &str, params: &[f64]) -> Result<Vec<[f64; 3]>, String> {
    match (kind, params) {
        ("sphere", [count]) if count.fract() == 0.0 && (0.0..=4.0).contains(count) => Ok(sphere(*count as usize)),
        ("sphere", _) => Err(String::from("a built-in sphere has one parameter, its subdivisions: 0 to 4")),
        ("cone", [sides, radius])
            if sides.fract() == 0.0 && (3.0..=SIDES).contains(sides) && (0.0..=1.0).contains(radius) =>
        {
            Ok(cone(*sides as usize, *radius))
        }
        ("cone", _) => Err(String::from(
            "a built-in cone has two parameters: a whole number of sides from 3, and a radius from 0 to 1",
        )),
        (other, _) => Err(format!("built-in meshes of kind `{other}` are not read")),
    }
}

/// Vertices of an icosahedron on the unit sphere, with the midpoints of its edges added so many times.
fn sphere(subdivisions: usize) -> Vec<[f64; 3]> {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let mut points = Vec::with_capacity(12);
    for one in [-1.0, 1.0] {
        for long in [-golden, golden] {
            points.extend([[one, long, 0.0], [0.0, one, long], [long, 0.0, one]]);
        }
    }
    let mut points: Vec<DVec3> = points.into_iter().map(|point| DVec3::from(point).normalize()).collect();
    let mut edges = near_pairs(&points);
    for _ in 0..subdivisions {
        let neighbors: HashSet<[usize; 2]> = edges.iter().copied().collect();
        let first = points.len();
        points.extend(edges.iter().map(|[a, b]| (points[*a] + points[*b]).normalize()).collect::<Vec<DVec3>>());
        let mut finer = Vec::with_capacity(4 * edges.len());
        for (k, [a, b]) in edges.iter().enumerate() {
            finer.extend([[*a, first + k], [*b, first + k]]);
        }
        // Edges between the midpoints of two edges of one triangle.
        for (k, edge) in edges.iter().enumerate() {
            for (j, other) in edges.iter().enumerate().skip(k + 1) {
                let Some([p, q]) = ends_of_corner(*edge, *other) else { continue };
                if neighbors.contains(&[p.min(q), p.max(q)]) {
                    finer.push([first + k, first + j]);
                }
            }
        }
        edges = finer;
    }
    points.into_iter().map(|point| point.to_array()).collect()
}

/// Pairs of vertices at the smallest distance.
fn near_pairs(points: &[DVec3]) -> Vec<[usize; 2]> {
    let pairs = (0..points.len()).flat_map(|i| (i + 1..points.len()).map(move |j| [i, j]));
    pairs.filter(|[i, j]| points[*i].distance(points[*j]) < 1.1).collect()
}

/// Far ends of two edges that share a vertex.
fn ends_of_corner([a, b]: [usize; 2], [c, d]: [usize; 2]) -> Option<[usize; 2]> {
    match () {
        () if a == c => Some([b, d]),
        () if a == d => Some([b, c]),
        () if b == c => Some([a, d]),
        () if b == d => Some([a, c]),
        () => None,
    }
}

/// A regular polygon at z = −1 and one of this radius, or its center, at z = 1.
fn cone(sides: usize, radius: f64) -> Vec<[f64; 3]> {
    let ring = |size: f64, z: f64| {
        (0..sides).map(move |k| {
            let angle = TAU * k as f64 / sides as f64;
            [size * angle.cos(), size * angle.sin(), z]
        })
    };
    match radius > 0.0 {
        true => ring(1.0, -1.0).chain(ring(radius, 1.0)).collect(),
        false => ring(1.0, -1.0).chain([[0.0, 0.0, 1.0]]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subdivisions_have_the_counts_that_mujoco_says() {
        for (count, vertices) in [(0, 12), (1, 42), (2, 162), (3, 642)] {
            assert_eq!(sphere(count).len(), vertices, "{count}");
        }
        // Vertices that MuJoCo 4.0 makes.
        let expected = [-0.809016994, 0.5, 0.309016994];
        let near = |point: &[f64; 3]| (0..3).all(|k| (point[k] - expected[k]).abs() < 1e-9);
        assert!(sphere(1).iter().any(near));
        assert_eq!(cone(4, 0.5).len(), 8);
        assert_eq!(cone(3, 0.0)[3], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn wrong_parameters_are_refused() {
        for (kind, params) in [("sphere", &[5.0][..]), ("sphere", &[]), ("cone", &[2.0, 0.5]), ("cone", &[3.5, 0.5])] {
            assert!(vertices(kind, params).is_err(), "{kind} {params:?}");
        }
        assert!(vertices("wedge", &[1.0]).unwrap_err().contains("`wedge` are not read"));
    }
}
