//! Snapshots of frustum culling as plain data in `f64`: the state after each step, and the planes and bodies, which
//! stay the same during a run.

use std::borrow::Borrow;

use super::{Body, Cull, Exact, Frustum, HalfSpace, PlaneTest, Record, Side, Sum};
use contact_lens_model::snapshot::{Snapshots, ToF64, frustum};

impl<B: Borrow<[Body]>, L: Borrow<[Option<Side>]>> Snapshots for Cull<B, L> {
    type Snapshot = frustum::Cull;

    fn snapshot(&self) -> frustum::Cull {
        frustum::Cull {
            next: self.next,
            last_result: self
                .record
                .map(|record| plain_step(&self.frustum, &self.bodies.borrow()[record.body], &record)),
            planes: self.plane_tests,
            counts: self.counts,
            false_positives: self.false_positives,
        }
    }
}

impl<B: Borrow<[Body]>, L> Cull<B, L> {
    /// The data that stays the same during the run.
    pub fn problem(&self) -> frustum::Problem {
        let bodies = self.bodies.borrow().iter().map(|body| frustum::Body {
            center: body.center().to_f64(),
            radius: if let Body::Ball { radius, .. } = body { Some(radius.to_f64()) } else { None },
        });
        frustum::Problem { planes: self.frustum.snapshot(), bodies: bodies.collect() }
    }
}

impl Frustum {
    /// The planes as plain data, in order.
    pub fn snapshot(&self) -> [Option<frustum::HalfSpace>; 6] {
        Side::ALL.map(|side| self.plane(side).map(|plane| half_space(&plane)))
    }
}

impl Record {
    /// The record as plain data.
    pub fn snapshot(&self) -> frustum::Record {
        frustum::Record {
            body: self.body,
            tests: self.tests.map(|test| test.map(|test| plane_test(&test))),
            class: self.class,
            cached: self.cached,
            exact: self.exact.map(|exact| exact.map(sum)),
        }
    }
}

/// Result of a step, with the extreme points of its body along the normals of the planes that were tested.
fn plain_step(planes: &Frustum, body: &Body, record: &Record) -> frustum::BodyResult {
    let mut extremes = [None; 6];
    for test in record.tested() {
        let points = planes.plane(test.side).map(|plane| body.extremes(plane.normal));
        extremes[test.side.index()] = points.map(|points| points.map(|point| point.to_f64()));
    }
    let sum_position = match record.exact {
        Some(Exact::Outside(sum)) => {
            let [_, nearest] = body.extremes(sum.plane.normal);
            let half_width = body.project(sum.plane.normal).half_width;
            Some(frustum::SumPosition { nearest: nearest.to_f64(), half_width: half_width.to_f64() })
        }
        None | Some(Exact::ByPlane | Exact::Crossing | Exact::Inside | Exact::Unknown) => None,
    };
    frustum::BodyResult { record: record.snapshot(), extremes, sum_position }
}

/// A half-space as plain data.
fn half_space(plane: &HalfSpace) -> frustum::HalfSpace {
    frustum::HalfSpace { normal: plane.normal.to_f64(), offset: plane.offset.to_f64() }
}

/// A test as plain data, with its comparisons.
fn plane_test(test: &PlaneTest) -> frustum::PlaneTest {
    frustum::PlaneTest {
        side: test.side,
        d: test.d.to_f64(),
        r: test.r.to_f64(),
        rounding: test.rounding.to_f64(),
        rejects: test.rejects().map(ToF64::to_f64),
        contains: test.contains().map(ToF64::to_f64),
        class: test.class,
    }
}

/// A sum of planes as plain data.
fn sum(sum: Sum) -> frustum::Sum {
    frustum::Sum {
        parallel: sum.parallel,
        sides: sum.sides,
        weights: sum.weights.map(|weight| weight.to_f64()),
        plane: half_space(&sum.plane),
        gap: sum.gap.to_f64(),
    }
}
