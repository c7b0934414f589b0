//! Edges of the mesh whose hull is a body, drawn next to the hull, and the volume that the mesh encloses.

use std::collections::HashMap;

use contact_lens_picture::Solid;
use contact_lens_scene::model::Shape;
use glam::DVec3;

/// Cosine of 2°: an edge is not drawn if the normals of its two triangles differ by a smaller angle.
const FLAT_COSINE: f64 = 0.9994;

/// Maximum number of triangles of a mesh that is drawn: the edges of larger ones would cover everything.
pub const MAX_DRAWN_TRIANGLES: usize = 20_000;

/// Edges of the mesh that a shape shows, body frame, meters; `None` if the shape shows no mesh, or one with more than
/// [`MAX_DRAWN_TRIANGLES`] triangles.
pub fn visible_edges(shape: &Shape) -> Option<Solid> {
    let Shape::Mesh { scale, up, show: true, content, .. } = shape else { return None };
    let triangles = &content.mesh()?.triangles;
    if triangles.is_empty() || triangles.len() > MAX_DRAWN_TRIANGLES {
        return None;
    }
    let vertices: Vec<DVec3> = content.placed(*scale, *up).map(DVec3::from_array).collect();
    let mut normals_at_edge: HashMap<[u32; 2], Vec<DVec3>> = HashMap::new();
    for &[i, j, k] in triangles {
        let [a, b, c] = [i, j, k].map(|vertex| vertices[vertex as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for [start, end] in [[i, j], [j, k], [k, i]] {
            normals_at_edge.entry([start.min(end), start.max(end)]).or_default().push(normal);
        }
    }
    // Edges of one triangle, or of three and more, are always drawn.
    normals_at_edge.retain(|_, normals| !matches!(normals[..], [first, second] if first.dot(second) > FLAT_COSINE));
    let mut creases: Vec<[u32; 2]> = normals_at_edge.into_keys().collect();
    creases.sort_unstable();
    Some(Solid { vertices, creases, ..Solid::default() })
}

/// Volume enclosed by the closed surface of a mesh, cubic meters; `None` for other shapes and for an open surface.
pub fn enclosed_volume(shape: &Shape) -> Option<f64> {
    let Shape::Mesh { scale, content, .. } = shape else { return None };
    Some(content.mesh()?.volume? * scale.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_scene::meshes;
    use contact_lens_scene::model::Up;

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
        let solid = visible_edges(shape).unwrap();
        // Twelve edges of the cube and the diagonals of the three bent faces, except two: three of the new triangles
        // are coplanar, x + z = 2.
        assert_eq!((solid.vertices.len(), solid.creases.len(), solid.faces.len()), (8, 13, 0));
        // Six times the volume, from the triangles whose planes miss the origin: 4 + 4 + 4 + 4 + 8 + 4, at half the
        // size.
        assert!((enclosed_volume(shape).unwrap() - 28.0 / 6.0 / 8.0).abs() < 1e-12, "{:?}", enclosed_volume(shape));
        let mut hidden = shape.clone();
        let Shape::Mesh { show, .. } = &mut hidden else { panic!("{hidden:?}") };
        *show = false;
        assert!(visible_edges(&hidden).is_none() && enclosed_volume(&hidden).is_some());
    }
}
