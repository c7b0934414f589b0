//! Overview of all frames of a moving scene: a category for each frame, a summary, and a table.

use contact_lens_model::answer::number::{self, with_noun};
use contact_lens_picture::Role;

use crate::Table;

/// Category of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameCategory {
    /// Name in the legend: `shallow`.
    pub name: &'static str,
    /// Letter of the frame in text output; differs from the letters of the strip's other categories.
    pub letter: char,
    /// Role that colors the frame.
    pub role: Role,
}

/// All frames of a moving scene in a row: cells in the window and in figures, letters in a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameStrip {
    /// Categories, in the order of the legend.
    pub kinds: &'static [FrameCategory],
    /// Category of each frame, as an index into `kinds`; `None` for frames in which a body is missing.
    pub frames: Vec<Option<usize>>,
    /// Index of the current frame.
    pub now: usize,
    /// Summary of the motion, a few sentences.
    pub say: String,
    /// Numbers of each frame in which all bodies are present; the first column is the frame's number.
    pub table: Table,
}

impl FrameStrip {
    /// Inserts the frames in which a body is missing. The strip's entries are those of the frames with the indices
    /// `present`, in order, of `count` frames; `now` is the index of the current frame.
    pub fn with_missing_frames(mut self, present: &[usize], count: usize, now: usize) -> Self {
        self.now = now;
        if present.len() == count {
            return self;
        }
        let categories = std::mem::replace(&mut self.frames, vec![None; count]);
        for ((frame, category), row) in present.iter().zip(categories).zip(&mut self.table.rows) {
            self.frames[*frame] = category;
            if let Some(cell) = row.cells.first_mut() {
                *cell = number::count(*frame);
            }
        }
        let missing_frames = with_noun((count - present.len()) as u64, "frame");
        self.say += &format!(" In {missing_frames}, one of them is absent.");
        self
    }

    /// Number of frames of a category, given its index in `kinds`.
    pub fn count(&self, kind: usize) -> usize {
        self.frames.iter().filter(|frame| **frame == Some(kind)).count()
    }

    /// Category of the frame of index `frame`; `None` if a body is missing in it, and past the end.
    pub fn kind(&self, frame: usize) -> Option<&'static FrameCategory> {
        let category = self.frames.get(frame).copied().flatten()?;
        self.kinds.get(category)
    }
}
