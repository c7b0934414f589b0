//! Hints on marks.

use crate::lesson::Pictures;

/// Hint of a mark under the pointer.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hint {
    /// Text, one or two sentences.
    pub say: String,
    /// Marks that are highlighted, above all others.
    pub pictures: Pictures,
}
