//! Space that every figure of an animation keeps free for the others, so that nothing moves between them.

use crate::page::key_numbers::Columns;
use crate::view::legend::{Samples, merge_samples};

/// Space kept for other figures of the same run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reserve {
    /// Legend entries, in fixed places; faint where the figure does not show them.
    pub samples: Samples,
    /// Number of legend rows.
    pub legend_rows: usize,
    /// Number of lines of the header: title, outcome and step.
    pub header_lines: usize,
    /// Number of caption lines.
    pub caption_lines: usize,
    /// Columns of key numbers.
    pub numbers: Columns,
}

impl Reserve {
    /// Extends the reserve so that it is enough for `other` too.
    pub fn join(&mut self, other: Self) {
        self.samples = merge_samples(std::mem::take(&mut self.samples).into_iter().chain(other.samples));
        self.legend_rows = self.legend_rows.max(other.legend_rows);
        self.header_lines = self.header_lines.max(other.header_lines);
        self.caption_lines = self.caption_lines.max(other.caption_lines);
        self.numbers.join(&other.numbers);
    }
}
