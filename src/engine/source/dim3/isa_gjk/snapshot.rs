//! Snapshot of ISA-GJK's state as plain data in `f64`.

use super::IsaGjk;
use crate::dim3::prelude::*;
use crate::dim3::simplex::subset::members;
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::snapshot::{Snapshots, ToF64, isa_gjk};

impl<A: Support + Clone, B: Support + Clone> Snapshots for IsaGjk<A, B> {
    type Snapshot = isa_gjk::IsaGjk;

    fn snapshot(&self) -> isa_gjk::IsaGjk {
        let fallback_answer = self.fallback.as_ref().map(|fallback| fallback.run.answer().snapshot(Real::INFINITY));
        isa_gjk::IsaGjk {
            simplex: members(self.filled).map(|i| self.simplex[i].snapshot()).collect(),
            lambda: members(self.filled).map(|i| self.lambda[i].to_f64()).collect(),
            v: self.v.to_f64(),
            d: self.d.to_f64(),
            w: self.w.as_ref().map(Vertex::snapshot),
            joined: self.newest.is_some(),
            g: self.g.to_f64(),
            mu: self.mu.to_f64(),
            margin: self.cso.margin().to_f64(),
            rounding: self.bound_rounding().to_f64(),
            k: self.k,
            warm: self.options.start.is_some(),
            fallback_answer,
            outcome_if_undecided: self.outcome_if_undecided,
            by_axis: self.by_axis().map(ToF64::to_f64),
            by_inside: self.by_inside().map(ToF64::to_f64),
            by_vanishing: self.by_vanishing().map(ToF64::to_f64),
            by_margins: self.by_margins().map(ToF64::to_f64),
            by_limit: self.by_limit().map(ToF64::to_f64),
        }
    }
}
