//! Snapshot of the state of Jarvis's march as plain data in `f64`, and the constants of a run.

use std::sync::Arc;

use super::Jarvis;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::hull::plane::{self, March};

impl Snapshots for Jarvis {
    type Snapshot = plane::Jarvis;

    fn snapshot(&self) -> plane::Jarvis {
        let point = self.next_point();
        plane::Jarvis {
            corners: self.corners.len(),
            corner: self.corner(),
            best: self.best,
            next: self.next,
            point,
            test: self.best.zip(point).map(|(q, p)| self.compare(q, p)),
            left: self.remaining(),
        }
    }
}

impl Jarvis {
    /// Returns the constants of a run; to be called on its final state.
    pub fn march(&self) -> March {
        let cloud = Arc::clone(&self.cloud);
        March {
            corners: self.corners.clone(),
            turns: Box::new(move |[c, q], below| {
                // A state whose newest vertex is `c`, which is all that the comparisons read.
                let state = Self { corners: vec![c], best: Some(q), next: below, cloud: Arc::clone(&cloud) };
                let compared = (0..below).filter(|&p| state.is_distinct_from_corner(p));
                compared.map(|p| (p, state.compare(q, p).turn.left)).collect()
            }),
        }
    }
}
