//! The one driver that hands memory from frame to frame, whatever is remembered.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{QueryError, Run};
use crate::lesson::{Lesson, Verdict};

/// Frames that are compared with each other in a lesson's strip or table: more would not fit there.
const COMPARED: usize = 500;

/// One kind of query, opened: what the driver needs to play it.
pub(super) trait Player: Send + Sync {
    /// What a frame hands to the next: a direction, a feature, nothing.
    type Memory: Clone + Default + Send;
    /// What the lesson tells of every frame, with and without memory.
    type Record: Send + Sync;

    /// Number of frames, at least 1.
    fn frames(&self) -> usize;

    /// Whether frames hand something on.
    fn remembers(&self) -> bool {
        false
    }

    /// Plays a frame from what the one before handed on, for what it hands on itself.
    fn pass(&self, _frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        Ok(memory.clone())
    }

    /// How a frame went; `None` when its lesson compares no frames.
    fn record(&self, _frame: usize, _memory: &Self::Memory) -> Result<Option<Self::Record>, QueryError> {
        Ok(None)
    }

    /// The production answer: that of the lesson, where no quicker way leads to it.
    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Verdict, QueryError> {
        self.lesson(frame, memory, &[]).map(|lesson| lesson.verdict().clone())
    }

    /// The frame step by step. `records` are those of the first frames, or none.
    fn lesson(
        &self,
        frame: usize,
        memory: &Self::Memory,
        records: &[Self::Record],
    ) -> Result<Arc<dyn Lesson>, QueryError>;
}

/// A player with what its frames have handed on so far.
pub(super) struct Replay<P: Player> {
    player: P,
    /// What frame `i` starts from.
    memories: Mutex<Vec<P::Memory>>,
    records: OnceLock<Result<Vec<P::Record>, QueryError>>,
}

impl<P: Player> Replay<P> {
    /// Before the first frame.
    pub fn new(player: P) -> Self {
        Self { player, memories: Mutex::new(vec![P::Memory::default()]), records: OnceLock::new() }
    }

    /// What `frame` starts from. Frames that were not played yet are played now, in order.
    fn memory(&self, frame: usize) -> Result<P::Memory, QueryError> {
        if !self.player.remembers() {
            return Ok(P::Memory::default());
        }
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        while memories.len() <= frame {
            let past = memories.len() - 1;
            let next = self.player.pass(past, &memories[past])?;
            memories.push(next);
        }
        Ok(memories[frame].clone())
    }

    /// How the first frames went, found out once. None where there are not several.
    fn records(&self) -> Result<&[P::Record], QueryError> {
        let all = || {
            let count = self.player.frames();
            let frames = if count > 1 { 0..count.min(COMPARED) } else { 0..0 };
            let records = frames.filter_map(|frame| {
                self.memory(frame).and_then(|memory| self.player.record(frame, &memory)).transpose()
            });
            records.collect()
        };
        self.records.get_or_init(all).as_deref().map_err(Clone::clone)
    }
}

impl<P: Player> Run for Replay<P> {
    fn frames(&self) -> usize {
        self.player.frames()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        self.player.answer(frame, &self.memory(frame)?)
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let memory = self.memory(frame)?;
        self.player.lesson(frame, &memory, self.records()?)
    }
}
