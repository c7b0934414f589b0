//! View of one step of boolean GJK, in space or in the plane: gap, signs, and the face that is kept.

use glam::DVec3;

use super::CARD;
use super::signs;
use crate::answer::number::{length, measured, vector};
use crate::lesson::gjk::isa::vertices;
use crate::lesson::gjk::isa::vertices::SimplexVertex;
use crate::lesson::{Beat, Detail, Event, PairContext, StopTest, Table, Value, Verdict, add_named_point};
use crate::picture::{Picture, Role};
use crate::snapshot::boolean_gjk::{Asked, BooleanGjk, Decided, Outcome};

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
    pub(super) sign_tests: &'a [Asked],
    pub(super) decided: Option<Decided>,
    pub(super) rescued: bool,
    /// Tests of the gap and of the iteration limit.
    pub(super) tests: [StopTest; 2],
    pub(super) planar: bool,
    pub(super) detail: Detail,
    /// Outcome if the full distance query, which runs next, cannot decide.
    pub(super) doubt: Option<Outcome>,
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
                Some(self.stop(verdict)),
            )];
        };
        let mut beats = vec![self.support(w, context), self.gap(w, context)];
        if self.end == Some(Outcome::Separated) {
            beats.push(self.separated(w, context, verdict));
            return beats;
        }
        match self.decided {
            None if self.before.iter().any(|old| old.id == w.id) => beats.push(self.repeated(w)),
            None if self.end == Some(Outcome::IterationLimit) => beats.push(self.push(w)),
            None => {
                beats.push(self.push(w));
                beats.push(self.careful());
            }
            Some(next) => {
                beats.push(self.push(w));
                beats.push(self.case());
                match next {
                    Decided::Search => beats.push(self.direction(context)),
                    Decided::Inside | Decided::NoSign => beats.push(self.certify(next)),
                }
            }
        }
        match self.end {
            Some(end) => beats.push(self.ending(end, verdict)),
            None if self.doubt.is_some() => beats.push(self.handing_over()),
            None if self.rescued && self.decided != Some(Decided::Search) => beats.push(self.rescue(context)),
            None => {}
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
        Beat {
            line,
            say,
            pictures: self.detail.full(|| panes().into()),
            values: self.detail.full(|| self.values(line)),
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

    fn values(&self, line: &str) -> Vec<Value> {
        let tried = line != "support";
        let d = if matches!(line, "direction" | "rescue") { self.next } else { self.d };
        let mut values = vec![Value::new("d", "search direction", vector(d), "d")];
        if tried {
            values.push(self.gap_value("g", "gap along d", self.g));
            values.push(Value::new("rounding", "of a gap", length(self.rounding), "gap"));
        }
        let widest = self.mu[usize::from(tried)];
        values.push(self.gap_value("μ", "best gap so far", widest));
        values
    }

    fn gap_value(&self, symbol: &'static str, meaning: &'static str, x: f64) -> Value {
        Value { symbol, meaning, text: measured(x, self.rounding), key: Some("gap".into()) }
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
        let say = format!("Search along d = {}: {} is the farthest point of A − B.", vector(self.d), w.name());
        self.beat("support", say, || self.support_panes(w, context), Some(Event::Support))
    }

    fn support_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        vertices::support((&mut world, &mut cso), w, self.d, context);
        context.direction(&mut cso, "d", DVec3::ZERO, self.d);
        (world, cso)
    }

    fn gap(&self, w: &SimplexVertex, context: &PairContext) -> Beat {
        let say = match self.g {
            g if g > self.rounding => {
                format!("w·d < 0: even the farthest point stays {} short of the origin.", length(g))
            }
            g if g > 0.0 => {
                String::from("w·d is below 0, but by no more than rounding alone could do, so it proves nothing.")
            }
            g => format!(
                "w·d ≥ 0: the farthest point passes the origin by {}, so this direction proves nothing.",
                length(-g)
            ),
        };
        self.beat("gap", say, || self.gap_panes(w, context), None)
    }

    fn gap_panes(&self, w: &SimplexVertex, context: &PairContext) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        vertices::support((&mut world, &mut cso), w, self.d, context);
        vertices::gap((&mut world, &mut cso), w, self.d, self.g, context);
        (world, cso)
    }

    fn separated(&self, w: &SimplexVertex, context: &PairContext, verdict: &Verdict) -> Beat {
        self.beat(
            "separated",
            format!("All of A − B lies on the far side of the plane. {}", verdict.say),
            || self.gap_panes(w, context),
            Some(self.stop(verdict)),
        )
    }

    fn push(&self, w: &SimplexVertex) -> Beat {
        let say = match self.joined.len() {
            1 => format!("{} is the first corner, a. From a point, the way to the origin is straight.", w.name()),
            n => format!(
                "{} joins as the newest corner, a. The simplex is {} now: {}.",
                w.name(),
                ["a point", "an edge", "a triangle", "a tetrahedron"][n.clamp(1, 4) - 1],
                self.letters(n)
            ),
        };
        self.beat("push", say, || self.push_panes(w), None)
    }

    fn push_panes(&self, w: &SimplexVertex) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.before);
        for old in &self.before {
            cso.segment(Role::Added, format!("edge/{}-{}", old.id, w.id), old.w, w.w);
        }
        add_named_point(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, format!("{} = a", w.name()));
        world.point(Role::NewSupport, format!("a/{}", w.id), w.a);
        world.point(Role::NewSupport, format!("b/{}", w.id), w.b);
        (world, cso)
    }

    /// Letters of the vertices: `a = w2, b = w0`.
    fn letters(&self, n: usize) -> String {
        let named =
            self.joined.iter().take(n).zip(["a", "b", "c", "d"]).map(|(w, letter)| format!("{letter} = {}", w.name()));
        named.collect::<Vec<_>>().join(", ")
    }

    fn case(&self) -> Beat {
        let parts: Vec<String> = self.sign_tests.iter().map(|test| signs::clause(test, &self.joined)).collect();
        let what = match self.joined.len() {
            1 => "With a single corner there is no sign to check",
            2 => "For an edge, signs tell where the origin lies",
            3 => "For a triangle, signs tell where the origin lies",
            _ => "For a tetrahedron, signs tell where the origin lies",
        };
        let end = if parts.is_empty() { String::from(".") } else { format!(". {}.", parts.join("; ")) };
        self.beat("case", format!("{what}{end}"), || self.case_panes(), None)
    }

    fn case_panes(&self) -> (Picture, Picture) {
        let (world, mut cso) = self.draw(&self.joined);
        if let Some(a) = self.joined.first() {
            cso.arrow(Role::Axis, "ao", a.w, DVec3::ZERO);
            cso.label(Role::Axis, "ao", 0.5 * a.w, "ao");
        }
        (world, cso)
    }

    fn kept(&self) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.after);
        for removed in self.joined.iter().filter(|one| !self.after.iter().any(|kept| kept.id == one.id)) {
            add_named_point(&mut cso, Role::Removed, &format!("w/{}", removed.id), removed.w, removed.name());
            world.point(Role::Removed, format!("a/{}", removed.id), removed.a);
            world.point(Role::Removed, format!("b/{}", removed.id), removed.b);
        }
        (world, cso)
    }

    fn middle(&self) -> DVec3 {
        self.after.iter().map(|corner| corner.w).sum::<DVec3>() / self.after.len().max(1) as f64
    }

    fn direction(&self, context: &PairContext) -> Beat {
        let d = vector(self.next);
        let say = match &self.after[..] {
            [corner] => {
                format!("The corner {} is kept. Next, search from it straight at the origin: d = {d}.", corner.name())
            }
            after => format!(
                "The {} {} faces the origin and is kept. Next, search along its normal: d = {d}.",
                vertices::kind(after.len()),
                vertices::list(after)
            ),
        };
        let event = (self.after.len() < self.joined.len()).then_some(Event::Reduction);
        self.beat("direction", say, || self.direction_panes(context), event)
    }

    fn direction_panes(&self, context: &PairContext) -> (Picture, Picture) {
        let (world, mut cso) = self.kept();
        context.direction(&mut cso, "d", self.middle(), self.next);
        (world, cso)
    }

    fn certify(&self, next: Decided) -> Beat {
        let say = if next == Decided::Inside {
            "No side of the simplex faces the origin, so it should be inside. Rounding can flip a sign, so the shares λ of the corners decide."
        } else {
            "A product is 0 within rounding: the origin lies on the line or in the plane of the simplex. The source would loop without end along a zero direction, so the shares λ decide instead."
        };
        self.beat(
            "certify",
            String::from(say),
            || self.draw(&self.joined),
            Some(Event::Warning).filter(|_| next == Decided::NoSign),
        )
    }

    fn repeated(&self, w: &SimplexVertex) -> Beat {
        let say =
            format!("{} is in the simplex already. Signs alone lead no further, so the shares λ decide.", w.name());
        self.beat("repeated", say, || self.repeated_panes(w), Some(Event::Warning))
    }

    fn repeated_panes(&self, w: &SimplexVertex) -> (Picture, Picture) {
        let (mut world, mut cso) = self.draw(&self.joined);
        add_named_point(&mut cso, Role::NewSupport, &format!("w/{}", w.id), w.w, w.name());
        world.point(Role::NewSupport, format!("a/{}", w.id), w.a);
        (world, cso)
    }

    fn careful(&self) -> Beat {
        let say =
            "Signs have failed before, so they are not asked again: the point of the simplex nearest the origin leads.";
        self.beat("certify", String::from(say), || self.draw(&self.joined), None)
    }

    fn rescue(&self, context: &PairContext) -> Beat {
        let say = format!(
            "The origin is not in the simplex. The part nearest to it, {}, is kept, and the search goes from the nearest point straight at the origin: d = {}.",
            vertices::list(&self.after),
            vector(self.next)
        );
        self.beat("rescue", say, || self.direction_panes(context), Some(Event::Reduction))
    }

    /// Beat of a test stopped by rounding, which the full distance query continues.
    fn handing_over(&self) -> Beat {
        let (line, why) = match self.doubt {
            Some(Outcome::OnEdge) => {
                ("on-edge", "As far as numbers tell, the origin lies on an edge or in a corner of the simplex.")
            }
            Some(Outcome::OnFace) => ("on-face", "As far as numbers tell, the origin lies on a face of the simplex."),
            _ => (
                "stalled",
                "The nearest point leads back to the same corners: this test has reached the limits of rounding.",
            ),
        };
        let say = format!("{why} That proves neither a gap nor an overlap, so the full answer is asked.");
        self.beat(line, say, || self.draw(&self.after), Some(Event::Warning))
    }

    fn ending(&self, end: Outcome, verdict: &Verdict) -> Beat {
        let (line, why) = match end {
            Outcome::Separated => ("separated", "A separating direction is found."),
            Outcome::Inside if self.planar => (
                "inside",
                "In the plane a triangle around the origin is enough, and this one holds it deeper than rounding.",
            ),
            Outcome::Inside => {
                ("inside", "The tetrahedron holds the origin, deeper than rounding could move its corners.")
            }
            Outcome::Overlapping | Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => {
                ("decided", "The full answer has decided.")
            }
            Outcome::IterationLimit => ("limit", "The limit on iterations is reached."),
            Outcome::Degenerate => ("support", "There are no usable numbers to go on with."),
        };
        self.beat(line, format!("{why} {}", verdict.say), || self.ending_panes(end, verdict), Some(self.stop(verdict)))
    }

    fn ending_panes(&self, end: Outcome, verdict: &Verdict) -> (Picture, Picture) {
        let (mut world, cso) = self.draw(&self.after);
        if let Some(found) = verdict.finding.pair().filter(|_| end == Outcome::Inside) {
            add_named_point(&mut world, Role::Witness, "witness/a", found.witness_a, "p");
        }
        (world, cso)
    }
}
