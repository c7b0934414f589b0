//! Verdict of a support mapping: whether the supporting plane of `A − B` separates the bodies, and by how much.

use contact_lens_model::answer::number::length;
use contact_lens_model::answer::{Finding, PairFinding, PairStatus, Proof};
use contact_lens_model::snapshot::support::Outcome;

use super::{SupportView, ending};
use crate::{PairContext, Verdict};

impl SupportView {
    /// Verdict with the name of the ending `outcome`. The supporting plane gives the lower bound of the distance, the
    /// support points the upper bound.
    pub(super) fn verdict(&self, outcome: Outcome, context: &PairContext) -> Verdict {
        // Without a direction there is no supporting plane, so nothing bounds the distance from below.
        let lower = match self.outcome {
            Outcome::Farthest => -self.extent() - self.rounding,
            Outcome::NoDirection => f64::NEG_INFINITY,
        };
        let is_apart = lower > 0.0;
        let [name_a, name_b] = &context.names;
        let say = if is_apart {
            format!("{name_a} and {name_b} are at least {} apart: the direction d separates them.", length(lower))
        } else {
            format!("The direction d does not separate {name_a} and {name_b}.")
        };
        let finding = PairFinding {
            signed_distance: None,
            normal: is_apart.then(|| self.d.normalize()),
            witness_a: self.a,
            witness_b: self.b,
            proof: Proof { lower, upper: self.w.length() + self.rounding, tolerance: f64::INFINITY },
            status: if is_apart { PairStatus::Separated } else { PairStatus::Undecided },
        };
        Verdict { outcome: ending(outcome).name, say, iterations: 1, finding: Finding::Support(finding) }
    }
}
