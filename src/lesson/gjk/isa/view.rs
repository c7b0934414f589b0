//! View of one step of ISA-GJK: axis, gap, simplex, ending.

use glam::DVec3;

use super::vertices;
use super::vertices::SimplexVertex;
use super::{CARD, ending};
use crate::answer::number::{length, measured, vector};
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Value, Verdict, add_named_point, symbol};
use crate::picture::{Picture, Role};
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
            return vec![self.beat("direction", verdict.say.clone(), || self.old(), (event, context))];
        };
        let mut beats = vec![self.support(w, context), self.gap(w, context)];
        if self.joined {
            beats.push(self.nearest(w, context));
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
        say: String,
        panes: impl FnOnce() -> (Picture, Picture),
        (event, context): (Option<Event>, &PairContext),
    ) -> Beat {
        let fresh = self.joined && !matches!(line, "support" | "gap");
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| panes().into()),
            values: self.detail.full(|| self.values(line, fresh, context)),
            tables: self
                .detail
                .full(|| vec![vertices::table(&self.listed(line, fresh), self.w.as_ref().map(|w| w.id))]),
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
        match line {
            "support" => values.push(Value::of(symbol::DIRECTION, vector(self.d), "d")),
            "direction" if self.end.is_none() => {
                values.push(Value::of(symbol::DIRECTION, vector(self.next), "d"));
            }
            "gap" | "separated" => {
                values.push(vertices::gap_value(self.g, context));
                if self.g.abs() < NEAR * self.rounding {
                    values.push(Value::number(symbol::ROUNDING, length(self.rounding)));
                }
            }
            _ => {}
        }
        if line != "support" {
            values.push(Value::number(symbol::BEST_LOWER_BOUND, measured(self.mu[1], self.rounding)));
        }
        if fresh {
            values.push(Value::of(symbol::LENGTH_OF_V, measured(self.v.length(), self.rounding), "v"));
        }
        if self.margin > 0.0 {
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
        let mut shown: Vec<SimplexVertex> = self.before.iter().chain(&self.w).cloned().collect();
        if fresh {
            for corner in &mut shown {
                let kept = self.after.iter().find(|kept| kept.id == corner.id);
                corner.lambda = Some(kept.and_then(|kept| kept.lambda).unwrap_or(0.0));
            }
        }
        shown
    }

    fn old(&self) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        vertices::simplex((&mut world, &mut cso), &self.before, Role::Simplex);
        (world, cso)
    }

    fn support(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let from = match () {
            () if self.warm => "the separating axis of the previous frame",
            () if self.first => "the initial axis",
            () => "which points from v to the origin",
        };
        let name = w.name();
        let say = format!("{name} is the support point of A − B along d = {}, {from}.", vector(self.d));
        self.beat("support", say, || self.support_panes(w, context), (Some(Event::Support), context))
    }

    fn support_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.old();
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.named_direction(&mut cso, "d", w.w, self.d, "d");
        context.named_direction(&mut world, "d", w.a, self.d, "d");
        (world, cso)
    }

    fn gap(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let gap = context.length(self.g.abs());
        let say = if self.g > self.margin + self.rounding && self.margin > 0.0 {
            format!(
                "The cores have a gap of {gap} along d, more than the margins of {}: d separates the bodies.",
                length(self.margin)
            )
        } else if self.g > self.margin + self.rounding {
            format!(
                "The bodies have a gap of {gap} along d: the plane through {} separates A − B from the origin.",
                w.name()
            )
        } else if self.g > 0.0 && self.margin > 0.0 {
            format!(
                "The cores have a gap of {gap} along d, less than the margins of {}: d does not separate the bodies.",
                length(self.margin)
            )
        } else if self.g > 0.0 {
            String::from("The gap along d is positive, but below rounding error, so d does not separate the bodies.")
        } else if context.is_rounding(self.g) {
            String::from("The gap along d is zero to rounding, so d does not separate the bodies.")
        } else {
            let what = if self.margin > 0.0 { "cores" } else { "bodies" };
            format!("The {what} overlap by {gap} along d, so d does not separate them.")
        };
        self.beat("gap", say, || self.gap_panes(w, context), (None, context))
    }

    fn gap_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.old();
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.named_direction(&mut cso, "d", w.w, self.d, "d");
        vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn nearest(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let mut joined = self.before.clone();
        joined.push(w.clone());
        let place = match self.v.length() {
            far if far <= self.rounding => String::from("Its distance from the origin is zero to rounding."),
            far => format!("Its distance from the origin is {}.", length(far)),
        };
        let say = match joined.len() {
            1 => format!("v is {}, the only vertex of W. {place}", w.name()),
            n => format!(
                "v is the point of the {} {} nearest the origin. {place}",
                vertices::kind(n),
                vertices::spaced(&joined)
            ),
        };
        self.beat("nearest", say, || self.joined_panes(&joined), (None, context))
    }

    fn joined_panes(&self, joined: &[SimplexVertex]) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        vertices::simplex((&mut world, &mut cso), joined, Role::Simplex);
        self.point(&mut cso);
        (world, cso)
    }

    fn point(&self, cso: &mut Picture) {
        add_named_point(cso, Role::Closest, "v", self.v, "v");
        if self.v != DVec3::ZERO {
            cso.segment(Role::Closest, "v", DVec3::ZERO, self.v);
        }
    }

    fn now(&self) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        vertices::simplex((&mut world, &mut cso), &self.after, Role::Simplex);
        self.point(&mut cso);
        (world, cso)
    }

    fn keep(&self, context: &PairContext) -> Beat {
        let gone = self.before.len() + 1 - self.after.len();
        let kept = vertices::list(&self.after);
        let is_one = self.after.len() == 1;
        let say = match (gone, is_one) {
            (0, true) => format!("{kept} has the whole weight in v, so W = {kept}."),
            (0, false) if self.after.len() == 2 => format!("{kept} both have a positive weight in v, so W keeps them."),
            (0, false) => format!("{kept} all have a positive weight in v, so W keeps them."),
            (1, _) => format!("W is reduced to {kept}: the other vertex has no weight in v."),
            _ => format!("W is reduced to {kept}: the other vertices have no weight in v."),
        };
        self.beat("keep", say, || self.now(), ((gone > 0).then_some(Event::Reduction), context))
    }

    fn direction(&self, context: &PairContext) -> Beat {
        let say = format!("d = −v/|v| = {} is the next axis: it points from v to the origin.", vector(self.next));
        self.beat("direction", say, || self.direction_panes(context), (None, context))
    }

    fn direction_panes(&self, context: &PairContext) -> (Picture, Picture) {
        let (world, mut cso) = self.now();
        context.named_direction(&mut cso, "d", self.v, self.next, "d");
        (world, cso)
    }

    fn ending(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let why = match end {
            Outcome::Separated => "One separating axis is enough, so the search ends here.",
            Outcome::Inside => "The origin lies inside W, deeper than rounding error, and W lies inside A − B.",
            Outcome::Shallow => "|v| is less than the sum of the margins, so the margins overlap.",
            Outcome::Overlapping | Outcome::Vanished | Outcome::Stalled => "The distance solver has decided.",
            Outcome::IterationLimit => "The limit on iterations is reached.",
            Outcome::Degenerate => "The pair has no usable numbers: not finite, or too large.",
        };
        self.beat(
            ending(end).line,
            format!("{why} {}", verdict.say),
            || self.answer(end, context, verdict),
            (Some(Event::Stop(CARD.ending_kind(verdict))), context),
        )
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn handing_over(&self, doubt: Outcome, context: &PairContext) -> Beat {
        let (line, why) = match doubt {
            Outcome::Vanished => ("vanished", "|v| is zero to rounding: the origin lies on W."),
            _ => ("stalled", "The gap and |v| no longer improve: their changes are below rounding error."),
        };
        let say = format!("{why} Neither a gap nor an overlap is proven, so the distance solver takes over.");
        self.beat(line, say, || if self.joined { self.now() } else { self.old() }, (Some(Event::Warning), context))
    }

    /// Pictures of the final simplex with the separating axis or the common points.
    fn answer(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
        let (mut world, mut cso) = if self.joined { self.now() } else { self.old() };
        if let (Outcome::Separated, Some(w)) = (end, &self.w) {
            vertices::support((&mut world, &mut cso), w, self.d, context);
            vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
            context.named_direction(&mut cso, "d", w.w, self.d, "d");
        }
        let shared = matches!(end, Outcome::Inside | Outcome::Shallow);
        if let Some(found) = verdict.finding.pair().filter(|_| shared) {
            let a = found.witness_a;
            let b = found.witness_b;
            if end == Outcome::Inside || context.is_rounding(a.distance(b)) {
                add_named_point(&mut world, Role::Witness, "witness/a", a, "p");
            } else {
                add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A");
                add_named_point(&mut world, Role::Witness, "witness/b", b, "p_B");
                world.segment(Role::Witness, "witness", a, b);
            }
        }
        (world, cso)
    }
}
