//! Lesson of the search for the first contact of two moving bodies made of parts, in space and in the plane. A bound of
//! a pair of nodes is an encoded [`Bound`]: no contact before a time, or no contact and no distance below a length.

use std::sync::Arc;

use contact_lens_model::answer::{Finding, PartsFinding, Shown};
use contact_lens_model::snapshot::cast::{Answer, Outcome as PairOutcome};
use contact_lens_model::snapshot::parts::{Bound, NodePair, Outcome, QueriedParts, Search, decode_bound};
use contact_lens_picture::{Picture, Role, Solid};
use glam::{DQuat, DVec3};

pub use super::cast_verdict::verdict;
use super::context::{Bodies, SearchBody};
use super::pair_search::SearchStep;
use super::search_kind::SearchKind;
use super::values::pair_key;
use super::{IN_PLANE, IN_SPACE, LOWER_CURVE, PartsContext, UPPER_CURVE, bounds, ending, world};
use crate::cast::{first_contact, seconds};
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, Series, SourceFile, Symbol,
    Value, Verdict, say, symbol,
};

/// Endings; two of them have other reasons than in the search for the closest parts.
const ENDINGS: &[Ending] = &[
    ending(Outcome::FirstContact),
    ending(Outcome::Missed),
    Ending::success(
        "NoneMet",
        "In every pair of parts, a one-sided triangle is approached from behind, so all pairs are skipped.",
    ),
    Ending::no_answer("NotConverged", "Contact of a pair of parts cannot be decided, so the answer is open.")
        .called("Undecided"),
];

/// Plotted curves: the bracket of the answer, in the order of [`UPPER_CURVE`] and [`LOWER_CURVE`].
const SERIES: &[Series] =
    &[Series { name: "best so far", role: Role::Upper }, Series { name: "lower bound", role: Role::Lower }];

/// Length of the arrow of the contact normal, as a fraction of the bodies' size.
const NORMAL_LENGTH: f64 = 0.1;

/// Card of the search for the first contact in space.
pub const CAST: Card = Card {
    id: "parts-flight",
    title: "First contact of bodies of parts",
    summary: "Which parts of two moving bodies touch first? A tree of boxes finds them with few convex queries.",
    listing: include_str!("../engine/tree/cast.txt"),
    code: &[
        IN_SPACE.code[0],
        SourceFile { path: "src/engine/source/tree/moving.rs", text: include_str!("../engine/tree/moving.rs") },
    ],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
    ..IN_SPACE
};

/// Card of the search for the first contact in the plane.
pub const CAST_IN_PLANE: Card = Card { views: IN_PLANE.views, ..CAST };

/// Rigid motion of both bodies at constant velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Velocities of A and B, world axes, m/s.
    pub velocities: [DVec3; 2],
    /// Angular velocities of A and B about their origins, world axes, rad/s.
    pub spins: [DVec3; 2],
    /// Duration of the motion, seconds.
    pub t_max: f64,
}

/// Search for the first contact.
struct FirstContactSearch {
    card: &'static Card,
    /// Motion of both bodies.
    course: Course,
    /// Whether the scale of the bounds shows contact times, seconds, because contact is possible; otherwise it shows
    /// distances, meters.
    shows_times: bool,
}

/// Decodes two bounds of the same kind: both times, seconds, or both distances, meters; `None` otherwise.
fn bounds_of_same_kind(a: f64, b: f64) -> Option<[f64; 2]> {
    match (decode_bound(a), decode_bound(b)) {
        (Bound::Contact(a), Bound::Contact(b)) | (Bound::Miss(a), Bound::Miss(b)) => Some([a, b]),
        _ => None,
    }
}

impl FirstContactSearch {
    /// Best result so far as a value that highlights the line of the pruning limit; empty before the first result.
    fn best_result(&self, bodies: &Bodies, upper: f64) -> Sentence {
        self.limit_value(bodies, upper).map_or_else(Sentence::default, Sentence::from)
    }

    /// Solid of a part of `search_body`, the body with the index `body`, at time `t`, seconds; world, meters.
    fn solid_at(&self, search_body: &SearchBody, body: usize, part: u32, t: f64) -> Arc<Solid> {
        let rotation = DQuat::from_scaled_axis(self.course.spins[body] * t);
        let origin = search_body.position + self.course.velocities[body] * t;
        search_body.part(part).transformed(rotation, |p| origin + rotation * (p - search_body.position))
    }
}

impl SearchKind for FirstContactSearch {
    type Answer = Answer;
    const STOP_FORMULA: &'static str = "bound(a, b) ≥ upper";
    const LIMIT_NAME: &'static str = "best so far";
    const LIMIT_SYMBOL: Symbol = symbol::UPPER;

    fn bound_clause(&self, bodies: &Bodies, bound: f64, mark: String) -> Sentence {
        match decode_bound(bound) {
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

    fn bound_text(&self, bodies: &Bodies, bound: f64) -> Shown {
        match decode_bound(bound) {
            // On a scale of distances, a time needs an explanation.
            Bound::Contact(t) if self.shows_times => Shown::from(seconds(t)),
            Bound::Contact(t) => Shown::from(format!("contact possible from {}", seconds(t))),
            Bound::Miss(_) if self.shows_times => Shown::from("no contact"),
            Bound::Miss(gap) => Shown::from(format!("at least {}", bodies.length(gap))),
        }
    }

    fn half_bound_clause(&self, bodies: &Bodies, half: &NodePair, symbol: Symbol) -> Sentence {
        let mark = pair_key(half.nodes);
        match decode_bound(half.bound) {
            Bound::Contact(t) => say!("no contact before {}", Value::of(symbol, seconds(t), mark)),
            Bound::Miss(gap) => say!("no contact, at least {} apart", Value::of(symbol, bodies.length(gap), mark)),
        }
    }

    fn goal_sentence(&self, bodies: &Bodies, state: &Search<Answer>) -> Sentence {
        let Some(best) = self.limit_value(bodies, state.upper) else {
            return Sentence::from(if state.best.is_none() {
                "No pair of parts has been tested yet."
            } else {
                "The best pair so far is undecided."
            });
        };
        match decode_bound(state.upper) {
            Bound::Contact(_) => say!("The best so far is {}; this pair may touch sooner.", best),
            Bound::Miss(_) => say!("The best so far is {}; this pair may come closer.", best),
        }
    }

    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, _: Sentence) -> Sentence {
        let Some(best) = self.limit_value(bodies, upper) else {
            return Sentence::from("may touch first or come closest");
        };
        match decode_bound(upper) {
            Bound::Contact(_) => say!("may touch before the best so far, {},", best),
            Bound::Miss(_) => say!("may come closer than the best so far, {},", best),
        }
    }

    fn reason_for_pruning(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence {
        let best = self.best_result(bodies, upper);
        let mark = pair_key(entry.nodes);
        match decode_bound(entry.bound) {
            Bound::Contact(t) => say!(
                "cannot touch before {}, and the best so far is {}",
                Value::of(symbol::TIME_AT_LEAST, seconds(t), mark),
                best
            ),
            Bound::Miss(gap) => say!(
                "stays at least {} away, and the best so far is {}",
                Value::of(symbol::LEAST_DISTANCE, bodies.length(gap), mark),
                best
            ),
        }
    }

    fn proven_ending(&self, state: &Search<Answer>) -> &'static str {
        match decode_bound(state.upper) {
            Bound::Contact(_) => ending(Outcome::FirstContact).name,
            Bound::Miss(_) => ending(Outcome::Missed).name,
        }
    }

    fn reason_for_stopping(&self, bodies: &Bodies, upper: f64) -> Sentence {
        let best = self.best_result(bodies, upper);
        match decode_bound(upper) {
            Bound::Contact(_) => say!("The best so far is {}, so no queued pair can touch sooner.", best),
            Bound::Miss(_) => say!("The best so far is {}, so no queued pair can come closer.", best),
        }
    }

    fn answer_clause(&self, bodies: &Bodies, answer: &Answer) -> Sentence {
        match answer.outcome.hit() {
            Some(true) => contact_clause(answer),
            Some(false) => match answer.gap {
                Some(gap) => {
                    say!("never touch and stay {} apart", Value::number(symbol::LEAST_DISTANCE, bodies.length(gap)))
                }
                None => Sentence::from("never touch"),
            },
            None => say!(
                "do not touch before {}, and later contact cannot be decided",
                Value::number(symbol::TIME_AT_LEAST, seconds(answer.lower))
            ),
        }
    }

    fn answer_values(&self, bodies: &Bodies, answer: &Answer) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(t) = answer.t_first {
            let text = first_contact(t, [answer.lower, answer.upper.unwrap_or(t)], self.course.t_max);
            values.push(Value::of(symbol::CONTACT_TIME, text, "witness"));
        }
        values.extend(answer.gap.map(|gap| Value::of(symbol::LEAST_DISTANCE, bodies.length(gap), "witness")));
        if answer.outcome.hit() != Some(false) {
            // Next to a time of contact, the bound has enough digits to differ from it.
            let lower = match answer.t_first {
                Some(t) => first_contact(answer.lower, [t, answer.upper.unwrap_or(t)], self.course.t_max),
                None => seconds(answer.lower),
            };
            values.push(Value::of(symbol::TIME_AT_LEAST, lower, "witness"));
        }
        values
    }

    fn final_values(&self, bodies: &Bodies, answer: &Answer, verdict: &Verdict) -> Vec<Value> {
        // The lower bound of the verdict holds for all pairs of parts.
        let answer_for_all_pairs = match &verdict.finding {
            Finding::PartsInFlight(PartsFinding { pair: Some(pair), .. }) => Answer { lower: pair.lower, ..*answer },
            _ => *answer,
        };
        self.answer_values(bodies, &answer_for_all_pairs)
    }

    fn result_beat(&self, bodies: &Bodies, before: &Search<Answer>, after: &Search<Answer>) -> Option<Beat> {
        let is_better = after.upper < before.upper;
        if !is_better {
            return None;
        }
        let consequence = match decode_bound(after.upper) {
            Bound::Contact(_) => "From now on, nodes that cannot touch sooner are pruned.",
            Bound::Miss(_) => "From now on, nodes that cannot come closer are pruned.",
        };
        let say = say!("The best pair so far has {}. {}", self.best_result(bodies, after.upper), consequence);
        Some(Beat::new("best", say))
    }

    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence {
        say!(
            "is approached from behind: relative to {}, {} moves along the triangle's normal",
            bodies.body(1 - other),
            bodies.body(other)
        )
    }

    fn points_to_show(&self, bodies: &Bodies, queried: &QueriedParts<Answer>) -> Vec<DVec3> {
        let t = queried.answer.as_ref().and_then(|answer| answer.t_first).unwrap_or(0.0);
        let mut points = Vec::new();
        for (body, search_body) in bodies.pair.iter().enumerate() {
            points.extend_from_slice(&self.solid_at(search_body, body, queried.parts[body], t).vertices);
        }
        points
    }

    fn comparable_numbers(&self, bound: f64, upper: f64) -> Option<[f64; 2]> {
        bounds_of_same_kind(bound, upper).filter(|both| both.iter().all(|x| x.is_finite()))
    }

    fn draw_parts(&self, picture: &mut Picture, bodies: &Bodies, queried: &QueriedParts<Answer>, role: Role) {
        let answer = queried.answer.as_ref();
        let t = answer.and_then(|answer| answer.t_first).unwrap_or(0.0);
        for (body, search_body) in bodies.pair.iter().enumerate() {
            let has_parts = search_body.named.count > 1;
            // A body without parts is drawn at the start anyway.
            if t > 0.0 || has_parts {
                let key = world::part_key(body).to_owned();
                let part = queried.parts[body];
                let solid = self.solid_at(search_body, body, part, t);
                world::add_part(picture, &solid, key.clone(), role);
                if has_parts {
                    world::name_tested_part(picture, search_body, (part, &solid), (role, key));
                }
            }
        }
        let Some([a, b]) = answer.and_then(|answer| answer.witness) else { return };
        let p = bodies.origin_of_a() + 0.5 * (a + b);
        picture.point(Role::Witness, "witness", p);
        picture.label(Role::Witness, "witness", p, seconds(t));
        if let Some(normal) = answer.and_then(|answer| answer.normal) {
            picture.arrow(Role::Normal, "normal", p, p + normal * (NORMAL_LENGTH * bodies.size()));
        }
    }

    fn position_on_scale(&self, bound: f64) -> f64 {
        match decode_bound(bound) {
            Bound::Contact(t) if self.shows_times => t,
            Bound::Miss(gap) if !self.shows_times => gap,
            Bound::Contact(_) => 0.0,
            Bound::Miss(_) => f64::MAX,
        }
    }

    fn limit_text(&self, bodies: &Bodies, upper: f64) -> Option<String> {
        if upper == f64::INFINITY {
            return None;
        }
        Some(match decode_bound(upper) {
            Bound::Contact(t) => format!("contact at {}", seconds(t)),
            Bound::Miss(gap) => format!("a distance of {}", bodies.length(gap)),
        })
    }

    fn plot_points(&self, state: &Search<Answer>) -> Vec<(usize, f64)> {
        let upper = plotted_value(self.shows_times, state.upper);
        let lower = plotted_value(self.shows_times, state.lower);
        let mut points = vec![(UPPER_CURVE, upper), (LOWER_CURVE, lower)];
        points.retain(|(_, value)| value.is_finite());
        points
    }
}

/// Clause on a contact of two parts, after their names.
fn contact_clause(answer: &Answer) -> Sentence {
    match answer.t_first {
        Some(t) if t > 0.0 => say!("first touch at {}", Value::of(symbol::CONTACT_TIME, seconds(t), "witness")),
        _ if answer.outcome == PairOutcome::Overlapping => Sentence::from("overlap at the start"),
        _ => Sentence::from("touch at the start"),
    }
}

/// Value of a bound in the plot: seconds if the plot shows times, meters otherwise. NaN for a bound of the other kind,
/// and without a bound, when `bound` is infinite.
fn plotted_value(shows_times: bool, bound: f64) -> f64 {
    match decode_bound(bound) {
        Bound::Contact(t) if shows_times => t,
        Bound::Miss(gap) if !shows_times && bound < f64::INFINITY => gap,
        Bound::Contact(_) | Bound::Miss(_) => f64::NAN,
    }
}

/// Lesson of a recorded search for the first contact; `planar` says whether the bodies are in the plane.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Search<Answer>>>,
    mut context: PartsContext,
    course: Course,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let last = recording.last();
    // Without a result, the first bound decides between times and distances.
    let deciding_bound =
        if last.upper < f64::INFINITY { Some(last.upper) } else { recording.state(1).popped.map(|pair| pair.bound) };
    let shows_times = deciding_bound.is_none_or(|bound| matches!(decode_bound(bound), Bound::Contact(_)));
    let card = if planar { &CAST_IN_PLANE } else { &CAST };
    let kind = FirstContactSearch { card, course, shows_times };
    context.ends = bounds::scale_ends_by_position(&*recording, |bound| kind.position_on_scale(bound));
    context.unit = if shows_times { "s" } else { "m" };
    for (search_body, velocity) in context.bodies.pair.iter().zip(course.velocities) {
        context.arrows.push([search_body.middle, search_body.middle + velocity * course.t_max]);
    }
    Box::new(Narrated { recording, context, verdict, narration: kind })
}

impl Narration for FirstContactSearch {
    type State = Search<Answer>;
    type Context = PartsContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &super::roles("best pair so far", "", "normal");

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        SearchStep::of(&step, step.context, self).beats()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        SearchStep::of(step, step.context, self).half_to_prune(beats).into_iter().collect()
    }
}
