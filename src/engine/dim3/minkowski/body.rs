//! A convex body of a Minkowski difference: vertices, faces and edges, and for each edge one further vertex of each of
//! its two faces.

use glam::DVec3;

use super::super::hull::listed::FirstIndices;
use super::*;

/// `u × v` in `f64`, a normal of any length, from the rounded components: a component of a [`Vector`] is the exact sum
/// of its rounded value and the rounding error.
pub(super) fn normal_of(u: &Vector, v: &Vector) -> DVec3 {
    let [a, b] = [u, v].map(|vector| DVec3::from_array(vector.map(|[x, _]| x)));
    a.cross(b)
}

/// The convex hull of A, or of −B, in `f64`: in the world frame or in its own, times a factor ([`super::placement`]).
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
    /// Start of each vertex's neighbors in `neighbors`; one more entry than vertices.
    starts: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex.
    neighbors: Vec<u32>,
}

/// An edge, with a vertex of each of its faces. The normals of the faces are the ends of the edge's arc on the Gauss
/// sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Vertices at both ends.
    pub ends: [u32; 2],
    /// A vertex of the face on each side that is not on the edge; `None` for a segment.
    pub third: [Option<u32>; 2],
    /// Indices of the faces on both sides, as in [`hull::Edge`]; out of range for a segment, which has no face.
    pub faces: [u32; 2],
}

impl Body {
    /// The hull of points, in the points' frame. Its vertices are moved by `place`, and with `inverted` reflected in
    /// the origin.
    pub fn new(points: &[Vec3], place: impl Fn([f64; 3]) -> [f64; 3], inverted: bool) -> Result<Self, HullError> {
        let hull = hull::hull(points)?;
        let input: Vec<[f64; 3]> = points.iter().map(|p| p.to_array().map(|x| x as f64)).collect();
        let vertices: Vec<[f64; 3]> = hull.vertices.iter().map(|&i| input[i as usize]).collect();
        let first_index = FirstIndices::new(vertices.iter().copied(), input.iter().copied());
        let mut faces: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let edges = hull.edges.iter();
        let edges = edges.map(|edge| Edge {
            ends: edge.ends,
            third: edge.faces.map(|face| third_vertex(faces.get(face as usize)?, edge.ends)),
            faces: edge.faces,
        });
        let edges: Vec<Edge> = edges.collect();
        let Neighbors { starts, neighbors } = list_neighbors(hull.vertices.len(), &edges);
        if inverted {
            // The reflected face runs the other way, seen from outside.
            faces.iter_mut().for_each(|face| face.reverse());
        }
        let sources = vertices.iter().map(|&p| first_index.index_of(p)).collect();
        let placed = vertices.iter().map(|&p| place(p));
        let points = placed.map(|p| if inverted { p.map(|x| -x) } else { p }).collect();
        Ok(Self { points, sources, faces, edges, starts, neighbors })
    }

    /// Vector between two vertices, exact.
    pub fn vector(&self, from: u32, to: u32) -> Vector {
        vector(self.points[to as usize], self.points[from as usize])
    }

    /// The vertices that share an edge with this one.
    fn neighbors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbors[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The vertices farthest along the normal `u × v` of another body's face, which `[u, v]` span, as ascending
    /// indices. The search climbs along edges from the vertex `from`. The vertices that are at least as far as a given
    /// vertex are connected by edges, so it ends at the farthest, and finds all vertices that are equally far.
    pub fn farthest(&self, [u, v]: [&Vector; 2], accuracy: PointAccuracy, from: u32) -> Vec<u32> {
        let mut top = from;
        let mut farthest = vec![from];
        let mut listed = std::collections::HashSet::from([from]);
        let mut next = 0;
        while next < farthest.len() {
            let vertex = farthest[next];
            next += 1;
            for &neighbor in self.neighbors(vertex) {
                if listed.contains(&neighbor) {
                    continue;
                }
                match accuracy.volume(&self.vector(top, neighbor), u, v) {
                    1 => {
                        // A farther vertex replaces the whole list.
                        top = neighbor;
                        farthest = vec![neighbor];
                        next = 0;
                        listed = std::collections::HashSet::from([neighbor]);
                        break;
                    }
                    0 => {
                        listed.insert(neighbor);
                        farthest.push(neighbor);
                    }
                    _ => {}
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

    /// Two vectors that span a face, from its first vertex to two others, so that `u × v` points out of the body. In a
    /// face of many vertices, the two are at about a third and two thirds of the way around, so that the directions
    /// differ clearly.
    pub fn spanning_vectors(&self, face: &[u32]) -> [Vector; 2] {
        let third = face.len() / 3 + 1;
        let first = third.min(face.len() - 2);
        let second = (2 * third).clamp(first + 1, face.len() - 1);
        [first, second].map(|k| self.vector(face[0], face[k]))
    }

    /// Index of the face that contains all of `corners` and whose normal points in the direction of `normal`: a flat
    /// body has another face with the opposite normal. `None` for fewer than three vertices, and if there is no such
    /// face.
    pub fn face_of(&self, corners: &[u32], normal: DVec3) -> Option<usize> {
        let face = self.faces.iter().position(|face| {
            let [u, v] = self.spanning_vectors(face);
            corners.iter().all(|corner| face.contains(corner)) && normal_of(&u, &v).dot(normal) > 0.0
        });
        face.filter(|_| corners.len() > 2)
    }
}

/// A vertex of a face that is not on its edge `ends`, the next one around the face; `None` if there is none.
fn third_vertex(corners: &[u32], ends: [u32; 2]) -> Option<u32> {
    let start = corners.iter().position(|corner| ends.contains(corner))?;
    // Faces are strictly convex, so no other vertex is on the edge's line.
    (1..corners.len()).map(|k| corners[(start + k) % corners.len()]).find(|corner| !ends.contains(corner))
}

/// Neighbors of all vertices, as in [`Body`].
struct Neighbors {
    /// Start of each vertex's neighbors in `neighbors`; one more entry than vertices.
    starts: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex.
    neighbors: Vec<u32>,
}

/// Lists the neighbors of each vertex, given the number of vertices.
fn list_neighbors(vertices: usize, edges: &[Edge]) -> Neighbors {
    let mut starts = vec![0_u32; vertices + 1];
    edges.iter().flat_map(|edge| edge.ends).for_each(|end| starts[end as usize + 1] += 1);
    (0..vertices).for_each(|i| starts[i + 1] += starts[i]);
    let mut next_index = starts[..vertices].to_vec();
    let mut neighbors = vec![0; 2 * edges.len()];
    for [a, b] in edges.iter().map(|edge| edge.ends) {
        for (from, to) in [(a, b), (b, a)] {
            let next = &mut next_index[from as usize];
            neighbors[*next as usize] = to;
            *next += 1;
        }
    }
    Neighbors { starts, neighbors }
}
