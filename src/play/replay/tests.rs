//! Frames in any order, within a memory budget, each played once where the budget suffices.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use contact_lens_model::snapshot::{Snapshot, Snapshots};
use contact_lens_model::step::Stepper;

use super::method::{LessonResult, RecordAndMemory, States};
use super::*;

const FRAMES: usize = 400;

/// Frames that pass on a sum over all previous ones, in a large memory.
#[derive(Default)]
struct Sums {
    passed: AtomicUsize,
    recorded: AtomicUsize,
}

const ROOM: usize = 50;

fn nothing() -> QueryError {
    QueryError::new("", "has no lesson")
}

fn next(frame: usize, memory: &[u64]) -> Vec<u64> {
    let mut next = memory.to_vec();
    next.resize(ROOM, 1);
    next[frame % ROOM] = next.iter().fold(0, |sum: u64, x| sum.wrapping_add(*x)).wrapping_mul(frame as u64 + 3);
    next
}

/// A run that ends at once.
#[derive(Clone)]
struct Still;

impl Stepper for Still {
    type Outcome = ();

    fn step(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Snapshot for Still {
    type Outcome = ();
}

impl Snapshots for Still {
    type Snapshot = Self;

    fn snapshot(&self) -> Self {
        Self
    }
}

impl Method for Sums {
    type Run = Still;
    type Observed = ();
    type Memory = Vec<u64>;
    type Record = usize;

    fn start(&self, _: usize, _: &Vec<u64>) -> Result<Still, QueryError> {
        Ok(Still)
    }

    fn verdict(&self, _: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Err(nothing())
    }

    fn lesson(&self, _: Ended<'_, Self>, _: States<Self>, _: Verdict) -> LessonResult {
        Err(nothing())
    }

    fn bytes(memory: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + memory.capacity() * size_of::<u64>()
    }

    fn next_memory(&self, frame: usize, from: &Vec<u64>) -> Result<Vec<u64>, QueryError> {
        self.passed.fetch_add(1, Relaxed);
        Ok(next(frame, from))
    }

    fn record(&self, frame: usize, from: &Vec<u64>) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        self.recorded.fetch_add(1, Relaxed);
        Ok(Some((frame, next(frame, from))))
    }
}

fn played() -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    (1..FRAMES).for_each(|frame| all.push(next(frame - 1, &all[frame - 1])));
    all
}

#[test]
fn memories_of_a_long_run_keep_within_the_budget_and_are_what_they_were() {
    let all = played();
    let one = Sums::bytes(&vec![0; ROOM]);
    let run = Replay::with_memories(Sums::default(), FRAMES, true, Checkpoints::new(Vec::new(), 20 * one, Sums::bytes));
    let orders: [Vec<usize>; 4] = [
        vec![0, 399, 1, 200, 13],
        (0..FRAMES).collect(),
        (0..FRAMES).rev().collect(),
        (0..FRAMES).map(|frame| frame * 211 % FRAMES).collect(),
    ];
    for frame in orders.into_iter().flatten() {
        assert_eq!(run.memory(frame).as_ref(), Ok(&all[frame]), "frame {frame}");
        let held = run.memories.lock().unwrap().stored().iter().map(|memory| Sums::bytes(memory)).sum::<usize>();
        assert!(held <= 23 * one, "{held} bytes after frame {frame}");
    }
}

#[test]
fn frames_are_compared_when_somebody_asks_and_each_is_played_once_for_it() {
    let run = Replay::new(Sums::default(), FRAMES, true);
    let played = |run: &Replay<Sums>| (run.method().passed.load(Relaxed), run.method().recorded.load(Relaxed));
    assert_eq!(run.lesson(0).err(), Some(nothing()));
    assert_eq!(played(&run), (0, 0), "nothing is played for frame 0");
    assert_eq!(run.lesson(5).err(), Some(nothing()));
    assert_eq!(played(&run), (5, 0));
    assert_eq!(run.compare(), Ok(()));
    assert_eq!(run.compare(), Ok(()));
    assert_eq!(played(&run), (5, FRAMES), "what a frame hands on is found out by the way");
    assert_eq!(run.records().map(|records| records.of_frames.len()), Ok(FRAMES));
    assert_eq!(run.memory(FRAMES - 1).as_ref(), played_last().as_ref());
    assert_eq!(played(&run), (5, FRAMES));
}

fn played_last() -> Result<Vec<u64>, QueryError> {
    played().pop().ok_or_else(nothing)
}
