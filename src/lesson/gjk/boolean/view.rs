//! Beats and pictures of one step of boolean GJK, in space or in the plane: support point, gap, signs, and the part of
//! the simplex that is kept. The parent module makes a [`BooleanGjkView`] from the states before and after the step;
//! the sentences are in `narration`. A `line` is the label of a line in the algorithm's listing.

use contact_lens_model::answer::number::{length, measured};
use contact_lens_model::snapshot::boolean_gjk::{BooleanGjk, Decision, Outcome, SignTest};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::CARD;
use super::signs;
use crate::gjk::isa::vertices;
use crate::gjk::simplex_view::{self, PairPictures, SimplexVertex};
use crate::{
    Beat, Detail, Event, PairContext, Pictures, Sentence, StopTest, Table, Value, Verdict, add_named_point, symbol,
};

/// Letters of the vertices in the listing: `a` is the newest one.
pub(super) const LETTERS: [&str; 4] = ["a", "b", "c", "d"];

/// Size of a gap, in rounding errors, below which the rounding error is shown next to it: a larger gap is unambiguous.
const SMALL_GAP: f64 = 100.0;

/// One step, in the coordinates of the views; lengths in meters.
pub(super) struct BooleanGjkView<'a> {
    /// Simplex before the step.
    pub(super) before: Vec<SimplexVertex>,
    /// Simplex with `w`, newest vertex first.
    pub(super) joined: Vec<SimplexVertex>,
    /// Simplex after the step.
    pub(super) after: Vec<SimplexVertex>,
    /// New support point; `None` for a pair without usable numbers.
    pub(super) w: Option<SimplexVertex>,
    /// Search direction of the step, unit vector.
    pub(super) d: DVec3,
    /// Search direction of the next step, unit vector.
    pub(super) next: DVec3,
    /// Gap of the bodies along `d`; negative for an overlap along `d`.
    pub(super) g: f64,
    /// Best lower bound `μ` of the distance before and after the step.
    pub(super) mu: [f64; 2],
    /// Rounding error of a gap.
    pub(super) rounding: f64,
    /// Signs that the case of the simplex tested.
    pub(super) sign_tests: &'a [SignTest],
    /// Decision by the signs; `None` in a step without signs.
    pub(super) decision: Option<Decision>,
    /// Whether directions come from the nearest point of the simplex instead of signs, since this or an earlier step.
    pub(super) uses_nearest_point: bool,
    /// Stop tests of the gap and of the iteration limit.
    pub(super) stop_tests: [StopTest; 2],
    /// Whether the bodies are in the plane z = 0.
    pub(super) is_planar: bool,
    /// Requested amount of detail.
    pub(super) detail: Detail,
    /// Outcome if the full distance query, which runs next, cannot decide; `None` if that query does not follow.
    pub(super) outcome_if_undecided: Option<Outcome>,
    /// Outcome, if the run ends in this step.
    pub(super) end: Option<Outcome>,
}

/// Stop tests of the gap and of the iteration limit, in this order.
pub(super) fn stop_tests(after: &BooleanGjk) -> [StopTest; 2] {
    [
        StopTest::new("Separated", "separated", "−w·d/|d| > rounding", after.by_axis),
        StopTest::new("IterationLimit", "limit", "k ≥ limit", after.by_limit),
    ]
}

impl BooleanGjkView<'_> {
    /// Returns the beats of the step; `verdict` is that of the run.
    pub(super) fn beats(&self, context: &PairContext, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            return vec![self.beat(
                "support",
                Sentence::answer(&verdict.say),
                || vertices::simplex_pictures(&self.before).into(),
                Some(self.stop_event(verdict)),
                context,
            )];
        };
        let mut beats = vec![self.support_beat(w, context), self.gap_beat(w, context)];
        if self.end == Some(Outcome::Separated) {
            beats.push(self.separated_beat(w, context, verdict));
            return beats;
        }
        beats.extend(self.simplex_beats(w, context));
        if let Some(end) = self.end {
            beats.push(self.ending_beat(end, context, verdict));
        } else if self.outcome_if_undecided.is_some() {
            beats.push(self.fallback_beat(context));
        } else if self.uses_nearest_point && self.decision != Some(Decision::Search) {
            beats.push(self.nearest_part_beat(context));
        }
        beats
    }

    /// Beats on the simplex: `w` joins it, unless `w` is a vertex already, and signs or the nearest point decide which
    /// part of it is kept. The last iteration of a run that reaches its limit only adds `w`.
    fn simplex_beats(&self, w: &SimplexVertex, context: &PairContext) -> Vec<Beat> {
        let Some(decision) = self.decision else {
            let is_repeated = self.before.iter().any(|old| old.is_same_vertex(w));
            if is_repeated {
                return vec![self.repeated_beat(w, context)];
            }
            let mut beats = vec![self.push_beat(w, context)];
            if self.end != Some(Outcome::IterationLimit) {
                beats.push(self.no_sign_beat(context));
            }
            return beats;
        };
        let decision_beat = match decision {
            Decision::Search => self.direction_beat(context),
            Decision::Inside | Decision::NoSign => self.certify_beat(decision, context),
        };
        vec![self.push_beat(w, context), self.case_beat(context), decision_beat]
    }

    /// Beat at a line of the listing, with its pictures, values, tables and tests.
    fn beat(
        &self,
        line: &'static str,
        say: Sentence,
        pictures: impl FnOnce() -> Pictures,
        event: Option<Event>,
        context: &PairContext,
    ) -> Beat {
        Beat {
            inner: None,
            line,
            say,
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values(line, context)),
            tables: self.detail.full(|| self.tables(line)),
            stops: self.stops(line),
            points: if line == "gap" { vec![(0, self.g)] } else { Vec::new() },
            event,
        }
    }

    /// Tables at a line: the vertices of the simplex at that time, and the signs where they are tested.
    fn tables(&self, line: &str) -> Vec<Table> {
        let vertices: Vec<SimplexVertex> = match line {
            "support" | "gap" | "separated" => self.w.iter().chain(&self.before).cloned().collect(),
            "push" | "case" | "certify" | "repeated" => self.joined.clone(),
            _ => self.after.clone(),
        };
        let mut tables = vec![vertices::table(&vertices, self.w.as_ref())];
        if matches!(line, "case" | "direction" | "certify") {
            tables.push(signs::table(self.sign_tests, &self.joined));
        }
        tables
    }

    /// Values of the sub-step; a value has a mark only where the sub-step draws it.
    fn values(&self, line: &str, context: &PairContext) -> Vec<Value> {
        let mut values = Vec::new();
        match line {
            "support" if self.w.is_some() => values.push(self.direction_value()),
            "direction" | "rescue" => values.push(self.next_direction_value()),
            "gap" | "separated" => {
                if !context.is_rounding(self.g) {
                    values.push(vertices::gap_value(self.g, context));
                }
                if self.g.abs() < SMALL_GAP * self.rounding {
                    values.push(Value::number(symbol::ROUNDING, length(self.rounding)));
                }
                // The first bound is the gap itself, and a negative bound of the distance says nothing.
                if !self.before.is_empty() && self.mu[1] > self.rounding {
                    values.push(Value::number(symbol::BEST_LOWER_BOUND, measured(self.mu[1], self.rounding)));
                }
            }
            _ => {}
        }
        values
    }

    /// Stop tests at a line: that of the iteration limit where `w` joins and at the limit itself, that of the gap at
    /// other lines, and none at the support point.
    fn stops(&self, line: &str) -> Vec<StopTest> {
        let [gap, limit] = self.stop_tests.clone();
        match line {
            "support" => Vec::new(),
            "push" | "limit" => vec![limit],
            _ => vec![gap],
        }
    }

    /// Event of the run's ending. The card in space serves the plane too, whose endings have the same names.
    fn stop_event(&self, verdict: &Verdict) -> Event {
        Event::Stop(CARD.ending_kind(verdict))
    }

    fn support_beat(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = self.support_sentence(w);
        self.beat("support", say, || self.support_pictures(w, context), Some(Event::Support), context)
    }

    /// Pictures of the support point that show the supporting planes from a side.
    fn support_pictures(&self, w: &SimplexVertex, context: &PairContext) -> Pictures {
        Pictures::from(self.support_marks(w, context)).from_either_side(self.d)
    }

    /// Pictures of the support point with the direction at it, and of the supporting planes.
    fn support_marks(&self, w: &SimplexVertex, context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = vertices::simplex_pictures(&self.before);
        vertices::add_support((&mut world, &mut cso), w, self.d, context);
        simplex_view::add_direction(&mut cso, w.w, self.d, context);
        context.add_opposite_directions(&mut world, ["d", "d/b"], [w.a, w.b], self.d);
        simplex_view::magnify_crowded((&mut world, &mut cso), self.before.iter().chain([w]), context);
        context.magnify(&mut cso, [DVec3::ZERO, w.w]);
        (world, cso)
    }

    fn gap_beat(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = self.gap_sentence(w, context);
        self.beat("gap", say, || self.gap_pictures(w, context), None, context)
    }

    /// Pictures of the gap, seen across the direction.
    fn gap_pictures(&self, w: &SimplexVertex, context: &PairContext) -> Pictures {
        Pictures::from(self.gap_marks(w, context)).measuring(self.d)
    }

    /// Pictures of the gap along the direction between the supporting planes.
    fn gap_marks(&self, w: &SimplexVertex, context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = self.support_marks(w, context);
        vertices::add_gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn separated_beat(&self, w: &SimplexVertex, context: &PairContext, verdict: &Verdict) -> Beat {
        let say = self.separated_sentence(w, verdict);
        self.beat("separated", say, || self.gap_pictures(w, context), Some(self.stop_event(verdict)), context)
    }

    fn push_beat(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        self.beat("push", self.push_sentence(w), || self.with_viewing_side(self.push_marks(w, context)), None, context)
    }

    /// Pictures that show the triangle of the joined simplex from a side.
    fn with_viewing_side(&self, panes: PairPictures) -> Pictures {
        Pictures::from(panes).from_either_side(simplex_view::normal_of_triangle(&self.joined))
    }

    /// Pictures of the simplex with the new vertex, and of the letters of its vertices.
    fn push_marks(&self, w: &SimplexVertex, context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = vertices::simplex_pictures(&self.before);
        simplex_view::add_joined_edges(&mut cso, &self.before, w);
        simplex_view::add_new_support((&mut world, &mut cso), w);
        self.name_by_letters(&mut cso);
        self.magnify_simplex(&mut cso, context);
        (world, cso)
    }

    /// Replaces the names of the vertices by those with their letters in the listing: `a = w2`.
    fn name_by_letters(&self, cso: &mut Picture) {
        for (vertex, letter) in self.joined.iter().zip(LETTERS) {
            let key = vertex.key("w");
            for mark in cso.marks.iter_mut().filter(|mark| mark.key.0 == key) {
                if let Form::Label { text, .. } = &mut mark.form {
                    *text = format!("{letter} = {}", vertex.name("w"));
                }
            }
        }
    }

    fn case_beat(&self, context: &PairContext) -> Beat {
        self.beat("case", self.case_sentence(), || self.case_pictures(context), None, context)
    }

    /// Pictures of the tested signs, with the name of the vector to the origin.
    fn case_pictures(&self, context: &PairContext) -> Pictures {
        let normal = signs::tested_normal(self.sign_tests, &self.joined);
        let normal = normal.unwrap_or_else(|| simplex_view::normal_of_triangle(&self.joined));
        Pictures::from(self.case_marks(context))
            .showing_face(normal)
            .naming(Role::Axis, "ao, from a to the origin")
            .naming(Role::Normal, "normal of the tested face")
    }

    /// Pictures of the simplex with the letters of its vertices, and of what the tested signs exclude.
    fn case_marks(&self, context: &PairContext) -> PairPictures {
        let (world, mut cso) = vertices::simplex_pictures(&self.joined);
        self.name_by_letters(&mut cso);
        let size = context.bounding_radius();
        signs::add_excluded_half_spaces(&mut cso, self.sign_tests, &self.joined, size, self.is_planar);
        if !self.is_planar {
            signs::add_normals(&mut cso, self.sign_tests, &self.joined, size);
        }
        let a = if self.sign_tests.is_empty() { None } else { self.joined.first() };
        if let Some(a) = a {
            cso.arrow(Role::Axis, "ao", a.w, DVec3::ZERO);
            cso.label(Role::Axis, "ao", 0.5 * a.w, "ao");
        }
        self.magnify_simplex(&mut cso, context);
        (world, cso)
    }

    /// Adds a magnified inset of the simplex and the origin, which may look like one dot in the picture.
    fn magnify_simplex(&self, cso: &mut Picture, context: &PairContext) {
        let mut points: Vec<DVec3> = self.joined.iter().map(|vertex| vertex.w).collect();
        points.push(DVec3::ZERO);
        context.magnify_all(cso, &points);
    }

    /// Mean of the kept vertices, at which the arrow of the next direction begins; the origin without vertices.
    fn middle(&self) -> DVec3 {
        self.after.iter().map(|vertex| vertex.w).sum::<DVec3>() / self.after.len().max(1) as f64
    }

    fn direction_beat(&self, context: &PairContext) -> Beat {
        let event = (self.after.len() < self.joined.len()).then_some(Event::Reduction);
        let say = self.direction_sentence();
        self.beat("direction", say, || self.with_viewing_side(self.direction_marks(context)), event, context)
    }

    /// Pictures of the kept part of the simplex, of the removed vertices, and of the next direction.
    fn direction_marks(&self, context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = vertices::simplex_pictures(&self.after);
        let removed = simplex_view::removed(&self.joined, &self.after);
        simplex_view::add_removed_vertices((&mut world, &mut cso), &removed);
        simplex_view::add_direction(&mut cso, self.middle(), self.next, context);
        (world, cso)
    }

    /// Beat of signs that do not decide alone: they place the origin inside (`Inside`), or a product has no certain
    /// sign (`NoSign`).
    fn certify_beat(&self, decision: Decision, context: &PairContext) -> Beat {
        let event = (decision == Decision::NoSign).then_some(Event::Warning);
        let say = self.certify_sentence(decision);
        self.beat("certify", say, || self.with_viewing_side(vertices::simplex_pictures(&self.joined)), event, context)
    }

    fn repeated_beat(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = Self::repeated_sentence(w);
        self.beat("repeated", say, || self.repeated_marks(w).into(), Some(Event::Warning), context)
    }

    /// Pictures of the simplex with the support point that is already one of its vertices.
    fn repeated_marks(&self, w: &SimplexVertex) -> PairPictures {
        let others = self.before.iter().filter(|vertex| !vertex.is_same_vertex(w)).cloned();
        let mut simplex: Vec<SimplexVertex> = others.collect();
        simplex.push(w.clone());
        vertices::simplex_pictures(&simplex)
    }

    /// Beat of a step without signs, before its nearest point is known.
    fn no_sign_beat(&self, context: &PairContext) -> Beat {
        self.beat("certify", self.no_sign_sentence(), || vertices::simplex_pictures(&self.joined).into(), None, context)
    }

    /// Beat of a step whose nearest point, instead of signs, selects the kept part of the simplex and the direction.
    fn nearest_part_beat(&self, context: &PairContext) -> Beat {
        let say = self.nearest_part_sentence();
        self.beat("rescue", say, || self.direction_marks(context).into(), Some(Event::Reduction), context)
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn fallback_beat(&self, context: &PairContext) -> Beat {
        let line = match self.outcome_if_undecided {
            Some(Outcome::OnEdge) => "on-edge",
            Some(Outcome::OnFace) => "on-face",
            _ => "stalled",
        };
        let say = self.fallback_sentence();
        self.beat(line, say, || vertices::simplex_pictures(&self.after).into(), Some(Event::Warning), context)
    }

    fn ending_beat(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let line = match end {
            Outcome::Separated => "separated",
            Outcome::Inside => "inside",
            Outcome::Overlapping | Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => "decided",
            Outcome::IterationLimit => "limit",
            Outcome::Degenerate => "support",
        };
        let say = self.ending_sentence(end, verdict);
        self.beat(line, say, || self.ending_pictures(end, verdict), Some(self.stop_event(verdict)), context)
    }

    /// Pictures of the final simplex, and of a common point of overlapping bodies.
    fn ending_pictures(&self, end: Outcome, verdict: &Verdict) -> Pictures {
        let (mut world, cso) = vertices::simplex_pictures(&self.after);
        let answer = if end == Outcome::Inside { verdict.finding.pair() } else { None };
        if let Some(answer) = answer {
            add_named_point(&mut world, Role::Witness, "witness/a", answer.witness_a, "p");
        }
        Pictures::from((world, cso)).naming(Role::Witness, "common point p")
    }
}
