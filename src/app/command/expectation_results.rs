//! Commands about expectations and results.

use std::sync::Arc;

use crate::app::run::expectation_results::Column;
use crate::check::Case;

/// Commands about expectations and results.
#[derive(Clone, Debug)]
pub enum ExpectationCommand {
    /// Open or close the table of all answers.
    Toggle,
    /// Sort the table by this column; again, in the reverse order.
    Sort(Column),
    /// Results of all queries for this edition of the scene.
    Checked(u64, Arc<Vec<Case>>),
    /// Show this query; a failed one at the step of its failure.
    Show(usize),
    /// Make the answer shown the expectation of its query.
    Accept,
    /// Remove the expectations of the query shown.
    ExpectNothing,
}

/// Compares cases by identity.
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
