//! Triangle surfaces: merging of equal vertices, closedness and enclosed volume.

use std::collections::HashMap;

use super::RawSurface;
use crate::watch;

/// Surface in the units and axes of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Name in the file; empty if there is none.
    pub name: String,
    /// Distinct vertices, in the units and axes of the file.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of `vertices`, without triangles that repeat a vertex. Empty for a point cloud.
    pub triangles: Vec<[u32; 3]>,
    /// Number of the file's vertices that equal an earlier one.
    pub welded: usize,
    /// Number of triangle edges without a neighbor of the opposite direction.
    pub open_edges: usize,
    /// Enclosed volume, cubed units of the file; `None` if the surface is open or has no triangles.
    pub volume: Option<f64>,
}

impl RawSurface {
    /// Merges equal vertices and drops triangles that repeat one.
    pub(super) fn welded(self) -> Mesh {
        let mut index_of_point = HashMap::with_capacity(self.vertices.len() / 4);
        let mut vertices = Vec::new();
        let mut new_index = Vec::with_capacity(self.vertices.len());
        for (i, vertex) in self.vertices.iter().enumerate() {
            watch::tick_at(i);
            // Adding 0 replaces −0 by +0.
            let point = vertex.map(|x| x + 0.0);
            new_index.push(*index_of_point.entry(point.map(f64::to_bits)).or_insert_with(|| {
                vertices.push(point);
                vertices.len() as u32 - 1
            }));
        }
        let triangles = self.triangles.iter().map(|corners| corners.map(|corner| new_index[corner as usize]));
        let triangles = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        Mesh::new(self.name, vertices, triangles, new_index.len())
    }
}

impl Mesh {
    /// Creates a mesh of distinct vertices; `listed_count` is the number of vertices before equal ones were merged.
    fn new(name: String, vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>, listed_count: usize) -> Self {
        let welded = listed_count - vertices.len();
        let mut mesh = Self { name, vertices, triangles, welded, ..Self::default() };
        mesh.open_edges = mesh.count_open();
        mesh.volume = (mesh.open_edges == 0 && !mesh.triangles.is_empty())
            .then(|| enclosed(&mesh.vertices, mesh.triangles.iter().copied()));
        mesh
    }

    /// Merges several surfaces into one with the name of the first.
    pub(in crate::scene) fn joined(parts: &[Self]) -> Self {
        let mut raw = RawSurface {
            name: parts.first().map_or_else(String::new, |part| part.name.clone()),
            ..RawSurface::default()
        };
        for part in parts {
            let first = raw.vertices.len() as u32;
            raw.vertices.extend(&part.vertices);
            raw.triangles.extend(part.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
        }
        let mut mesh = raw.welded();
        mesh.welded += parts.iter().map(|part| part.welded).sum::<usize>();
        mesh
    }

    /// Returns the number of edges that are not balanced by an edge of the opposite direction.
    fn count_open(&self) -> usize {
        // Each edge is stored at its vertex of lower index, in one list per vertex, all in one array.
        let mut starts = vec![0u32; self.vertices.len() + 1];
        self.edges().for_each(|[from, to]| starts[from.min(to) as usize + 1] += 1);
        for vertex in 0..self.vertices.len() {
            starts[vertex + 1] += starts[vertex];
        }
        let mut ends = starts.clone();
        // Vertex of higher index, and 1 or −1 for the direction of the edge.
        let mut edges_at = vec![(0, 0); 3 * self.triangles.len()];
        for (i, [from, to]) in self.edges().enumerate() {
            watch::tick_at(i);
            let end = &mut ends[from.min(to) as usize];
            edges_at[*end as usize] = (from.max(to), if from < to { 1i64 } else { -1 });
            *end += 1;
        }
        let mut open = 0;
        for (vertex, list) in starts.windows(2).enumerate() {
            watch::tick_at(vertex);
            let list = &mut edges_at[list[0] as usize..list[1] as usize];
            list.sort_unstable();
            for same_edge in list.chunk_by(|(a, _), (b, _)| a == b) {
                open += same_edge.iter().map(|(_, direction)| direction).sum::<i64>().unsigned_abs() as usize;
            }
        }
        open
    }

    /// Returns the directed edges of all triangles.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        self.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]])
    }
}

/// Returns the volume enclosed by a closed surface of triangles: a sixth of the sum of triple products relative to the
/// first vertex. Positive also for triangles that face inward.
pub fn enclosed(vertices: &[[f64; 3]], triangles: impl Iterator<Item = [u32; 3]>) -> f64 {
    let Some(first) = vertices.first() else { return 0.0 };
    let products = triangles.map(|corners| {
        triple_product(corners.map(|vertex| [0, 1, 2].map(|axis| vertices[vertex as usize][axis] - first[axis])))
    });
    (products.sum::<f64>() / 6.0).abs()
}

/// Returns the determinant of three row vectors.
fn triple_product([[a, b, c], [d, e, f], [g, h, i]]: [[f64; 3]; 3]) -> f64 {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}
