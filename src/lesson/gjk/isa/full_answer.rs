//! Sub-steps (beats) of the distance query that completes an intersection test, in space or in the plane.

use glam::DVec3;

use crate::answer::number::{length, vector};
use crate::lesson::{Beat, CSO, Card, Detail, Event, PairContext, Value, Verdict, WORLD, add_named_point, symbol};
use crate::picture::{Form, Picture, Role};
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
        let mut beats = vec![self.beat("full", self.bracket_sentence(), None)];
        if self.ended {
            let say = format!("{} {}", self.decision(), verdict.say);
            beats.push(self.beat("decided", say, Some(Event::Stop(self.card.ending_kind(verdict)))));
        }
        beats
    }

    fn known(&self) -> bool {
        self.answer.bounds().iter().all(Option::is_some)
    }

    /// Sentence on the bracket of the signed distance after the step.
    fn bracket_sentence(&self) -> String {
        let [a, b] = &self.context.names;
        let solver = "after this step of the distance solver";
        if !self.known() {
            return format!(
                "The distance of {a} and {b} has no bracket yet {solver}, which decides where signs cannot."
            );
        }
        let Answer { lower, upper, .. } = self.answer;
        let [low, high] = [lower, upper].map(|bound| length(bound.abs()));
        let [no_low, no_high] = [lower, upper].map(|bound| self.context.is_rounding(bound));
        match () {
            () if no_low && no_high => format!("The distance of {a} and {b} is zero to rounding {solver}."),
            () if lower > 0.0 && low.text == high.text => format!("{a} and {b} are {low} apart {solver}."),
            () if lower > 0.0 && !no_low => format!("{a} and {b} are between {low} and {high} apart {solver}."),
            () if upper < 0.0 && low.text == high.text => format!("{a} and {b} overlap by {low} {solver}."),
            () if upper < 0.0 && !no_high => format!("{a} and {b} overlap by {high} to {low} {solver}."),
            () if no_high => format!("{a} and {b} overlap by at most {low} {solver}, or only touch."),
            () if no_low => format!("{a} and {b} are at most {high} apart {solver}, or touch."),
            () => format!("{a} and {b} overlap by at most {low} or are at most {high} apart {solver}."),
        }
    }

    fn decision(&self) -> String {
        let precision = if self.context.single { "f32" } else { "f64" };
        match (self.answer.lower, self.answer.upper) {
            (lower, _) if lower > 0.0 => String::from("The lower bound is positive, so the bodies are apart."),
            (_, upper) if upper < 0.0 => String::from("The upper bound is negative, so the bodies overlap."),
            _ => format!(
                "The bracket contains 0 and is as narrow as rounding allows: gap or overlap cannot be decided in {precision}."
            ),
        }
    }

    fn beat(&self, line: &'static str, say: String, event: Option<Event>) -> Beat {
        Beat {
            line,
            say: say.into(),
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
            all.push(Value::number(symbol::LOWER, self.context.length(self.answer.lower)));
            all.push(Value::number(symbol::UPPER, self.context.length(self.answer.upper)));
        }
        if let Some(n) = self.answer.normal {
            let n = self.context.space.cso(n);
            let is_drawn = farthest_drawn(self.context, (CSO, Role::Difference), n).is_some();
            all.push(match is_drawn {
                true => Value::of(symbol::NORMAL, vector(n), "n"),
                false => Value::number(symbol::NORMAL, vector(n)),
            });
        }
        all.push(Value::number(symbol::ROUNDING, length(self.rounding)));
        all
    }

    /// Pictures of the witness points and their difference, and of the supporting planes across the normal.
    fn panes(&self) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let Some(n) = self.answer.normal else { return (world, cso) };
        let space = &self.context.space;
        let context = self.context;
        let a = space.world(self.answer.witness_a);
        let b = space.world(self.answer.witness_b);
        let n = space.cso(n);
        if context.is_rounding(a.distance(b)) {
            add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A = p_B");
        } else {
            add_named_point(&mut world, Role::Witness, "witness/a", a, "p_A");
            add_named_point(&mut world, Role::Witness, "witness/b", b, "p_B");
        }
        let v = space.cso(self.answer.witness_a - self.answer.witness_b);
        add_named_point(&mut cso, Role::Closest, "v", v, "p_A − p_B");
        // The planes touch the drawn bodies. The witness points of an unfinished search may be inside.
        if let Some(at) = farthest_drawn(context, (WORLD, Role::ShapeA), n) {
            context.plane(&mut world, 0, "plane/a", level_with(a, at, n), n);
        }
        if let Some(at) = farthest_drawn(context, (WORLD, Role::ShapeB), -n) {
            context.plane(&mut world, 1, "plane/b", level_with(b, at, n), -n);
        }
        let Some(at) = farthest_drawn(context, (CSO, Role::Difference), n) else { return (world, cso) };
        context.plane_with_foot(&mut cso, "plane", level_with(v, at, n), n);
        let foot = n * n.dot(at);
        context.named_direction(&mut cso, "n", foot, n, "n");
        if self.is_bound_of(at, n) {
            let role = if self.answer.lower > 0.0 { Role::Lower } else { Role::Penetration };
            cso.add(role, "lower", Form::Link([DVec3::ZERO, foot]));
            cso.label(role, "lower", 0.5 * foot, context.length(self.answer.lower.abs()));
        }
        (world, cso)
    }

    /// Whether the lower bound is the distance of the origin from the plane through `at` with normal `n`.
    fn is_bound_of(&self, at: DVec3, n: DVec3) -> bool {
        let tiny = 1e-6 * self.context.bounding_radius();
        self.known() && (n.dot(at) + self.answer.lower).abs() < tiny && self.answer.lower.abs() > tiny
    }
}

/// Projection of `point` on the plane through `at` with unit normal `n`.
fn level_with(point: DVec3, at: DVec3, n: DVec3) -> DVec3 {
    point + n * n.dot(at - point)
}

/// Drawn vertex that is farthest along `direction` of the body with a role in the backdrop's view; `None` without
/// drawn vertices.
fn farthest_drawn(context: &PairContext, (view, role): (&str, Role), direction: DVec3) -> Option<DVec3> {
    let scenery = context.backdrop();
    let marks = scenery.pictures.of(view).marks.iter().filter(|mark| mark.role == role);
    let points = marks.flat_map(|mark| match &mark.form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Polygon(points) | Form::Polyline { points, .. } => points.clone(),
        Form::Segment(ends) | Form::Link(ends) => ends.to_vec(),
        Form::Point(at) => vec![*at],
        _ => Vec::new(),
    });
    points.max_by(|p, q| direction.dot(*p).total_cmp(&direction.dot(*q)))
}
