//! Warm start: EPA starts from the polytope of the previous frame (`[ACD11]`, last section) instead of a tetrahedron.
//!
//! - **Method.** A vertex of the polytope that comes from a vertex of A and a vertex of B moves with the bodies and
//!   stays a point of `A − B`. The polytope with its vertices moved is therefore still a closed mesh in `A − B`. It is
//!   used if the origin is behind the plane of every face.
//! - **Certificate.** Such a mesh winds around the origin, so the least distance of its planes is a lower bound of the
//!   depth, even if the mesh is no longer convex. The next expansions make it convex again.

use super::buffers::Buffers;
use super::polytope::Polytope;
use super::queue::Entry;
use super::stepper::{Epa, Options};
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support, Vertex};
use contact_lens_model::snapshot::epa::Outcome;

/// Largest number of vertices of a polytope that is reused: a larger one takes longer than a new start. Also the size
/// of the index tables in [`Polytope::compact`].
const MAX_VERTICES: usize = 48;

impl Polytope {
    /// Removes the deleted faces, and the vertices that no other face uses. Faces and vertices keep their order; only
    /// their indices change. The polytope must have at most [`MAX_VERTICES`] vertices.
    fn compact(&mut self) {
        if self.faces.iter().all(|face| !face.deleted) {
            return;
        }
        self.remove_deleted_faces();
        self.remove_unused_vertices();
    }

    /// Removes the deleted faces, and converts the links of the other faces to their new indices.
    fn remove_deleted_faces(&mut self) {
        // `mark` is the new index of a face until all links are converted.
        for (index, face) in (0..).zip(self.faces.iter_mut().filter(|face| !face.deleted)) {
            face.mark = index;
        }
        for i in 0..self.faces.len() {
            if !self.faces[i].deleted {
                self.faces[i].across = self.faces[i].across.map(|other| self.faces[other as usize].mark);
            }
        }
        self.faces.retain(|face| !face.deleted);
        for face in &mut self.faces {
            face.mark = 0;
        }
    }

    /// Removes the vertices that no face uses, and converts the vertex indices of the faces.
    fn remove_unused_vertices(&mut self) {
        let mut is_used = [false; MAX_VERTICES];
        for face in &self.faces {
            for corner in face.corner {
                is_used[corner as usize] = true;
            }
        }
        let mut new_index = [0; MAX_VERTICES];
        let mut used_count = 0;
        for old_index in (0..self.vertices.len()).filter(|&index| is_used[index]) {
            self.vertices[used_count] = self.vertices[old_index];
            new_index[old_index] = used_count as u32;
            used_count += 1;
        }
        self.vertices.truncate(used_count);
        for face in &mut self.faces {
            face.corner = face.corner.map(|corner| new_index[corner as usize]);
        }
    }
}

/// The vertex `last` of the CSO, computed again at the current poses from the features of A and B that it comes from.
/// `None` if a feature is a curved surface, over which the support point slides.
#[inline(always)]
pub fn recomputed_vertex<A: Support, B: Support>(cso: &Cso<A, B>, last: &Vertex) -> Option<Vertex> {
    let a = cso.a.local_geometry()?.vertex(last.feature_a)?;
    let b = cso.from_b(cso.b.local_geometry()?.vertex(last.feature_b)?);
    Some(Vertex { w: a - b, a, b, ..*last })
}

impl<A: Support, B: Support> Epa<A, B> {
    /// State that starts from the polytope in `buffers`, left there by the previous frame of the same pair. Takes the
    /// buffers, unless it returns `None`: if the polytope is missing or has too many vertices, if a vertex is on a
    /// curved surface, or if the origin is not behind all faces.
    pub fn warm_started(cso: Cso<A, B>, options: Options, buffers: &mut Option<Box<Buffers>>) -> Option<Self> {
        let mut previous = buffers.take()?;
        let mut polytope = std::mem::take(&mut previous.polytope);
        // `new` clears the buffers, so the polytope is taken out of them before.
        let mut epa = Self::new(cso, [None; 4], options, previous);
        polytope.bounding_radius = epa.bounding_radius();
        polytope.scale = epa.buffers.polytope.scale;
        let is_moved = epa.outcome.is_none() && epa.move_vertices(&mut polytope);
        epa.buffers.polytope = polytope;
        epa.iterations = 1;
        let is_usable = is_moved && (epa.end_if_converged() || epa.queue_moved_faces());
        if !is_usable {
            *buffers = Some(epa.buffers);
            return None;
        }
        Some(epa)
    }

    /// Moves the vertices of `polytope` to the bodies' current poses. Returns false if there are more than
    /// [`MAX_VERTICES`] vertices, or if one is on a curved surface.
    fn move_vertices(&self, polytope: &mut Polytope) -> bool {
        if polytope.vertices.len() > MAX_VERTICES {
            return false;
        }
        for vertex in &mut polytope.vertices {
            let Some(moved) = recomputed_vertex(&self.cso, vertex) else { return false };
            *vertex = moved;
        }
        true
    }

    /// Ends the run as converged if the plane of the nearest face still supports the CSO, to within the tolerance.
    /// Returns whether the run has ended. The planes are compared by their squared distances from the origin, which
    /// need no square roots.
    fn end_if_converged(&mut self) -> bool {
        let polytope = &self.buffers.polytope;
        let mut least_square = Real::INFINITY;
        let mut nearest = None;
        for (index, face) in polytope.live_faces() {
            let square = polytope.square_distance(face.corner);
            if !(square > 0.0) {
                return false;
            }
            if square < least_square {
                least_square = square;
                nearest = Some(index);
            }
        }
        let Some(index) = nearest else { return false };
        let plane = polytope.plane(polytope.triangle(polytope.faces[index as usize].corner));
        let distance = plane.distance.min(least_square.sqrt());
        self.probe(plane.normal);
        let is_behind = plane.distance > plane.rounding;
        let is_narrow = self.upper - distance <= self.epsilon();
        if !(is_behind && is_narrow) {
            return false;
        }
        self.iteration.closest = Some(Entry { distance, face: index });
        self.lower = distance.min(self.upper);
        self.outcome = Some(Outcome::Converged);
        true
    }

    /// Queues the faces of the moved polytope if the origin is behind each of them. Returns whether they are queued.
    fn queue_moved_faces(&mut self) -> bool {
        let polytope = &mut self.buffers.polytope;
        polytope.compact();
        for i in 0..polytope.faces.len() {
            let plane = polytope.plane(polytope.triangle(polytope.faces[i].corner));
            // Beyond rounding, because the normal of a triangle without height always has the origin behind it.
            if !(plane.distance > plane.rounding) {
                return false;
            }
            let face = &mut polytope.faces[i];
            face.normal = plane.normal;
            face.distance = plane.distance;
            face.rounding = plane.rounding;
        }
        let nearest = polytope.faces.iter().min_by(|f, g| f.distance.total_cmp(&g.distance));
        let Some(normal) = nearest.map(|face| face.normal) else { return false };
        self.probe(normal);
        for face in 0..self.buffers.polytope.faces.len() as u32 {
            self.queue_face(face);
        }
        true
    }
}
