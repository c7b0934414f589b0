//! Where EPA works.

use super::polytope::Polytope;
use super::queue::{Entry, Queue};
use super::silhouette::Silhouette;

/// Everything that EPA writes. Kept between queries, so that nothing is allocated once it is warm.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// The expanding polytope.
    pub polytope: Polytope,
    /// Faces that wait to be expanded.
    pub queue: Queue,
    /// Visible faces and their horizon in the last expansion.
    pub silhouette: Silhouette,
}

impl Buffers {
    /// What they take on the heap, bytes; scratch that is small beside the polytope is left out.
    pub fn bytes(&self) -> usize {
        let polytope = size_of_val(&*self.polytope.vertices) + size_of_val(&*self.polytope.faces);
        size_of::<Self>() + polytope + self.queue.iter().len() * size_of::<Entry>()
    }
}
