//! Sentences of boolean GJK, in space and in the plane: one method of [`BooleanGjkView`] per kind of beat.

use contact_lens_model::answer::number::{vector, vector_in_plane};
use contact_lens_model::snapshot::boolean_gjk::{Decision, Outcome};
use glam::DVec3;

use super::signs;
use super::view::{BooleanGjkView, LETTERS};
use crate::gjk::isa::vertices::gap_value;
use crate::gjk::simplex_view::{SimplexVertex, joined_names, kind};
use crate::{PairContext, Sentence, Value, Verdict, say, symbol};

impl BooleanGjkView<'_> {
    /// Search direction of this step, as a value that highlights the arrow `d`.
    pub(super) fn direction_value(&self) -> Value {
        self.value_of_direction(self.d)
    }

    /// Search direction of the next step, as a value that highlights the arrow `d`.
    pub(super) fn next_direction_value(&self) -> Value {
        self.value_of_direction(self.next)
    }

    /// Components of the unit vector `d`: two in the plane, three in space.
    fn value_of_direction(&self, d: DVec3) -> Value {
        let components = if self.is_planar { vector_in_plane(d) } else { vector(d) };
        Value::of(symbol::DIRECTION, components, "d")
    }

    /// Kind and names of the kept part of the simplex: `edge w0 w2`.
    fn kept_name(&self) -> Sentence {
        say!("{} {}", kind(self.after.len()), joined_names(&self.after))
    }

    /// Word for the supporting plane of A − B: "plane" in space, "line" in the plane.
    fn plane_name(&self) -> Sentence {
        Sentence::mark(if self.is_planar { "line" } else { "plane" }, "plane")
    }

    /// Sentence on the support point.
    pub(super) fn support_sentence(&self, w: &SimplexVertex) -> Sentence {
        say!(
            "{} = {} − {} is the support point of A − B along d = {}.",
            w.mark("w"),
            w.mark("a"),
            w.mark("b"),
            self.direction_value()
        )
    }

    /// Sentence on the gap along the direction.
    pub(super) fn gap_sentence(&self, w: &SimplexVertex, context: &PairContext) -> Sentence {
        let plane = self.plane_name();
        let name = w.mark("w");
        if context.is_rounding(self.g) {
            return say!(
                "The {} through {} contains the origin, except for rounding error, so d does not separate the bodies.",
                plane,
                name
            );
        }
        if self.g > self.rounding {
            return say!(
                "A − B lies wholly behind the {} through {}, which is {} from the origin: d separates the bodies.",
                plane,
                name,
                gap_value(self.g, context)
            );
        }
        if self.g > 0.0 {
            return say!(
                "The {} through {} separates A − B from the origin by less than rounding error, which proves nothing.",
                plane,
                name
            );
        }
        say!(
            "The origin lies {} inside the supporting {} through {}, on the same side as A − B, so d does not separate \
             the bodies.",
            gap_value(self.g, context),
            plane,
            name
        )
    }

    /// Sentence on a separating plane, with the answer.
    pub(super) fn separated_sentence(&self, w: &SimplexVertex, verdict: &Verdict) -> Sentence {
        say!(
            "The {} through {} separates A − B from the origin. {}",
            self.plane_name(),
            w.mark("w"),
            Sentence::answer(&verdict.say)
        )
    }

    /// Sentence on the new vertex of the simplex.
    pub(super) fn push_sentence(&self, w: &SimplexVertex) -> Sentence {
        match self.joined.len() {
            1 => say!("{} is the first vertex of the simplex W, and is called a in this step.", w.mark("w")),
            n => say!(
                "{} joins the simplex W, which is now {} {}. In this step its vertices are called {}, the newest \
                 first.",
                w.mark("w"),
                if n == 2 { "an" } else { "a" },
                kind(n),
                letter_names(&self.joined)
            ),
        }
    }

    /// Sentence on the tested signs.
    pub(super) fn case_sentence(&self) -> Sentence {
        if !self.sign_tests.is_empty() {
            let tests = self.sign_tests.iter().enumerate();
            let clauses = tests.map(|(i, test)| signs::clause(i, test, &self.joined)).collect();
            return say!("The origin {}.", separated_by_semicolons(clauses));
        }
        match self.joined.first() {
            Some(a) => say!("The simplex W is the single vertex {}, so no sign is tested.", a.mark("w")),
            None => Sentence::from("No sign is tested."),
        }
    }

    /// Sentence on the part of the simplex that signs select, and the next direction.
    pub(super) fn direction_sentence(&self) -> Sentence {
        let d = self.next_direction_value();
        let kept = self.kept_name();
        if let [only] = &self.after[..] {
            return say!(
                "The simplex W is the {}. The next direction points from {} to the origin: d = {}.",
                kept,
                only.mark("w"),
                d
            );
        }
        let kind_of_kept = kind(self.after.len());
        if self.after.len() < self.joined.len() {
            return say!(
                "The simplex W is reduced to the {}, which faces the origin. The next direction, d = {}, is \
                 perpendicular to this {}, towards the origin.",
                kept,
                d,
                kind_of_kept
            );
        }
        say!(
            "The simplex W stays the {}. The next direction, d = {}, is perpendicular to this {}, towards the origin.",
            kept,
            d,
            kind_of_kept
        )
    }

    /// Sentence on why barycentric weights are computed after the signs: by the signs the origin lies inside, or a
    /// product has no certain sign.
    pub(super) fn certify_sentence(&self, decision: Decision) -> Sentence {
        let w = say!("{} {}", kind(self.joined.len()), joined_names(&self.joined));
        match decision {
            Decision::Inside => say!(
                "The origin lies beyond no side of the {}. Rounding error can flip a sign, so the origin's barycentric \
                 weights are tested next.",
                w
            ),
            Decision::Search | Decision::NoSign => say!(
                "A product is below rounding error, so its sign is unknown: the origin may lie on the border of the \
                 {}. The origin's barycentric weights decide instead.",
                w
            ),
        }
    }

    /// Sentence on a support point that is a vertex already.
    pub(super) fn repeated_sentence(w: &SimplexVertex) -> Sentence {
        say!(
            "{} is found again: it is a vertex of the simplex W already, so the signs would only repeat this search. \
             The point of W nearest to the origin decides instead.",
            w.mark("w")
        )
    }

    /// Sentence on a step that tests no signs, because they failed in an earlier one.
    pub(super) fn no_sign_sentence(&self) -> Sentence {
        say!(
            "The point of the {} {} nearest to the origin gives the next direction, because signs failed in an \
             earlier step.",
            kind(self.joined.len()),
            joined_names(&self.joined)
        )
    }

    /// Sentence on the part of the simplex that weights select, and the next direction.
    pub(super) fn nearest_part_sentence(&self) -> Sentence {
        say!(
            "The simplex W is reduced to the {}, which is nearest to the origin. The next direction points from its \
             nearest point to the origin: d = {}.",
            self.kept_name(),
            self.next_direction_value()
        )
    }

    /// Sentence on a test stopped by rounding, which the full distance query continues.
    pub(super) fn fallback_sentence(&self) -> Sentence {
        let kept = self.kept_name();
        let is_on_border = matches!(self.outcome_if_undecided, Some(Outcome::OnEdge | Outcome::OnFace));
        let reason = if is_on_border {
            say!("The origin lies on the {}, except for rounding error.", kept)
        } else {
            say!("The {} is found again: changes are below rounding error.", kept)
        };
        say!("{} This proves neither a gap nor an overlap, so a distance query (GJK, then EPA) takes over.", reason)
    }

    /// Sentence on the reason of the ending, with the answer.
    pub(super) fn ending_sentence(&self, end: Outcome, verdict: &Verdict) -> Sentence {
        let reason = match end {
            Outcome::Separated => Sentence::from("The direction d separates the bodies."),
            Outcome::Inside => say!("The origin lies inside the {}, deeper than rounding error.", self.kept_name()),
            Outcome::Overlapping | Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => {
                Sentence::from("The distance query has decided.")
            }
            Outcome::IterationLimit => Sentence::from("The limit on iterations is reached."),
            Outcome::Degenerate => Sentence::from("The pair has no usable numbers: not finite, or too large."),
        };
        say!("{} {}", reason, Sentence::answer(&verdict.say))
    }
}

/// Letters of the vertices in this step's listing: `a = w2 and b = w0`.
fn letter_names(joined: &[SimplexVertex]) -> Sentence {
    let named = joined.iter().zip(LETTERS).map(|(w, letter)| say!("{} = {}", letter, w.mark("w")));
    Sentence::list(named)
}

/// Clauses of one sentence, separated by semicolons.
fn separated_by_semicolons(clauses: Vec<Sentence>) -> Sentence {
    let mut sentence = Sentence::default();
    for (i, clause) in clauses.into_iter().enumerate() {
        sentence += Sentence::from(if i == 0 { "" } else { "; " });
        sentence += clause;
    }
    sentence
}
