//! Overview of all frames of a moving scene.

use crate::answer::number;
use crate::lesson::Table;
use crate::picture::Role;

/// Category of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Name in the legend: `shallow`.
    pub name: &'static str,
    /// Letter in text output, unique within a strip.
    pub letter: char,
    /// Role that colors the frame.
    pub role: Role,
}

/// All frames of a moving scene in a row: cells in the window and in figures, letters in a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// Categories, in the order of the legend.
    pub kinds: &'static [Kind],
    /// Category of each frame, as an index into `kinds`; `None` where a body is missing.
    pub frames: Vec<Option<usize>>,
    /// Index of the current frame.
    pub now: usize,
    /// Summary of the motion, a few sentences.
    pub say: String,
    /// Numbers of each frame in which all bodies are present; the first column is the frame's number.
    pub table: Table,
}

impl Strip {
    /// Inserts the frames in which a body is missing: the strip's entries become those of the frames `there`, in order,
    /// among `count` frames. `now` is the current frame.
    pub fn spread(mut self, there: &[usize], count: usize, now: usize) -> Self {
        self.now = now;
        if there.len() == count {
            return self;
        }
        let went = std::mem::replace(&mut self.frames, vec![None; count]);
        for ((frame, went), row) in there.iter().zip(went).zip(&mut self.table.rows) {
            self.frames[*frame] = went;
            if let Some(cell) = row.cells.first_mut() {
                *cell = number::count(*frame);
            }
        }
        let frames = match count - there.len() {
            1 => String::from("1 frame"),
            gone => format!("{gone} frames"),
        };
        self.say += &format!(" In {frames} one of them is not there.");
        self
    }

    /// Number of frames of category `kind`.
    pub fn count(&self, kind: usize) -> usize {
        self.frames.iter().filter(|frame| **frame == Some(kind)).count()
    }

    /// Category of frame `frame`.
    pub fn kind(&self, frame: usize) -> Option<&'static Kind> {
        self.kinds.get((*self.frames.get(frame)?)?)
    }
}
