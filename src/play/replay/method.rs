//! The trait that each algorithm implements so that its queries can be answered and recorded: the state before the
//! first step of a frame, the memory that the frame passes on, its verdict and its lesson. [`Replay`](super::Replay)
//! does the rest.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use contact_lens_lesson::{FrameStrip, Lesson, Recording, Tape, Verdict, recording};
use contact_lens_long_run::watch;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::step::Stepper;
use contact_lens_scene::model::{Query, Scene};

use crate::{Prepared, QueryError};

/// Recorded states of a method's run, as plain data.
pub type States<M> = Box<dyn Recording<<<M as Method>::Run as Snapshots>::Snapshot>>;

/// Record of a frame and the memory that it passes on.
pub type RecordAndMemory<M> = (<M as Method>::Record, <M as Method>::Memory);

/// A lesson, or an error that names the invalid field.
pub type LessonResult = Result<Box<dyn Lesson>, QueryError>;

/// A lesson and the memory that its frame passes on; `None` where the memory is unknown.
pub type LessonAndMemory<M> = (Arc<dyn Lesson>, Option<<M as Method>::Memory>);

/// One kind of query, opened for all frames.
pub trait Method: Sized + Send + Sync + 'static {
    /// The stepper of the algorithm.
    type Run: Snapshots + Clone + Send + Sync + 'static;
    /// Data that is gathered from the states of a frame in order, in addition to the recorded tape.
    type Observed: Default;
    /// Data that a frame passes to the next for its warm start, such as a direction or a feature; `()` for a method
    /// without memory.
    type Memory: Clone + Default + Send + Sync;
    /// Comparison data of one frame, run with and without memory.
    type Record: Send + Sync;

    /// Whether a verdict uses [`Method::Observed`]. If so, states are observed also where no lesson is recorded.
    const OBSERVES_WITHOUT_LESSON: bool = false;
    /// Whether sentences of a lesson describe all frames. If so, frames are compared before the lesson is made.
    const DESCRIBES_ALL_FRAMES: bool = false;
    /// Whether frames are compared even if they pass on no memory.
    const ALWAYS_COMPARES: bool = false;
    /// Limit of the total size of the frame memories of a run, bytes.
    const MEMORY_LIMIT: usize = 40 << 20;

    /// Number of frames searched for the first that is worth seeing ([`Method::is_worth_seeing`]); with 0 the frame
    /// shown by default is frame 0.
    const MAX_SEARCHED_FRAMES: usize = 0;

    /// Returns the state before the first step of a frame.
    fn start(&self, frame: usize, from: &Self::Memory) -> Result<Self::Run, QueryError>;

    /// Observes the state after a step of a frame that began with `start`.
    fn observe(&self, _observed: &mut Self::Observed, _start: &Self::Run, _state: &Self::Run) {}

    /// Error of a run whose `state` after `steps` is too long for a lesson; `None` while it is short enough.
    fn lesson_limit_error(&self, _state: &Self::Run, _steps: usize) -> Option<QueryError> {
        None
    }

    /// Verdict of a frame that has ended.
    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError>;

    /// Verdict of the engine's production call, in a scene that is used as written; `None` in other scenes, and where a
    /// run to the end gives the same result.
    fn production_verdict(&self, _frame: usize) -> Result<Option<Verdict>, QueryError> {
        Ok(None)
    }

    /// The query of a frame as a closure for timing, cold, by the engine's production call. A method without such a
    /// call runs its stepper to the end.
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

    /// Lesson of a frame, step by step.
    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult;

    /// Lesson of another method for a frame in which this method takes no step; `None` for other frames.
    fn replacement(
        &self,
        _frame: usize,
        _from: &Self::Memory,
        _records: &[Self::Record],
    ) -> Result<Option<Arc<dyn Lesson>>, QueryError> {
        Ok(None)
    }

    /// Size of a memory with its heap allocations, bytes.
    fn bytes(_memory: &Self::Memory) -> usize {
        size_of::<Self::Memory>()
    }

    /// Memory that an ended frame passes on; `None` if the run does not hold it.
    fn memory_after(&self, _ended: &Ended<'_, Self>) -> Result<Option<Self::Memory>, QueryError> {
        Ok(None)
    }

    /// Memory that a frame passes on, for frames without a lesson.
    fn next_memory(&self, frame: usize, from: &Self::Memory) -> Result<Self::Memory, QueryError> {
        self.memory_after(&Ended::run_to_end(self, frame, from)?).map(Option::unwrap_or_default)
    }

    /// Whether the frame that passed on `_next_memory` is worth opening by default, such as one with contacts.
    fn is_worth_seeing(&self, _next_memory: &Self::Memory) -> bool {
        true
    }

    /// Record of a frame and its memory; `None` where frames are never compared.
    fn record(&self, _frame: usize, _from: &Self::Memory) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        Ok(None)
    }

    /// Strip of the compared frames with their records, and their table, for the lesson of `_frame`, an index among the
    /// compared frames; past the end, no row is marked. `None` for a method without a strip.
    fn strip(&self, _records: &[Self::Record], _frame: usize) -> Option<FrameStrip> {
        None
    }

    /// Lesson that draws only the end of a frame; `None` where that is not faster than all steps.
    fn end_of(&self, _frame: usize, _from: &Self::Memory) -> Result<Option<LessonAndMemory<Self>>, QueryError> {
        Ok(None)
    }

    /// Method of another query with the same first frames; `None` if no frames are shared.
    fn continued_as(&self, _scene: &Scene, _query: &Query) -> Option<Continuation<Self>> {
        None
    }
}

/// Method of a query that shares its first frames with another query.
pub struct Continuation<M> {
    pub method: M,
    /// Number of frames of the query.
    pub frames: usize,
    /// Last frame that starts from the same memory.
    pub last_shared: usize,
}

/// A frame run to its end.
pub struct Ended<'a, M: Method> {
    /// Index of the frame.
    pub frame: usize,
    /// Memory of the previous frame.
    pub from: &'a M::Memory,
    /// State after the last step.
    pub run: Arc<M::Run>,
    /// Reason why the run ended.
    pub outcome: <M::Run as Stepper>::Outcome,
    /// Number of steps until the end.
    pub steps: usize,
    /// Data gathered from the states.
    pub observed: M::Observed,
    /// Records of the first frames if [`Method::DESCRIBES_ALL_FRAMES`]; empty otherwise.
    pub records: &'a [M::Record],
}

impl<'a, M: Method> Ended<'a, M> {
    /// Runs a frame without recording it.
    pub fn run_to_end(method: &M, frame: usize, from: &'a M::Memory) -> Result<Self, QueryError> {
        let mut run = method.start(frame, from)?;
        let start = M::OBSERVES_WITHOUT_LESSON.then(|| run.clone());
        let mut observed = M::Observed::default();
        let mut steps = 0;
        loop {
            watch::tick();
            let flow = run.step();
            steps += 1;
            if let Some(start) = &start {
                method.observe(&mut observed, start, &run);
            }
            if let ControlFlow::Break(outcome) = flow {
                return Ok(Self { frame, from, run: Arc::new(run), outcome, steps, observed, records: &[] });
            }
        }
    }
}

/// Runs a frame and records it as a lesson. With `remembers` it returns the memory that the frame passes on too.
///
/// # Errors
/// The frame cannot be started, or its run is too long for a lesson.
pub fn lesson<M: Method>(
    method: &M,
    frame: usize,
    from: &M::Memory,
    records: &[M::Record],
    remembers: bool,
) -> Result<LessonAndMemory<M>, QueryError> {
    if let Some(lesson) = method.replacement(frame, from, records)? {
        return Ok((lesson, None));
    }
    let start = method.start(frame, from)?;
    let first = start.clone();
    let mut observed = M::Observed::default();
    let mut steps = 0;
    let recorded = Tape::try_record(start, |state| {
        steps += 1;
        method.observe(&mut observed, &first, state);
        method.lesson_limit_error(state, steps).map_or(Ok(()), Err)
    });
    let tape = match recorded {
        Ok(tape) => tape,
        Err(error) => {
            // The error states the full length, which is known at the end.
            let ended = Ended::run_to_end(method, frame, from)?;
            return Err(method.lesson_limit_error(&ended.run, ended.steps).unwrap_or(error));
        }
    };
    let run = tape.shared_last();
    let outcome = *tape.outcome();
    let ended = Ended { frame, from, run, outcome, steps: tape.steps(), observed, records };
    let verdict = method.verdict(&ended)?;
    let next_memory = if remembers { method.memory_after(&ended)? } else { None };
    let lesson = method.lesson(ended, recording(tape), verdict)?;
    Ok((Arc::from(lesson), next_memory))
}
