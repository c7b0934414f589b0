//! The one driver that hands memory from frame to frame, whatever is remembered.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::compared::Compared;
use super::{Prepared, QueryError, Run};
use crate::keys::Keys;
use crate::lesson::{Lesson, Strip, Verdict};

/// Frames that are compared with each other in a lesson's strip or table: more would not fit there.
const COMPARED: usize = 500;

/// What the memories of a run may take together, bytes.
const BUDGET: usize = 96 << 20;

/// One kind of query, opened: what the driver needs to play it.
pub(super) trait Player: Send + Sync + 'static {
    /// What a frame hands to the next: a direction, a feature, nothing.
    type Memory: Clone + Default + Send + Sync;
    /// What the lesson tells of every frame, with and without memory.
    type Record: Send + Sync;

    /// Whether sentences of a lesson tell of all frames, so that these are compared before it is made.
    const TELLS_ALL: bool = false;

    /// Number of frames, at least 1.
    fn frames(&self) -> usize;

    /// Whether frames hand something on.
    fn remembers(&self) -> bool {
        false
    }

    /// What a memory takes, bytes.
    fn bytes(_memory: &Self::Memory) -> usize {
        size_of::<Self::Memory>()
    }

    /// Plays a frame from what the one before handed on, for what it hands on itself.
    fn pass(&self, _frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        Ok(memory.clone())
    }

    /// How a frame went, and what it hands on; `None` when its lesson compares no frames.
    fn record(&self, _frame: usize, _memory: &Self::Memory) -> Result<Option<Recorded<Self>>, QueryError> {
        Ok(None)
    }

    /// How the first frames went, as the lesson of one of them shows it.
    fn strip(&self, _records: &[Self::Record], _frame: usize) -> Option<Strip> {
        None
    }

    /// The production answer: that of the lesson, where no quicker way leads to it; and what the frame hands on, where that is
    /// known by the way.
    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Answered<Self>, QueryError> {
        self.told(frame, memory)
    }

    /// The answer of the lesson.
    fn told(&self, frame: usize, memory: &Self::Memory) -> Result<Answered<Self>, QueryError> {
        self.lesson(frame, memory, &[]).map(|lesson| (lesson.verdict().clone(), None))
    }

    /// The question of a frame, ready to be asked of the engine again and again, cold, as a program asks it; nothing is recorded.
    /// That of the lesson, where no program asks it.
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let memory = Self::Memory::default();
        self.answer(frame, &memory)?;
        Ok(Box::new(move || _ = std::hint::black_box(self.answer(frame, &memory))))
    }

    /// The frame step by step. `records` are those of the first frames where sentences tell of them, else none.
    fn lesson(
        &self,
        frame: usize,
        memory: &Self::Memory,
        records: &[Self::Record],
    ) -> Result<Arc<dyn Lesson>, QueryError>;
}

/// How a frame went, and what it hands on.
pub(super) type Recorded<P> = (<P as Player>::Record, <P as Player>::Memory);

/// An answer, and what its frame hands on.
pub(super) type Answered<P> = (Verdict, Option<<P as Player>::Memory>);

/// A player with what its frames have handed on so far.
pub(super) struct Replay<P: Player> {
    played: Arc<Played<P>>,
    /// What a frame starts from.
    memories: Mutex<Keys<P::Memory>>,
}

/// A player, and how its first frames went, once that is known.
pub(super) struct Played<P: Player> {
    pub player: P,
    pub records: OnceLock<Result<Vec<P::Record>, QueryError>>,
}

impl<P: Player> Replay<P> {
    /// Before the first frame.
    pub fn new(player: P) -> Self {
        Self::within(player, BUDGET)
    }

    /// The same; the memories that are kept take no more than `budget` bytes, but for three of them.
    fn within(player: P, budget: usize) -> Self {
        let memories = Mutex::new(Keys::new(P::Memory::default(), budget, P::bytes));
        Self { played: Arc::new(Played { player, records: OnceLock::new() }), memories }
    }

    fn player(&self) -> &P {
        &self.played.player
    }

    /// What `frame` starts from. Frames before it that were not played yet, or long ago, are played now, in order.
    fn memory(&self, frame: usize) -> Result<P::Memory, QueryError> {
        if !self.player().remembers() {
            return Ok(P::Memory::default());
        }
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let pass = |past, memory: &mut P::Memory| {
            *memory = self.player().pass(past, memory)?;
            Ok(())
        };
        memories.state(frame, pass).map(|memory| P::Memory::clone(&memory))
    }

    /// What `frame` has handed on, found out by the way.
    fn handed_on(&self, frame: usize, memory: P::Memory) {
        if self.player().remembers() && frame + 1 < self.player().frames() {
            self.memories.lock().unwrap_or_else(PoisonError::into_inner).adopt(frame + 1, memory);
        }
    }

    /// How the first frames went, found out once. None where there are not several, or nothing is told of them.
    fn records(&self) -> Result<&[P::Record], QueryError> {
        let all = || {
            let count = self.player().frames();
            let mut records = Vec::new();
            for frame in 0..if count > 1 { count.min(COMPARED) } else { 0 } {
                let Some((record, handed)) = self.player().record(frame, &self.memory(frame)?)? else { break };
                self.handed_on(frame, handed);
                records.push(record);
            }
            Ok(records)
        };
        self.played.records.get_or_init(all).as_deref().map_err(Clone::clone)
    }
}

impl<P: Player> Run for Replay<P> {
    fn frames(&self) -> usize {
        self.player().frames()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        let (verdict, handed) = self.player().answer(frame, &self.memory(frame)?)?;
        if let Some(memory) = handed {
            self.handed_on(frame, memory);
        }
        Ok(verdict)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.player().prepared(frame)
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let memory = self.memory(frame)?;
        if P::TELLS_ALL {
            return self.player().lesson(frame, &memory, self.records()?);
        }
        let lesson = self.player().lesson(frame, &memory, &[])?;
        Ok(if self.frames() > 1 { Arc::new(Compared::new(lesson, frame, Arc::clone(&self.played))) } else { lesson })
    }

    fn compare(&self) -> Result<(), QueryError> {
        self.records().map(drop)
    }
}

#[cfg(test)]
mod tests;
