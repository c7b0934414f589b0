//! Snapshot of the stepper.

use super::Turning;
use super::pair::Turns;
use crate::snapshot::{Snapshots, turning};

impl<P: Turns> Snapshots for Turning<P> {
    type Snapshot = turning::Turning;

    fn snapshot(&self) -> turning::Turning {
        turning::Turning {
            phase: self.phase,
            ending: self.ending,
            t: self.t,
            asked: self.asked,
            found: self.found,
            bound: self.bound,
            axis: self.axis.map(|axis| (axis, self.curve(&axis))),
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
