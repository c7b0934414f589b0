//! Starts EPA from the previous frame's polytope (`[ACD11]`, last section).
//!
//! Vertices of the polytope that come from vertices of A and B move with the bodies and stay points of `A − B`. So the
//! previous frame's polytope with its vertices moved is still a closed mesh whose vertices are points of `A − B`. If
//! the plane of every face still has the origin behind it, the mesh winds around the origin, and the least distance of
//! the planes bounds the depth from below, even if the mesh is no longer convex: the next expansions repair that.

use super::super::prelude::*;
use super::super::support::{Cso, Support, Vertex};
use super::buffers::Buffers;
use super::polytope::Polytope;
use super::queue::Entry;
use super::stepper::{Epa, Options};
use crate::snapshot::epa::Outcome;

/// Largest number of vertices of a polytope that is reused: with more, a new one is cheaper. It also bounds the index
/// tables of [`Polytope::compact`].
const MAX_VERTICES: usize = 48;

impl Polytope {
    /// Removes the deleted faces, and the vertices that no face uses. The other faces and vertices change only their
    /// indices. The polytope may have at most [`MAX_VERTICES`] vertices.
    fn compact(&mut self) {
        if self.faces.iter().all(|face| !face.deleted) {
            return;
        }
        // `mark` holds the new index of a face until all links are converted.
        for (index, face) in (0..).zip(self.faces.iter_mut().filter(|face| !face.deleted)) {
            face.mark = index;
        }
        for i in 0..self.faces.len() {
            if !self.faces[i].deleted {
                self.faces[i].across = self.faces[i].across.map(|other| self.faces[other as usize].mark);
            }
        }
        self.faces.retain(|face| !face.deleted);
        let mut is_used = [false; MAX_VERTICES];
        for face in &mut self.faces {
            face.mark = 0;
            face.corner.iter().for_each(|&corner| is_used[corner as usize] = true);
        }
        let mut new_index = [0; MAX_VERTICES];
        let mut kept = 0;
        for corner in (0..self.vertices.len()).filter(|&corner| is_used[corner]) {
            self.vertices[kept] = self.vertices[corner];
            new_index[corner] = kept as u32;
            kept += 1;
        }
        self.vertices.truncate(kept);
        self.faces.iter_mut().for_each(|face| face.corner = face.corner.map(|corner| new_index[corner as usize]));
    }
}

/// Vertex of the CSO with the features of `last`, at the current poses; `None` if a feature is a curved surface, over
/// which the support point slides.
#[inline(always)]
pub fn recomputed_vertex<A: Support, B: Support>(cso: &Cso<A, B>, last: &Vertex) -> Option<Vertex> {
    let a = cso.a.local_geometry()?.vertex(last.feature_a)?;
    let b = cso.from_b(cso.b.local_geometry()?.vertex(last.feature_b)?);
    Some(Vertex { w: a - b, a, b, ..*last })
}

impl<A: Support, B: Support> Epa<A, B> {
    /// Starts from the polytope in `buffers`, which the previous frame of the same pair left there. Returns `None` and
    /// puts the buffers back if that polytope cannot be used: it is missing or too large, a vertex is on a curved
    /// surface, or the origin is outside.
    pub fn warm_started(cso: Cso<A, B>, options: Options, buffers: &mut Option<Box<Buffers>>) -> Option<Self> {
        let mut kept = buffers.take()?;
        let mut polytope = std::mem::take(&mut kept.polytope);
        let mut epa = Self::new(cso, [None; 4], options, kept);
        polytope.bounding_radius = epa.bounding_radius();
        polytope.scale = epa.buffers.polytope.scale;
        let is_moved = epa.outcome.is_none() && epa.move_vertices(&mut polytope);
        epa.buffers.polytope = polytope;
        epa.iterations = 1;
        if !(is_moved && (epa.has_converged() || epa.queue_moved_faces())) {
            *buffers = Some(epa.buffers);
            return None;
        }
        Some(epa)
    }

    /// Moves the vertices to the bodies' current poses. Returns false if there are more than [`MAX_VERTICES`] vertices,
    /// or one is on a curved surface.
    fn move_vertices(&self, polytope: &mut Polytope) -> bool {
        let is_small = polytope.vertices.len() <= MAX_VERTICES;
        is_small
            && polytope.vertices.iter_mut().all(|corner| {
                let moved = recomputed_vertex(&self.cso, corner);
                moved.inspect(|moved| *corner = *moved).is_some()
            })
    }

    /// Ends the run as converged if the plane of the nearest face still supports the CSO, to within the tolerance;
    /// returns whether it does. The planes are compared by their squared distances from the origin, without square
    /// roots.
    fn has_converged(&mut self) -> bool {
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
        if !(plane.distance > plane.rounding && self.upper - distance <= self.epsilon()) {
            return false;
        }
        self.iteration.closest = Some(Entry { distance, face: index });
        self.lower = distance.min(self.upper);
        self.outcome = Some(Outcome::Converged);
        true
    }

    /// Queues the faces of the moved polytope, if each of them has the origin behind it; returns whether it does.
    fn queue_moved_faces(&mut self) -> bool {
        let polytope = &mut self.buffers.polytope;
        polytope.compact();
        for i in 0..polytope.faces.len() {
            let plane = polytope.plane(polytope.triangle(polytope.faces[i].corner));
            // Beyond rounding: the plane of a sliver without height is a guess that always faces away from the origin.
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
