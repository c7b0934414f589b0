//! Results of all queries of the scene, compared with the answers that the scene file expects, and the order of the
//! table that lists them. Results belong to an *edition* of the scene, the number of its changes.

use std::sync::Arc;

use contact_lens_check::{Case, CaseSummary};

/// Column of the table of answers, by which the table can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Order of the scene.
    #[default]
    Scene,
    /// Result of the comparison, failures first.
    Outcome,
    /// Name of the query.
    Query,
    /// Algorithm of the query.
    Algorithm,
    /// Number in the answer.
    Number,
    /// Number of iterations of the algorithm.
    Iterations,
}

/// Order of the table of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sorting {
    /// Column by which the table is sorted.
    pub column: Column,
    pub is_descending: bool,
}

/// Results of all queries in one edition of the scene.
#[derive(Clone, Debug)]
pub struct CheckedCases {
    /// Edition of the scene that was checked.
    pub edition: u64,
    /// One case per query, in the scene's order.
    pub cases: Arc<Vec<Case>>,
}

/// Comparison of the answer shown with its query's expectations.
#[derive(Clone, Debug)]
pub struct ComparedAnswer {
    /// Edition of the scene with the expectations.
    pub edition: u64,
    /// Id of the question whose answer is compared.
    pub answer: u64,
    /// One sentence per unmet expectation, empty if all are met; `None` when the query expects nothing of this answer.
    pub unmet: Option<Vec<String>>,
}

/// Results of all queries of a scene, and the state of the table that lists them.
#[derive(Clone, Debug, Default)]
pub struct ExpectationResults {
    /// Whether the table of all answers is open.
    pub open: bool,
    /// Order of the table.
    pub sorting: Sorting,
    /// Results of the last check; `None` before the first one.
    pub checked: Option<CheckedCases>,
    /// Edition that is being checked; `None` if none is.
    pub pending_edition: Option<u64>,
    /// Comparison of the answer shown; `None` before the first one.
    pub compared: Option<ComparedAnswer>,
}

impl ExpectationResults {
    /// Sentences about unmet expectations of the answer shown; `None` when its query expects nothing of this answer.
    pub fn unmet(&self) -> Option<&[String]> {
        self.compared.as_ref()?.unmet.as_deref()
    }

    /// Cases of this edition of the scene; `None` until they are checked.
    pub fn cases_of(&self, edition: u64) -> Option<&[Case]> {
        let checked = self.checked.as_ref().filter(|checked| checked.edition == edition)?;
        Some(checked.cases.as_slice())
    }
}

/// One or two words for a result, for the table of answers.
pub fn summary_words(summary: CaseSummary) -> &'static str {
    match summary {
        CaseSummary::Fails => "fails",
        CaseSummary::Open => "open",
        CaseSummary::Computed => "no expectation",
        CaseSummary::Verified => "passes",
    }
}
