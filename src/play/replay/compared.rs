//! A lesson of a moving scene beside which it is told how all frames went, as soon as that is known.

use std::sync::{Arc, OnceLock};

use super::super::by_the_engine::by_the_engine;
use super::{Method, Played};
use crate::lesson::{Beat, Lesson, Strip, Verdict};
use crate::picture::Role;

/// One frame's lesson: that of the engine, with the strip and the table of all frames.
pub(super) struct Compared<M: Method> {
    lesson: Arc<dyn Lesson>,
    frame: usize,
    played: Arc<Played<M>>,
    strip: OnceLock<Option<Strip>>,
}

impl<M: Method> Compared<M> {
    /// The lesson of a frame.
    pub fn new(lesson: Arc<dyn Lesson>, frame: usize, played: Arc<Played<M>>) -> Self {
        Self { lesson, frame, played, strip: OnceLock::new() }
    }
}

impl<M: Method> Lesson for Compared<M> {
    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.lesson.beats(step);
        if let Some(strip) = self.strip() {
            beats.iter_mut().for_each(|beat| beat.tables.push(strip.table.clone()));
        }
        beats
    }

    /// None as long as nobody has compared the frames.
    fn strip(&self) -> Option<&Strip> {
        let records = self.played.records.get()?.as_ref().ok()?;
        let made = || {
            // Past the last of them where this frame is none of those that are compared.
            let place = records.there.iter().position(|frame| *frame == self.frame).unwrap_or(records.count);
            let strip = self.played.method.strip(&records.all, place)?;
            Some(strip.spread(&records.there, records.count, self.frame))
        };
        self.strip.get_or_init(made).as_ref()
    }

    by_the_engine!();

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.lesson.role_names()
    }
}
