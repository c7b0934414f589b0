//! Two bodies that overlap without a bound: no translation parts them, and no number says how deep they are.

use serde::Serialize;

use super::{Fact, Found, Standing};

/// Two half-spaces that do not face each other overlap wherever they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnboundedFinding {
    /// They do.
    pub intersects: bool,
    /// Whether a distance was asked for, which there is not, or only yes or no.
    #[serde(skip)]
    pub distance_asked: bool,
}

impl Found for UnboundedFinding {
    fn status(&self) -> &'static str {
        "unbounded"
    }

    fn standing(&self) -> Standing {
        Standing::Proven
    }

    fn facts(&self) -> Vec<Fact> {
        let said = if self.intersects { "yes" } else { "no" };
        vec![Fact::new("intersects", said), Fact::new("depth", "without a bound")]
    }
}
