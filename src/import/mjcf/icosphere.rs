//! Vertices of MuJoCo's built-in sphere: an icosahedron whose edges are divided at their midpoints. Triangles are not
//! needed, because scenes use the convex hull.

use std::collections::HashSet;

use glam::DVec3;

/// Returns the vertices of an icosahedron on the unit sphere, refined `subdivisions` times by the midpoints of all
/// edges.
pub(super) fn vertices(subdivisions: usize) -> Vec<[f64; 3]> {
    let mut points = icosahedron_vertices();
    let mut edges = icosahedron_edges(&points);
    for _ in 0..subdivisions {
        let neighbors: HashSet<[usize; 2]> = edges.iter().copied().collect();
        // The midpoint of edge `index` is vertex `first + index`.
        let first = points.len();
        points.extend(edges.iter().map(|[a, b]| (points[*a] + points[*b]).normalize()).collect::<Vec<DVec3>>());
        let mut finer = Vec::with_capacity(4 * edges.len());
        for (index, [a, b]) in edges.iter().enumerate() {
            finer.extend([[*a, first + index], [*b, first + index]]);
        }
        // Edges between the midpoints of two edges of one triangle: the far ends of such edges are adjacent.
        for (index, edge) in edges.iter().enumerate() {
            for (other_index, other) in edges.iter().enumerate().skip(index + 1) {
                let Some([p, q]) = far_ends(*edge, *other) else { continue };
                if neighbors.contains(&[p.min(q), p.max(q)]) {
                    finer.push([first + index, first + other_index]);
                }
            }
        }
        edges = finer;
    }
    points.into_iter().map(|point| point.to_array()).collect()
}

/// Returns the 12 vertices of an icosahedron on the unit sphere.
fn icosahedron_vertices() -> Vec<DVec3> {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let mut points = Vec::with_capacity(12);
    for short in [-1.0, 1.0] {
        for long in [-golden, golden] {
            points.extend([[short, long, 0.0], [0.0, short, long], [long, 0.0, short]]);
        }
    }
    points.into_iter().map(|point| DVec3::from(point).normalize()).collect()
}

/// Length between that of an edge of the icosahedron with unit radius, 1.05, and that of its diagonals, at least 1.70.
const EDGE_LIMIT: f64 = 1.1;

/// Returns the pairs of adjacent vertices of the icosahedron, the lower index first.
fn icosahedron_edges(points: &[DVec3]) -> Vec<[usize; 2]> {
    let pairs = (0..points.len()).flat_map(|i| (i + 1..points.len()).map(move |j| [i, j]));
    pairs.filter(|[i, j]| points[*i].distance(points[*j]) < EDGE_LIMIT).collect()
}

/// Returns the ends of two edges that they do not share; `None` if the edges have no common vertex.
fn far_ends([a, b]: [usize; 2], [c, d]: [usize; 2]) -> Option<[usize; 2]> {
    if a == c {
        Some([b, d])
    } else if a == d {
        Some([b, c])
    } else if b == c {
        Some([a, d])
    } else if b == d {
        Some([a, c])
    } else {
        None
    }
}
