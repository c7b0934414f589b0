//! What happens when answers are judged.

use std::sync::Arc;

use crate::app::judge::Column;
use crate::check::Case;

/// Answers against what queries expect.
#[derive(Clone, Debug)]
pub enum JudgeCommand {
    /// Open the table of all answers, or close it.
    Toggle,
    /// Sort it by this; by the same again the other way round.
    Sort(Column),
    /// This edition of the scene was judged, query by query.
    Judged(u64, Arc<Vec<Case>>),
    /// Show this query; one that fails at the step where it does.
    Show(usize),
    /// Take the answer that is shown for right: it is what the query expects from now on.
    Accept,
    /// Expect nothing of the query that is shown.
    ExpectNothing,
}

/// Cases are the same only if they are one.
impl PartialEq for JudgeCommand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Judged(a, one), Self::Judged(b, other)) => a == b && Arc::ptr_eq(one, other),
            (Self::Sort(one), Self::Sort(other)) => one == other,
            (Self::Show(one), Self::Show(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}
