//! The state and the iteration: a swap a step.

use std::ops::ControlFlow;

use super::super::prelude::*;
use super::bounds::{Bounds, BoundsError, Endpoint, check_all};
use super::insertion::Insertion;
use super::pairs::{Pairs, pair};
use super::{Outcome, Pair, Verdict};

/// A swap of two neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// On which axis.
    pub axis: usize,
    /// The end that went down.
    pub mover: Endpoint,
    /// The end that it passed, which went up.
    pub passed: Endpoint,
    /// Where in the list the mover is now; the other is the next.
    pub rank: usize,
    /// What became of the pair.
    pub verdict: Verdict,
}

/// What a step did.
pub type Action = crate::snapshot::sweep_and_prune::Action<Swap>;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Remove,
    Write,
    Sort,
    Insert,
    Done(Outcome),
}

/// Sorted lists of the ends of boxes on `D` axes, and the pairs of boxes that overlap. A frame is handed to it with
/// [`SweepAndPrune::begin`] and then stepped; [`SweepAndPrune::update`] does both.
#[derive(Clone, Debug)]
pub struct SweepAndPrune<const D: usize> {
    /// The boxes of this frame by body; `None` for one that is not there.
    pub boxes: Vec<Option<Bounds<D>>>,
    /// Those of the frame before. Until they are written, the other way round.
    pub former: Vec<Option<Bounds<D>>>,
    /// All ends, a list an axis.
    pub lists: [Vec<Endpoint>; D],
    /// The pairs.
    pub pairs: Pairs,
    /// Pairs that the frame before did not have; in order when the frame is done.
    pub began: Vec<Pair>,
    /// Pairs that only the frame before had; in order when the frame is done.
    pub ended: Vec<Pair>,
    /// Swaps of this frame, by axis: the inversions of the old order.
    pub swaps: [u64; D],
    /// Of them those that were of two mins or of two maxes.
    pub idle: u64,
    /// What this step did.
    pub now: Action,
    phase: Phase,
    /// The axis that is sorted, how far it is, and where the end is that is being put in its place.
    axis: usize,
    sorted: usize,
    at: usize,
    /// Whether there was nothing before this frame.
    first: bool,
    insertion: Insertion<D>,
}

impl<const D: usize> Default for SweepAndPrune<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> SweepAndPrune<D> {
    /// Empty lists.
    pub fn new() -> Self {
        Self {
            boxes: Vec::new(),
            former: Vec::new(),
            lists: std::array::from_fn(|_| Vec::new()),
            pairs: Pairs::default(),
            began: Vec::new(),
            ended: Vec::new(),
            swaps: [0; D],
            idle: 0,
            now: Action::Start,
            phase: Phase::Done(Outcome::PairsUnchanged),
            axis: 0,
            sorted: 0,
            at: 0,
            first: true,
            insertion: Insertion::default(),
        }
    }

    /// Hands over the boxes of a frame, by body; `None` for one that is not there. What follows is steps.
    ///
    /// # Errors
    /// An end that is not a number, or a min above its max, with the body and the axis; the lists are as before.
    pub fn begin(&mut self, boxes: &[Option<Bounds<D>>]) -> Result<(), BoundsError> {
        check_all(boxes)?;
        self.first = self.lists.iter().all(Vec::is_empty);
        // Bodies are known by their numbers: a shorter list lacks the last ones.
        self.former.clear();
        self.former.extend_from_slice(boxes);
        self.former.resize(boxes.len().max(self.boxes.len()), None);
        self.boxes.resize(self.former.len(), None);
        self.began.clear();
        self.ended.clear();
        (self.swaps, self.idle, self.now) = ([0; D], 0, Action::Start);
        (self.axis, self.sorted, self.at) = (0, 0, 0);
        let gone = self.boxes.iter().zip(&self.former).any(|(old, new)| old.is_some() && new.is_none());
        self.phase = if gone { Phase::Remove } else { self.after_removal() };
        Ok(())
    }

    /// A frame in one go.
    ///
    /// # Errors
    /// As of [`SweepAndPrune::begin`].
    pub fn update(&mut self, boxes: &[Option<Bounds<D>>]) -> Result<Outcome, BoundsError> {
        self.begin(boxes)?;
        Ok(self.run())
    }

    /// The axis that is sorted, or `D` when all are.
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// All swaps of this frame.
    pub fn swap_count(&self) -> u64 {
        self.swaps.iter().sum()
    }

    /// How many pairs there were before this frame.
    pub fn former_pairs(&self) -> usize {
        self.pairs.len() + self.ended.len() - self.began.len()
    }

    fn after_removal(&self) -> Phase {
        if self.lists.iter().all(Vec::is_empty) { Phase::Insert } else { Phase::Write }
    }

    /// Takes the ends of bodies that are gone out of the lists, and ends their pairs.
    fn remove(&mut self) -> usize {
        let (old, new) = (&mut self.boxes, &self.former);
        let gone = |body: u32| new[body as usize].is_none();
        self.lists.iter_mut().for_each(|list| list.retain(|end| !gone(end.body())));
        self.pairs.take_out(|[a, b]| gone(a) || gone(b), &mut self.ended);
        let mut count = 0;
        for (old, new) in old.iter_mut().zip(new) {
            count += usize::from(old.is_some() && new.is_none());
            *old = if new.is_none() { None } else { *old };
        }
        count
    }

    /// Writes the new ends of all boxes, before any two are compared: what begins is tested of boxes that are all new.
    fn write(&mut self) {
        std::mem::swap(&mut self.boxes, &mut self.former);
        for (axis, list) in self.lists.iter_mut().enumerate() {
            for end in list {
                if let Some(bounds) = &self.boxes[end.body() as usize] {
                    *end = end.moved(bounds, axis);
                }
            }
        }
    }

    /// The next two neighbors that are out of order change places: insertion sort, axis by axis.
    #[inline]
    fn swap(&mut self) -> Option<Swap> {
        while let Some(list) = self.lists.get_mut(self.axis) {
            while self.sorted < list.len() {
                let at = self.at;
                if at > 0 && list[at].precedes(list[at - 1]) {
                    list.swap(at, at - 1); // @swap
                    self.at = at - 1;
                    let (mover, passed) = (list[at - 1], list[at]);
                    return Some(Swap { axis: self.axis, mover, passed, rank: at - 1, verdict: Verdict::SameKind });
                }
                self.sorted += 1;
                self.at = self.sorted;
            }
            (self.axis, self.sorted, self.at) = (self.axis + 1, 0, 0);
        }
        None
    }

    /// What becomes of a pair by a swap, read off the new boxes and the pairs so far.
    #[inline]
    fn verdict(&self, mover: Endpoint, passed: Endpoint) -> Verdict {
        if mover.is_max() == passed.is_max() {
            return Verdict::SameKind; // @same
        }
        let (a, b) = (mover.body(), passed.body());
        if mover.is_max() {
            return if self.pairs.contains(a, b) { Verdict::Ends } else { Verdict::NoPair };
        }
        let (Some(one), Some(other)) = (&self.boxes[a as usize], &self.boxes[b as usize]) else {
            return Verdict::NoPair;
        };
        match one.apart_on(other) {
            Some(axis) => Verdict::Apart(axis),
            None if self.pairs.contains(a, b) => Verdict::Began,
            None => Verdict::Begins,
        }
    }

    /// Keeps the set of pairs and counts.
    #[inline]
    fn enter(&mut self, swap: &Swap) {
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
            Verdict::SameKind => self.idle += 1,
            Verdict::Apart(_) | Verdict::Began | Verdict::NoPair => {}
        }
        self.swaps[swap.axis] += 1;
    }

    /// Nothing is left to do.
    fn done(&mut self) -> ControlFlow<Outcome> {
        self.began.sort_unstable();
        self.ended.sort_unstable();
        let outcome = match (self.first, self.began.is_empty() && self.ended.is_empty()) {
            (true, _) => Outcome::Built,
            (false, true) => Outcome::PairsUnchanged,
            (false, false) => Outcome::PairsChanged,
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
            _ => return self.prepare(),
        }
        let Some(mut swap) = self.swap() else {
            self.now = Action::Sorted; // @sorted
            if self.insertion.is_due(&self.boxes, &self.former) {
                self.phase = Phase::Insert;
                return ControlFlow::Continue(());
            }
            return self.done();
        };
        swap.verdict = self.verdict(swap.mover, swap.passed); // @verdict
        self.enter(&swap);
        self.now = Action::Swapped(swap);
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

impl<const D: usize> SweepAndPrune<D> {
    /// The steps that are no swaps: bodies go, new ends are written, bodies come.
    fn prepare(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Remove => {
                self.now = Action::Removed(self.remove()); // @remove
                self.phase = self.after_removal();
                ControlFlow::Continue(())
            }
            Phase::Insert => {
                if matches!(self.now, Action::Start | Action::Removed(_)) {
                    std::mem::swap(&mut self.boxes, &mut self.former);
                }
                let came = self.insertion.insert(&mut self.lists, &self.boxes, &self.former); // @insert
                self.insertion.sweep(&self.lists, &self.boxes, &mut self.pairs, &mut self.began); // @sweep
                self.now = Action::Inserted(came);
                self.done()
            }
            _ => {
                self.write(); // @write
                self.now = Action::Written;
                self.phase = Phase::Sort;
                ControlFlow::Continue(())
            }
        }
    }
}
