//! Implements [`Run`] for every [`Method`]: plays frames in order, passes warm-start memory from frame to frame, and
//! compares the frames.

mod compared;
pub(super) mod method;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_long_run::checkpoints::Checkpoints;
use contact_lens_scene::model::{Query, Scene};

use super::{Prepared, QueryError, Run};
use compared::ComparedLesson;
use method::{Continuation, Ended, Method};

/// Maximum number of frames that are compared in a lesson's strip or table: bounds the time until a lesson is complete.
const MAX_COMPARED_FRAMES: usize = 500;

/// A method with the memories of its frames.
pub(super) struct Replay<M: Method> {
    shared: Arc<MethodAndRecords<M>>,
    /// Number of frames, at least 1.
    frames: usize,
    /// Whether each frame passes its memory to the next.
    is_warm_started: bool,
    /// Memory at the start of each frame.
    memories: Mutex<Checkpoints<M::Memory>>,
}

/// A method and the records of its first frames, once they have been made; shared with the lessons of the run.
pub(super) struct MethodAndRecords<M: Method> {
    pub method: M,
    pub records: OnceLock<Result<Records<M>, QueryError>>,
}

/// Records of the first frames, without those in which a subject is absent.
pub(super) struct Records<M: Method> {
    /// Records in the order of the frames.
    pub of_frames: Vec<M::Record>,
    /// Frame of each record.
    pub frames: Vec<usize>,
    /// Number of frames examined.
    pub count: usize,
}

impl<M: Method> Replay<M> {
    /// A run of `method` over `frames` frames (at least 1) that have not been played. With `is_warm_started`, each
    /// frame passes its memory to the next.
    pub fn new(method: M, frames: usize, is_warm_started: bool) -> Self {
        let memories = Checkpoints::new(M::Memory::default(), M::MEMORY_LIMIT, M::bytes);
        Self::with_memories(method, frames, is_warm_started, memories)
    }

    /// Like [`Replay::new`], with stored memories of the first frames.
    fn with_memories(method: M, frames: usize, is_warm_started: bool, memories: Checkpoints<M::Memory>) -> Self {
        let shared = Arc::new(MethodAndRecords { method, records: OnceLock::new() });
        Self { shared, frames, is_warm_started, memories: Mutex::new(memories) }
    }

    /// The method, which the lessons share.
    fn method(&self) -> &M {
        &self.shared.method
    }

    /// The stored memories, also after a panic of another thread: each is complete when it is stored.
    fn memories(&self) -> MutexGuard<'_, Checkpoints<M::Memory>> {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory at the start of `frame`. Plays previous frames in order if their memories are not stored.
    fn memory(&self, frame: usize) -> Result<M::Memory, QueryError> {
        if !self.is_warm_started {
            return Ok(M::Memory::default());
        }
        self.memories()
            .state(frame, |past, memory| self.advance_memory(past, memory))
            .map(|memory| M::Memory::clone(&memory))
    }

    /// Plays one frame from its memory, which becomes that of the next frame.
    fn advance_memory(&self, frame: usize, memory: &mut M::Memory) -> Result<(), QueryError> {
        *memory = match self.method().next_memory(frame, memory) {
            // A frame with an absent subject resets the memory.
            Err(error) if error.absent => M::Memory::default(),
            next_memory => next_memory?,
        };
        Ok(())
    }

    /// Stores the memory that `frame` passes on; `None` if it is not known.
    fn store_memory(&self, frame: usize, memory: Option<M::Memory>) {
        if self.is_warm_started
            && frame + 1 < self.frames
            && let Some(memory) = memory
        {
            self.memories().store_latest(frame + 1, memory);
        }
    }

    /// Records of the first frames, made once; empty if there is one frame or the method compares none.
    fn records(&self) -> Result<&Records<M>, QueryError> {
        self.shared.records.get_or_init(|| self.make_records()).as_ref().map_err(Clone::clone)
    }

    /// Plays the first frames and collects their records, up to the first frame that the method does not compare.
    fn make_records(&self) -> Result<Records<M>, QueryError> {
        let is_compared = self.frames > 1 && (self.is_warm_started || M::ALWAYS_COMPARES);
        let count = if is_compared { self.frames.min(MAX_COMPARED_FRAMES) } else { 0 };
        let mut records = Records { of_frames: Vec::new(), frames: Vec::new(), count };
        for frame in 0..count {
            let (record, next_memory) = match self.method().record(frame, &self.memory(frame)?) {
                Err(error) if error.absent => continue,
                Err(error) => return Err(error),
                Ok(None) => {
                    records.count = frame;
                    break;
                }
                Ok(Some(recorded)) => recorded,
            };
            self.store_memory(frame, Some(next_memory));
            records.of_frames.push(record);
            records.frames.push(frame);
        }
        Ok(records)
    }
}

impl<M: Method> Run for Replay<M> {
    fn frames(&self) -> usize {
        self.frames
    }

    fn opening(&self) -> Result<usize, QueryError> {
        let last = (self.frames - 1).min(M::MAX_SEARCHED_FRAMES);
        for frame in 1..=last {
            if self.method().is_worth_seeing(&self.memory(frame + 1)?) {
                return Ok(frame);
            }
        }
        Ok(last.min(1))
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        let method = self.method();
        if let Some(verdict) = method.production_verdict(frame)? {
            return Ok(verdict);
        }
        let from = self.memory(frame)?;
        if let Some(lesson) = method.replacement(frame, &from, &[])? {
            return Ok(lesson.verdict().clone());
        }
        let ended = Ended::run_to_end(method, frame, &from)?;
        if self.is_warm_started {
            self.store_memory(frame, method.memory_after(&ended)?);
        }
        method.verdict(&ended)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.method().prepared(frame)
    }

    fn continued_as(&self, scene: &Scene, query: &Query) -> Option<Arc<dyn Run>> {
        let Continuation { method, frames, last_shared } = self.method().continued_as(scene, query)?;
        let memories = self.memories().up_to(last_shared);
        Some(Arc::new(Self::with_memories(method, frames, self.is_warm_started, memories)))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let memory = self.memory(frame)?;
        let records = if M::DESCRIBES_ALL_FRAMES { Some(self.records()?) } else { None };
        let compared = records.map_or(&[][..], |records| &records.of_frames);
        let (lesson, next_memory) = method::lesson(self.method(), frame, &memory, compared, self.is_warm_started)?;
        self.store_memory(frame, next_memory);
        let is_compared = !M::DESCRIBES_ALL_FRAMES && self.frames > 1;
        if !is_compared {
            return Ok(lesson);
        }
        Ok(Arc::new(ComparedLesson::new(lesson, frame, Arc::clone(&self.shared))))
    }

    fn compare(&self) -> Result<(), QueryError> {
        self.records().map(drop)
    }

    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let Some((lesson, next_memory)) = self.method().end_of(frame, &self.memory(frame)?)? else {
            return self.lesson(frame);
        };
        self.store_memory(frame, next_memory);
        Ok(lesson)
    }
}

#[cfg(test)]
mod tests;
