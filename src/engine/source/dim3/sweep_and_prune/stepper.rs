//! Sweep and prune as a stepper: after the steps that remove bodies and write the new endpoints, each step swaps two
//! neighboring endpoints. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow;

use super::bounds::{Bounds, BoundsError, Endpoint, check_all};
use super::insertion::Insertion;
use super::pairs::{Pairs, pair};
use super::{Outcome, Pair, Verdict};
use crate::dim3::prelude::*;

/// A swap of two neighboring endpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// Index of the axis.
    pub axis: usize,
    /// The endpoint that moved down.
    pub mover: Endpoint,
    /// The endpoint that moved up.
    pub passed: Endpoint,
    /// New index of the mover in its list; that of `passed` is the next one.
    pub rank: usize,
    /// Effect of the swap on the pair.
    pub verdict: Verdict,
}

/// Action of a step.
pub type Action = contact_lens_model::snapshot::sweep_and_prune::Action<Swap>;

/// Action of the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Removal of absent bodies.
    Remove,
    /// Writing of the new endpoints into the lists.
    Write,
    /// Swap of two neighbors.
    Sort,
    /// Insertion of new bodies.
    Insert,
    /// The frame is done.
    Done(Outcome),
}

/// State of sweep and prune: sorted lists of the endpoints of boxes on `D` axes, and the pairs of overlapping boxes.
/// [`SweepAndPrune::begin`] starts a frame, which is then stepped; [`SweepAndPrune::update`] does both.
#[derive(Clone, Debug)]
pub struct SweepAndPrune<const D: usize> {
    /// The boxes of this frame, indexed by body; `None` for an absent body.
    pub boxes: Vec<Option<Bounds<D>>>,
    /// The boxes of the previous frame. Until the new endpoints are written, this list contains the new boxes and
    /// [`Self::boxes`] the old ones.
    pub former: Vec<Option<Bounds<D>>>,
    /// All endpoints, one sorted list per axis.
    pub lists: [Vec<Endpoint>; D],
    /// Pairs of boxes that overlap on all axes.
    pub pairs: Pairs,
    /// Pairs that the previous frame did not have; sorted when the frame is done.
    pub began: Vec<Pair>,
    /// Pairs that only the previous frame had; sorted when the frame is done.
    pub ended: Vec<Pair>,
    /// Number of swaps of this frame on each axis, which is the number of inversions of the old order.
    pub swaps: [u64; D],
    /// Number of swaps of this frame between two mins or between two maxes.
    pub same_kind_swaps: u64,
    /// Action of the last step.
    pub last_action: Action,
    /// Action of the next step.
    phase: Phase,
    /// Index of the axis whose list is sorted; `D` when all are sorted.
    axis: usize,
    /// Length of the sorted start of that list.
    sorted_length: usize,
    /// Index in that list of the endpoint that is inserted into the sorted start.
    inserted: usize,
    /// Whether the lists were empty before this frame.
    was_empty: bool,
    /// Buffers for the insertion of new bodies.
    insertion: Insertion<D>,
}

impl<const D: usize> Default for SweepAndPrune<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> SweepAndPrune<D> {
    /// An empty state without boxes.
    pub fn new() -> Self {
        Self {
            boxes: Vec::new(),
            former: Vec::new(),
            lists: std::array::from_fn(|_| Vec::new()),
            pairs: Pairs::default(),
            began: Vec::new(),
            ended: Vec::new(),
            swaps: [0; D],
            same_kind_swaps: 0,
            last_action: Action::Start,
            phase: Phase::Done(Outcome::PairsUnchanged),
            axis: 0,
            sorted_length: 0,
            inserted: 0,
            was_empty: true,
            insertion: Insertion::default(),
        }
    }

    /// Starts a frame with these boxes, indexed by body; `None` for an absent body. The frame is then stepped.
    ///
    /// # Errors
    /// An endpoint that is NaN, or a min above its max, with the body and the axis; more boxes than can be numbered.
    /// The lists do not change.
    pub fn begin(&mut self, boxes: &[Option<Bounds<D>>]) -> Result<(), BoundsError> {
        check_all(boxes)?;
        self.was_empty = self.lists.iter().all(Vec::is_empty);
        // Bodies are identified by their indices, so the last bodies are absent if the new list is shorter.
        self.former.clear();
        self.former.extend_from_slice(boxes);
        self.former.resize(boxes.len().max(self.boxes.len()), None);
        self.boxes.resize(self.former.len(), None);
        self.began.clear();
        self.ended.clear();
        self.swaps = [0; D];
        self.same_kind_swaps = 0;
        self.last_action = Action::Start;
        self.axis = 0;
        self.sorted_length = 0;
        self.inserted = 0;
        let has_absent = self.boxes.iter().zip(&self.former).any(|(old, new)| old.is_some() && new.is_none());
        self.phase = if has_absent { Phase::Remove } else { self.after_removal() };
        Ok(())
    }

    /// Runs a whole frame.
    ///
    /// # Errors
    /// As [`SweepAndPrune::begin`].
    pub fn update(&mut self, boxes: &[Option<Bounds<D>>]) -> Result<Outcome, BoundsError> {
        self.begin(boxes)?;
        Ok(self.run())
    }

    /// Index of the axis whose list is sorted; `D` when all are sorted.
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Number of swaps of this frame on all axes.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }

    /// Number of pairs before this frame.
    pub fn former_pairs(&self) -> usize {
        self.pairs.len() + self.ended.len() - self.began.len()
    }

    /// Phase after the removal of absent bodies.
    fn after_removal(&self) -> Phase {
        if self.lists.iter().all(Vec::is_empty) { Phase::Insert } else { Phase::Write }
    }

    /// Removes the endpoints of absent bodies from the lists, and ends their pairs. Returns the number of bodies.
    fn remove(&mut self) -> usize {
        let old = &mut self.boxes;
        let new = &self.former;
        for list in &mut self.lists {
            list.retain(|end| new[end.body() as usize].is_some());
        }
        self.pairs.remove_if(|pair| pair.iter().any(|body| new[*body as usize].is_none()), &mut self.ended);
        let mut count = 0;
        for (old, new) in old.iter_mut().zip(new) {
            count += usize::from(old.is_some() && new.is_none());
            *old = if new.is_none() { None } else { *old };
        }
        count
    }

    /// Writes the coordinates of the new boxes into all lists, before any comparison.
    fn write(&mut self) {
        std::mem::swap(&mut self.boxes, &mut self.former);
        for (axis, list) in self.lists.iter_mut().enumerate() {
            for end in list {
                if let Some(bounds) = &self.boxes[end.body() as usize] {
                    *end = end.in_box(bounds, axis);
                }
            }
        }
    }

    /// Swaps the next two neighbors that are out of order, by insertion sort, axis by axis. The verdict of the result
    /// is a placeholder. `None` if all axes are sorted.
    #[inline]
    fn swap(&mut self) -> Option<Swap> {
        while let Some(list) = self.lists.get_mut(self.axis) {
            while self.sorted_length < list.len() {
                let i = self.inserted;
                if i > 0 && list[i].precedes(list[i - 1]) {
                    list.swap(i, i - 1); // @swap
                    self.inserted = i - 1;
                    let mover = list[i - 1];
                    let passed = list[i];
                    return Some(Swap { axis: self.axis, mover, passed, rank: i - 1, verdict: Verdict::SameKind });
                }
                self.sorted_length += 1;
                self.inserted = self.sorted_length;
            }
            self.axis += 1;
            self.sorted_length = 0;
            self.inserted = 0;
        }
        None
    }

    /// Effect of a swap on the pair of its bodies, from the new boxes and the current pairs.
    #[inline]
    fn verdict(&self, mover: Endpoint, passed: Endpoint) -> Verdict {
        if mover.is_max() == passed.is_max() {
            return Verdict::SameKind; // @same
        }
        let a = mover.body();
        let b = passed.body();
        if mover.is_max() {
            return if self.pairs.contains(a, b) { Verdict::Ends } else { Verdict::NoPair };
        }
        let Some(box_a) = &self.boxes[a as usize] else { return Verdict::NoPair };
        let Some(box_b) = &self.boxes[b as usize] else { return Verdict::NoPair };
        match box_a.first_separating_axis(box_b) {
            Some(axis) => Verdict::Apart(axis),
            None if self.pairs.contains(a, b) => Verdict::Began,
            None => Verdict::Begins,
        }
    }

    /// Updates the pairs and counts according to a swap.
    #[inline]
    fn apply(&mut self, swap: &Swap) {
        let bodies = pair(swap.mover.body(), swap.passed.body());
        match swap.verdict {
            Verdict::Begins => {
                self.pairs.insert(bodies); // @begin
                self.began.push(bodies);
            }
            Verdict::Ends => {
                self.pairs.remove(bodies); // @end
                self.ended.push(bodies);
            }
            Verdict::SameKind => self.same_kind_swaps += 1,
            Verdict::Apart(_) | Verdict::Began | Verdict::NoPair => {}
        }
        self.swaps[swap.axis] += 1;
    }

    /// Runs the step that removes absent bodies.
    fn step_removal(&mut self) -> ControlFlow<Outcome> {
        self.last_action = Action::Removed(self.remove()); // @remove
        self.phase = self.after_removal();
        ControlFlow::Continue(())
    }

    /// Runs the step that writes the new endpoints.
    fn step_writing(&mut self) -> ControlFlow<Outcome> {
        self.write(); // @write
        self.last_action = Action::Written;
        self.phase = Phase::Sort;
        ControlFlow::Continue(())
    }

    /// Runs the step that inserts new bodies, and ends the frame.
    fn step_insertion(&mut self) -> ControlFlow<Outcome> {
        // Without a step that wrote endpoints, the new boxes are still in `former`.
        if matches!(self.last_action, Action::Start | Action::Removed(_)) {
            std::mem::swap(&mut self.boxes, &mut self.former);
        }
        let inserted = self.insertion.insert(&mut self.lists, &self.boxes, &self.former); // @insert
        self.insertion.sweep(&self.lists, &self.boxes, &mut self.pairs, &mut self.began); // @sweep
        self.last_action = Action::Inserted(inserted);
        self.conclude()
    }

    /// Sorts the changes of the pairs and ends the frame.
    fn conclude(&mut self) -> ControlFlow<Outcome> {
        self.began.sort_unstable();
        self.ended.sort_unstable();
        let outcome = if self.was_empty {
            Outcome::Built
        } else if self.began.is_empty() && self.ended.is_empty() {
            Outcome::PairsUnchanged
        } else {
            Outcome::PairsChanged
        };
        self.phase = Phase::Done(outcome);
        ControlFlow::Break(outcome)
    }
}

impl<const D: usize> Stepper for SweepAndPrune<D> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Sort => {}
            Phase::Done(outcome) => return ControlFlow::Break(outcome),
            Phase::Remove => return self.step_removal(),
            Phase::Write => return self.step_writing(),
            Phase::Insert => return self.step_insertion(),
        }
        let Some(mut swap) = self.swap() else {
            self.last_action = Action::Sorted; // @sorted
            if self.insertion.has_new_bodies(&self.boxes, &self.former) {
                self.phase = Phase::Insert;
                return ControlFlow::Continue(());
            }
            return self.conclude();
        };
        swap.verdict = self.verdict(swap.mover, swap.passed); // @verdict
        self.apply(&swap);
        self.last_action = Action::Swapped(swap);
        ControlFlow::Continue(())
    }

    fn heap_bytes(&self) -> usize {
        let boxes = self.boxes.capacity() + self.former.capacity();
        let ends: usize = self.lists.iter().map(Vec::capacity).sum();
        let pairs = self.began.capacity() + self.ended.capacity();
        boxes * size_of::<Option<Bounds<D>>>()
            + ends * size_of::<Endpoint>()
            + pairs * size_of::<Pair>()
            + self.pairs.heap_bytes()
            + self.insertion.heap_bytes()
    }
}
