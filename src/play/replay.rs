//! The one driver that hands memory from frame to frame, whatever is remembered.

mod compared;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::method::{self, Ended, Method};
use super::{Prepared, QueryError, Run};
use crate::keys::Keys;
use crate::lesson::{Lesson, Verdict};
use crate::scene::model::{Query, Scene};
use compared::Compared;

/// Frames that are compared with each other in a lesson's strip or table: more would not fit there.
const COMPARED: usize = 500;

/// A method with what its frames have handed on so far.
pub(super) struct Replay<M: Method> {
    played: Arc<Played<M>>,
    /// Number of frames, at least 1.
    frames: usize,
    /// Whether frames hand something on.
    remembers: bool,
    /// What a frame starts from.
    memories: Mutex<Keys<M::Memory>>,
}

/// A method, and how its first frames went, once that is known.
pub(super) struct Played<M: Method> {
    pub method: M,
    pub records: OnceLock<Result<Records<M>, QueryError>>,
}

/// How the first frames went: those in which all are there.
pub(super) struct Records<M: Method> {
    /// In order.
    pub all: Vec<M::Record>,
    /// Of which frames they are.
    pub there: Vec<usize>,
    /// How many frames were looked at.
    pub count: usize,
}

impl<M: Method> Replay<M> {
    /// Before the first of so many frames; with `remembers` they hand something on.
    pub fn new(method: M, frames: usize, remembers: bool) -> Self {
        Self::of(method, frames, remembers, Keys::new(M::Memory::default(), M::BUDGET, M::bytes))
    }

    fn of(method: M, frames: usize, remembers: bool, memories: Keys<M::Memory>) -> Self {
        let played = Arc::new(Played { method, records: OnceLock::new() });
        Self { played, frames, remembers, memories: Mutex::new(memories) }
    }

    fn method(&self) -> &M {
        &self.played.method
    }

    fn memories(&self) -> MutexGuard<'_, Keys<M::Memory>> {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What `frame` starts from. Frames before it that were not played yet, or long ago, are played now, in order.
    fn memory(&self, frame: usize) -> Result<M::Memory, QueryError> {
        if !self.remembers {
            return Ok(M::Memory::default());
        }
        let pass = |past, memory: &mut M::Memory| {
            *memory = match self.method().pass(past, memory) {
                // After a frame in which one of them was not there all begins anew.
                Err(error) if error.absent => M::Memory::default(),
                passed => passed?,
            };
            Ok(())
        };
        self.memories().state(frame, pass).map(|memory| M::Memory::clone(&memory))
    }

    /// What `frame` has handed on, found out by the way.
    fn handed_on(&self, frame: usize, memory: Option<M::Memory>) {
        if let Some(memory) = memory.filter(|_| self.remembers && frame + 1 < self.frames) {
            self.memories().adopt(frame + 1, memory);
        }
    }

    /// How the first frames went, found out once. None where there are not several, or nothing is told of them.
    fn records(&self) -> Result<&Records<M>, QueryError> {
        let all = || {
            let is_compared = self.frames > 1 && (self.remembers || M::ALWAYS_COMPARES);
            let count = if is_compared { self.frames.min(COMPARED) } else { 0 };
            let mut records = Records { all: Vec::new(), there: Vec::new(), count };
            for frame in 0..count {
                let (record, handed) = match self.method().record(frame, &self.memory(frame)?) {
                    Err(error) if error.absent => continue,
                    Err(error) => return Err(error),
                    Ok(None) => {
                        records.count = frame;
                        break;
                    }
                    Ok(Some(recorded)) => recorded,
                };
                self.handed_on(frame, Some(handed));
                records.all.push(record);
                records.there.push(frame);
            }
            Ok(records)
        };
        self.played.records.get_or_init(all).as_ref().map_err(Clone::clone)
    }
}

impl<M: Method> Run for Replay<M> {
    fn frames(&self) -> usize {
        self.frames
    }

    fn opening(&self) -> Result<usize, QueryError> {
        let last = (self.frames - 1).min(M::MOST_SEARCHED);
        for frame in 1..=last {
            if self.method().is_worth_seeing(&self.memory(frame + 1)?) {
                return Ok(frame);
            }
        }
        Ok(last.min(1))
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        let method = self.method();
        if let Some(verdict) = method.written(frame)? {
            return Ok(verdict);
        }
        let from = self.memory(frame)?;
        if let Some(lesson) = method.instead(frame, &from, &[])? {
            return Ok(lesson.verdict().clone());
        }
        let ended = Ended::of(method, frame, &from)?;
        if self.remembers {
            self.handed_on(frame, method.hand_on(&ended)?);
        }
        method.verdict(&ended)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.method().prepared(frame)
    }

    fn going_on(&self, scene: &Scene, query: &Query) -> Option<Arc<dyn Run>> {
        let (method, frames, shared) = self.method().reopened(scene, query)?;
        Some(Arc::new(Self::of(method, frames, self.remembers, self.memories().until(shared))))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let memory = self.memory(frame)?;
        let records = if M::TELLS_ALL { Some(self.records()?) } else { None };
        let told = records.map_or(&[][..], |records| &records.all);
        let (lesson, handed) = method::lesson(self.method(), frame, &memory, told, self.remembers)?;
        self.handed_on(frame, handed);
        let is_compared = !M::TELLS_ALL && self.frames > 1;
        Ok(if is_compared { Arc::new(Compared::new(lesson, frame, Arc::clone(&self.played))) } else { lesson })
    }

    fn compare(&self) -> Result<(), QueryError> {
        self.records().map(drop)
    }

    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let Some((lesson, handed)) = self.method().end_of(frame, &self.memory(frame)?)? else {
            return self.lesson(frame);
        };
        self.handed_on(frame, handed);
        Ok(lesson)
    }
}

#[cfg(test)]
mod tests;
