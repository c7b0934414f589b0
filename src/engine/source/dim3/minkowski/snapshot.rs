//! Snapshots of the construction of a Minkowski difference as plain data: its state after a step, its result, and the
//! two bodies.

use super::Overlay;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::minkowski::{self, Body, BodyEdge, OverlayResult};

impl Snapshots for Overlay {
    type Snapshot = minkowski::Overlay;

    fn snapshot(&self) -> minkowski::Overlay {
        minkowski::Overlay {
            last_action: self.last_action,
            face_count: self.faces.len(),
            vertex_count: self.corner_count(),
        }
    }
}

impl Overlay {
    /// The faces and vertices that the run has added.
    pub fn overlay_result(&self) -> OverlayResult {
        let pairs = (0..self.corner_count() as u32).map(|corner| self.pair(corner)).collect();
        OverlayResult { faces: self.faces.clone(), pairs }
    }

    /// A, and B reflected in the origin, as plain data.
    pub fn bodies(&self) -> [Body; 2] {
        [0, 1].map(|body| Body {
            faces: self.faces_of(body).collect(),
            edges: self.edges_of(body).map(|(ends, faces)| BodyEdge { ends, faces }).collect(),
        })
    }
}
