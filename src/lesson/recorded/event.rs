//! Kinds of sub-steps (beats) for the timeline.

use crate::lesson::EndingKind;

/// Kind of a beat, for the marks on the timeline and the jump keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// New support point.
    Support,
    /// Reduction of the simplex.
    Reduction,
    /// Silhouette (horizon) of a new point.
    Silhouette,
    /// Improvement of a bound.
    Bound,
    /// End of the algorithm, with the value of its ending.
    Stop(EndingKind),
    /// Start of an overlapping pair.
    Begin,
    /// End of an overlapping pair.
    End,
    /// Warning about a doubtful result.
    Warning,
}

impl Event {
    /// All kinds, in the order of the legend.
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

    /// Name in the legend.
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
