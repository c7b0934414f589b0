//! Commands about the expectations of queries and the results of checking them.

use std::sync::Arc;

use crate::app::run::expectation_results::Column;
use crate::check::Case;

#[derive(Clone, Debug)]
pub enum ExpectationCommand {
    /// Open or close the table of all answers.
    Toggle,
    /// Sort the table by this column; in reverse order if it is sorted by it already.
    Sort(Column),
    /// Results of all queries, and the edition of the scene that was checked.
    Checked(u64, Arc<Vec<Case>>),
    /// Show the query with this index; a failed one at the step of its failure.
    Show(usize),
    /// Make the answer shown the expectation of its query.
    Accept,
    /// Remove the expectations of the query shown.
    ExpectNothing,
}

/// Compares results by identity, since cases have no equality.
impl PartialEq for ExpectationCommand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Checked(a, one), Self::Checked(b, other)) => a == b && Arc::ptr_eq(one, other),
            (Self::Sort(one), Self::Sort(other)) => one == other,
            (Self::Show(one), Self::Show(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}
