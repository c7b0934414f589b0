//! Lesson of the search for the first contact of two moving bodies made of parts, in space and in the plane: possible
//! contact times of nodes, pruned nodes, and the parts in first contact.

use std::sync::Arc;

use glam::{DQuat, DVec3};

pub use super::cast_verdict::verdict;
use super::context::{Bodies, SearchBody};
use super::pair_search::{Asking, Seen};
use super::values::pair_key;
use super::{IN_PLANE, IN_SPACE, PartsContext, ending, world};
use crate::answer::{Finding, PartsFinding, Shown};
use crate::lesson::cast::{first_contact, seconds};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, Series, SourceFile, Symbol,
    Value, Verdict, say, symbol,
};
use crate::picture::{Picture, Role, Solid};
use crate::snapshot::cast::{Answer, Outcome as OfPair};
use crate::snapshot::parts::{Bound, NodePair, Outcome, QueriedParts, Search, decode_bound};

const ENDINGS: &[Ending] = &[
    ending(Outcome::FirstContact),
    ending(Outcome::Missed),
    Ending::success(
        "NoneMet",
        "Every triangle is one-sided and the other body would hit it from behind, so all pairs are skipped.",
    ),
    Ending::no_answer("NotConverged", "Contact of a pair of parts cannot be decided, so the answer is open.")
        .called("Undecided"),
];

const SERIES: &[Series] =
    &[Series { name: "best so far", role: Role::Upper }, Series { name: "lower bound", role: Role::Lower }];

/// Card in space.
pub const CAST: Card = Card {
    id: "parts-flight",
    title: "First contact of bodies of parts",
    summary: "Which parts of two moving bodies touch first? A tree of boxes finds them with few convex queries.",
    listing: include_str!("../../engine/tree/cast.txt"),
    code: &[
        IN_SPACE.code[0],
        SourceFile { path: "src/engine/tree/moving.rs", text: include_str!("../../engine/tree/moving.rs") },
    ],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
    ..IN_SPACE
};

/// Card in the plane.
pub const CAST_IN_PLANE: Card = Card { views: IN_PLANE.views, ..CAST };

/// Motion of both bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Velocities of A and B, world axes, m/s.
    pub velocities: [DVec3; 2],
    /// Spins about the bodies' origins, rad/s.
    pub spins: [DVec3; 2],
    /// Duration of the motion, seconds.
    pub t_max: f64,
}

/// Texts of the search for first contact.
struct Meeting {
    card: &'static Card,
    course: Course,
    /// Whether there is a certain or possible contact, so that the scale of the bounds shows seconds instead of meters.
    meets: bool,
}

/// Two bounds of the same kind, both times or both distances; `None` otherwise.
fn of_a_kind(a: f64, b: f64) -> Option<[f64; 2]> {
    match (decode_bound(a), decode_bound(b)) {
        (Bound::Contact(a), Bound::Contact(b)) | (Bound::Miss(a), Bound::Miss(b)) => Some([a, b]),
        _ => None,
    }
}

impl Meeting {
    /// Best result so far, with its line as the mark.
    fn best(&self, bodies: &Bodies, upper: f64) -> Sentence {
        self.limit(bodies, upper).map_or_else(Sentence::default, Sentence::from)
    }

    /// Solid of a part at time `t`, world.
    fn at(&self, search_body: &SearchBody, body: usize, part: u32, t: f64) -> Arc<Solid> {
        let turn = DQuat::from_scaled_axis(self.course.spins[body] * t);
        let home = search_body.position + self.course.velocities[body] * t;
        search_body.part(part).transformed(turn, |p| home + turn * (p - search_body.position))
    }
}

impl Asking for Meeting {
    type Answer = Answer;
    const STOP: &'static str = "bound(a, b) ≥ upper";
    const LINE: &'static str = "best so far";
    const LIMIT: Symbol = symbol::UPPER;

    fn clause(&self, bodies: &Bodies, key: f64, mark: String) -> Sentence {
        match decode_bound(key) {
            Bound::Contact(t) if t > 0.0 => {
                say!("cannot touch before {}", Value::of(symbol::TIME_AT_LEAST, seconds(t), mark))
            }
            Bound::Contact(_) => Sentence::from("overlap at the start"),
            Bound::Miss(gap) if bodies.is_rounding(gap) => {
                Sentence::from("never touch, with a gap below rounding error")
            }
            Bound::Miss(gap) => {
                say!("never touch and stay {} apart", Value::of(symbol::LEAST_DISTANCE, bodies.length(gap), mark))
            }
        }
    }

    fn shown(&self, bodies: &Bodies, key: f64) -> Shown {
        match decode_bound(key) {
            // On a scale of distances, a time needs an explanation.
            Bound::Contact(t) if self.meets => Shown::from(seconds(t)),
            Bound::Contact(t) => Shown::from(format!("contact from {}", seconds(t))),
            Bound::Miss(gap) => Shown::from(format!("no contact, {} apart", bodies.length(gap))),
        }
    }

    fn bound_of_half(&self, bodies: &Bodies, half: &NodePair, symbol: Symbol) -> Sentence {
        let mark = pair_key(half.nodes);
        match decode_bound(half.bound) {
            Bound::Contact(t) => say!("no contact before {}", Value::of(symbol, seconds(t), mark)),
            Bound::Miss(gap) => say!("no contact, at least {} apart", Value::of(symbol, bodies.length(gap), mark)),
        }
    }

    fn goal(&self, bodies: &Bodies, state: &Search<Answer>) -> Sentence {
        match self.limit(bodies, state.upper) {
            None if state.best.is_none() => Sentence::from("No pair of parts has been tested yet."),
            None => Sentence::from("No pair of parts is decided yet."),
            Some(known) => match decode_bound(state.upper) {
                Bound::Contact(_) => say!("The best so far is {}; this pair may touch sooner.", known),
                Bound::Miss(_) => say!("The best so far is {}; this pair may come closer.", known),
            },
        }
    }

    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, _: Sentence) -> Sentence {
        match (self.limit(bodies, upper), decode_bound(upper)) {
            (None, _) => Sentence::from("may touch first or come closest"),
            (Some(known), Bound::Contact(_)) => say!("may touch before the best so far, {},", known),
            (Some(known), Bound::Miss(_)) => say!("may beat the best so far, {},", known),
        }
    }

    fn pruned(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence {
        let known = self.best(bodies, upper);
        let mark = pair_key(entry.nodes);
        match decode_bound(entry.bound) {
            Bound::Contact(t) => say!(
                "cannot touch before {}, and the best so far is {}",
                Value::of(symbol::TIME_AT_LEAST, seconds(t), mark),
                known
            ),
            Bound::Miss(gap) => say!(
                "stays at least {} away, and the best so far is {}",
                Value::of(symbol::LEAST_DISTANCE, bodies.length(gap), mark),
                known
            ),
        }
    }

    fn ending(&self, state: &Search<Answer>) -> &'static str {
        match decode_bound(state.upper) {
            Bound::Contact(_) => ending(Outcome::FirstContact).name,
            Bound::Miss(_) => ending(Outcome::Missed).name,
        }
    }

    fn nothing_left(&self, bodies: &Bodies, upper: f64) -> Sentence {
        let known = self.best(bodies, upper);
        match decode_bound(upper) {
            Bound::Contact(_) => say!("The best so far is {}, so no queued pair can touch sooner.", known),
            Bound::Miss(_) => say!("The best so far is {}, so no queued pair can come closer.", known),
        }
    }

    fn answered(&self, bodies: &Bodies, answer: &Answer) -> Sentence {
        match (answer.outcome.hit(), answer.t_first, answer.gap) {
            (Some(true), Some(t), _) if t > 0.0 => {
                say!("first touch at {}", Value::of(symbol::CONTACT_TIME, seconds(t), "witness"))
            }
            (Some(true), ..) if answer.outcome == OfPair::Overlapping => Sentence::from("overlap at the start"),
            (Some(true), ..) => Sentence::from("touch at the start"),
            (Some(false), _, Some(gap)) => {
                say!("never touch and stay {} apart", Value::number(symbol::LEAST_DISTANCE, bodies.length(gap)))
            }
            (Some(false), ..) => Sentence::from("never touch"),
            (None, ..) => say!(
                "do not touch before {}, and later contact cannot be decided",
                Value::number(symbol::TIME_AT_LEAST, seconds(answer.lower))
            ),
        }
    }

    fn numbers(&self, bodies: &Bodies, answer: &Answer) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(t) = answer.t_first {
            let text = first_contact(t, [answer.lower, answer.upper.unwrap_or(t)], self.course.t_max);
            values.push(Value::of(symbol::CONTACT_TIME, text, "witness"));
        }
        values.extend(answer.gap.map(|gap| Value::of(symbol::LEAST_DISTANCE, bodies.length(gap), "witness")));
        if answer.outcome.hit() != Some(false) {
            let lower = answer.t_first.map_or_else(
                || seconds(answer.lower),
                |t| first_contact(answer.lower, [t, answer.upper.unwrap_or(t)], self.course.t_max),
            );
            values.push(Value::of(symbol::TIME_AT_LEAST, lower, "witness"));
        }
        values
    }

    fn concluded(&self, bodies: &Bodies, answer: &Answer, verdict: &Verdict) -> Vec<Value> {
        let over_all = match &verdict.finding {
            Finding::PartsInFlight(PartsFinding { pair: Some(pair), .. }) => Answer { lower: pair.lower, ..*answer },
            _ => *answer,
        };
        self.numbers(bodies, &over_all)
    }

    fn kept(&self, bodies: &Bodies, before: &Search<Answer>, after: &Search<Answer>) -> Option<Beat> {
        if !(after.upper < before.upper) {
            return None;
        }
        let better = match decode_bound(after.upper) {
            Bound::Contact(_) => "From now on, nodes that cannot touch sooner are pruned.",
            Bound::Miss(_) => "From now on, nodes that cannot come closer are pruned.",
        };
        Some(Beat::new("best", say!("The best pair so far has {}. {}", self.best(bodies, after.upper), better)))
    }

    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence {
        say!("would be hit by {} from behind", bodies.body(other))
    }

    fn shown_points(&self, bodies: &Bodies, asked: &QueriedParts<Answer>) -> Vec<DVec3> {
        let t = asked.answer.as_ref().and_then(|answer| answer.t_first).unwrap_or(0.0);
        let parts = bodies.pair.iter().enumerate();
        parts
            .flat_map(|(body, search_body)| self.at(search_body, body, asked.parts[body], t).vertices.clone())
            .collect()
    }

    fn compared(&self, key: f64, upper: f64) -> Option<[f64; 2]> {
        of_a_kind(key, upper).filter(|both| both.iter().all(|x| x.is_finite()))
    }

    fn draw(&self, picture: &mut Picture, bodies: &Bodies, asked: &QueriedParts<Answer>, role: Role) {
        let answer = asked.answer.as_ref();
        let t = answer.and_then(|answer| answer.t_first).unwrap_or(0.0);
        for (body, search_body) in bodies.pair.iter().enumerate() {
            let key = format!("part/{}", ["a", "b"][body]);
            if t > 0.0 || search_body.named.count > 1 {
                world::outlined(picture, &self.at(search_body, body, asked.parts[body], t), key, role);
            }
        }
        let Some([a, b]) = answer.and_then(|answer| answer.witness) else { return };
        let p = bodies.home() + 0.5 * (a + b);
        picture.point(Role::Witness, "witness", p);
        picture.label(Role::Witness, "witness", p, seconds(t));
        if let Some(normal) = answer.and_then(|answer| answer.normal) {
            picture.arrow(Role::Normal, "normal", p, p + normal * (0.1 * bodies.size()));
        }
    }

    fn place(&self, key: f64) -> f64 {
        match decode_bound(key) {
            Bound::Contact(t) if self.meets => t,
            Bound::Miss(gap) if !self.meets => gap,
            Bound::Contact(_) => 0.0,
            Bound::Miss(_) => f64::MAX,
        }
    }

    fn upper(&self, bodies: &Bodies, upper: f64) -> Option<String> {
        if upper == f64::INFINITY {
            return None;
        }
        Some(match decode_bound(upper) {
            Bound::Contact(t) => format!("contact at {}", seconds(t)),
            Bound::Miss(gap) => format!("a miss by {}", bodies.length(gap)),
        })
    }

    fn points(&self, state: &Search<Answer>) -> Vec<(usize, f64)> {
        let all = [(0, plotted(self.meets, state.upper)), (1, plotted(self.meets, state.lower))];
        all.into_iter().filter(|(_, value)| value.is_finite()).collect()
    }
}

/// Value of a bound in the plot; NaN for one of the other kind.
fn plotted(meets: bool, key: f64) -> f64 {
    match (decode_bound(key), meets) {
        (Bound::Contact(t), true) => t,
        (Bound::Miss(gap), false) if key < f64::INFINITY => gap,
        _ => f64::NAN,
    }
}

/// Lesson of a recorded search.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search<Answer>>>,
    mut context: PartsContext,
    course: Course,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let last = recording.last();
    // Without a result, the first bound decides.
    let decides =
        if last.upper < f64::INFINITY { Some(last.upper) } else { recording.state(1).popped.map(|e| e.bound) };
    let meets = decides.is_none_or(|key| matches!(decode_bound(key), Bound::Contact(_)));
    let card = if planar { &CAST_IN_PLANE } else { &CAST };
    let asking = Meeting { card, course, meets };
    context.ends = ends(&asking, &*recording);
    context.unit = if meets { "s" } else { "m" };
    for (search_body, velocity) in context.bodies.pair.iter().zip(course.velocities) {
        context.arrows.push([search_body.middle, search_body.middle + velocity * course.t_max]);
    }
    Box::new(Narrated { recording, context, verdict, narration: asking })
}

/// Ends of the scale of the bounds.
fn ends(asking: &Meeting, recording: &dyn Recording<Search<Answer>>) -> Option<[f64; 2]> {
    let first = recording.state(1);
    let last = recording.last();
    let all = last.pruned.iter().map(|pruned| pruned.pair.bound).chain(first.popped.map(|entry| entry.bound));
    // Without a result nothing is pruned, so all popped pairs count.
    let steps = if last.upper < f64::INFINITY { 0 } else { recording.steps() };
    let waits = (1..=steps).filter_map(|step| recording.state(step).popped.map(|entry| entry.bound));
    let places: Vec<f64> = all.chain(waits).map(|key| asking.place(key)).filter(|place| *place < f64::MAX).collect();
    let upper = if last.upper < f64::INFINITY { asking.place(last.upper) } else { 0.0 };
    let most = places.iter().copied().fold(upper, f64::max).min(if upper > 0.0 { 2.5 * upper } else { f64::MAX });
    (most > 0.0 && most.is_finite()).then_some([-0.06 * most, 1.06 * most])
}

impl Narration for Meeting {
    type State = Search<Answer>;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &super::roles("best pair so far");

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        Seen::of(&step, step.context, self).beats()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        Seen::of(step, step.context, self).choice(beats).into_iter().collect()
    }
}
