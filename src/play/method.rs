//! What one algorithm adds: how a frame starts from what the one before has handed on, what an ended run hands on itself, what
//! it has found, and how it is told. All else is the driver's.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Prepared, QueryError};
use crate::lesson::{Lesson, Recording, Strip, Tape, Verdict, recording};
use crate::scene::model::{Query, Scene};
use crate::snapshot::Snapshots;
use crate::step::Stepper;
use crate::watch;

/// The states of a method's run, as plain data.
pub(super) type States<M> = Box<dyn Recording<<<M as Method>::Run as Snapshots>::Snapshot>>;

/// How a frame went, and what it hands on.
pub(super) type Recorded<M> = (<M as Method>::Record, <M as Method>::Memory);

/// A lesson, or the field at fault.
pub(super) type LessonResult = Result<Box<dyn Lesson>, QueryError>;

/// A lesson, and what its frame hands on where that is known.
pub(super) type Passed<M> = (Arc<dyn Lesson>, Option<<M as Method>::Memory>);

/// One kind of query, opened.
pub(super) trait Method: Sized + Send + Sync + 'static {
    /// The algorithm.
    type Run: Snapshots + Clone + Send + Sync + 'static;
    /// What is gathered of the states of a frame, in order, beside those that a tape keeps.
    type Seen: Default;
    /// What a frame hands to the next: a direction, a feature, nothing.
    type Memory: Clone + Default + Send + Sync;
    /// What the lesson tells of every frame, with and without memory.
    type Record: Send + Sync;

    /// Whether an answer is made of what is seen of the states, so that they are seen where no lesson is made as well.
    const SEES_ALL: bool = false;
    /// Whether sentences of a lesson tell of all frames, so that these are compared before it is made.
    const TELLS_ALL: bool = false;
    /// Whether frames are compared where nothing is handed on.
    const ALWAYS_COMPARES: bool = false;
    /// What the memories of a run may take together, bytes.
    const BUDGET: usize = 40 << 20;

    /// So many frames are run in search of the first in which there is something to see; with 0 all begins with frame 0.
    const MOST_SEARCHED: usize = 0;

    /// Before the first step of a frame.
    fn start(&self, frame: usize, from: &Self::Memory) -> Result<Self::Run, QueryError>;

    /// Looks at the state after a step of a frame that began with `start`.
    fn see(&self, _seen: &mut Self::Seen, _start: &Self::Run, _state: &Self::Run) {}

    /// Why a run that has come so far after so many steps is too long for a lesson; none as long as it is not.
    fn excess(&self, _state: &Self::Run, _steps: usize) -> Option<QueryError> {
        None
    }

    /// The answer.
    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError>;

    /// The answer as a program gets it, by the engine's own call, in a scene that is asked as it is written; none in others, and
    /// where a run to the end gives the same.
    fn written(&self, _frame: usize) -> Result<Option<Verdict>, QueryError> {
        Ok(None)
    }

    /// The question of a frame, ready to be asked again and again, cold, as a program asks it. A method without a call of its own
    /// is run to its end.
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let from = Self::Memory::default();
        self.start(frame, &from)?;
        Ok(Box::new(move || {
            if let Ok(mut run) = self.start(frame, &from) {
                run.run_with(watch::tick);
                black_box(&run);
            }
        }))
    }

    /// The frame step by step.
    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult;

    /// The frame as another method shows it, where there is nothing for this one to do.
    fn instead(
        &self,
        _frame: usize,
        _from: &Self::Memory,
        _records: &[Self::Record],
    ) -> Result<Option<Arc<dyn Lesson>>, QueryError> {
        Ok(None)
    }

    /// What a memory takes, bytes.
    fn bytes(_memory: &Self::Memory) -> usize {
        size_of::<Self::Memory>()
    }

    /// What an ended run hands on; none where it does not tell.
    fn hand_on(&self, _ended: &Ended<'_, Self>) -> Result<Option<Self::Memory>, QueryError> {
        Ok(None)
    }

    /// What a frame hands on that nobody looks at.
    fn pass(&self, frame: usize, from: &Self::Memory) -> Result<Self::Memory, QueryError> {
        self.hand_on(&Ended::of(self, frame, from)?).map(Option::unwrap_or_default)
    }

    /// Whether there is something to see in the frame that has handed this on.
    fn is_worth_seeing(&self, _handed: &Self::Memory) -> bool {
        true
    }

    /// How a frame went, and what it hands on; `None` where frames are never compared.
    fn record(&self, _frame: usize, _from: &Self::Memory) -> Result<Option<Recorded<Self>>, QueryError> {
        Ok(None)
    }

    /// How the first frames went, as the lesson of one of them shows it.
    fn strip(&self, _records: &[Self::Record], _frame: usize) -> Option<Strip> {
        None
    }

    /// The end of a frame alone, drawn as the last step of its lesson, where that is quicker.
    fn end_of(&self, _frame: usize, _from: &Self::Memory) -> Result<Option<Passed<Self>>, QueryError> {
        Ok(None)
    }

    /// Another question that does the same up to some frame; how many frames it has, and up to which they start from the same.
    fn reopened(&self, _scene: &Scene, _query: &Query) -> Option<(Self, usize, usize)> {
        None
    }
}

/// A frame that was run to its end.
pub(super) struct Ended<'a, M: Method> {
    /// Which frame.
    pub frame: usize,
    /// What it started from.
    pub from: &'a M::Memory,
    /// The state at the end.
    pub run: Arc<M::Run>,
    /// How it ended.
    pub outcome: <M::Run as Stepper>::Outcome,
    /// After how many steps.
    pub steps: usize,
    /// What was gathered of the states.
    pub seen: M::Seen,
    /// How the first frames went, where the sentences of this one tell of them; else none.
    pub records: &'a [M::Record],
}

impl<'a, M: Method> Ended<'a, M> {
    /// Runs a frame that nobody looks at.
    pub fn of(method: &M, frame: usize, from: &'a M::Memory) -> Result<Self, QueryError> {
        let mut run = method.start(frame, from)?;
        let start = M::SEES_ALL.then(|| run.clone());
        let mut seen = M::Seen::default();
        let mut steps = 0;
        loop {
            watch::tick();
            let flow = run.step();
            steps += 1;
            if let Some(start) = &start {
                method.see(&mut seen, start, &run);
            }
            if let ControlFlow::Break(outcome) = flow {
                return Ok(Self { frame, from, run: Arc::new(run), outcome, steps, seen, records: &[] });
            }
        }
    }
}

/// Runs a frame and records it. With `remembers` it is told what the frame hands on.
pub(super) fn lesson<M: Method>(
    method: &M,
    frame: usize,
    from: &M::Memory,
    records: &[M::Record],
    remembers: bool,
) -> Result<Passed<M>, QueryError> {
    if let Some(lesson) = method.instead(frame, from, records)? {
        return Ok((lesson, None));
    }
    let start = method.start(frame, from)?;
    let first = start.clone();
    let mut seen = M::Seen::default();
    let mut steps = 0;
    let recorded = Tape::try_record(start, |state| {
        steps += 1;
        method.see(&mut seen, &first, state);
        method.excess(state, steps).map_or(Ok(()), Err)
    });
    let tape = match recorded {
        Ok(tape) => tape,
        Err(error) => {
            // How long it is, is known at its end.
            let ended = Ended::of(method, frame, from)?;
            return Err(method.excess(&ended.run, ended.steps).unwrap_or(error));
        }
    };
    let run = tape.end();
    let outcome = *tape.outcome();
    let ended = Ended { frame, from, run, outcome, steps: tape.steps(), seen, records };
    let verdict = method.verdict(&ended)?;
    let handed = if remembers { method.hand_on(&ended)? } else { None };
    let lesson = method.lesson(ended, recording(tape), verdict)?;
    Ok((Arc::from(lesson), handed))
}
