//! Lesson of one frame that also shows the comparison of all frames, once the run has made it.

use std::sync::{Arc, OnceLock};

use super::{Method, MethodAndRecords, Records};
use crate::lesson::{Beat, FrameStrip, Lesson, Verdict};
use crate::picture::Role;
use crate::play::lesson_wrappers::delegation::delegate_to_lesson;

/// Lesson of one frame with the strip and the table of all frames.
pub(super) struct ComparedLesson<M: Method> {
    /// The lesson of this frame alone.
    lesson: Arc<dyn Lesson>,
    /// This frame, from 0.
    frame: usize,
    /// The method and, once they have been made, the records of the compared frames.
    shared: Arc<MethodAndRecords<M>>,
    /// The strip, once the records are there; `None` inside if the method compares nothing.
    strip: OnceLock<Option<FrameStrip>>,
}

impl<M: Method> ComparedLesson<M> {
    /// Wraps the lesson of a frame.
    pub fn new(lesson: Arc<dyn Lesson>, frame: usize, shared: Arc<MethodAndRecords<M>>) -> Self {
        Self { lesson, frame, shared, strip: OnceLock::new() }
    }

    /// FrameStrip of the compared frames with this frame marked.
    fn make_strip(&self, records: &Records<M>) -> Option<FrameStrip> {
        // A frame that is not compared is marked past the last one.
        let index = records.frames.iter().position(|frame| *frame == self.frame).unwrap_or(records.count);
        let strip = self.shared.method.strip(&records.all, index)?;
        Some(strip.with_missing_frames(&records.frames, records.count, self.frame))
    }
}

impl<M: Method> Lesson for ComparedLesson<M> {
    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.lesson.beats(step);
        if let Some(strip) = self.strip() {
            beats.iter_mut().for_each(|beat| beat.tables.push(strip.table.clone()));
        }
        beats
    }

    /// `None` until the frames have been compared.
    fn strip(&self) -> Option<&FrameStrip> {
        let records = self.shared.records.get()?.as_ref().ok()?;
        self.strip.get_or_init(|| self.make_strip(records)).as_ref()
    }

    delegate_to_lesson!();

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.lesson.role_names()
    }
}
