//! Shadows of bodies on horizontal ground, with vertical light.

use glam::{DVec2, DVec3};

use super::convex_hull::convex_hull;
use crate::{Solid, Up};

/// Largest number of separate pieces of a body that have shadows of their own.
const MAX_PIECES: usize = 64;

/// Shadows of a body on ground at `height`, meters along `up`: a convex polygon for each connected piece of its
/// surface. A body of very many pieces, and one without faces, has one shadow.
pub fn shadows(solid: &Solid, up: Up, height: f64) -> Vec<Vec<DVec3>> {
    let pieces = pieces(solid);
    if pieces.len() < 2 || pieces.len() > MAX_PIECES {
        return vec![shadow(solid.vertices.iter().copied(), up, height)];
    }
    pieces
        .into_iter()
        .map(|piece| shadow(piece.into_iter().map(|vertex| solid.vertices[vertex as usize]), up, height))
        .collect()
}

/// Shadow of points: vertices of a convex polygon.
fn shadow(points: impl Iterator<Item = DVec3>, up: Up, height: f64) -> Vec<DVec3> {
    let [right, down] = up.level();
    let flat = points.filter(|p| p.is_finite()).map(|p| DVec2::new(p.dot(right), p.dot(down)));
    convex_hull(flat.map(|at| (at, right * at.x + down * at.y + up.direction() * height)).collect())
}

/// Vertices of each connected piece of a body's surface. Faces with a vertex that does not exist are skipped.
fn pieces(solid: &Solid) -> Vec<Vec<u32>> {
    let mut parents: Vec<u32> = (0..solid.vertices.len() as u32).collect();
    let count = solid.vertices.len();
    let faces = solid.faces.iter().filter(|face| face.iter().all(|vertex| (*vertex as usize) < count));
    for face in faces.clone() {
        for pair in face.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|vertex| root(&mut parents, vertex));
            parents[a as usize] = b;
        }
    }
    let mut numbers = vec![None; parents.len()];
    let mut pieces: Vec<Vec<u32>> = Vec::new();
    for vertex in faces.flatten() {
        let number = &mut numbers[root(&mut parents, *vertex) as usize];
        let index = *number.get_or_insert(pieces.len());
        if index == pieces.len() {
            pieces.push(Vec::new());
        }
        pieces[index].push(*vertex);
    }
    pieces
}

/// Root of a vertex in the tree of its piece. Halves the path to the root.
fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        parents[vertex as usize] = parents[parents[vertex as usize] as usize];
        vertex = parents[vertex as usize];
    }
    vertex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_have_two_shadows() {
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Z];
        let vertices = triangle.into_iter().chain(triangle.map(|p| p + DVec3::X * 5.0)).collect();
        let apart = Solid { vertices, faces: vec![vec![0, 1, 2], vec![3, 4, 5]], ..Solid::default() };
        let shadows_apart = shadows(&apart, Up::Y, -1.0);
        assert_eq!(shadows_apart.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert!(shadows_apart.iter().flatten().all(|p| p.y == -1.0));
        let joined = Solid { faces: vec![vec![0, 1, 2], vec![2, 3, 4, 5]], ..apart };
        assert_eq!(shadows(&joined, Up::Y, -1.0).len(), 1);
    }
}
