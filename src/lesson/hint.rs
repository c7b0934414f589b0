//! What a mark tells of itself.

use super::Pictures;

/// What a mark tells when the pointer is over it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hint {
    /// One or two sentences.
    pub say: String,
    /// What lights with it, drawn over everything else.
    pub pictures: Pictures,
}
