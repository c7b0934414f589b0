//! A convex body of a Minkowski difference: its vertices, edges and faces, and the search for its farthest feature
//! along a normal.

use std::collections::HashSet;

use glam::DVec3;

use super::*;
use crate::dim3::hull::listed::FirstIndices;

/// `u × v` in `f64`, a normal of any length, computed from the rounded components of `u` and `v`. A component of a
/// [`Vector`] is a pair: the rounded value and its rounding error.
pub(super) fn normal_of(u: &Vector, v: &Vector) -> DVec3 {
    let [a, b] = [u, v].map(|vector| DVec3::from_array(vector.map(|[x, _]| x)));
    a.cross(b)
}

/// The convex hull of A, or of −B, in `f64`, with lengths multiplied by a common factor; in the world frame or in the
/// body's own frame ([`super::placement`]).
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// Positions of the vertices.
    pub points: Vec<[f64; 3]>,
    /// For each vertex the index of its point in the input, the first of equal ones.
    pub sources: Vec<u32>,
    /// Vertices of each face, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// All edges, each once.
    pub edges: Vec<Edge>,
    /// The neighbors of each vertex.
    neighbors: Neighbors,
}

/// An edge, with a vertex of each of its faces. The normals of the faces are the ends of the edge's arc on the Gauss
/// sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Indices of the vertices at both ends.
    pub ends: [u32; 2],
    /// Index of a vertex of the face on each side that is not on the edge; `None` for a segment.
    pub third: [Option<u32>; 2],
    /// Indices of the faces on both sides, as in [`hull::Edge`]; out of range for a segment, which has no face.
    pub faces: [u32; 2],
}

impl Body {
    /// The hull of points, computed in the points' frame. `place` then moves its vertices, and `inverted` reflects them
    /// in the origin.
    ///
    /// # Errors
    /// The points have no hull.
    pub fn new(points: &[Vec3], place: impl Fn([f64; 3]) -> [f64; 3], inverted: bool) -> Result<Self, HullError> {
        let hull = hull::hull(points)?;
        let input: Vec<[f64; 3]> = points.iter().map(|p| p.to_array().map(|x| x as f64)).collect();
        let vertices: Vec<[f64; 3]> = hull.vertices.iter().map(|&i| input[i as usize]).collect();
        let first_index = FirstIndices::new(vertices.iter().copied(), input.iter().copied());
        let mut faces: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let edges = hull.edges.iter().map(|edge| Edge {
            ends: edge.ends,
            third: edge.faces.map(|face| third_vertex(faces.get(face as usize)?, edge.ends)),
            faces: edge.faces,
        });
        let edges: Vec<Edge> = edges.collect();
        let neighbors = Neighbors::new(hull.vertices.len(), &edges);
        if inverted {
            // The order of a reflected face's vertices is clockwise, seen from outside.
            faces.iter_mut().for_each(|face| face.reverse());
        }
        let sources = vertices.iter().map(|&p| first_index.index_of(p)).collect();
        let placed = vertices.iter().map(|&p| place(p));
        let points = placed.map(|p| if inverted { p.map(|x| -x) } else { p }).collect();
        Ok(Self { points, sources, faces, edges, neighbors })
    }

    /// Exact vector from one vertex to another.
    pub fn vector(&self, from: u32, to: u32) -> Vector {
        vector(self.points[to as usize], self.points[from as usize])
    }

    /// The vertices farthest along the normal `u × v` of a face of the other body, as ascending indices: one for a
    /// vertex, two for an edge, more for a face.
    ///
    /// The search climbs along edges from the vertex `from`. The vertices that are at least as far as a given vertex
    /// are connected by edges, so the climb ends at the farthest distance and finds all vertices at this distance.
    pub fn farthest(&self, [u, v]: [&Vector; 2], accuracy: PointAccuracy, from: u32) -> Vec<u32> {
        let mut farthest = vec![from];
        let mut listed = HashSet::from([from]);
        // Number of vertices in `farthest` whose neighbors were tested.
        let mut tested = 0;
        while tested < farthest.len() {
            let vertex = farthest[tested];
            tested += 1;
            for &neighbor in self.neighbors.of(vertex) {
                if listed.contains(&neighbor) {
                    continue;
                }
                let height = accuracy.volume(&self.vector(farthest[0], neighbor), u, v);
                if height > 0 {
                    // A farther vertex replaces the whole list.
                    farthest = vec![neighbor];
                    listed = HashSet::from([neighbor]);
                    tested = 0;
                    break;
                }
                if height == 0 {
                    listed.insert(neighbor);
                    farthest.push(neighbor);
                }
            }
        }
        farthest.sort_unstable();
        farthest
    }

    /// Result of [`Body::farthest`], by a search of all vertices.
    #[cfg(test)]
    pub fn farthest_of_all(&self, [u, v]: [&Vector; 2], accuracy: PointAccuracy) -> Vec<u32> {
        let mut best = vec![0];
        for vertex in 1..self.points.len() as u32 {
            match accuracy.volume(&self.vector(best[0], vertex), u, v) {
                1 => best = vec![vertex],
                0 => best.push(vertex),
                _ => {}
            }
        }
        best
    }

    /// Two vectors `u` and `v` that span a face, from its first vertex to two others, such that `u × v` points out of
    /// the body. In a face of many vertices the two are at about a third and two thirds of the way around, so that the
    /// directions differ clearly.
    pub fn spanning_vectors(&self, face: &[u32]) -> [Vector; 2] {
        let third = face.len() / 3 + 1;
        let first = third.min(face.len() - 2);
        let second = (2 * third).clamp(first + 1, face.len() - 1);
        [first, second].map(|k| self.vector(face[0], face[k]))
    }

    /// Index of the face that contains all of `corners` and whose normal points to the side of `normal`, which selects
    /// one of the two faces of a flat body. `None` for fewer than three vertices, and if there is no such face.
    pub fn face_of(&self, corners: &[u32], normal: DVec3) -> Option<usize> {
        if corners.len() < 3 {
            return None;
        }
        self.faces.iter().position(|face| {
            let [u, v] = self.spanning_vectors(face);
            corners.iter().all(|corner| face.contains(corner)) && normal_of(&u, &v).dot(normal) > 0.0
        })
    }
}

/// A vertex of a face that is not on its edge `ends`; `None` if there is none.
fn third_vertex(corners: &[u32], ends: [u32; 2]) -> Option<u32> {
    let start = corners.iter().position(|corner| ends.contains(corner))?;
    // Faces are strictly convex, so no other vertex is on the edge's line.
    (1..corners.len()).map(|k| corners[(start + k) % corners.len()]).find(|corner| !ends.contains(corner))
}

/// The neighbors of each vertex: the vertices that share an edge with it.
#[derive(Clone, Debug)]
struct Neighbors {
    /// Index in `list` of each vertex's first neighbor, and at the end the length of `list`.
    starts: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex.
    list: Vec<u32>,
}

impl Neighbors {
    /// Lists the neighbors of `count` vertices.
    fn new(count: usize, edges: &[Edge]) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for edge in edges {
            for end in edge.ends {
                starts[end as usize + 1] += 1;
            }
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next_index = starts[..count].to_vec();
        let mut list = vec![0; 2 * edges.len()];
        for edge in edges {
            let [a, b] = edge.ends;
            for [from, to] in [[a, b], [b, a]] {
                let next = &mut next_index[from as usize];
                list[*next as usize] = to;
                *next += 1;
            }
        }
        Self { starts, list }
    }

    /// The neighbors of a vertex.
    fn of(&self, vertex: u32) -> &[u32] {
        let start = self.starts[vertex as usize];
        let end = self.starts[vertex as usize + 1];
        &self.list[start as usize..end as usize]
    }
}
