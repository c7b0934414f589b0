//! Triangle surface of a mesh file: equal vertices are merged, unpaired edges counted, and the enclosed volume
//! computed.

use std::collections::HashMap;

use contact_lens_long_run::watch;

use super::RawSurface;

/// Surface of triangles, or point cloud, in the units and axes of its file.
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
    /// Number of triangle edges without a neighbor that has the edge in the opposite direction; 0 for a closed surface.
    pub open_edges: usize,
    /// Enclosed volume, cubed units of the file; `None` if the surface is open or has no triangles.
    pub volume: Option<f64>,
}

impl RawSurface {
    /// Merges equal vertices and drops triangles that repeat a vertex.
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
        if mesh.open_edges == 0 && !mesh.triangles.is_empty() {
            mesh.volume = Some(enclosed(&mesh.vertices, mesh.triangles.iter().copied()));
        }
        mesh
    }

    /// Merges several surfaces into one with the name of the first.
    pub(crate) fn joined(parts: &[Self]) -> Self {
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
        // A counting sort: each edge is stored in the list of its vertex of lower index, and `starts` has the starts of
        // these lists in one array.
        let mut starts = vec![0u32; self.vertices.len() + 1];
        self.edges().for_each(|[from, to]| starts[from.min(to) as usize + 1] += 1);
        for vertex in 0..self.vertices.len() {
            starts[vertex + 1] += starts[vertex];
        }
        let mut ends = starts.clone();
        let mut edges = vec![EdgeEnd::default(); 3 * self.triangles.len()];
        for (i, [from, to]) in self.edges().enumerate() {
            watch::tick_at(i);
            let end = &mut ends[from.min(to) as usize];
            edges[*end as usize] = EdgeEnd { vertex: from.max(to), direction: if from < to { 1 } else { -1 } };
            *end += 1;
        }
        let mut open_edges = 0;
        for (vertex, bounds) in starts.windows(2).enumerate() {
            watch::tick_at(vertex);
            let list = &mut edges[bounds[0] as usize..bounds[1] as usize];
            list.sort_unstable();
            for same_edge in list.chunk_by(|a, b| a.vertex == b.vertex) {
                let balance: i64 = same_edge.iter().map(|edge| edge.direction).sum();
                open_edges += balance.unsigned_abs() as usize;
            }
        }
        open_edges
    }

    /// Iterates over the directed edges of all triangles.
    fn edges(&self) -> impl Iterator<Item = [u32; 2]> {
        self.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]])
    }
}

/// Edge of a triangle, in the list of its vertex of lower index.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct EdgeEnd {
    /// Vertex of higher index.
    vertex: u32,
    /// 1 for an edge that leads to `vertex`, −1 for one that comes from it.
    direction: i64,
}

/// Returns the volume enclosed by a closed surface of triangles: a sixth of the sum of triple products relative to the
/// first vertex, in cubed units of the vertices. Positive also for triangles that face inward; 0 without vertices.
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
