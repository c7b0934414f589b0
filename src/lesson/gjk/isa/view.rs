//! View of one step of ISA-GJK: axis, gap, simplex, ending.

use glam::DVec3;

use super::vertices;
use super::{CARD, ending};
use crate::answer::number::{length, measured};
use crate::lesson::gjk::simplex_view::{self, Panes, SimplexVertex};
use crate::lesson::{
    Beat, Detail, Event, PairContext, Pictures, Sentence, StopTest, Value, Verdict, add_named_point, symbol,
};
use crate::picture::Role;
use crate::snapshot::isa_gjk::Outcome;

/// Size of a gap, in rounding errors, below which the rounding error is shown next to it.
const NEAR: f64 = 100.0;

/// One step, in the coordinates of the panes.
pub(super) struct IsaGjkView {
    pub(super) before: Vec<SimplexVertex>,
    pub(super) after: Vec<SimplexVertex>,
    pub(super) w: Option<SimplexVertex>,
    pub(super) d: DVec3,
    pub(super) next: DVec3,
    /// Nearest point `v` before the step, which determined `d`.
    pub(super) old_v: DVec3,
    pub(super) v: DVec3,
    pub(super) g: f64,
    /// Bound `μ` before and after the step.
    pub(super) mu: [f64; 2],
    pub(super) margin: f64,
    pub(super) rounding: f64,
    /// Evaluated stop tests, in order.
    pub(super) stops: Vec<StopTest>,
    /// Whether `w` joined `W`.
    pub(super) joined: bool,
    pub(super) first: bool,
    pub(super) warm: bool,
    pub(super) detail: Detail,
    /// Outcome if the full distance query, which runs next, cannot decide.
    pub(super) outcome_if_undecided: Option<Outcome>,
    pub(super) end: Option<Outcome>,
}

impl IsaGjkView {
    pub(super) fn tell(&self, context: &PairContext, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            let event = Some(Event::Stop(CARD.ending_kind(verdict)));
            let say = Sentence::answer(&verdict.say);
            return vec![self.beat("direction", say, || vertices::drawn(&self.before).into(), (event, context))];
        };
        let mut beats = vec![self.support(w, context), self.gap(w, context)];
        if self.joined {
            beats.push(self.nearest(context));
            beats.push(self.keep(context));
        }
        match (self.end, self.outcome_if_undecided) {
            (Some(end), _) => beats.push(self.ending(end, context, verdict)),
            (None, Some(doubt)) => beats.push(self.handing_over(doubt, context)),
            (None, None) => beats.push(self.direction(context)),
        }
        beats
    }

    fn beat(
        &self,
        line: &'static str,
        say: Sentence,
        pictures: impl FnOnce() -> Pictures,
        (event, context): (Option<Event>, &PairContext),
    ) -> Beat {
        let fresh = self.joined && !matches!(line, "support" | "gap");
        Beat {
            line,
            say,
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values(line, fresh, context)),
            tables: self.detail.full(|| vec![vertices::table(&self.listed(line, fresh), self.w.as_ref())]),
            stops: self.stops(line),
            points: match line {
                "gap" => vec![(0, self.g)],
                "nearest" => vec![(1, self.v.length())],
                _ => Vec::new(),
            },
            event,
        }
    }

    /// Values of the sub-step; a value has a mark only where the sub-step draws it.
    fn values(&self, line: &str, fresh: bool, context: &PairContext) -> Vec<Value> {
        let mut values = Vec::new();
        if matches!(line, "gap" | "separated") {
            values.extend((!context.is_rounding(self.g)).then(|| vertices::gap_value(self.g, context)));
            if self.g.abs() < NEAR * self.rounding {
                values.push(Value::number(symbol::ROUNDING, length(self.rounding)));
            }
            // The first bound is the gap itself, and a negative bound of the distance says nothing.
            if !self.first && self.mu[1] > self.rounding {
                values.push(Value::number(symbol::BEST_LOWER_BOUND, measured(self.mu[1], self.rounding)));
            }
        }
        if fresh {
            values.push(Value::of(symbol::LENGTH_OF_V, measured(self.v.length(), self.rounding), "v"));
        }
        if self.margin > 0.0 && matches!(line, "gap" | "shallow") {
            values.push(Value::number(symbol::MARGINS, measured(self.margin, self.rounding)));
        }
        values
    }

    /// Tests at a line: of the axis before `w` joins, of `v` after.
    fn stops(&self, line: &str) -> Vec<StopTest> {
        self.stops
            .iter()
            .filter(|stop| match line {
                "support" | "nearest" => false,
                "gap" => stop.line == "separated",
                _ if self.joined => stop.line != "separated",
                _ => true,
            })
            .cloned()
            .collect()
    }

    /// Vertices at a line: the previous ones and `w`, all with weights once `w` joined, or those that are kept.
    fn listed(&self, line: &str, fresh: bool) -> Vec<SimplexVertex> {
        if fresh && line != "nearest" {
            return self.after.clone();
        }
        let mut shown = self.all();
        if fresh {
            for corner in &mut shown {
                let kept = self.after.iter().find(|kept| kept.is(corner));
                corner.lambda = Some(kept.and_then(|kept| kept.lambda).unwrap_or(0.0));
            }
        }
        shown
    }

    /// Vertices before the step, and the new one.
    fn all(&self) -> Vec<SimplexVertex> {
        self.before.iter().chain(&self.w).cloned().collect()
    }

    /// Pictures of the simplex after the step and its point nearest the origin.
    fn reduced(&self, context: &PairContext) -> Panes {
        let (world, mut cso) = vertices::drawn(&self.after);
        simplex_view::nearest(&mut cso, self.v, context);
        simplex_view::name_vertex_as_v(&mut cso, &self.after, self.v);
        context.magnify(&mut cso, [DVec3::ZERO, self.v]);
        (world, cso)
    }

    fn support(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = self.support_sentence(w);
        self.beat("support", say, || self.search_pictures(w, context), (Some(Event::Support), context))
    }

    /// Pictures of the search from `v` towards the origin, or along the first direction.
    fn search_pictures(&self, w: &SimplexVertex, context: &PairContext) -> Pictures {
        let (world, mut cso) = self.support_panes(w, context);
        if !self.first {
            cso.marks.retain(|mark| mark.key.0 != "d");
            simplex_view::search_arrow(&mut cso, self.old_v, self.d, context);
            simplex_view::name_vertex_as_v(&mut cso, &self.before, self.old_v);
            context.magnify(&mut cso, [DVec3::ZERO, self.old_v]);
        }
        Pictures::from((world, cso)).from_either_side(self.d)
    }

    /// Pictures of the support point with the direction at it, and of the supporting planes.
    fn support_panes(&self, w: &SimplexVertex, context: &PairContext) -> Panes {
        let (mut world, mut cso) = vertices::drawn(&self.before);
        vertices::support((&mut world, &mut cso), w, self.d, context);
        simplex_view::direction(&mut cso, w.w, self.d, context);
        context.add_opposite_directions(&mut world, ["d", "d/b"], [w.a, w.b], self.d);
        simplex_view::magnify_crowded((&mut world, &mut cso), self.before.iter().chain([w]), context);
        context.magnify(&mut cso, [DVec3::ZERO, w.w]);
        (world, cso)
    }

    fn gap(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = self.gap_sentence(w, context);
        self.beat("gap", say, || self.gap_pictures(w, context), (None, context))
    }

    /// Pictures of the gap, seen across the direction.
    fn gap_pictures(&self, w: &SimplexVertex, context: &PairContext) -> Pictures {
        Pictures::from(self.gap_panes(w, context)).measuring(self.d)
    }

    /// Pictures of the gap along the axis between the supporting planes.
    fn gap_panes(&self, w: &SimplexVertex, context: &PairContext) -> Panes {
        let (mut world, mut cso) = self.support_panes(w, context);
        vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn nearest(&self, context: &PairContext) -> Beat {
        let joined = self.all();
        let say = self.nearest_sentence(&joined);
        self.beat("nearest", say, || self.seen(self.joined_panes(&joined, context), &joined), (None, context))
    }

    fn joined_panes(&self, joined: &[SimplexVertex], context: &PairContext) -> Panes {
        let (world, mut cso) = vertices::drawn(joined);
        simplex_view::nearest(&mut cso, self.v, context);
        simplex_view::name_vertex_as_v(&mut cso, joined, self.v);
        context.magnify(&mut cso, [DVec3::ZERO, self.v]);
        (world, cso)
    }

    fn keep(&self, context: &PairContext) -> Beat {
        let all = self.all();
        let removed = simplex_view::removed(&all, &self.after);
        let event = (!removed.is_empty()).then_some(Event::Reduction);
        let say = self.keep_sentence(&removed);
        self.beat("keep", say, || self.seen(self.keep_panes(&removed, context), &all), (event, context))
    }

    fn keep_panes(&self, removed: &[&SimplexVertex], context: &PairContext) -> Panes {
        let (mut world, mut cso) = self.reduced(context);
        simplex_view::removed_vertices((&mut world, &mut cso), removed);
        (world, cso)
    }

    fn direction(&self, context: &PairContext) -> Beat {
        let say = self.direction_sentence();
        self.beat("direction", say, || self.seen(self.direction_panes(context), &self.after), (None, context))
    }

    /// Pictures that show a triangle from a side, and the length of `v` with the other simplices.
    fn seen(&self, panes: Panes, corners: &[SimplexVertex]) -> Pictures {
        match corners.len() {
            3 => Pictures::from(panes).from_either_side(simplex_view::normal_of_triangle(corners)),
            _ if self.v.length() <= self.rounding => panes.into(),
            _ => Pictures::from(panes).measuring(self.v),
        }
    }

    fn direction_panes(&self, context: &PairContext) -> Panes {
        let (world, mut cso) = vertices::drawn(&self.after);
        simplex_view::search_arrow(&mut cso, self.v, self.next, context);
        simplex_view::name_vertex_as_v(&mut cso, &self.after, self.v);
        context.magnify(&mut cso, [DVec3::ZERO, self.v]);
        (world, cso)
    }

    fn ending(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let event = Some(Event::Stop(CARD.ending_kind(verdict)));
        let say = Self::ending_sentence(end, verdict);
        self.beat(ending(end).line, say, || self.answer(end, context, verdict), (event, context))
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn handing_over(&self, doubt: Outcome, context: &PairContext) -> Beat {
        let line = if doubt == Outcome::Vanished { "vanished" } else { "stalled" };
        let pictures = || if self.joined { self.reduced(context) } else { vertices::drawn(&self.before) };
        self.beat(line, Self::handing_over_sentence(doubt), || pictures().into(), (Some(Event::Warning), context))
    }

    /// Pictures of the final simplex with the separating axis or the common points.
    fn answer(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Pictures {
        if let (Outcome::Separated, Some(w)) = (end, &self.w) {
            return self.gap_pictures(w, context);
        }
        let (mut world, mut cso) = if self.joined { self.reduced(context) } else { vertices::drawn(&self.before) };
        // The answer of an unfinished search reports the best bound, here that of the last plane.
        if let (Outcome::IterationLimit, Some(w), true) = (end, &self.w, self.g == self.mu[1]) {
            vertices::support((&mut world, &mut cso), w, self.d, context);
            vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        }
        let shares_points = matches!(end, Outcome::Inside | Outcome::Shallow);
        let Some(found) = verdict.finding.pair().filter(|_| shares_points) else { return (world, cso).into() };
        let a = found.witness_a;
        let b = found.witness_b;
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
