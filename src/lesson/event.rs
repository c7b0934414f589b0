//! What beats are about.

use super::EndingKind;

/// What a beat is about, for the marks on the timeline and the jump keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A support point was found.
    Support,
    /// The simplex was reduced.
    Reduction,
    /// A silhouette was found.
    Silhouette,
    /// A bound got better.
    Bound,
    /// The algorithm ended, and this is what its ending is worth.
    Stop(EndingKind),
    /// A pair begins.
    Begin,
    /// A pair ends.
    End,
    /// Something to worry about.
    Warning,
}

impl Event {
    /// All of them, in order.
    pub const ALL: [Self; 10] = [
        Self::Support,
        Self::Reduction,
        Self::Silhouette,
        Self::Bound,
        Self::Begin,
        Self::End,
        Self::Stop(EndingKind::Success),
        Self::Stop(EndingKind::NoAnswer),
        Self::Stop(EndingKind::Failure),
        Self::Warning,
    ];

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Support => "support point",
            Self::Reduction => "reduction",
            Self::Silhouette => "silhouette",
            Self::Bound => "better bound",
            Self::Begin => "pair begins",
            Self::End => "pair ends",
            Self::Stop(EndingKind::Success) => "end",
            Self::Stop(EndingKind::NoAnswer) => "end without an answer",
            Self::Stop(EndingKind::Failure) => "failure",
            Self::Warning => "warning",
        }
    }
}
