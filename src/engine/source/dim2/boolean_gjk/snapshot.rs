//! Snapshot of the state of the planar boolean GJK as plain data in `f64`.

use std::borrow::Borrow;

use super::{BooleanGjk, Next, SimplexVertex};
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use contact_lens_model::snapshot::{Snapshots, ToF64, boolean_gjk, support};

impl ToF64 for SimplexVertex {
    type F64 = support::Vertex;

    fn to_f64(self) -> support::Vertex {
        support::Vertex { w: self.w.to_f64(), a: self.a.to_f64(), b: self.b.to_f64(), features: self.ids }
    }
}

impl Next {
    /// Returns the decision as plain data, without the vertices and the direction.
    fn decided(self) -> boolean_gjk::Decision {
        match self {
            Self::Search { .. } => boolean_gjk::Decision::Search,
            Self::Inside => boolean_gjk::Decision::Inside,
            Self::NoSign => boolean_gjk::Decision::NoSign,
        }
    }
}

impl<S: Borrow<Shape> + Clone> Snapshots for BooleanGjk<S> {
    type Snapshot = boolean_gjk::BooleanGjk;

    fn snapshot(&self) -> boolean_gjk::BooleanGjk {
        // All weights are 0 until the origin or the nearest point is found in the simplex.
        let weight_count = if self.lambda == [0.0; 3] { 0 } else { self.len };
        boolean_gjk::BooleanGjk {
            points: self.points[..self.len].iter().map(|w| w.to_f64()).collect(),
            lambda: self.lambda[..weight_count].iter().map(|lambda| lambda.to_f64()).collect(),
            d: self.d.to_f64(),
            w: self.w.map(ToF64::to_f64),
            g: self.g.to_f64(),
            mu: self.mu.to_f64(),
            rounding: self.bound_rounding().to_f64(),
            joined: self.joined[..self.joined_len].iter().map(|w| w.to_f64()).collect(),
            sign_tests: self.recorded_tests().iter().map(|test| test.to_f64()).collect(),
            decision: self.next.map(Next::decided),
            uses_nearest_point: self.uses_nearest_point,
            fallback_answer: self
                .fallback
                .as_ref()
                .map(|fallback| fallback.answer().in_space().snapshot(Real::INFINITY)),
            outcome_if_undecided: self.outcome_if_undecided,
            by_axis: self.by_axis().map(ToF64::to_f64),
            by_limit: self.by_limit().map(ToF64::to_f64),
        }
    }
}
