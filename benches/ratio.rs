//! Ours over theirs, and the bar that it is held to.

use std::fmt;

/// What both were asked, and how long they took.
#[derive(Clone, Debug)]
pub struct Ratio {
    what: String,
    ours: f64,
    theirs: f64,
    bar: Option<f64>,
}

impl Ratio {
    /// Nanoseconds of ours and of theirs.
    pub fn new(what: impl Into<String>, [ours, theirs]: [f64; 2]) -> Self {
        Self { what: what.into(), ours, theirs, bar: None }
    }

    /// The same, held to a bar.
    #[must_use]
    pub fn at_most(self, bar: impl Into<Option<f64>>) -> Self {
        Self { bar: bar.into(), ..self }
    }

    /// Ours over theirs.
    pub fn value(&self) -> f64 {
        self.ours / self.theirs
    }

    /// Whether it is within its bar, to the digits that are printed; `None` without one.
    pub fn holds(&self) -> Option<bool> {
        self.bar.map(|bar| self.value() < bar + 0.005)
    }

    /// What the columns are.
    pub fn head() -> String {
        format!("{:46} {:>10} {:>10}  {:>5}  {:>5}", "", "ours", "theirs", "ratio", "bar")
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, ours, theirs, .. } = self;
        write!(f, "{what:46} {:>10} {:>10}  {:5.2}", time(*ours), time(*theirs), self.value())?;
        match (self.bar, self.holds()) {
            (Some(bar), Some(true)) => write!(f, "  {bar:5.2}  holds"),
            (Some(bar), _) => write!(f, "  {bar:5.2}  MISSED"),
            (None, _) => Ok(()),
        }
    }
}

/// Nanoseconds in the unit in which they have few digits.
fn time(ns: f64) -> String {
    match ns {
        ns if ns < 1.0e4 => format!("{ns:.0} ns"),
        ns if ns < 1.0e7 => format!("{:.1} µs", ns * 1.0e-3),
        ns => format!("{:.1} ms", ns * 1.0e-6),
    }
}
