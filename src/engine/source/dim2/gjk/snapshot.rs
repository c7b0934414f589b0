//! Snapshot of the state of the planar GJK as plain data in `f64`, with the stop tests of the next step.

use std::borrow::Borrow;

use super::Gjk;
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::{Cso, Vertex};
use contact_lens_model::snapshot::plane::{self, gjk};
use contact_lens_model::snapshot::{Snapshots, ToF64};

/// Returns a vertex of a pair as plain data.
pub(in crate::dim2) fn vertex<S: Borrow<Shape>>(cso: &Cso<S>, vertex: &Vertex) -> plane::Vertex {
    let &Vertex { w, a, b } = vertex;
    plane::Vertex { w: w.to_f64(), a, b, on_a: cso.point_a(a).to_f64(), on_b: cso.point_b(b).to_f64() }
}

impl<S: Borrow<Shape> + Clone> Gjk<S> {
    /// Returns the stop tests of the next iteration, by running it on a copy; `None` after the end.
    fn stop_tests(&self) -> Option<gjk::StopTests> {
        let mut after = self.clone();
        let _ = after.step();
        if after.iterations == self.iterations {
            return None;
        }
        // The tests compare the gain and the count of the next iteration with the simplex before it.
        let mut tested = self.clone();
        tested.gain = after.gain;
        tested.iterations = after.iterations;
        let is_tolerant = self.options.is_tolerant();
        Some(gjk::StopTests {
            by_rounding: tested.by_rounding(self.d).map(ToF64::to_f64),
            by_tolerance: is_tolerant.then(|| tested.by_tolerance(self.base(), self.d).map(ToF64::to_f64)),
            by_limit: tested.by_limit().map(ToF64::to_f64),
        })
    }
}

impl<S: Borrow<Shape> + Clone> Snapshots for Gjk<S> {
    type Snapshot = gjk::Gjk;

    fn snapshot(&self) -> gjk::Gjk {
        let nearest = self.nearest();
        gjk::Gjk {
            simplex: self.simplex[..self.count].iter().map(|corner| vertex(&self.cso, corner)).collect(),
            nearest: gjk::Nearest { v: nearest.v.to_f64(), weights: nearest.weights.map(ToF64::to_f64) },
            d: self.d.to_f64(),
            w: vertex(&self.cso, &self.w),
            gain: self.gain.to_f64(),
            is_warm_started: self.memory.is_some(),
            iterations: self.iterations,
            search: self.search(),
            margin: self.cso.margin().to_f64(),
            next: self.stop_tests(),
        }
    }
}
