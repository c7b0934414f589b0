//! Methods of shapes that are tested child by child: compounds, and the triangles of meshes and height fields.

use super::{Content, Shape, Up};

/// Rounding of twice a triangle's area, relative to the square of its longest side: a few errors of the cross product.
const AREA_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Vertices, meters, and triangles as indices of three vertices.
pub type Surface = (Vec<[f64; 3]>, Vec<[u32; 3]>);

impl Shape {
    /// Whether the shape is a compound, triangle mesh or height field, to which most queries about convex shapes do not
    /// apply.
    pub fn has_children(&self) -> bool {
        matches!(self, Self::Compound { .. } | Self::TriangleMesh { .. } | Self::HeightField { .. })
    }

    /// Creates a two-sided triangle mesh and returns it with the number of triangles skipped because they have no area;
    /// `None` if all were.
    pub fn triangle_mesh(vertices: Vec<[f64; 3]>, mut triangles: Vec<[u32; 3]>) -> Option<(Self, usize)> {
        let triangle_count = triangles.len();
        triangles.retain(|corners| !is_thin(corners.map(|i| vertices[i as usize])));
        let up = Up::default();
        let content = Content::default();
        let skipped = triangle_count - triangles.len();
        let mesh = Self::TriangleMesh {
            vertices,
            triangles,
            file: None,
            part: None,
            scale: 1.0,
            up,
            one_sided: false,
            content,
        };
        (skipped < triangle_count).then_some((mesh, skipped))
    }

    /// The triangles of a triangle mesh or height field, in its own frame; `None` for other shapes and for a mesh whose
    /// file was not read. Triangles of a file whose vertices are collinear are skipped: their neighbors cover them.
    pub fn surface(&self) -> Option<Surface> {
        if let Self::HeightField { heights, cell } = self {
            return Some(height_field_surface(heights, *cell));
        }
        let Self::TriangleMesh { vertices, triangles, file, scale, up, content, .. } = self else { return None };
        if file.is_none() {
            return Some((vertices.clone(), triangles.clone()));
        }
        let triangles = &content.mesh()?.triangles;
        let vertices: Vec<[f64; 3]> = content.placed(*scale, *up).collect();
        let triangles = triangles.iter().filter(|corners| !is_thin(corners.map(|i| vertices[i as usize])));
        let triangles = triangles.copied().collect();
        Some((vertices, triangles))
    }
}

/// Whether three points are collinear to rounding, or equal.
pub(crate) fn is_thin(points: [[f64; 3]; 3]) -> bool {
    let [a, b, c] = points.map(glam::DVec3::from);
    let u = b - a;
    let v = c - a;
    let w = c - b;
    let size = u.abs().max(v.abs()).max_element();
    let longest = u.length().max(v.length()).max(w.length());
    // Scaled, so that products of small sides do not underflow.
    size == 0.0 || !((u / size).cross(v / size).length() > AREA_ROUNDING * (longest / size).powi(2))
}

/// Returns the vertices of a height field, row by row along x, and its triangles, two per cell, counter-clockwise seen
/// from above (+y).
fn height_field_surface(heights: &[Vec<f64>], [dx, dz]: [f64; 2]) -> Surface {
    let columns = heights.first().map_or(0, Vec::len);
    let mut vertices = Vec::new();
    for (row_index, row) in heights.iter().enumerate() {
        let x = row_index as f64 * dx;
        vertices.extend(row.iter().enumerate().map(|(column, y)| [x, *y, column as f64 * dz]));
    }
    let mut triangles = Vec::new();
    for row in 1..heights.len() {
        for column in 1..columns {
            // Vertices of the cell at (x, z) and at (x + dx, z); the next index is the vertex at z + dz.
            let near = ((row - 1) * columns + column - 1) as u32;
            let far = near + columns as u32;
            triangles.extend([[near, far + 1, far], [near, near + 1, far + 1]]);
        }
    }
    (vertices, triangles)
}
