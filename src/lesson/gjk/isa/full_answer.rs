//! Sub-steps (beats) of the distance query that completes an intersection test, in space or in the plane.

use crate::answer::number::{length, vector};
use crate::lesson::{Beat, Card, Detail, Event, PairContext, Value, Verdict, add_named_point};
use crate::picture::{Picture, Role};
use crate::snapshot::answer::Answer;

/// State of the distance query after a step.
pub struct FullAnswer<'a> {
    /// Answer, pair frame.
    pub answer: Answer,
    /// Rounding error of a bound in the intersection test.
    pub rounding: f64,
    /// Whether the distance query ended in this step.
    pub ended: bool,
    /// Card of the intersection test.
    pub card: &'static Card,
    /// Context of the pair.
    pub context: &'a PairContext,
    /// Requested amount of detail.
    pub detail: Detail,
}

impl FullAnswer<'_> {
    /// Beat of the step, and after the last one the decision.
    pub fn tell(&self, verdict: &Verdict) -> Vec<Beat> {
        let mut beats = vec![self.beat("full", self.so_far(), None)];
        if self.ended {
            let say = format!("{} {}", self.decision(), verdict.say);
            beats.push(self.beat("decided", say, Some(Event::Stop(self.card.ending_kind(verdict)))));
        }
        beats
    }

    fn known(&self) -> bool {
        self.answer.bounds().iter().all(Option::is_some)
    }

    fn so_far(&self) -> String {
        let [lower, upper] = [self.answer.lower, self.answer.upper].map(|bound| self.context.length(bound));
        let begin = "The full distance query is asked instead";
        match (self.known(), lower.text == upper.text) {
            (true, true) => format!("{begin}: after this step the signed distance is {lower}."),
            (true, false) => format!("{begin}: after this step the signed distance is from {lower} to {upper}."),
            (false, _) => format!("{begin}: after this step one bound of the signed distance is still open."),
        }
    }

    fn decision(&self) -> &'static str {
        match (self.answer.lower, self.answer.upper) {
            (lower, _) if lower > 0.0 => "Both bounds are above 0: the bodies are proven apart.",
            (_, upper) if upper < 0.0 => "Both bounds are below 0: the bodies are proven to overlap.",
            _ => "0 lies between the bounds: what is left is rounding, and no test in this precision can tell.",
        }
    }

    fn beat(&self, line: &'static str, say: String, event: Option<Event>) -> Beat {
        Beat {
            line,
            say,
            pictures: self.detail.full(|| self.panes().into()),
            values: self.detail.full(|| self.values()),
            tables: Vec::new(),
            stops: Vec::new(),
            points: Vec::new(),
            event,
        }
    }

    fn values(&self) -> Vec<Value> {
        let mut all = Vec::new();
        if self.known() {
            all.push(self.bound_value("lower", "at least, proven", self.answer.lower, "gap"));
            all.push(self.bound_value("upper", "at most, proven", self.answer.upper, "v"));
        }
        all.push(Value::new("rounding", "of a bound", length(self.rounding), "gap"));
        if let Some(n) = self.answer.normal {
            all.push(Value::new("n", "from A to B", vector(self.context.space.cso(n)), "d"));
        }
        all
    }

    fn bound_value(&self, symbol: &'static str, meaning: &'static str, x: f64, key: &'static str) -> Value {
        Value::new(symbol, meaning, self.context.length(x), key)
    }

    /// Pictures of the witness points, the planes through them, and their difference.
    fn panes(&self) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let Some(n) = self.answer.normal else { return (world, cso) };
        let space = &self.context.space;
        let context = self.context;
        let a = space.world(self.answer.witness_a);
        let b = space.world(self.answer.witness_b);
        let n = space.cso(n);
        add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A");
        add_named_point(&mut world, Role::Witness, "witness/b", b, "p_B");
        context.plane(&mut world, 0, "plane/a", a, n);
        context.plane(&mut world, 1, "plane/b", b, -n);
        let v = space.cso(self.answer.witness_a - self.answer.witness_b);
        add_named_point(&mut cso, Role::Closest, "v", v, "v");
        context.plane(&mut cso, 2, "plane", v, n);
        context.direction(&mut cso, "d", v, n);
        (world, cso)
    }
}
