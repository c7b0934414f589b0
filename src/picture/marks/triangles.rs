//! Triangle meshes that enclose no volume: each triangle has two sides.

use glam::DVec3;

use crate::picture::Solid;

/// Number of triangles up to which all edges of a mesh are drawn.
const INKED: usize = 4_000;

impl Solid {
    /// A mesh or a height field, visible from both sides.
    pub fn of_triangles(vertices: Vec<DVec3>, triangles: &[[u32; 3]]) -> Self {
        let mut creases: Vec<[u32; 2]> = triangles
            .iter()
            .filter(|_| triangles.len() <= INKED)
            .flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]])
            .map(|[from, to]| [from.min(to), from.max(to)])
            .collect();
        creases.sort_unstable();
        creases.dedup();
        let faces = triangles.iter().flat_map(|[a, b, c]| [vec![*a, *b, *c], vec![*c, *b, *a]]).collect();
        Self { vertices, faces, creases, ..Self::default() }
    }
}
