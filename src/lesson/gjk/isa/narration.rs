//! Sentences of ISA-GJK: one method of [`IsaGjkView`] per kind of beat.

use contact_lens_model::answer::number::{length, vector};
use contact_lens_model::snapshot::isa_gjk::Outcome;

use super::vertices::gap_value;
use super::view::IsaGjkView;
use crate::gjk::simplex_view::{SimplexVertex, joined_names, kind, names};
use crate::{PairContext, Sentence, Value, Verdict, say, symbol};

impl IsaGjkView {
    /// Sentence on the axis and the support point.
    pub(super) fn support_sentence(&self, w: &SimplexVertex) -> Sentence {
        let direction = if self.is_warm_start {
            Sentence::from("the separating axis of the previous frame")
        } else if self.is_first {
            Sentence::from("the initial direction")
        } else {
            say!("the direction from {} to the origin", Sentence::mark("v", "v"))
        };
        say!(
            "{} = {} − {} is the support point of A − B along d = {}, {}.",
            w.mark("w"),
            w.mark("a"),
            w.mark("b"),
            Value::of(symbol::DIRECTION, vector(self.d), "d"),
            direction
        )
    }

    /// Sentence on the gap along the axis.
    pub(super) fn gap_sentence(&self, w: &SimplexVertex, context: &PairContext) -> Sentence {
        let gap = gap_value(self.g, context);
        let margins = Value::number(symbol::MARGINS, length(self.margin));
        // With margins, the test compares the gap of the cores (the bodies without margins) with the margins.
        let bodies = if self.margin > 0.0 { "cores" } else { "bodies" };
        let has_margins = self.margin > 0.0;
        let separates = self.g > self.margin + self.rounding;
        if separates && has_margins {
            say!(
                "Along d the cores have a gap of {}, more than the sum of the margins, {}: d separates the bodies.",
                gap,
                margins
            )
        } else if separates {
            say!(
                "Along d the bodies have a gap of {}: the plane through {} separates A − B from the origin.",
                gap,
                w.mark("w")
            )
        } else if self.g > 0.0 && has_margins {
            say!(
                "Along d the cores have a gap of {}, less than the sum of the margins, {}: d does not separate the \
                 bodies.",
                gap,
                margins
            )
        } else if context.is_rounding(self.g) {
            say!(
                "The plane through {} contains the origin, except for rounding error, so d does not separate the {}.",
                w.mark("w"),
                bodies
            )
        } else if self.g > 0.0 {
            say!("The gap along d, {}, is below rounding error, so d does not separate the {}.", gap, bodies)
        } else {
            say!("The projections of the {} on d overlap by {}, so d does not separate them.", bodies, gap)
        }
    }

    /// Sentence on the point `v` of the simplex with the new vertex, `joined`, nearest the origin.
    pub(super) fn nearest_sentence(&self, joined: &[SimplexVertex]) -> Sentence {
        let v = Sentence::mark("v", "v");
        let is_zero = self.v.length() <= self.rounding;
        let distance = Value::of(symbol::LENGTH_OF_V, length(self.v.length()), "v");
        if let [only] = joined {
            let w = only.mark("w");
            return if is_zero {
                say!("{} is {}, the only vertex of the simplex W, and at the origin, except for rounding error.", v, w)
            } else {
                say!("{} is {}, the only vertex of the simplex W: |v| = {}.", v, w, distance)
            };
        }
        let simplex = say!("{} {}", kind(joined.len()), joined_names(joined));
        if is_zero {
            say!("The origin lies in the {}, so v is the origin.", simplex)
        } else {
            say!("{} is the point of the {} nearest to the origin: |v| = {}.", v, simplex, distance)
        }
    }

    /// Sentence on the vertices that are kept, because they have a weight in `v`.
    pub(super) fn keep_sentence(&self, removed: &[&SimplexVertex]) -> Sentence {
        let kept = names(&self.after);
        match (removed.len(), self.after.len()) {
            (0, 1) => say!("The simplex W keeps its only vertex {}, which is v.", kept),
            (0, 2) => say!("The simplex W keeps {}, because v lies between them.", kept),
            (0, _) => say!("The simplex W keeps {}, because v lies inside it.", kept),
            (1, _) => say!(
                "{} has no weight in v and is removed. The simplex W keeps {}.",
                names(removed.iter().copied()),
                kept
            ),
            _ => say!(
                "{} have no weight in v and are removed. The simplex W keeps {}.",
                names(removed.iter().copied()),
                kept
            ),
        }
    }

    /// Sentence on the next direction.
    pub(super) fn direction_sentence(&self) -> Sentence {
        say!(
            "d = −v/|v| = {} is the next direction: from {} to the origin.",
            Value::of(symbol::DIRECTION, vector(self.next), "d"),
            Sentence::mark("v", "v")
        )
    }

    /// Sentence on the reason of the ending, with the answer.
    pub(super) fn ending_sentence(end: Outcome, verdict: &Verdict) -> Sentence {
        let reason = match end {
            Outcome::Separated => "One separating axis is enough, so the search ends here.",
            Outcome::Inside => {
                "The origin lies inside the simplex W, deeper than rounding error, and W lies inside A − B."
            }
            Outcome::Shallow => "|v| is less than the sum of the margins, so the margins overlap.",
            Outcome::Overlapping | Outcome::Vanished | Outcome::Stalled => "The distance query has decided.",
            Outcome::IterationLimit => "The limit on iterations is reached.",
            Outcome::Degenerate => "The pair has no usable numbers: not finite, or too large.",
        };
        say!("{} {}", reason, Sentence::answer(&verdict.say))
    }

    /// Sentence on a test stopped by rounding, which the full distance query continues.
    pub(super) fn fallback_sentence(outcome_if_undecided: Outcome) -> Sentence {
        let reason = match outcome_if_undecided {
            Outcome::Vanished => "|v| is below rounding error: the origin lies on the simplex W.",
            Outcome::Separated
            | Outcome::Inside
            | Outcome::Shallow
            | Outcome::Overlapping
            | Outcome::Stalled
            | Outcome::IterationLimit
            | Outcome::Degenerate => "Neither the gap nor |v| has improved: their changes are below rounding error.",
        };
        say!("{} This proves neither a gap nor an overlap, so a distance query (GJK, then EPA) takes over.", reason)
    }
}
