//! A case built in one precision: compiled twice, against each engine. GJK is wired here when it has landed.

use super::super::case::Case;
use super::super::{Pair, Unanswered};

/// Builds the shapes of a case.
pub(in super::super) fn pair(_: &Case) -> Result<Box<dyn Pair>, Unanswered> {
    Err(Unanswered::Unsupported)
}
