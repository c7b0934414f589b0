//! Snapshot of boolean GJK's state as plain data in `f64`.

use super::{BooleanGjk, Next, SignTest};
use crate::dim3::prelude::*;
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::snapshot::{Snapshots, ToF64, boolean_gjk};

impl ToF64 for SignTest {
    type F64 = boolean_gjk::SignTest;

    fn to_f64(self) -> boolean_gjk::SignTest {
        boolean_gjk::SignTest { product: self.product, slots: self.indices, value: self.value.to_f64() }
    }
}

impl Next {
    /// The kind of the decision, without indices and direction.
    fn decided(self) -> boolean_gjk::Decision {
        match self {
            Self::Search { .. } => boolean_gjk::Decision::Search,
            Self::Inside => boolean_gjk::Decision::Inside,
            Self::NoSign => boolean_gjk::Decision::NoSign,
        }
    }
}

impl<A: Support + Clone, B: Support + Clone> Snapshots for BooleanGjk<A, B> {
    type Snapshot = boolean_gjk::BooleanGjk;

    fn snapshot(&self) -> boolean_gjk::BooleanGjk {
        // All weights are 0 until the simplex is certified.
        let certified = if self.lambda == [0.0; 4] { 0 } else { self.len };
        boolean_gjk::BooleanGjk {
            points: self.points[..self.len].iter().map(Vertex::snapshot).collect(),
            lambda: self.lambda[..certified].iter().map(|lambda| lambda.to_f64()).collect(),
            d: self.d.to_f64(),
            w: self.w.as_ref().map(Vertex::snapshot),
            g: self.g.to_f64(),
            mu: self.mu.to_f64(),
            rounding: self.bound_rounding().to_f64(),
            joined: self.joined[..self.joined_len].iter().map(Vertex::snapshot).collect(),
            sign_tests: self.recorded_tests().iter().map(|test| test.to_f64()).collect(),
            decision: self.next.map(Next::decided),
            uses_nearest_point: self.uses_nearest_point,
            fallback_answer: self.fallback.as_ref().map(|fallback| fallback.run.answer().snapshot(Real::INFINITY)),
            outcome_if_undecided: self.outcome_if_undecided,
            by_axis: self.by_axis().map(ToF64::to_f64),
            by_limit: self.by_limit().map(ToF64::to_f64),
        }
    }
}
