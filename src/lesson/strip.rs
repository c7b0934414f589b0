//! How every frame of a moving scene went, at a glance.

use super::Table;
use crate::answer::number;
use crate::picture::Role;

/// One way in which a frame can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As the legend calls it: `shallow`.
    pub name: &'static str,
    /// Where there is room for one character only. Letters differ within a strip.
    pub letter: char,
    /// Decides its ink.
    pub role: Role,
}

/// All frames of a moving scene side by side: a row of cells in the window and in figures, of letters in a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The ways in which a frame can go, in the order of the legend.
    pub kinds: &'static [Kind],
    /// How each frame went, as an index into `kinds`; none of one in which somebody is not there.
    pub frames: Vec<Option<usize>>,
    /// The frame that is shown.
    pub now: usize,
    /// What the whole motion shows, in a few sentences.
    pub say: String,
    /// The numbers of each frame in which all are there, its number first.
    pub table: Table,
}

impl Strip {
    /// The same with the frames in which somebody is not there: of `count` frames it tells now of those `there`, in order.
    /// `now` is the frame that is shown.
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

    /// How many frames went so.
    pub fn count(&self, kind: usize) -> usize {
        self.frames.iter().filter(|frame| **frame == Some(kind)).count()
    }

    /// How frame `frame` went.
    pub fn kind(&self, frame: usize) -> Option<&'static Kind> {
        self.kinds.get((*self.frames.get(frame)?)?)
    }
}
