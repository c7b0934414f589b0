//! How every frame of a moving scene went, at a glance.

use super::Table;
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
    /// How each frame went, as an index into `kinds`.
    pub frames: Vec<usize>,
    /// The frame that is shown.
    pub now: usize,
    /// What the whole motion shows, in a few sentences.
    pub say: String,
    /// The numbers of each frame.
    pub table: Table,
}

impl Strip {
    /// How many frames went so.
    pub fn count(&self, kind: usize) -> usize {
        self.frames.iter().filter(|frame| **frame == kind).count()
    }

    /// How frame `frame` went.
    pub fn kind(&self, frame: usize) -> Option<&'static Kind> {
        self.kinds.get(*self.frames.get(frame)?)
    }
}
