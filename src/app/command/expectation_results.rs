//! Commands about the expectations of queries, which are the answers stored in a scene file, and about the table that
//! compares them with the computed answers.

use std::sync::Arc;

use contact_lens_check::Case;

use crate::run::expectation_results::Column;

/// Expectations of queries, and the table of all answers.
#[derive(Clone, Debug)]
pub enum ExpectationCommand {
    /// Open or close the table of all answers.
    Toggle,
    /// Sort the table by this column; if it is sorted by this column already, reverse its order.
    Sort(Column),
    /// All queries of the scene were checked.
    Checked {
        /// Edition of the scene that was checked.
        edition: u64,
        /// One case per query, in the scene's order.
        cases: Arc<Vec<Case>>,
    },
    /// Show the query with this index; a failed one at the step of its failure.
    Show(usize),
    /// Make the answer shown the expectation of its query.
    Accept,
    /// Remove the expectations of the query shown.
    ExpectNothing,
}

/// Compares the cases by the address of their list, since cases cannot be compared by value.
impl PartialEq for ExpectationCommand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Checked { edition, cases }, Self::Checked { edition: other_edition, cases: other_cases }) => {
                edition == other_edition && Arc::ptr_eq(cases, other_cases)
            }
            (Self::Sort(one), Self::Sort(other)) => one == other,
            (Self::Show(one), Self::Show(other)) => one == other,
            (Self::Toggle, Self::Toggle)
            | (Self::Accept, Self::Accept)
            | (Self::ExpectNothing, Self::ExpectNothing) => true,
            (
                Self::Toggle
                | Self::Sort(_)
                | Self::Checked { .. }
                | Self::Show(_)
                | Self::Accept
                | Self::ExpectNothing,
                _,
            ) => false,
        }
    }
}
