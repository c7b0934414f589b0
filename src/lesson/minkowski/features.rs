//! Features of the bodies A and B (vertices, edges and faces) as lists of their vertices.

use contact_lens_model::snapshot::minkowski::Body;

/// Vertices of a feature of a body; those of a face in the order around the face.
pub(super) fn in_order(body: &Body, corners: &[u32]) -> Vec<u32> {
    if corners.len() <= 2 {
        return corners.to_vec();
    }
    for face in &body.faces {
        if face.len() == corners.len() && corners.iter().all(|corner| face.contains(corner)) {
            return face.clone();
        }
    }
    corners.to_vec()
}

/// Whether two edges have the same ends, in any order.
pub(super) fn is_same_edge(first: [u32; 2], second: [u32; 2]) -> bool {
    first == second || first == [second[1], second[0]]
}
