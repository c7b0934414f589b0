//! Hints: the text and the highlighted marks that the window shows for the mark under the pointer.

use crate::Pictures;

/// Explanation of the mark under the pointer.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hint {
    /// Text, one or two sentences.
    pub say: String,
    /// Marks that are highlighted, above all others.
    pub pictures: Pictures,
}
