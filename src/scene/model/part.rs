//! Bodies that are made of parts: which shapes are, what is inside of them, and what triangles there are.

use super::{Content, Shape, Up};

/// Triangles by the numbers of their corners.
pub type Surface = (Vec<[f64; 3]>, Vec<[u32; 3]>);

impl Shape {
    /// Whether it is made of many parts: then most questions about convex shapes are none for it.
    pub fn is_of_parts(&self) -> bool {
        matches!(self, Self::Compound { .. } | Self::TriangleMesh { .. } | Self::HeightField { .. })
    }

    /// The shapes directly inside of it, each with the field that holds it: `shape`, `parts[2].shape`.
    pub fn inner(&self) -> Vec<(String, &Self)> {
        match self {
            Self::Affine { shape, .. } | Self::Inflate { shape, .. } => vec![(String::from("shape"), &**shape)],
            Self::Compound { parts } => {
                parts.iter().enumerate().map(|(i, part)| (format!("parts[{i}].shape"), &part.shape)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn inner_mut(&mut self) -> Vec<(String, &mut Self)> {
        match self {
            Self::Affine { shape, .. } | Self::Inflate { shape, .. } => vec![(String::from("shape"), &mut **shape)],
            Self::Compound { parts } => {
                parts.iter_mut().enumerate().map(|(i, part)| (format!("parts[{i}].shape"), &mut part.shape)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Triangles in lists of their own, met from both sides, and how many were left out because they have no area. `None` where all were.
    pub fn triangle_mesh(vertices: Vec<[f64; 3]>, mut triangles: Vec<[u32; 3]>) -> Option<(Self, usize)> {
        let all = triangles.len();
        triangles.retain(|corners| !is_thin(corners.map(|i| vertices[i as usize])));
        let up = Up::default();
        let content = Content::default();
        let left_out = all - triangles.len();
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
        (left_out < all).then_some((mesh, left_out))
    }

    /// The triangles of a triangle mesh or a height field, in its own frame; `None` of anything else, and of a mesh whose file
    /// was not read. Triangles of a file whose corners lie on one line are left out: they belong to their neighbors.
    pub fn surface(&self) -> Option<Surface> {
        match self {
            Self::TriangleMesh { file: None, vertices, triangles, .. } => Some((vertices.clone(), triangles.clone())),
            Self::TriangleMesh { scale, up, content, .. } => {
                let triangles = &content.mesh()?.triangles;
                let vertices: Vec<[f64; 3]> = content.placed(*scale, *up).collect();
                let wide = |corners: &&[u32; 3]| !is_thin(corners.map(|i| vertices[i as usize]));
                let triangles = triangles.iter().filter(wide).copied().collect();
                Some((vertices, triangles))
            }
            Self::HeightField { heights, cell } => Some(field(heights, *cell)),
            _ => None,
        }
    }
}

/// Whether three points lie on one line, within rounding.
pub(in crate::scene) fn is_thin([a, b, c]: [[f64; 3]; 3]) -> bool {
    let between = |p: [f64; 3], q: [f64; 3]| glam::DVec3::from(q) - glam::DVec3::from(p);
    let u = between(a, b);
    let v = between(a, c);
    let w = between(b, c);
    let size = u.abs().max(v.abs()).max_element();
    let longest = u.length().max(v.length()).max(w.length());
    // Scaled, so that products of small sides are no zeros.
    size == 0.0 || !((u / size).cross(v / size).length() > 8.0 * f64::EPSILON * (longest / size).powi(2))
}

/// The triangles of a height field: two a cell, with their fronts above.
fn field(heights: &[Vec<f64>], [dx, dz]: [f64; 2]) -> Surface {
    let columns = heights.first().map_or(0, Vec::len);
    let at = |(i, row): (usize, &Vec<f64>)| {
        let x = i as f64 * dx;
        row.iter().enumerate().map(move |(j, y)| [x, *y, j as f64 * dz]).collect::<Vec<_>>()
    };
    let vertices = heights.iter().enumerate().flat_map(at).collect();
    let number = |i: usize, j: usize| (i * columns + j) as u32;
    let cells = (1..heights.len()).flat_map(|i| (1..columns).map(move |j| (i - 1, j - 1)));
    let triangles = cells.flat_map(|(i, j)| {
        let here = number(i, j);
        let across = number(i + 1, j + 1);
        [[here, across, number(i + 1, j)], [here, number(i, j + 1), across]]
    });
    (vertices, triangles.collect())
}
