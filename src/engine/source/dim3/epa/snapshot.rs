//! Snapshot of EPA's state: plain data in `f64`, for display.

use super::{Epa, Outcome, Polytope, Silhouette};
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::ask::Horizon;
use contact_lens_model::snapshot::{Snapshots, ToF64, epa};

impl<A: Support, B: Support> Snapshots for Epa<A, B> {
    type Snapshot = epa::Epa;

    fn snapshot(&self) -> epa::Epa {
        let polytope = &self.buffers.polytope;
        let queue = self.queued_faces();
        let compared = self.iteration.w.and(self.iteration.closest).map(|closest| epa::Compared {
            plane: self.by_plane().map(ToF64::to_f64),
            gap: self.by_gap(closest.distance).map(ToF64::to_f64),
            limit: self.by_limit().map(ToF64::to_f64),
        });
        let next = queue.first().map(|face| polytope.faces[*face as usize]);
        epa::Epa {
            iterations: self.iterations,
            from_tetrahedron: self.simplex.iter().all(Option::is_some),
            vertices: polytope.vertices.iter().map(Vertex::snapshot).collect(),
            faces: faces(polytope),
            next_gap: next.map(|face| self.by_gap(face.distance).map(ToF64::to_f64)),
            queue,
            closest: self.iteration.closest.map(|closest| closest.face),
            w: self.iteration.w.as_ref().map(Vertex::snapshot),
            added: self.iteration.added.clone(),
            grown: self.iteration.grown,
            silhouette: silhouette(&self.buffers.silhouette, self.options.horizon),
            lower: self.lower.to_f64(),
            upper: self.upper.to_f64(),
            epsilon: self.epsilon().to_f64(),
            best: self.best.map(|best| best.normal.to_f64()),
            margin: self.cso.margin().to_f64(),
            compared,
            answer: self.answer(self.outcome.unwrap_or(Outcome::Converged)).snapshot(self.tolerance()),
        }
    }
}

impl<A, B> Epa<A, B> {
    /// Indices of the faces that wait in the queue, without deleted ones, in the order of their distance.
    fn queued_faces(&self) -> Vec<u32> {
        let faces = &self.buffers.polytope.faces;
        let mut entries: Vec<_> = self.buffers.queue.iter().filter(|e| !faces[e.face as usize].deleted).collect();
        entries.sort_by(|a, b| b.cmp(a));
        entries.into_iter().map(|entry| entry.face).collect()
    }
}

/// The faces of the polytope as plain data, in order of creation.
fn faces(polytope: &Polytope) -> Vec<epa::Face> {
    let faces = polytope.live_faces().map(|(id, face)| epa::Face {
        id,
        vertices: face.corner,
        normal: face.normal.to_f64(),
        distance: face.distance.to_f64(),
    });
    faces.collect()
}

/// The silhouette as plain data.
fn silhouette(silhouette: &Silhouette, horizon: Horizon) -> epa::Silhouette {
    epa::Silhouette {
        visible: silhouette.visible.clone(),
        horizon: silhouette.horizon.iter().map(|edge| edge.from).collect(),
        sorted: horizon == Horizon::AngleSorted,
        ring: silhouette.ring.corners.clone(),
        center: silhouette.ring.center.map(ToF64::to_f64),
        broken: silhouette.ring.broken,
    }
}
