//! Results of all queries of the scene, compared with their expectations.

use std::sync::Arc;

use crate::check::{Case, CaseSummary};

/// Sort key of the table of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Order of the scene.
    #[default]
    Scene,
    /// Result of the comparison, failures first.
    Standing,
    /// Name of the query.
    Query,
    /// Algorithm of the query.
    Algorithm,
    /// Number in the answer.
    Number,
    Iterations,
}

/// Results of all queries of a scene.
#[derive(Clone, Debug, Default)]
pub struct ExpectationResults {
    /// Whether the table of all answers is open.
    pub open: bool,
    /// Sort key of the table, and whether the order is descending.
    pub sort: (Column, bool),
    /// Edition of the scene that was checked, and one case per query.
    pub cases: Option<(u64, Arc<Vec<Case>>)>,
    /// Edition that is being checked.
    pub pending_edition: Option<u64>,
    /// Result for the query shown; `None` before the first check.
    pub shown: Option<Compared>,
}

/// Edition of the scene and id of the answer that were compared, and the unmet expectations; `None` where none apply.
pub type Compared = ((u64, u64), Option<Vec<String>>);

impl ExpectationResults {
    /// Unmet expectations of the query shown; `None` when it expects nothing of this answer.
    pub fn unmet(&self) -> Option<&[String]> {
        self.shown.as_ref()?.1.as_deref()
    }

    /// Cases of this edition of the scene; `None` until they are checked.
    pub fn of(&self, edition: u64) -> Option<&[Case]> {
        self.cases.as_ref().filter(|(checked, _)| *checked == edition).map(|(_, cases)| cases.as_slice())
    }
}

/// One or two words for a result.
pub fn word(standing: CaseSummary) -> &'static str {
    match standing {
        CaseSummary::Fails => "fails",
        CaseSummary::Open => "open",
        CaseSummary::Computed => "no expectation",
        CaseSummary::Verified => "passes",
    }
}
