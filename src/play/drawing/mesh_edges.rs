//! Edges of a mesh for drawing it next to its hull, and the volume that it encloses.

use std::collections::HashMap;

use glam::DVec3;

use crate::picture::Solid;
use crate::scene::model::Shape;

/// Most triangles of a mesh that is drawn: the edges of larger ones would cover everything.
pub const MOST_DRAWN: usize = 20_000;

/// Cosine of 2°: edges between triangles that differ by a smaller angle are not drawn.
const FLAT: f64 = 0.9994;

/// Edges of the mesh that a shape shows, in the body frame; `None` if the shape shows no mesh, or one with more than
/// [`MOST_DRAWN`] triangles.
pub fn drawn(shape: &Shape) -> Option<Solid> {
    let Shape::Mesh { scale, up, show: true, content, .. } = shape else { return None };
    let triangles = &content.mesh()?.triangles;
    if triangles.is_empty() || triangles.len() > MOST_DRAWN {
        return None;
    }
    let vertices: Vec<DVec3> = content.placed(*scale, *up).map(DVec3::from_array).collect();
    let mut sides: HashMap<[u32; 2], Vec<DVec3>> = HashMap::new();
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for k in 0..3 {
            let [from, to] = [corners[k], corners[(k + 1) % 3]];
            sides.entry([from.min(to), from.max(to)]).or_default().push(normal);
        }
    }
    sides.retain(|_, normals| !matches!(normals[..], [one, other] if one.dot(other) > FLAT));
    let mut creases: Vec<[u32; 2]> = sides.into_keys().collect();
    creases.sort_unstable();
    Some(Solid { vertices, creases, ..Solid::default() })
}

/// Volume enclosed by the closed surface of a mesh, cubic meters; `None` for other shapes and for an open surface.
pub fn enclosed(shape: &Shape) -> Option<f64> {
    let Shape::Mesh { scale, content, .. } = shape else { return None };
    Some(content.mesh()?.volume? * scale.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::meshes;
    use crate::scene::model::Up;

    /// A cube with one vertex pushed in, so that its hull is larger.
    const DENTED: &str = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 1 1 1\nv 0 2 2\n\
        f 1 4 3 2\nf 1 2 6 5\nf 1 5 8 4\nf 5 6 7 8\nf 2 3 7 6\nf 3 4 8 7\n";

    #[test]
    fn a_shown_mesh_has_its_edges_and_no_inner_ones() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dented.obj");
        std::fs::write(&file, DENTED).unwrap();
        let scene = meshes::import(&[file], 0.5, Up::Z).unwrap();
        let shape = &scene.bodies[0].shape;
        let solid = drawn(shape).unwrap();
        // Twelve edges of the cube and the diagonals of the three bent faces, except two: three of the new triangles
        // are coplanar, x + z = 2.
        assert_eq!((solid.vertices.len(), solid.creases.len(), solid.faces.len()), (8, 13, 0));
        // Six times the volume, from the triangles whose planes miss the origin: 4 + 4 + 4 + 4 + 8 + 4, at half the
        // size.
        assert!((enclosed(shape).unwrap() - 28.0 / 6.0 / 8.0).abs() < 1e-12, "{:?}", enclosed(shape));
        let mut hidden = shape.clone();
        let Shape::Mesh { show, .. } = &mut hidden else { panic!("{hidden:?}") };
        *show = false;
        assert!(drawn(&hidden).is_none() && enclosed(&hidden).is_some());
    }
}
