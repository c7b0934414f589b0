//! Snapshots of the construction of a Minkowski difference as plain data, and of the two bodies, which stay the same.

use super::Overlay;
use crate::snapshot::Snapshots;
use crate::snapshot::minkowski::{self, Body, BodyEdge, Made};

impl Snapshots for Overlay {
    type Snapshot = minkowski::Overlay;

    fn snapshot(&self) -> minkowski::Overlay {
        minkowski::Overlay { now: self.now, faces: self.faces.len(), vertices: self.corner_count() }
    }
}

impl Overlay {
    /// The faces and vertices made in the run.
    pub fn made(&self) -> Made {
        let pairs = (0..self.corner_count() as u32).map(|corner| self.pair(corner)).collect();
        Made { faces: self.faces.clone(), pairs }
    }

    /// A, and B reflected in the origin, as plain data.
    pub fn bodies(&self) -> [Body; 2] {
        [0, 1].map(|body| Body {
            faces: self.faces_of(body).collect(),
            edges: self.edges_of(body).map(|(ends, faces)| BodyEdge { ends, faces }).collect(),
        })
    }
}
