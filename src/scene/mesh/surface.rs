//! A surface of triangles, and what is known of it: whether it is closed, and what it encloses.

use std::collections::HashMap;

use super::Raw;
use crate::watch;

/// A surface in the units and axes of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// As the file calls it; empty when it does not.
    pub name: String,
    /// No two are equal.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of `vertices`, without those of which two corners are one. None for a cloud of points.
    pub triangles: Vec<[u32; 3]>,
    /// How many vertices of the file were equal to an earlier one.
    pub welded: usize,
    /// How many sides of triangles have no neighbor that runs the other way.
    pub open_edges: usize,
    /// Enclosed, cubed units of the file; none when the surface is open.
    pub volume: Option<f64>,
}

impl Raw {
    /// The surface, equal vertices made one.
    pub(super) fn welded(self) -> Mesh {
        let mut numbers = HashMap::with_capacity(self.vertices.len() / 4);
        let mut vertices = Vec::new();
        let mut number_of = Vec::with_capacity(self.vertices.len());
        for (i, vertex) in self.vertices.iter().enumerate() {
            watch::tick_at(i);
            // One zero of two.
            let point = vertex.map(|x| x + 0.0);
            number_of.push(*numbers.entry(point.map(f64::to_bits)).or_insert_with(|| {
                vertices.push(point);
                vertices.len() as u32 - 1
            }));
        }
        let triangles = self.triangles.iter().map(|corners| corners.map(|corner| number_of[corner as usize]));
        let triangles = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        Mesh::new(self.name, vertices, triangles, number_of.len())
    }
}

impl Mesh {
    fn new(name: String, vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>, listed: usize) -> Self {
        let welded = listed - vertices.len();
        let mut mesh = Self { name, vertices, triangles, welded, ..Self::default() };
        mesh.open_edges = mesh.count_open();
        mesh.volume = (mesh.open_edges == 0 && !mesh.triangles.is_empty())
            .then(|| enclosed(&mesh.vertices, mesh.triangles.iter().copied()));
        mesh
    }

    /// Several surfaces as one.
    pub(in crate::scene) fn joined(parts: &[Self]) -> Self {
        let mut raw = Raw { name: parts.first().map_or_else(String::new, |part| part.name.clone()), ..Raw::default() };
        for part in parts {
            let first = raw.vertices.len() as u32;
            raw.vertices.extend(&part.vertices);
            raw.triangles.extend(part.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
        }
        let mut mesh = raw.welded();
        mesh.welded += parts.iter().map(|part| part.welded).sum::<usize>();
        mesh
    }

    /// Sides that are not met by as many that run the other way.
    fn count_open(&self) -> usize {
        let sides = || self.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
        // Each at its lower end: one list a vertex, all behind each other.
        let mut starts = vec![0u32; self.vertices.len() + 1];
        sides().for_each(|[from, to]| starts[from.min(to) as usize + 1] += 1);
        for vertex in 0..self.vertices.len() {
            starts[vertex + 1] += starts[vertex];
        }
        let mut ends = starts.clone();
        let mut others = vec![(0, 0); 3 * self.triangles.len()];
        for (turn, [from, to]) in sides().enumerate() {
            watch::tick_at(turn);
            let place = &mut ends[from.min(to) as usize];
            others[*place as usize] = (from.max(to), if from < to { 1i64 } else { -1 });
            *place += 1;
        }
        let mut open = 0;
        for (turn, list) in starts.windows(2).enumerate() {
            watch::tick_at(turn);
            let list = &mut others[list[0] as usize..list[1] as usize];
            list.sort_unstable();
            let same = list.chunk_by(|(one, _), (other, _)| one == other);
            open +=
                same.map(|sides| sides.iter().map(|(_, way)| way).sum::<i64>().unsigned_abs() as usize).sum::<usize>();
        }
        open
    }
}

/// What a closed surface of triangles encloses: a sixth of the sum of products, seen from a vertex. What a surface that runs
/// inside out encloses is positive, too.
pub fn enclosed(vertices: &[[f64; 3]], triangles: impl Iterator<Item = [u32; 3]>) -> f64 {
    let Some(first) = vertices.first() else { return 0.0 };
    let seen = |corner: u32| [0, 1, 2].map(|k| vertices[corner as usize][k] - first[k]);
    let product = |corners: [u32; 3]| {
        let [[a, b, c], [d, e, f], [g, h, i]] = corners.map(seen);
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    };
    (triangles.map(product).sum::<f64>() / 6.0).abs()
}
