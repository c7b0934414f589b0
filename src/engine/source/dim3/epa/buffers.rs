//! EPA's reusable memory.

use super::polytope::Polytope;
use super::queue::{Entry, Queue};
use super::silhouette::Silhouette;

/// All memory that EPA writes. If it is reused between queries, later queries allocate only when they need more.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// The polytope that EPA expands.
    pub polytope: Polytope,
    /// Faces that wait to be expanded.
    pub queue: Queue,
    /// Visible faces and their horizon in the last expansion.
    pub silhouette: Silhouette,
}

impl Buffers {
    /// Size of the buffers, bytes, without the silhouette's lists, which are small compared with the polytope.
    pub fn bytes(&self) -> usize {
        let polytope = size_of_val(&*self.polytope.vertices) + size_of_val(&*self.polytope.faces);
        size_of::<Self>() + polytope + self.queue.iter().len() * size_of::<Entry>()
    }
}
