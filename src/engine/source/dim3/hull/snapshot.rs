//! Snapshots of Quickhull and of a finished hull as plain data, and the record of all triangles of a run.

use super::{Hull, Quickhull};
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::hull::{self, Faces, FarthestPoint, HeightTest};

impl Snapshots for Quickhull {
    type Snapshot = hull::Quickhull;

    fn snapshot(&self) -> hull::Quickhull {
        // Without an apex both lists are empty, so any index will do.
        let apex = self.apex.unwrap_or_default();
        let mut beyond: Vec<u32> = self.horizon.iter().map(|edge| edge.beyond.face).collect();
        beyond.sort_unstable();
        beyond.dedup();
        hull::Quickhull {
            dimension: self.dimension(),
            extremes: self.extremes().to_vec(),
            made: self.faces.len() as u32,
            triangles: self.faces.iter().filter(|face| face.alive).count(),
            waiting: self.waiting().map(|face| self.conflicts(face).count()).sum(),
            apex: self.apex,
            start_face: self.start_face,
            visible: self.height_tests(&self.visible, apex),
            horizon: self.horizon.clone(),
            beyond: self.height_tests(&beyond, apex),
            added: self.added as u32,
        }
    }
}

impl Quickhull {
    /// Heights of the apex above these faces.
    fn height_tests(&self, faces: &[u32], apex: u32) -> Vec<HeightTest> {
        faces.iter().map(|&face| HeightTest { face, height: self.height(face, apex) }).collect()
    }

    /// Adds the last step's new triangles to the record of the run, and marks those that it deleted. To be called after
    /// every step.
    pub fn record_in(&self, faces: &mut Faces) {
        let recorded = faces.count();
        if recorded as usize == self.faces.len() {
            return;
        }
        for number in recorded..self.faces.len() as u32 {
            let face = &self.faces[number as usize];
            let has_conflicts = self.conflicts(number).next().is_some();
            let farthest = has_conflicts
                .then(|| FarthestPoint { point: face.farthest, height: self.height(number, face.farthest) });
            faces.push(face.corners, farthest, self.conflicts(number));
        }
        self.visible.iter().for_each(|&face| faces.delete(face));
    }
}

impl Hull {
    /// The hull as plain data; vertices are indices of the points that it was built from.
    pub fn snapshot(&self) -> hull::Hull {
        let faces = self.faces().map(|face| face.iter().map(|&vertex| self.vertices[vertex as usize]).collect());
        hull::Hull { vertices: self.vertices.clone(), edges: self.edges.len(), faces: faces.collect() }
    }
}
