//! Snapshot of the state of the planar distance solver as plain data in `f64`.

use std::borrow::Borrow;

use super::Distance;
use crate::dim2::shape::Shape;
use contact_lens_model::snapshot::plane::distance;
use contact_lens_model::snapshot::{Snapshots, ToF64};

impl<S: Borrow<Shape> + Clone> Snapshots for Distance<S> {
    type Snapshot = distance::Distance;

    fn snapshot(&self) -> distance::Distance {
        let answer = self.answer();
        distance::Distance {
            phase: self.phase,
            gjk: self.gjk.snapshot(),
            gjk_outcome: self.gjk_outcome,
            epa: self.epa.as_ref().map(Snapshots::snapshot),
            epa_outcome: self.epa_outcome,
            margins: [&self.gjk.cso.a, &self.gjk.cso.b].map(|shape| shape.borrow().margin().to_f64()),
            answer: answer.in_space().snapshot(self.tolerance(&answer)),
            margins_overlap: self.margins_overlap().map(ToF64::to_f64),
        }
    }
}
