//! Snapshot of the query of a body against a half-space as plain data.

use super::{HalfSpaceBody, HalfSpaceRun};
use contact_lens_model::snapshot::{Snapshots, half_space};

impl<S: HalfSpaceBody> Snapshots for HalfSpaceRun<S> {
    type Snapshot = half_space::HalfSpaceRun;

    fn snapshot(&self) -> half_space::HalfSpaceRun {
        half_space::HalfSpaceRun {
            query: self.query,
            phase: self.phase,
            half_space_is_a: self.half_space_is_a,
            n: self.n,
            origin: self.half_space_pose.position,
            offset: self.half_space.offset,
            ball: f64::from(self.body.margin()),
            deepest: self.deepest,
            gap: self.gap,
            foot: self.foot,
            closing: self.closing,
            moment: self.moment,
            corners: self.corners.clone(),
            outcome: self.outcome,
            apart: self.apart(),
            inside: self.inside(),
            touches: self.touches(),
            leaves: self.leaves(),
            late: self.late(),
            beyond: self.beyond(),
        }
    }
}
