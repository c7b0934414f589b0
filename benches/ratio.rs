//! Ratio of the time that Contact Lens takes to the time of a peer library, and the limit that the ratio must keep.

use std::fmt;

/// Times of one task, by Contact Lens and by a peer library.
#[derive(Clone, Debug)]
pub struct Ratio {
    /// Name of the task: `boxes, by separating axes`.
    task: String,
    /// Time of Contact Lens, nanoseconds.
    our_time: f64,
    /// Time of the peer library, nanoseconds.
    peer_time: f64,
    /// Largest ratio that passes; `None` for a ratio that is only reported.
    limit: Option<f64>,
    /// Where the time goes, shown if the limit is missed; empty if unknown.
    profile: &'static str,
}

/// Amount by which a ratio may exceed its limit: half of the last digit that is printed.
const PRINTED_ROUNDING: f64 = 0.005;

impl Ratio {
    /// Creates a ratio without a limit, from the times of Contact Lens and of the peer, nanoseconds.
    pub fn new(task: impl Into<String>, [our_time, peer_time]: [f64; 2]) -> Self {
        Self { task: task.into(), our_time, peer_time, limit: None, profile: "" }
    }

    /// Returns the ratio with this limit; `None` removes the limit.
    #[must_use]
    pub fn at_most(self, limit: impl Into<Option<f64>>) -> Self {
        Self { limit: limit.into(), ..self }
    }

    /// Returns the ratio with a line on where the time of Contact Lens goes, by a profile.
    #[must_use]
    pub fn with_profile(self, profile: &'static str) -> Self {
        Self { profile, ..self }
    }

    /// Time of Contact Lens divided by the time of the peer.
    pub fn value(&self) -> f64 {
        self.our_time / self.peer_time
    }

    /// Whether the ratio keeps its limit, to the printed digits; `None` without a limit.
    pub fn is_within_limit(&self) -> Option<bool> {
        self.limit.map(|limit| self.value() < limit + PRINTED_ROUNDING)
    }

    /// Header of the table whose lines are displayed ratios.
    pub fn header() -> String {
        format!("{:46} {:>10} {:>10}  {:>5}  {:>5}", "", "ours", "theirs", "ratio", "bar")
    }
}

/// Writes a line of the table: task, both times, ratio, limit, and whether the ratio keeps the limit.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { task, our_time, peer_time, .. } = self;
        write!(f, "{task:46} {:>10} {:>10}  {:5.2}", with_unit(*our_time), with_unit(*peer_time), self.value())?;
        match (self.limit, self.is_within_limit()) {
            (Some(limit), Some(true)) => write!(f, "  {limit:5.2}  holds"),
            (Some(limit), _) if self.profile.is_empty() => write!(f, "  {limit:5.2}  MISSED"),
            (Some(limit), _) => write!(f, "  {limit:5.2}  MISSED\n    {}", self.profile),
            (None, _) => Ok(()),
        }
    }
}

/// Formats a time, nanoseconds, in ns, µs or ms, whichever needs few digits.
fn with_unit(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1.0e4 => format!("{ns:.0} ns"),
        ns if ns < 1.0e7 => format!("{:.1} µs", ns * 1.0e-3),
        ns => format!("{:.1} ms", ns * 1.0e-6),
    }
}
