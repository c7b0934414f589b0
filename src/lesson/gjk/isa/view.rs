//! Beats and pictures of one step of ISA-GJK: support point, gap along the axis, nearest point, reduced simplex,
//! ending. The parent module makes an [`IsaGjkView`] from the states before and after the step; the sentences are in
//! `narration`. A `line` is the label of a line in the algorithm's listing.

use contact_lens_model::answer::number::{length, measured};
use contact_lens_model::snapshot::isa_gjk::Outcome;
use contact_lens_picture::Role;
use glam::DVec3;

use super::vertices;
use super::{CARD, ending};
use crate::gjk::simplex_view::{self, PairPictures, SimplexVertex};
use crate::{
    Beat, Detail, Event, PairContext, Pictures, Sentence, StopTest, Table, Value, Verdict, add_named_point, symbol,
};

/// Size of a gap, in rounding errors, below which the rounding error is shown next to it: a larger gap is unambiguous.
const SMALL_GAP: f64 = 100.0;

/// One step, in the coordinates of the views; lengths in meters.
pub(super) struct IsaGjkView {
    /// Simplex `W` before the step.
    pub(super) before: Vec<SimplexVertex>,
    /// Simplex `W` after the step.
    pub(super) after: Vec<SimplexVertex>,
    /// New support point; `None` for a pair without usable numbers.
    pub(super) w: Option<SimplexVertex>,
    /// Search direction of the step, the tested axis; unit vector.
    pub(super) d: DVec3,
    /// Search direction of the next step, unit vector.
    pub(super) next: DVec3,
    /// Nearest point `v` before the step, which determined `d`.
    pub(super) v_before: DVec3,
    /// Point `v` of the simplex nearest the origin, after the step.
    pub(super) v: DVec3,
    /// Gap of the cores along `d`; negative for an overlap along `d`.
    pub(super) g: f64,
    /// Best lower bound `μ` of the distance before and after the step.
    pub(super) mu: [f64; 2],
    /// Sum of the margins of A and B.
    pub(super) margin: f64,
    /// Rounding error of a gap.
    pub(super) rounding: f64,
    /// Evaluated stop tests, in order.
    pub(super) stops: Vec<StopTest>,
    /// Whether `w` joined `W`.
    pub(super) has_joined: bool,
    /// Whether this is the first step of the run.
    pub(super) is_first: bool,
    /// Whether this first step starts from the axis of the previous frame.
    pub(super) is_warm_start: bool,
    /// Requested amount of detail.
    pub(super) detail: Detail,
    /// Outcome if the full distance query, which runs next, cannot decide; `None` if that query does not follow.
    pub(super) outcome_if_undecided: Option<Outcome>,
    /// Outcome, if the run ends in this step.
    pub(super) end: Option<Outcome>,
}

impl IsaGjkView {
    /// Returns the beats of the step; `verdict` is that of the run.
    pub(super) fn beats(&self, context: &PairContext, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            let event = Some(Event::Stop(CARD.ending_kind(verdict)));
            let say = Sentence::answer(&verdict.say);
            return vec![self.beat(
                "direction",
                say,
                || vertices::simplex_pictures(&self.before).into(),
                event,
                context,
            )];
        };
        let mut beats = vec![self.support_beat(w, context), self.gap_beat(w, context)];
        if self.has_joined {
            beats.push(self.nearest_beat(context));
            beats.push(self.keep_beat(context));
        }
        match (self.end, self.outcome_if_undecided) {
            (Some(end), _) => beats.push(self.ending_beat(end, context, verdict)),
            (None, Some(outcome_if_undecided)) => beats.push(self.fallback_beat(outcome_if_undecided, context)),
            (None, None) => beats.push(self.direction_beat(context)),
        }
        beats
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
        let has_weights = self.has_joined && !matches!(line, "support" | "gap");
        // Plot points with an index into `CARD.series`.
        let points = match line {
            "gap" => vec![(0, self.g)],
            "nearest" => vec![(1, self.v.length())],
            _ => Vec::new(),
        };
        Beat {
            inner: None,
            line,
            say,
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values(line, has_weights, context)),
            tables: self.detail.full(|| vec![self.table(line, has_weights)]),
            stops: self.stops_at(line),
            points,
            event,
        }
    }

    /// Values of the sub-step; a value has a mark only where the sub-step draws it. With `has_weights`, `w` has joined
    /// the simplex, so the nearest point is known.
    fn values(&self, line: &str, has_weights: bool, context: &PairContext) -> Vec<Value> {
        let mut values = Vec::new();
        if matches!(line, "gap" | "separated") {
            if !context.is_rounding(self.g) {
                values.push(vertices::gap_value(self.g, context));
            }
            if self.g.abs() < SMALL_GAP * self.rounding {
                values.push(Value::number(symbol::ROUNDING, length(self.rounding)));
            }
            // The first bound is the gap itself, and a negative bound of the distance says nothing.
            if !self.is_first && self.mu[1] > self.rounding {
                values.push(Value::number(symbol::BEST_LOWER_BOUND, measured(self.mu[1], self.rounding)));
            }
        }
        if has_weights {
            values.push(Value::of(symbol::LENGTH_OF_V, measured(self.v.length(), self.rounding), "v"));
        }
        if self.margin > 0.0 && matches!(line, "gap" | "shallow") {
            values.push(Value::number(symbol::MARGINS, measured(self.margin, self.rounding)));
        }
        values
    }

    /// Stop tests at a line. The lines `support` and `nearest` compute the values that are tested afterwards, the line
    /// `gap` tests the axis, and the lines after `w` joined the simplex test everything else.
    fn stops_at(&self, line: &str) -> Vec<StopTest> {
        self.stops.iter().filter(|stop| self.is_stop_at(stop, line)).cloned().collect()
    }

    /// Whether the stop test is listed at a line.
    fn is_stop_at(&self, stop: &StopTest, line: &str) -> bool {
        let tests_axis = stop.line == "separated";
        match line {
            "support" | "nearest" => false,
            "gap" => tests_axis,
            _ => !(self.has_joined && tests_axis),
        }
    }

    /// Table of the simplex at a line, with the new vertex highlighted.
    fn table(&self, line: &str, has_weights: bool) -> Table {
        vertices::table(&self.listed_vertices(line, has_weights), self.w.as_ref())
    }

    /// Vertices in the table at a line: before the nearest point is known, the previous ones and `w`, without new
    /// weights; at the line `nearest`, the same ones with weights; later, those that are kept.
    fn listed_vertices(&self, line: &str, has_weights: bool) -> Vec<SimplexVertex> {
        if has_weights && line != "nearest" {
            return self.after.clone();
        }
        let mut listed = self.joined_simplex();
        if has_weights {
            for vertex in &mut listed {
                let kept = self.after.iter().find(|kept| kept.is_same_vertex(vertex));
                vertex.lambda = Some(kept.and_then(|kept| kept.lambda).unwrap_or(0.0));
            }
        }
        listed
    }

    /// Vertices before the step, and the new one.
    pub(super) fn joined_simplex(&self) -> Vec<SimplexVertex> {
        self.before.iter().chain(&self.w).cloned().collect()
    }

    /// Pictures of `simplex` and of `v`, its point nearest the origin.
    fn nearest_point_marks(&self, simplex: &[SimplexVertex], context: &PairContext) -> PairPictures {
        let (world, mut cso) = vertices::simplex_pictures(simplex);
        simplex_view::add_nearest_point(&mut cso, self.v, context);
        simplex_view::name_vertex_as_v(&mut cso, simplex, self.v);
        context.magnify(&mut cso, [DVec3::ZERO, self.v]);
        (world, cso)
    }

    /// Pictures of the simplex at the end of the step: with its nearest point, if `w` joined.
    fn final_simplex_marks(&self, context: &PairContext) -> PairPictures {
        if self.has_joined {
            self.nearest_point_marks(&self.after, context)
        } else {
            vertices::simplex_pictures(&self.before)
        }
    }

    fn support_beat(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = self.support_sentence(w);
        self.beat("support", say, || self.search_pictures(w, context), Some(Event::Support), context)
    }

    /// Pictures of the search from `v` towards the origin, or along the first direction.
    fn search_pictures(&self, w: &SimplexVertex, context: &PairContext) -> Pictures {
        let (world, mut cso) = self.support_marks(w, context);
        if !self.is_first {
            cso.marks.retain(|mark| mark.key.0 != "d");
            simplex_view::add_search_arrow(&mut cso, self.v_before, self.d, context);
            simplex_view::name_vertex_as_v(&mut cso, &self.before, self.v_before);
            context.magnify(&mut cso, [DVec3::ZERO, self.v_before]);
        }
        Pictures::from((world, cso)).from_either_side(self.d)
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

    /// Pictures of the gap along the axis between the supporting planes.
    fn gap_marks(&self, w: &SimplexVertex, context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = self.support_marks(w, context);
        vertices::add_gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn nearest_beat(&self, context: &PairContext) -> Beat {
        let joined = self.joined_simplex();
        let say = self.nearest_sentence(&joined);
        self.beat(
            "nearest",
            say,
            || self.with_viewing_side(self.nearest_point_marks(&joined, context), &joined),
            None,
            context,
        )
    }

    fn keep_beat(&self, context: &PairContext) -> Beat {
        let joined = self.joined_simplex();
        let removed = simplex_view::removed(&joined, &self.after);
        let event = (!removed.is_empty()).then_some(Event::Reduction);
        let say = self.keep_sentence(&removed);
        self.beat("keep", say, || self.with_viewing_side(self.keep_marks(&removed, context), &joined), event, context)
    }

    /// Pictures of the reduced simplex, and of the removed vertices.
    fn keep_marks(&self, removed: &[&SimplexVertex], context: &PairContext) -> PairPictures {
        let (mut world, mut cso) = self.nearest_point_marks(&self.after, context);
        simplex_view::add_removed_vertices((&mut world, &mut cso), removed);
        (world, cso)
    }

    fn direction_beat(&self, context: &PairContext) -> Beat {
        let say = self.direction_sentence();
        self.beat(
            "direction",
            say,
            || self.with_viewing_side(self.direction_marks(context), &self.after),
            None,
            context,
        )
    }

    /// Pictures seen from a side that shows the face of a triangle `simplex`, or for other simplices the true length of
    /// `v`; no particular side if `v` is zero to rounding.
    fn with_viewing_side(&self, panes: PairPictures, simplex: &[SimplexVertex]) -> Pictures {
        if simplex.len() == 3 {
            return Pictures::from(panes).from_either_side(simplex_view::normal_of_triangle(simplex));
        }
        if self.v.length() <= self.rounding {
            return panes.into();
        }
        Pictures::from(panes).measuring(self.v)
    }

    /// Pictures of the reduced simplex with the next direction.
    fn direction_marks(&self, context: &PairContext) -> PairPictures {
        let (world, mut cso) = vertices::simplex_pictures(&self.after);
        simplex_view::add_search_arrow(&mut cso, self.v, self.next, context);
        simplex_view::name_vertex_as_v(&mut cso, &self.after, self.v);
        context.magnify(&mut cso, [DVec3::ZERO, self.v]);
        (world, cso)
    }

    fn ending_beat(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let event = Some(Event::Stop(CARD.ending_kind(verdict)));
        let say = Self::ending_sentence(end, verdict);
        self.beat(ending(end).line, say, || self.ending_pictures(end, context, verdict), event, context)
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn fallback_beat(&self, outcome_if_undecided: Outcome, context: &PairContext) -> Beat {
        let line = if outcome_if_undecided == Outcome::Vanished { "vanished" } else { "stalled" };
        let say = Self::fallback_sentence(outcome_if_undecided);
        self.beat(line, say, || self.final_simplex_marks(context).into(), Some(Event::Warning), context)
    }

    /// Pictures of the final simplex with the separating axis or the common points.
    fn ending_pictures(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Pictures {
        if let (Outcome::Separated, Some(w)) = (end, &self.w) {
            return self.gap_pictures(w, context);
        }
        let (mut world, mut cso) = self.final_simplex_marks(context);
        // The answer of an unfinished search states the best bound. Its plane is drawn if it is that of the last step.
        let has_best_bound = self.g == self.mu[1];
        if let (Outcome::IterationLimit, Some(w)) = (end, &self.w)
            && has_best_bound
        {
            vertices::add_support((&mut world, &mut cso), w, self.d, context);
            vertices::add_gap((&mut world, &mut cso), w, self.d, self.g, context);
        }
        let has_common_points = matches!(end, Outcome::Inside | Outcome::Shallow);
        let answer = if has_common_points { verdict.finding.pair() } else { None };
        let Some(answer) = answer else { return (world, cso).into() };
        let a = answer.witness_a;
        let b = answer.witness_b;
        if end == Outcome::Inside || context.is_rounding(a.distance(b)) {
            add_named_point(&mut world, Role::Witness, "witness/a", a, "p");
            return Pictures::from((world, cso)).naming(Role::Witness, "common point p");
        }
        add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A");
        add_named_point(&mut world, Role::Witness, "witness/b", b, "p_B");
        world.segment(Role::Witness, "witness", a, b);
        Pictures::from((world, cso)).naming(Role::Witness, "common points")
    }
}
