//! The judge in the window: what every query of the scene has shown, against what it expects.

use std::sync::Arc;

use crate::check::{Case, Standing};

/// By what the table of all answers is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// As in the scene.
    #[default]
    Scene,
    /// What the case has shown: failures first.
    Standing,
    /// The name of the query.
    Query,
    /// Who answers.
    Algorithm,
    /// The answer's number.
    Number,
    /// How many iterations it took.
    Iterations,
}

/// All answers of a scene.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Whether the table of all answers is open.
    pub open: bool,
    /// By what it is sorted, and whether the largest comes first.
    pub sort: (Column, bool),
    /// The edition of the scene that was judged last, and a case a query.
    pub cases: Option<(u64, Arc<Vec<Case>>)>,
    /// The edition that is being judged.
    pub asked: Option<u64>,
    /// For which edition and answer the query shown was weighed, and which of its expectations are not met; nothing where it
    /// expects nothing here.
    pub shown: Option<Weighed>,
}

/// The edition and the answer that were weighed, and what is not met; nothing where nothing is expected.
pub type Weighed = ((u64, u64), Option<Vec<String>>);

impl Judge {
    /// Which expectations of the query shown are not met; nothing where it expects nothing of this answer.
    pub fn unmet(&self) -> Option<&[String]> {
        self.shown.as_ref()?.1.as_deref()
    }

    /// The cases of this edition of the scene, if they are known.
    pub fn of(&self, edition: u64) -> Option<&[Case]> {
        self.cases.as_ref().filter(|(judged, _)| *judged == edition).map(|(_, cases)| cases.as_slice())
    }
}

/// In a word or two.
pub fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Fails => "fails",
        Standing::Open => "open",
        Standing::Computed => "no expectation",
        Standing::Verified => "passes",
    }
}
