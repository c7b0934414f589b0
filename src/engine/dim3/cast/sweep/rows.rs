//! Sweep of two boxes, a row of three axes per step: the times of overlap on each, one axis per SIMD lane.
//!
//! A box is symmetric, so both ends of a span follow from the extents of both boxes and the offset of their centers
//! along the axis. Lanes without motion along the axis use [`Span::new`].

use super::super::prelude::*;
use super::super::sat::Row;
use super::axis_source::AxisSource;
use super::stepper::{Sweep, TestedAxis};
use super::{Motion, Path, Span};

/// Spans of a row, one per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans {
    at: [[Real; 4]; 2],
    outer: [[Real; 4]; 2],
    inner: [[Real; 4]; 2],
    /// Velocity of B along the normals of the row, in units of `|r|`.
    w: [Real; 4],
}

/// Quotient of each lane; the divisor depends on the lane's sign.
#[inline(always)]
fn divided(x: Lanes, if_positive: Lanes, otherwise: Lanes) -> Lanes {
    x / x.simd_gt(Lanes::splat(0.0)).select(if_positive, otherwise)
}

#[inline(always)]
fn to_arrays(ends: [Lanes; 2]) -> [[Real; 4]; 2] {
    ends.map(Lanes::to_array)
}

impl Spans {
    /// Spans of the axes of a row. `inner` requires an overlap by more than `spare`.
    #[inline(always)]
    pub(super) fn new(row: &Row, path: &Path, spare: Real) -> Self {
        let spare = Lanes::splat(spare);
        let [x, y, z] = path.along.to_array().map(Lanes::splat);
        let [rounding, drift] = [path.rounding(0.0), path.drift()].map(Lanes::splat);
        let [a, b] = row.reaches;
        let n = row.normals;
        let zero = Lanes::splat(0.0);
        let w = n[0] * x + n[1] * y + n[2] * z;
        // Each normal is flipped to the direction in which B moves.
        let center = w.simd_lt(zero).select(-row.along, row.along);
        let speed = w.abs();
        let enter = -a - (b + center);
        let leave = a - (center - b);
        let faster = speed + drift;
        let slower = speed - drift;
        Self {
            at: to_arrays([enter / speed, leave / speed]), // @row-span
            outer: to_arrays([divided(enter - rounding, faster, slower), divided(leave + rounding, slower, faster)]),
            inner: to_arrays([
                divided(enter + rounding + spare, slower, faster),
                divided(leave - rounding - spare, faster, slower),
            ]),
            w: w.to_array(),
        }
    }

    /// Span of one axis of the row.
    #[inline(always)]
    fn of(&self, lane: usize) -> Span {
        let [at, outer, inner] = [self.at, self.outer, self.inner].map(|ends| ends.map(|end| end[lane]));
        Span { at, outer, inner, w: self.w[lane] }
    }
}

impl<L: AxisSource> Sweep<L> {
    /// Axis of a lane with its span; `None` for parallel edges.
    fn tested_axis(&self, row: &Row, lane: usize, span: &Span) -> Option<TestedAxis<L::Axis>> {
        let projected = self.axes.axis_of_row(row, lane)?;
        Some(TestedAxis { projected, span: Span { w: projected.normal.dot(self.path.along), ..*span } })
    }

    /// Tests the axes of a row in order, until one ends the sweep. `observe` receives the state after each, and its
    /// axis.
    #[inline(always)]
    fn test_lanes(&mut self, row: &Row, mut observe: impl FnMut(&Self, &dyn Fn() -> Option<TestedAxis<L::Axis>>)) {
        let spare = self.spare(row.off());
        let spans = Spans::new(row, &self.path, spare); // @row
        for lane in (0..3).filter(|lane| row.is_line(*lane)) {
            let mut span = spans.of(lane);
            if span.w.abs() <= self.path.drift() {
                let [a, b] = row.shadows(lane);
                span = Span::new(a, b, span.w, &self.path, spare);
            }
            let miss = self.take(&span, |sweep| sweep.tested_axis(row, lane, &span));
            if let Some(miss) = miss {
                self.end(miss);
            }
            observe(self, &|| self.tested_axis(row, lane, &span));
            if miss.is_some() {
                break;
            }
        }
    }

    /// Tests the next row. Returns false if there is none.
    #[inline(always)]
    pub(super) fn test_row(&mut self) -> bool {
        let Some(row) = self.axes.next_row() else { return false };
        self.row = Some(row.number());
        self.test_lanes(&row, |_, _| ());
        true
    }

    /// States of the last step after each axis of its row, each with that axis as [`Sweep::now`]; empty if the step
    /// tested no row.
    pub(in super::super) fn axis_by_axis(&self) -> Vec<Self> {
        let Some(last) = self.row else { return Vec::new() };
        let mut states = Vec::new();
        let motion = Motion { r: self.path.r, precision: self.path.precision };
        let mut again = Self::new(self.axes.clone(), motion, self.options);
        for number in 0..=last {
            states.clear();
            let Some(row) = again.axes.row(number) else { break };
            again.row = Some(number);
            again.test_lanes(&row, |state, tested| states.push(Self { now: tested(), ..state.clone() }));
        }
        states
    }
}
