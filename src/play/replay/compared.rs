//! Lesson of one frame, with the comparison of all frames once the run has made it: a strip with one cell per frame,
//! and a table with one row per compared frame in every beat.

use std::sync::{Arc, OnceLock};

use contact_lens_lesson::{Beat, FrameStrip, Lesson, Verdict};
use contact_lens_picture::Role;

use super::{Method, MethodAndRecords, Records};
use crate::lesson_wrappers::delegation::delegate_to_lesson;

/// Lesson of one frame, to which the strip and the table of the compared frames are added.
pub(super) struct ComparedLesson<M: Method> {
    /// The lesson of this frame alone.
    lesson: Arc<dyn Lesson>,
    /// This frame, from 0.
    frame: usize,
    /// The method, and the records of the compared frames once the run has compared them.
    shared: Arc<MethodAndRecords<M>>,
    /// The strip; unset until the run has compared the frames, `None` if the method has no strip.
    strip: OnceLock<Option<FrameStrip>>,
}

impl<M: Method> ComparedLesson<M> {
    /// Wraps the lesson of a frame.
    pub fn new(lesson: Arc<dyn Lesson>, frame: usize, shared: Arc<MethodAndRecords<M>>) -> Self {
        Self { lesson, frame, shared, strip: OnceLock::new() }
    }

    /// Strip and table of the compared frames, with this frame marked; `None` if the method has none.
    fn make_strip(&self, records: &Records<M>) -> Option<FrameStrip> {
        // A frame that is not compared has no row in the table; an index past the end marks none.
        let index = records.frames.iter().position(|frame| *frame == self.frame).unwrap_or(records.count);
        let strip = self.shared.method.strip(&records.of_frames, index)?;
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

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.lesson.role_names()
    }

    // All other methods are those of the frame's lesson.
    delegate_to_lesson!();
}
