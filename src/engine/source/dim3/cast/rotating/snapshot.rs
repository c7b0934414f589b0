//! Snapshot of a cast with rotation as plain data.

use super::RotatingCast;
use super::pair::RotatingPair;
use contact_lens_model::snapshot::{Snapshots, rotating};

impl<P: RotatingPair> Snapshots for RotatingCast<P> {
    type Snapshot = rotating::RotatingCast;

    fn snapshot(&self) -> rotating::RotatingCast {
        rotating::RotatingCast {
            phase: self.phase,
            ending: self.ending,
            t: self.t,
            query_time: self.queried_at,
            last_query: self.distance,
            bound: self.bound,
            axis: self.axis.map(|axis| rotating::AxisGap { axis, curve: self.gap_curve(&axis) }),
            upper: self.upper,
            samples: self.samples.clone(),
            gap: self.gap,
            t_max: self.options.t_max,
            radii: self.pair.radii(),
            by_gap: self.by_gap(),
            by_bound: self.by_bound(),
            by_end: self.by_end(),
            by_limit: self.by_limit(),
            by_overlap: self.by_overlap(),
        }
    }
}
