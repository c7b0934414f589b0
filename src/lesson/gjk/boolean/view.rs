//! View of one step of boolean GJK, in space or in the plane: gap, signs, and the face that is kept.

use glam::DVec3;

use super::CARD;
use super::signs;
use crate::answer::number::{length, measured, vector};
use crate::lesson::gjk::isa::vertices;
use crate::lesson::gjk::isa::vertices::SimplexVertex;
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Table, Value, Verdict, add_named_point, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::boolean_gjk::{BooleanGjk, Decided, Outcome, SignTest};

/// Size of a gap, in rounding errors, below which the rounding error is shown next to it.
const NEAR: f64 = 100.0;

/// One step, in the coordinates of the panes.
pub(super) struct BooleanGjkView<'a> {
    pub(super) before: Vec<SimplexVertex>,
    /// Simplex with `w`, newest vertex first.
    pub(super) joined: Vec<SimplexVertex>,
    pub(super) after: Vec<SimplexVertex>,
    pub(super) w: Option<SimplexVertex>,
    pub(super) d: DVec3,
    pub(super) next: DVec3,
    pub(super) g: f64,
    /// Bound `μ` before and after the step.
    pub(super) mu: [f64; 2],
    pub(super) rounding: f64,
    /// Signs that the case of the simplex tested.
    pub(super) sign_tests: &'a [SignTest],
    pub(super) decided: Option<Decided>,
    pub(super) uses_nearest_point: bool,
    /// Tests of the gap and of the iteration limit.
    pub(super) tests: [StopTest; 2],
    pub(super) planar: bool,
    pub(super) detail: Detail,
    /// Outcome if the full distance query, which runs next, cannot decide.
    pub(super) outcome_if_undecided: Option<Outcome>,
    pub(super) end: Option<Outcome>,
}

/// Tests of the gap and of the iteration limit.
pub(super) fn tests(after: &BooleanGjk) -> [StopTest; 2] {
    [
        StopTest::new("Separated", "separated", "−w·d/|d| > rounding", after.by_axis),
        StopTest::new("IterationLimit", "limit", "k ≥ limit", after.by_limit),
    ]
}

impl BooleanGjkView<'_> {
    pub(super) fn tell(&self, context: &PairContext, verdict: &Verdict) -> Vec<Beat> {
        let Some(w) = &self.w else {
            return vec![self.beat(
                "support",
                verdict.say.clone(),
                || self.draw(&self.before),
                (Some(self.stop(verdict)), context),
            )];
        };
        let mut beats = vec![self.support(w, context), self.gap(w, context)];
        if self.end == Some(Outcome::Separated) {
            beats.push(self.separated(w, context, verdict));
            return beats;
        }
        match self.decided {
            None if self.before.iter().any(|old| old.id == w.id) => beats.push(self.repeated(w, context)),
            None if self.end == Some(Outcome::IterationLimit) => beats.push(self.push(w, context)),
            None => {
                beats.push(self.push(w, context));
                beats.push(self.careful(context));
            }
            Some(next) => {
                beats.push(self.push(w, context));
                beats.push(self.case(context));
                match next {
                    Decided::Search => beats.push(self.direction(context)),
                    Decided::Inside | Decided::NoSign => beats.push(self.certify(next, context)),
                }
            }
        }
        match self.end {
            Some(end) => beats.push(self.ending(end, context, verdict)),
            None if self.outcome_if_undecided.is_some() => beats.push(self.handing_over(context)),
            None if self.uses_nearest_point && self.decided != Some(Decided::Search) => {
                beats.push(self.rescue(context))
            }
            None => {}
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
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| panes().into()),
            values: self.detail.full(|| self.values(line, context)),
            tables: self.detail.full(|| self.tables(line)),
            stops: self.stops(line),
            points: if line == "gap" { vec![(0, self.g)] } else { Vec::new() },
            event,
        }
    }

    fn tables(&self, line: &str) -> Vec<Table> {
        let shown: Vec<SimplexVertex> = match line {
            "support" | "gap" | "separated" => self.w.iter().chain(&self.before).cloned().collect(),
            "push" | "case" | "certify" | "repeated" => self.joined.clone(),
            _ => self.after.clone(),
        };
        let mut tables = vec![vertices::table(&shown, self.w.as_ref().map(|w| w.id))];
        if matches!(line, "case" | "direction" | "certify") {
            tables.push(signs::table(self.sign_tests, &self.joined));
        }
        tables
    }

    /// Values of the sub-step; a value has a mark only where the sub-step draws it.
    fn values(&self, line: &str, context: &PairContext) -> Vec<Value> {
        let mut values = Vec::new();
        match line {
            "support" if self.w.is_some() => values.push(Value::of(symbol::DIRECTION, vector(self.d), "d")),
            "direction" | "rescue" => values.push(Value::of(symbol::DIRECTION, vector(self.next), "d")),
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
        values
    }

    /// Tests at a line: the gap, or after `w` joined, the limit.
    fn stops(&self, line: &str) -> Vec<StopTest> {
        let [gap, cap] = self.tests.clone();
        match line {
            "support" => Vec::new(),
            "push" | "limit" => vec![cap],
            _ => vec![gap],
        }
    }

    /// Event of the run's ending. The endings in the plane have the same names.
    fn stop(&self, verdict: &Verdict) -> Event {
        Event::Stop(CARD.ending_kind(verdict))
    }

    fn draw(&self, list: &[SimplexVertex]) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        vertices::simplex((&mut world, &mut cso), list, Role::Simplex);
        (world, cso)
    }

    fn support(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = format!("{} is the support point of A − B along d = {}.", w.name(), vector(self.d));
        self.beat("support", say, || self.support_panes(w, context), (Some(Event::Support), context))
    }

    fn support_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.named_direction(&mut cso, "d", w.w, self.d, "d");
        context.named_direction(&mut world, "d", w.a, self.d, "d");
        (world, cso)
    }

    fn gap(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let name = w.name();
        let say = match self.g {
            g if g > self.rounding => format!(
                "{name} is {} short of the origin along d, and nothing of A − B lies farther along d.",
                context.length(g)
            ),
            g if context.is_rounding(g) => {
                format!("{name} is level with the origin along d, to rounding, so d does not separate the bodies.")
            }
            g if g > 0.0 => {
                format!("{name} is short of the origin along d by less than rounding error, which proves nothing.")
            }
            g => format!(
                "{name} lies {} beyond the origin along d, so d does not separate the bodies.",
                context.length(-g)
            ),
        };
        self.beat("gap", say, || self.gap_panes(w, context), (None, context))
    }

    fn gap_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.named_direction(&mut cso, "d", w.w, self.d, "d");
        vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn separated(&self, w: &SimplexVertex, context: &PairContext, verdict: &Verdict) -> Beat {
        let line = if self.planar { "line" } else { "plane" };
        self.beat(
            "separated",
            format!("The {line} through {} separates A − B from the origin. {}", w.name(), verdict.say),
            || self.gap_panes(w, context),
            (Some(self.stop(verdict)), context),
        )
    }

    fn push(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = match self.joined.len() {
            1 => format!("{} is the first vertex of the simplex, called a.", w.name()),
            n => format!(
                "{} joins the simplex as its newest vertex, a. The simplex is now {}: {}.",
                w.name(),
                ["a point", "an edge", "a triangle", "a tetrahedron"][n.clamp(1, 4) - 1],
                self.letters(n)
            ),
        };
        self.beat("push", say, || self.push_panes(w), (None, context))
    }

    fn push_panes(&self, w: &SimplexVertex) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        for old in &self.before {
            cso.segment(Role::Added, format!("edge/{}-{}", old.id, w.id), old.w, w.w);
        }
        add_named_point(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, format!("{} = a", w.name()));
        vertices::points_on_bodies(&mut world, std::slice::from_ref(w), Role::NewSupport);
        (world, cso)
    }

    /// Letters of the vertices: `a = w2, b = w0`.
    fn letters(&self, n: usize) -> String {
        let named =
            self.joined.iter().take(n).zip(["a", "b", "c", "d"]).map(|(w, letter)| format!("{letter} = {}", w.name()));
        named.collect::<Vec<_>>().join(", ")
    }

    fn case(&self, context: &PairContext) -> Beat {
        let parts: Vec<String> = self.sign_tests.iter().map(|test| signs::clause(test, &self.joined)).collect();
        let say = match &parts[..] {
            [] => String::from("The vertex a is alone, so no sign has to be tested."),
            [one] => format!("The origin is {one}."),
            [first @ .., last] => format!("The origin is {}, and {last}.", first.join(", ")),
        };
        self.beat("case", say, || self.case_panes(context), (None, context))
    }

    /// Pictures of the simplex with the letters of its vertices, and of what the tested signs exclude.
    fn case_panes(&self, context: &PairContext) -> (Picture, Picture) {
        let (world, mut cso) = self.draw(&self.joined);
        for (corner, letter) in self.joined.iter().zip(["a", "b", "c", "d"]) {
            let key = format!("w/{}", corner.id);
            cso.marks.retain(|mark| mark.key.0 != key || !matches!(mark.form, Form::Label { .. }));
            cso.label(Role::Simplex, key, corner.w, format!("{letter} = {}", corner.name()));
        }
        signs::half_spaces(&mut cso, self.sign_tests, &self.joined, (context.bounding_radius(), self.planar));
        if let Some(a) = self.joined.first() {
            cso.arrow(Role::Axis, "ao", a.w, DVec3::ZERO);
            cso.label(Role::Axis, "ao", 0.5 * a.w, "ao");
        }
        (world, cso)
    }

    fn kept(&self) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.after);
        let mut removed = self.joined.clone();
        removed.retain(|one| self.after.iter().all(|kept| kept.id != one.id));
        for vertex in &removed {
            add_named_point(&mut cso, Role::Removed, &format!("w/{}", vertex.id), vertex.w, vertex.name());
        }
        vertices::points_on_bodies(&mut world, &removed, Role::Removed);
        (world, cso)
    }

    fn middle(&self) -> DVec3 {
        self.after.iter().map(|corner| corner.w).sum::<DVec3>() / self.after.len().max(1) as f64
    }

    /// Kind and names of the kept part of the simplex: `edge w0 w2`.
    fn kept_name(&self) -> String {
        let kind = if self.after.len() == 1 { "vertex" } else { vertices::kind(self.after.len()) };
        format!("{kind} {}", vertices::spaced(&self.after))
    }

    fn direction(&self, context: &PairContext) -> Beat {
        let d = vector(self.next);
        let kept = self.kept_name();
        let say = match &self.after[..] {
            [_] => format!("The {kept} is kept. The next direction points from it to the origin: d = {d}."),
            _ => format!("The {kept} faces the origin and is kept. Its normal is the next direction: d = {d}."),
        };
        let event = (self.after.len() < self.joined.len()).then_some(Event::Reduction);
        self.beat("direction", say, || self.direction_panes(context), (event, context))
    }

    fn direction_panes(&self, context: &PairContext) -> (Picture, Picture) {
        let (world, mut cso) = self.kept();
        context.named_direction(&mut cso, "d", self.middle(), self.next, "d");
        (world, cso)
    }

    fn certify(&self, next: Decided, context: &PairContext) -> Beat {
        let say = if next == Decided::Inside {
            "The origin is beyond no side of the simplex. Rounding error can change a sign, so the weights λ of the vertices confirm it."
        } else {
            "The origin is level with a part of the simplex: a product is zero to rounding. The weights λ of the vertices decide instead."
        };
        let event = Some(Event::Warning).filter(|_| next == Decided::NoSign);
        self.beat("certify", String::from(say), || self.draw(&self.joined), (event, context))
    }

    fn repeated(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = format!(
            "{} is a vertex of the simplex already, so the signs lead no further. The weights λ of the vertices decide.",
            w.name()
        );
        self.beat("repeated", say, || self.repeated_panes(w), (Some(Event::Warning), context))
    }

    fn repeated_panes(&self, w: &SimplexVertex) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.joined);
        add_named_point(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, w.name());
        vertices::points_on_bodies(&mut world, std::slice::from_ref(w), Role::NewSupport);
        (world, cso)
    }

    fn careful(&self, context: &PairContext) -> Beat {
        let say = "The point of the simplex nearest the origin gives the next direction, because signs failed in an earlier step.";
        self.beat("certify", String::from(say), || self.draw(&self.joined), (None, context))
    }

    fn rescue(&self, context: &PairContext) -> Beat {
        let say = format!(
            "The {} is nearest the origin and is kept. The next direction points from its nearest point to the origin: d = {}.",
            self.kept_name(),
            vector(self.next)
        );
        self.beat("rescue", say, || self.direction_panes(context), (Some(Event::Reduction), context))
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn handing_over(&self, context: &PairContext) -> Beat {
        let (line, why) = match self.outcome_if_undecided {
            Some(Outcome::OnEdge) => ("on-edge", format!("The origin lies on the {}, to rounding.", self.kept_name())),
            Some(Outcome::OnFace) => ("on-face", format!("The origin lies on the {}, to rounding.", self.kept_name())),
            _ => ("stalled", format!("The {} is found again: changes are below rounding error.", self.kept_name())),
        };
        let say = format!("{why} Neither a gap nor an overlap is proven, so the distance solver takes over.");
        self.beat(line, say, || self.draw(&self.after), (Some(Event::Warning), context))
    }

    fn ending(&self, end: Outcome, context: &PairContext, verdict: &Verdict) -> Beat {
        let (line, why) = match end {
            Outcome::Separated => ("separated", "The direction d separates the bodies."),
            Outcome::Inside if self.planar => {
                ("inside", "The origin lies inside the triangle, deeper than rounding error.")
            }
            Outcome::Inside => ("inside", "The origin lies inside the tetrahedron, deeper than rounding error."),
            Outcome::Overlapping | Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => {
                ("decided", "The distance solver has decided.")
            }
            Outcome::IterationLimit => ("limit", "The limit on iterations is reached."),
            Outcome::Degenerate => ("support", "The pair has no usable numbers: not finite, or too large."),
        };
        let say = format!("{why} {}", verdict.say);
        self.beat(line, say, || self.ending_panes(end, verdict), (Some(self.stop(verdict)), context))
    }

    fn ending_panes(&self, end: Outcome, verdict: &Verdict) -> (Picture, Picture) {
        let (mut world, cso) = self.draw(&self.after);
        if let Some(found) = verdict.finding.pair().filter(|_| end == Outcome::Inside) {
            add_named_point(&mut world, Role::Witness, "witness/a", found.witness_a, "p");
        }
        (world, cso)
    }
}
