//! View of one step of ISA-GJK: axis, gap, simplex, ending.

use glam::DVec3;

use super::CARD;
use super::vertices;
use super::vertices::SimplexVertex;
use crate::answer::number::{length, measured, vector};
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Value, Verdict, add_named_point};
use crate::picture::{Picture, Role};
use crate::snapshot::isa_gjk::Outcome;

/// One step, in the coordinates of the panes.
pub(super) struct IsaGjkView {
    pub(super) before: Vec<SimplexVertex>,
    pub(super) after: Vec<SimplexVertex>,
    pub(super) w: Option<SimplexVertex>,
    pub(super) d: DVec3,
    pub(super) next: DVec3,
    pub(super) v: DVec3,
    /// `v` before the step; infinite if there was none.
    pub(super) v_before: DVec3,
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
    pub(super) doubt: Option<Outcome>,
    pub(super) end: Option<Outcome>,
}

impl IsaGjkView {
    pub(super) fn tell(&self, context: &PairContext, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            let event = Some(Event::Stop(CARD.ending_kind(verdict)));
            return vec![self.beat("direction", verdict.say.clone(), || self.old(), event)];
        };
        let mut beats = vec![self.support(w, context), self.gap(w, context)];
        if self.joined {
            beats.push(self.nearest(w));
            beats.push(self.keep());
        }
        match (self.end, self.doubt) {
            (Some(end), _) => beats.push(self.ending(end, context, verdict)),
            (None, Some(doubt)) => beats.push(self.handing_over(doubt)),
            (None, None) => beats.push(self.direction(context)),
        }
        beats
    }

    fn beat(
        &self,
        line: &'static str,
        say: String,
        panes: impl FnOnce() -> (Picture, Picture),
        event: Option<Event>,
    ) -> Beat {
        let fresh = self.joined && !matches!(line, "support" | "gap");
        Beat {
            line,
            say,
            pictures: self.detail.full(|| panes().into()),
            values: self.detail.full(|| self.values(line, fresh)),
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

    fn values(&self, line: &str, fresh: bool) -> Vec<Value> {
        let tried = line != "support";
        let d = if line == "direction" { self.next } else { self.d };
        let v = if fresh { self.v } else { self.v_before };
        let mut values = vec![Value::new("−v/|v|", "the axis", vector(d), "d")];
        if tried {
            values.push(self.length_value("g", "gap along it", self.g, "gap"));
            values.push(Value::new("rounding", "of a gap", length(self.rounding), "gap"));
        }
        let widest = self.mu[usize::from(tried)];
        values.push(self.length_value("μ", "best gap so far", widest, "gap"));
        values.push(self.length_value("|v|", "from 0 to W", v.length(), "v"));
        if self.margin > 0.0 {
            values.push(self.length_value("μ_A + μ_B", "both margins", self.margin, "margin"));
        }
        values
    }

    fn length_value(&self, symbol: &'static str, meaning: &'static str, x: f64, key: &'static str) -> Value {
        Value { symbol, meaning, text: measured(x, self.rounding), key: Some(key.into()) }
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
            () if self.warm => "The axis of the last frame is tried first",
            () if self.first => "Any axis will do for a start",
            () => "The axis from W to the origin is tried",
        };
        let say = format!("{from}: −v/|v| = {}. {} is the farthest point of A − B along it.", vector(self.d), w.name());
        self.beat("support", say, || self.support_panes(w, context), Some(Event::Support))
    }

    fn support_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.old();
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.direction(&mut cso, "d", DVec3::ZERO, self.d);
        (world, cso)
    }

    fn gap(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = if self.g > self.margin + self.rounding {
            format!(
                "There is a gap of {} along this axis: all of A − B lies beyond the plane, and the origin does not.",
                length(self.g)
            )
        } else if self.g > 0.0 && self.margin > 0.0 {
            format!(
                "The cores are {} apart along this axis, which the margins of {} fill.",
                length(self.g),
                length(self.margin)
            )
        } else if self.g > 0.0 {
            format!(
                "Along this axis there is a gap, but rounding alone could make one of up to {}, so it proves nothing.",
                length(self.rounding)
            )
        } else {
            format!("Along this axis the bodies overlap by {}, so it does not separate them.", length(-self.g))
        };
        self.beat("gap", say, || self.gap_panes(w, context), None)
    }

    fn gap_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.old();
        vertices::support((&mut world, &mut cso), w, self.d, context);
        vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn nearest(&self, w: &SimplexVertex) -> Beat {
        let mut joined = self.before.clone();
        joined.push(w.clone());
        let far = length(if self.v.length() <= self.rounding { 0.0 } else { self.v.length() });
        let say = match joined.len() {
            1 => format!("{} is the first corner of W, and its own nearest point: v, {far} away.", w.name()),
            n => format!(
                "{} joins {}. The point of this {} nearest the origin is v, {far} away.",
                w.name(),
                vertices::list(&self.before),
                vertices::kind(n)
            ),
        };
        self.beat("nearest", say, || self.joined_panes(&joined), None)
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

    fn keep(&self) -> Beat {
        let gone = self.before.len() + 1 - self.after.len();
        let kept = vertices::list(&self.after);
        let say = match gone {
            0 => format!("Every corner has a share in v, so W = {kept} is kept whole."),
            1 => format!("One corner has no share in v and goes: W is {kept} now."),
            n => format!("{n} corners have no share in v and go: W is {kept} now."),
        };
        self.beat("keep", say, || self.now(), (gone > 0).then_some(Event::Reduction))
    }

    fn direction(&self, context: &PairContext) -> Beat {
        let say = format!("The next axis to try points from v at the origin: −v/|v| = {}.", vector(self.next));
        self.beat(
            "direction",
            say,
            || {
                let (world, mut cso) = self.now();
                context.direction(&mut cso, "d", self.v, self.next);
                (world, cso)
            },
            None,
        )
    }

    fn ending(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let line = match end {
            Outcome::Separated => "separated",
            Outcome::Inside => "inside",
            Outcome::Shallow => "shallow",
            Outcome::Overlapping | Outcome::Vanished | Outcome::Stalled => "decided",
            Outcome::IterationLimit => "limit",
            Outcome::Degenerate => "direction",
        };
        let why = match end {
            Outcome::Separated => {
                "An axis with a gap is all that is needed, so the search stops long before the distance is known. The next frame starts from this axis."
            }
            Outcome::Inside => {
                "The origin lies inside W, which lies inside A − B, and deeper than rounding could move the corners of W."
            }
            Outcome::Shallow => "The cores are nearer to each other than the balls around them are thick.",
            Outcome::Overlapping | Outcome::Vanished | Outcome::Stalled => "The full answer has decided.",
            Outcome::IterationLimit => "The limit on iterations is reached.",
            Outcome::Degenerate => "There are no usable numbers to go on with.",
        };
        self.beat(
            line,
            format!("{why} {}", verdict.say),
            || self.answer(end, context, verdict),
            Some(Event::Stop(CARD.ending_kind(verdict))),
        )
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn handing_over(&self, doubt: Outcome) -> Beat {
        let (line, why) = match doubt {
            Outcome::Vanished => {
                ("vanished", "|v| is zero up to rounding, so as far as numbers tell the origin lies on W.")
            }
            _ => ("stalled", "Neither the gap nor |v| improves: this test has reached the limits of rounding."),
        };
        let say = format!("{why} That proves neither a gap nor an overlap, so the full answer is asked.");
        self.beat(line, say, || if self.joined { self.now() } else { self.old() }, Some(Event::Warning))
    }

    /// Pictures of the final simplex with the separating axis or the common points.
    fn answer(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
        let (mut world, mut cso) = if self.joined { self.now() } else { self.old() };
        if let (Outcome::Separated, Some(w)) = (end, &self.w) {
            vertices::support((&mut world, &mut cso), w, self.d, context);
            vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        }
        let shared = matches!(end, Outcome::Inside | Outcome::Shallow);
        if let Some(found) = verdict.finding.pair().filter(|_| shared) {
            let a = found.witness_a;
            let b = found.witness_b;
            if context.is_rounding(a.distance(b)) {
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
