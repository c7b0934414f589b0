//! Snapshot of a support mapping and of a vertex of `A − B` as plain data in `f64`.

use super::{Mapping, Support, Vertex};
use crate::dim3::prelude::*;
use contact_lens_model::snapshot::{Snapshots, ToF64, support};

/// Bound of the rounding error of `d·w / |d|`, in `EPS` of the pair's magnitude
/// ([`Cso::magnitude`](super::Cso::magnitude)). Chosen with a margin.
const VALUE_ROUNDING: f64 = 64.0;

impl<A: Support, B: Support> Snapshots for Mapping<A, B> {
    type Snapshot = support::Mapping;

    fn snapshot(&self) -> support::Mapping {
        // Before its step the mapping has no point; the snapshot then contains the one that the step will compute.
        let w = self.w.unwrap_or_else(|| self.cso.support(self.d));
        support::Mapping {
            d: self.d.to_f64(),
            w: w.snapshot(),
            value: self.value.to_f64(),
            rounding: VALUE_ROUNDING * (EPS * self.cso.magnitude()).to_f64(),
        }
    }
}

impl Vertex {
    /// The vertex as plain data.
    pub fn snapshot(&self) -> support::Vertex {
        support::Vertex {
            w: self.w.to_f64(),
            a: self.a.to_f64(),
            b: self.b.to_f64(),
            features: self.features().map(|feature| feature.0),
        }
    }
}
