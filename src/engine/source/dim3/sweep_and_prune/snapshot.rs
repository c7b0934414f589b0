//! Snapshots of sweep and prune as plain data in `f64`: the state of a frame, and its results.

use std::ops::Range;

use glam::DVec3;

use super::pairs::pair;
use super::stepper::{Action, Swap, SweepAndPrune};
use super::{Bounds, Endpoint, Verdict};
use crate::dim3::prelude::*;
use contact_lens_model::snapshot::sweep_and_prune::{self, Corners, End, Frame, FrameResult};
use contact_lens_model::snapshot::{Snapshots, ToF64};

/// Number of endpoints on either side of a swap in the snapshot of a long list.
const ENDPOINTS_AROUND_SWAP: usize = 20;

/// Length up to which the snapshot contains the whole list.
const MAX_WHOLE_LIST: usize = 120;

impl<const D: usize> Snapshots for SweepAndPrune<D> {
    type Snapshot = Frame;

    fn snapshot(&self) -> Frame {
        let swap = if let Action::Swapped(swap) = self.last_action { Some(swap) } else { None };
        Frame {
            last_action: self.last_action.map(Swap::snapshot),
            near: swap.map_or_else(Vec::new, |swap| self.near(&swap)),
            has_ended: swap.is_some_and(|swap| self.has_ended(&swap)),
            ends: self.lists.first().map_or(0, Vec::len),
            pairs: self.pairs.len(),
            began: self.began.len(),
            ended: self.ended.len(),
            swaps: self.swaps.to_vec(),
            same_kind_swaps: self.same_kind_swaps,
        }
    }
}

impl<const D: usize> SweepAndPrune<D> {
    /// Results of the frame, once it is done.
    pub fn frame_result(&self) -> FrameResult {
        FrameResult {
            axes: D,
            boxes: corners(&self.boxes).into(),
            previous_boxes: corners(&self.former).into(),
            pairs: self.pairs.sorted(),
            began: self.began.clone(),
            ended: self.ended.clone(),
            swaps: self.swaps.to_vec(),
        }
    }

    /// Endpoints around a swap, in order, or the whole list if it is short.
    fn near(&self, swap: &Swap) -> Vec<End> {
        let list = &self.lists[swap.axis];
        list[range_around(swap.rank, list.len())].iter().map(|endpoint| plain_end(*endpoint)).collect()
    }

    /// Whether the pair of a swap ended earlier in this frame; only swaps without a pair qualify.
    fn has_ended(&self, swap: &Swap) -> bool {
        swap.verdict == Verdict::NoPair && self.ended.contains(&pair(swap.mover.body(), swap.passed.body()))
    }
}

/// Indices of the endpoints around a swap of the ranks `rank` and `rank + 1` in a list of length `len`.
fn range_around(rank: usize, len: usize) -> Range<usize> {
    let each_side = if len > MAX_WHOLE_LIST { ENDPOINTS_AROUND_SWAP } else { MAX_WHOLE_LIST };
    rank.saturating_sub(each_side)..(rank + each_side + 2).min(len)
}

impl Swap {
    /// The swap as plain data.
    pub fn snapshot(self) -> sweep_and_prune::Swap {
        let Self { axis, mover, passed, verdict, .. } = self;
        sweep_and_prune::Swap { axis, mover: plain_endpoint(mover), passed: plain_endpoint(passed), verdict }
    }
}

/// An endpoint as plain data.
fn plain_endpoint(endpoint: Endpoint) -> sweep_and_prune::Endpoint {
    sweep_and_prune::Endpoint { end: plain_end(endpoint), value: endpoint.value.to_f64() }
}

/// The body of an endpoint, and whether it is the upper one.
fn plain_end(endpoint: Endpoint) -> End {
    End { body: endpoint.body(), is_max: endpoint.is_max() }
}

/// The boxes by their least and greatest vertices.
pub fn corners<const D: usize>(boxes: &[Option<Bounds<D>>]) -> Vec<Option<Corners>> {
    boxes.iter().map(|bounds| bounds.as_ref().map(|bounds| [point(bounds.min), point(bounds.max)])).collect()
}

/// Point with these coordinates; 0 along missing axes.
fn point<const D: usize>(coordinates: [Real; D]) -> DVec3 {
    let mut point = DVec3::ZERO;
    for (axis, x) in coordinates.iter().take(3).enumerate() {
        point[axis] = x.to_f64();
    }
    point
}
