//! What lessons of a kind have in common: bodies, frames, names, verdicts, directions.

pub(super) mod directions;
pub(super) mod hint;
pub(super) mod pair;
pub(super) mod pair_frame;
pub(super) mod pair_verdict;
