//! Sweep of two boxes, three axes per step: the overlap intervals of an [`AxisTriple`] (A's face normals, B's, or the
//! cross products of one edge direction of A with all of B), one axis per SIMD lane.
//!
//! A box is symmetric, so both ends of an overlap interval follow from the half widths of both projections and the
//! offset of the boxes' centers along the axis. Lanes without motion along their axis use [`OverlapInterval::new`]. A
//! comment `// @name` marks the line of `listing.txt` that the statement implements.

use super::axis_source::AxisSource;
use super::stepper::{Sweep, TestedAxis};
use super::{OverlapInterval, Path};
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::sat::AxisTriple;

/// Overlap intervals of the axes of a triple, one per lane; lane 3 is unused. The fields are those of
/// [`OverlapInterval`]; the first index is the end of the interval, the second one the lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct OverlapIntervals {
    nominal: [[Real; 4]; 2],
    outer: [[Real; 4]; 2],
    inner: [[Real; 4]; 2],
    w: [Real; 4],
}

/// Lower bound of `gap / w` in each lane over all `w` between `slower` and `faster`, both positive: the divisor of a
/// positive gap is the larger one.
#[inline(always)]
fn earliest(gap: Lanes, slower: Lanes, faster: Lanes) -> Lanes {
    gap / gap.simd_gt(Lanes::splat(0.0)).select(faster, slower)
}

/// Upper bound of `gap / w` in each lane over all `w` between `slower` and `faster`, both positive.
#[inline(always)]
fn latest(gap: Lanes, slower: Lanes, faster: Lanes) -> Lanes {
    gap / gap.simd_gt(Lanes::splat(0.0)).select(slower, faster)
}

/// Both ends of an interval in each lane, as numbers.
#[inline(always)]
fn to_arrays(ends: [Lanes; 2]) -> [[Real; 4]; 2] {
    ends.map(Lanes::to_array)
}

impl OverlapIntervals {
    /// Overlap intervals of the axes of a triple. `inner` requires an overlap by more than `gap_error`. Lanes whose
    /// `|w|` is at most the drift ([`Path::drift`]) are invalid.
    #[inline(always)]
    pub(super) fn new(triple: &AxisTriple, path: &Path, gap_error: Real) -> Self {
        let gap_error = Lanes::splat(gap_error);
        let [x, y, z] = path.along.to_array().map(Lanes::splat);
        let [rounding, drift] = [path.rounding(0.0), path.drift()].map(Lanes::splat);
        // Half widths of the projections of A and of B.
        let [a, b] = triple.half_widths;
        let n = triple.normals;
        let zero = Lanes::splat(0.0);
        let w = n[0] * x + n[1] * y + n[2] * z;
        // Each normal is flipped to the direction in which B moves.
        let center = w.simd_lt(zero).select(-triple.center_of_b, triple.center_of_b);
        let speed = w.abs();
        let enter = -a - (b + center);
        let leave = a - (center - b);
        let faster = speed + drift;
        let slower = speed - drift;
        Self {
            nominal: to_arrays([enter / speed, leave / speed]), // @row-span
            outer: to_arrays([earliest(enter - rounding, slower, faster), latest(leave + rounding, slower, faster)]),
            inner: to_arrays([
                latest(enter + rounding + gap_error, slower, faster),
                earliest(leave - rounding - gap_error, slower, faster),
            ]),
            w: w.to_array(),
        }
    }

    /// Overlap interval of the axis in this lane.
    #[inline(always)]
    fn in_lane(&self, lane: usize) -> OverlapInterval {
        let [nominal, outer, inner] = [self.nominal, self.outer, self.inner].map(|ends| ends.map(|end| end[lane]));
        OverlapInterval { nominal, outer, inner, w: self.w[lane] }
    }
}

impl<L: AxisSource> Sweep<L> {
    /// Axis in a lane of a triple, from A to B, with its overlap interval; `None` for parallel edges, which span no
    /// axis.
    fn tested_axis(&self, triple: &AxisTriple, lane: usize, overlap: &OverlapInterval) -> Option<TestedAxis<L::Axis>> {
        let projected = self.axes.axis_of_triple(triple, lane)?;
        Some(TestedAxis {
            projected,
            overlap: OverlapInterval { w: projected.normal.dot(self.path.along), ..*overlap },
        })
    }

    /// Tests the axes of a triple in the order of their lanes, until one ends the sweep. After each axis `observe`
    /// receives the state, the axis's lane and its overlap interval.
    #[inline(always)]
    fn test_triple(&mut self, triple: &AxisTriple, mut observe: impl FnMut(&Self, usize, &OverlapInterval)) {
        let gap_error = self.gap_error(triple.angle_error());
        let intervals = OverlapIntervals::new(triple, &self.path, gap_error); // @row
        for lane in (0..3).filter(|lane| triple.has_axis(*lane)) {
            let mut overlap = intervals.in_lane(lane);
            if overlap.w.abs() <= self.path.drift() {
                let [a, b] = triple.projections(lane);
                overlap = OverlapInterval::new(a, b, overlap.w, &self.path, gap_error);
            }
            let miss = self.intersect(&overlap, |sweep| sweep.tested_axis(triple, lane, &overlap));
            if let Some(miss) = miss {
                self.end(miss);
            }
            observe(self, lane, &overlap);
            if miss.is_some() {
                break;
            }
        }
    }

    /// Tests the next three axes of two boxes. Returns false if there are none, or the bodies are not two boxes.
    #[inline(always)]
    pub(super) fn test_next_triple(&mut self) -> bool {
        let Some(triple) = self.axes.next_triple() else { return false };
        self.triple = Some(triple.number());
        self.test_triple(&triple, |_, _, _| ());
        true
    }

    /// States of the last step after each axis of its triple, each with that axis as [`Sweep::now`]; empty if the step
    /// tested no triple. The sweep is run again from its start.
    pub(in crate::dim3::cast) fn axis_by_axis(&self) -> Vec<Self> {
        let Some(last) = self.triple else { return Vec::new() };
        let mut states = Vec::new();
        let mut rerun = Self::on_path(self.path, self.axes.clone(), self.options);
        for number in 0..=last {
            states.clear();
            let Some(triple) = rerun.axes.triple(number) else { break };
            rerun.triple = Some(number);
            rerun.test_triple(&triple, |state, lane, overlap| {
                let now = state.tested_axis(&triple, lane, overlap);
                states.push(Self { now, ..state.clone() });
            });
        }
        states
    }
}
