//! Two boxes, a row of three lines a step: when the shadows overlap on each, computed in the lanes of one register.
//!
//! A box reaches as far one way as the other, so the two ends of a span come from the reaches of both and from how far the centers
//! are apart along the line. Lanes on which nothing moves are left to [`Span::new`].

use super::super::prelude::*;
use super::super::sat::Row;
use super::lines::Lines;
use super::stepper::{Sweep, Tried};
use super::{Motion, Path, Span};

/// The spans of a row, a lane each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans {
    at: [[Real; 4]; 2],
    outer: [[Real; 4]; 2],
    inner: [[Real; 4]; 2],
    /// How fast B moves along the normals of the row, as a share of `|r|`.
    w: [Real; 4],
}

impl Spans {
    /// Of the lines of a row. What is proven to overlap shall do so by more than `spare`.
    #[inline(always)]
    pub(super) fn new(row: &Row, path: &Path, spare: Real) -> Self {
        let spare = Lanes::splat(spare);
        let [x, y, z] = path.along.to_array().map(Lanes::splat);
        let [rounding, drift] = [path.rounding(0.0), path.drift()].map(Lanes::splat);
        let ([a, b], n, zero) = (row.reaches, row.normals, Lanes::splat(0.0));
        let w = n[0] * x + n[1] * y + n[2] * z;
        // Along the way of B, whichever way the normal points.
        let (center, speed) = (w.simd_lt(zero).select(-row.along, row.along), w.abs());
        let (enter, leave) = (-a - (b + center), a - (center - b));
        let (faster, slower) = (speed + drift, speed - drift);
        let soon = |x: Lanes| x / x.simd_gt(zero).select(faster, slower);
        let late = |x: Lanes| x / x.simd_gt(zero).select(slower, faster);
        let arrays = |lanes: [Lanes; 2]| lanes.map(Lanes::to_array);
        Self {
            at: arrays([enter / speed, leave / speed]), // @row-span
            outer: arrays([soon(enter - rounding), late(leave + rounding)]),
            inner: arrays([late(enter + rounding + spare), soon(leave - rounding - spare)]),
            w: w.to_array(),
        }
    }

    /// The span of a line of the row, along its normal.
    #[inline(always)]
    fn of(&self, lane: usize) -> Span {
        let [at, outer, inner] = [self.at, self.outer, self.inner].map(|ends| ends.map(|end| end[lane]));
        Span { at, outer, inner, w: self.w[lane] }
    }
}

impl<L: Lines> Sweep<L> {
    /// Tries the lines of a row in order, until one ends the sweep. `see` is given the state after each, and the line.
    #[inline(always)]
    fn try_lanes(&mut self, row: &Row, mut see: impl FnMut(&Self, &dyn Fn() -> Option<Tried<L::Axis>>)) {
        let spare = self.spare(row.off());
        let spans = Spans::new(row, &self.path, spare); // @row
        for lane in (0..3).filter(|lane| row.is_line(*lane)) {
            let mut span = spans.of(lane);
            if span.w.abs() <= self.path.drift() {
                let [a, b] = row.shadows(lane);
                span = Span::new(a, b, span.w, &self.path, spare);
            }
            let tried = |sweep: &Self| {
                let line = sweep.lines.line_of(row, lane)?;
                Some(Tried { line, span: Span { w: line.normal.dot(sweep.path.along), ..span } })
            };
            let miss = self.take(&span, tried);
            if let Some(miss) = miss {
                self.end(miss);
            }
            see(self, &|| tried(self));
            if miss.is_some() {
                break;
            }
        }
    }

    /// Tries the next row, if the lines are tried by rows.
    #[inline(always)]
    pub(super) fn try_row(&mut self) -> bool {
        let Some(row) = self.lines.next_row() else { return false };
        self.row = Some(row.number());
        self.try_lanes(&row, |_, _| ());
        true
    }

    /// The states of the last step after each of the lines that it tried, if these were a row; in order, and with the line at hand.
    pub(in super::super) fn line_by_line(&self) -> Vec<Self> {
        let (Some(last), mut states) = (self.row, Vec::new()) else { return Vec::new() };
        let motion = Motion { r: self.path.r, placed: self.path.placed };
        let mut again = Self::new(self.lines.clone(), motion, self.options);
        for number in 0..=last {
            states.clear();
            let Some(row) = again.lines.row(number) else { break };
            again.row = Some(number);
            again.try_lanes(&row, |state, tried| states.push(Self { now: tried(), ..state.clone() }));
        }
        states
    }
}
