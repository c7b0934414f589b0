//! Kinds of events of a run, such as a new support point or the end. A sub-step (beat) with an event has a mark on the
//! timeline, and the jump keys stop there.

use crate::EndingKind;

/// Kind of the event of a beat, for the marks on the timeline and the jump keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// New support point.
    Support,
    /// Reduction of the simplex.
    Reduction,
    /// Silhouette (horizon) of the faces that a new point sees, or nodes and pairs that a bound prunes.
    Silhouette,
    /// Improvement of a bound.
    Bound,
    /// End of the algorithm, with the kind of its ending.
    Stop(EndingKind),
    /// Two boxes begin to overlap (broad phase).
    Begin,
    /// Two boxes stop overlapping (broad phase).
    End,
    /// Warning: a result that is skipped, clamped, or too close to a limit to be decided.
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
