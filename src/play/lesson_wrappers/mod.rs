//! Lessons that wrap another lesson and replace or extend some of its content.

pub(super) mod delegation;
pub(super) mod with_verdict;
