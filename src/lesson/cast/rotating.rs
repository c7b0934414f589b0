//! Lessons of two algorithms that find the first contact of bodies that move and rotate. Conservative advancement
//! queries the distance at a time, bounds the speed at which velocities and rotations can close it, and moves on to the
//! time until which the gap stays open. Bilateral advancement also lets the contact normal rotate with one of the
//! bodies, and proves for how long the gap along this normal stays open.

mod beats;
mod chart;
mod choice;
mod pictures;
mod rotation_marks;
mod step_context;
mod surfaces;

use std::sync::{Arc, OnceLock};

use contact_lens_model::snapshot::cast::{Answer, Outcome};
use contact_lens_model::snapshot::rotating::{Course, DistanceAnswer, RotatingCast, Sample};
use contact_lens_picture::Role;
use glam::DVec3;

use super::{ending, verdict_in_world};
use crate::recorded::narrated::Step;
use crate::{
    Backdrop, Beat, Card, Choice, Context, Lesson, Narrated, Narration, PairContext, PlotAxis, Recording, Series,
    SourceFile, Verdict, View, WORLD,
};

/// View of the distance over time.
pub const SEPARATION: View = View::chart("separation", "distance over time");

/// Card of conservative advancement in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: advancement with rotation",
    summary: "How long can two bodies move and rotate before the gap between them can close?",
    sources: &["Mirtich 1996: conservative advancement", "Ericson, Real-Time Collision Detection, 2005: 9.5"],
    listing: include_str!("../engine/dim3/cast/rotating/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/cast/rotating/stepper.rs",
            text: include_str!("../engine/dim3/cast/rotating/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/rotating/probe.rs",
            text: include_str!("../engine/dim3/cast/rotating/probe.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/rotating/gap.rs",
            text: include_str!("../engine/dim3/cast/rotating/gap.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/rotating/linear.rs",
            text: include_str!("../engine/dim3/cast/rotating/linear.rs"),
        },
    ],
    views: &[View::space(WORLD, "world"), SEPARATION],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: &[
        ending(Outcome::Hit),
        ending(Outcome::Overlapping),
        ending(Outcome::Touching),
        ending(Outcome::Grazing),
        ending(Outcome::MovesApart),
        ending(Outcome::PassesBy),
        ending(Outcome::TooLate),
        ending(Outcome::IterationLimit),
        ending(Outcome::NotFinite),
    ],
};

/// Card of conservative advancement in the plane.
pub const IN_PLANE: Card = Card { views: &[View::plane(WORLD, "world"), SEPARATION], ..CARD };

/// Card of bilateral advancement in space.
pub const BILATERAL: Card = Card {
    title: "Moving objects: bilateral advancement",
    summary: "How long does the gap stay open along a normal that moves with a body?",
    sources: &["Catto 2013: Continuous Collision", "Mirtich 1996: conservative advancement"],
    listing: include_str!("../engine/dim3/cast/rotating/bilateral.txt"),
    code: &[
        CARD.code[0],
        SourceFile {
            path: "src/engine/source/dim3/cast/rotating/bilateral.rs",
            text: include_str!("../engine/dim3/cast/rotating/bilateral.rs"),
        },
        CARD.code[1],
        CARD.code[2],
    ],
    endings: &[
        ending(Outcome::Hit),
        ending(Outcome::Overlapping),
        ending(Outcome::Touching),
        ending(Outcome::Grazing),
        ending(Outcome::MovesApart),
        ending(Outcome::PassesBy),
        ending(Outcome::TooLate),
        ending(Outcome::NoRelativeMotion),
        ending(Outcome::IterationLimit),
        ending(Outcome::NotFinite),
    ],
    ..CARD
};

/// Card of bilateral advancement in the plane.
pub const BILATERAL_IN_PLANE: Card = Card { views: IN_PLANE.views, ..BILATERAL };

/// Plotted curves: the bracket of first contact.
const SERIES: &[Series] =
    &[Series { name: "contact by", role: Role::Upper }, Series { name: "no contact before", role: Role::Lower }];

/// Names of roles in the legend of conservative advancement.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Bound, "lower bound of distance"),
    (Role::Lower, "t₀, no contact before"),
    (Role::Upper, "t₁, contact by"),
    (Role::Closest, "distance d of a query"),
    (Role::Witness, "distance, witness points"),
    (Role::Penetration, "depth"),
    (Role::Normal, "normal n"),
    (Role::Interval, "rotation ω of radius r"),
    (Role::Ghost, "at the start"),
    (Role::First, "at t₀"),
    (Role::Last, "at t₁"),
];

/// Names of roles in the legend of bilateral advancement.
const BILATERAL_ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Bound, "gap along moving normal"),
    (Role::Lower, "t₀, no contact before"),
    (Role::Upper, "t₁, contact by"),
    (Role::Closest, "distance d of a query"),
    (Role::Witness, "distance, witness points"),
    (Role::Penetration, "depth"),
    (Role::Normal, "normal n"),
    (Role::Interval, "rotation ω of radius r"),
    (Role::Ghost, "at the start"),
    (Role::First, "at t₀"),
    (Role::Last, "at t₁"),
];

/// Displacement up to which the motion of a body is invisible, in half diagonals of the body.
const VISIBLE_DISPLACEMENT: f64 = 0.01;

/// Data of a cast of rotating bodies that is the same in all its steps.
pub struct RotatingContext {
    /// Bodies at the start; positions are relative to A's origin, with world axes.
    pub pair: PairContext,
    /// Velocities, m/s, and angular velocities, rad/s, of the bodies, with world axes.
    pub course: Course,
    /// Duration of the motion, seconds.
    pub t_max: f64,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl RotatingContext {
    /// Context of a pair with a motion of `t_max` seconds.
    pub fn new(pair: PairContext, course: Course, t_max: f64) -> Self {
        Self { pair, course, t_max, backdrop: OnceLock::new() }
    }

    /// Origin of A (0) or B (1) at time `t`, seconds; world, meters.
    fn origin(&self, body: usize, t: f64) -> DVec3 {
        let start = if body == 0 { DVec3::ZERO } else { self.course.between };
        self.pair.space.position + start + self.course.velocities[body] * t
    }

    /// Whether a body moves visibly within `duration` seconds, which may be negative.
    fn moves_visibly(&self, duration: f64) -> bool {
        (0..2).any(|body| {
            let radius = self.pair.radii[body];
            let speed = self.course.velocities[body].length();
            (speed + self.course.spins[body].length() * radius) * duration.abs() > VISIBLE_DISPLACEMENT * radius
        })
    }
}

impl Context for RotatingContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| pictures::backdrop(self)))
    }
}

/// Variant of the lesson.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Whether the scene is in the plane.
    pub is_planar: bool,
    /// Whether the method is bilateral advancement, and not conservative advancement.
    pub is_bilateral: bool,
}

/// Lesson of a recorded cast.
pub fn lesson(
    recording: Box<dyn Recording<RotatingCast>>,
    Variant { is_planar, is_bilateral }: Variant,
    context: RotatingContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let samples = recording.last().samples.clone();
    let least = least_distance(&*recording);
    let card = match (is_planar, is_bilateral) {
        (false, false) => &CARD,
        (false, true) => &BILATERAL,
        (true, false) => &IN_PLANE,
        (true, true) => &BILATERAL_IN_PLANE,
    };
    Box::new(Narrated {
        recording,
        context,
        verdict,
        narration: RotatingNarration { card, is_bilateral, samples, least },
    })
}

/// Distance query at one time.
#[derive(Clone, Copy)]
struct TimedQuery {
    /// Time of the query, seconds.
    t: f64,
    /// Result of the query.
    answer: DistanceAnswer,
}

impl TimedQuery {
    /// Distance, meters; its lower bound if the distance is not known.
    fn distance(&self) -> f64 {
        self.answer.d.unwrap_or(self.answer.lower)
    }
}

/// Query with the least distance of all queries of a miss; `None` if the bodies meet.
fn least_distance(recording: &dyn Recording<RotatingCast>) -> Option<TimedQuery> {
    // Only a miss has a gap.
    recording.last().gap?;
    let states = (1..=recording.steps()).map(|step| recording.state(step));
    let queries = states.filter_map(|state| Some(TimedQuery { t: state.query_time, answer: state.last_query? }));
    queries.min_by(|a, b| a.distance().total_cmp(&b.distance()))
}

/// Verdict of `answer`, whose positions are relative to `origin`, A's origin at the start, world, meters. `ended` is
/// the last state of the cast; `names` are those of A and B.
pub fn verdict(answer: &Answer, origin: DVec3, ended: &RotatingCast, names: &[String; 2]) -> Verdict {
    let witness = answer.witness.map(|points| points.map(|p| origin + p));
    let verdict = verdict_in_world(&Answer { witness, ..*answer }, ended.t_max, names);
    let [a, b] = names;
    // The gap is the least distance that a query found; the proven bound may be less.
    let least = contact_lens_model::answer::number::length(answer.gap.unwrap_or_default());
    let say = match answer.outcome {
        Outcome::PassesBy | Outcome::MovesApart => {
            format!("{a} and {b} never meet; the least distance found is {least}.")
        }
        Outcome::TooLate => {
            let end = super::seconds(ended.t_max);
            format!("{a} and {b} do not meet before the motion ends at {end}; the least distance found is {least}.")
        }
        Outcome::Hit
        | Outcome::Overlapping
        | Outcome::Touching
        | Outcome::Grazing
        | Outcome::NoRelativeMotion
        | Outcome::Stalled
        | Outcome::IterationLimit
        | Outcome::NotFinite => verdict.say,
    };
    Verdict { say, ..verdict }
}

/// Narration of a cast by conservative or bilateral advancement.
struct RotatingNarration {
    card: &'static Card,
    /// Whether the method is bilateral advancement.
    is_bilateral: bool,
    /// Queries of the whole run, which determine the extent of the chart.
    samples: Vec<Sample>,
    /// Query with the least distance of a miss, which the end of the run shows; `None` in other runs.
    least: Option<TimedQuery>,
}

impl Narration for RotatingNarration {
    type State = RotatingCast;
    type Context = RotatingContext;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn role_names(&self, _: &RotatingContext) -> Vec<(Role, String)> {
        let names = if self.is_bilateral { BILATERAL_ROLE_NAMES } else { ROLE_NAMES };
        names.iter().map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let mut beats = beats::beats(&self.step_context(&step));
        beats.iter_mut().for_each(|beat| beat.add_stated_values(step.detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::questions_of_step(&self.step_context(step), beats)
    }
}

impl RotatingNarration {
    /// Data of one step for its beats and questions.
    fn step_context<'a>(&'a self, step: &Step<'a, Self>) -> step_context::StepContext<'a> {
        let Step { before, after, end, context, verdict, detail, .. } = *step;
        let ending = end.map(|_| self.card.ending_kind(verdict));
        // A step of a miss without a query reports the least distance, as the end does.
        let reports_least = after.gap.is_some() && after.samples.len() == before.samples.len();
        let least = self.least.filter(|_| ending.is_some() || reports_least);
        step_context::StepContext {
            before,
            after,
            context,
            verdict,
            detail,
            ending,
            samples: &self.samples,
            is_planar: self.card.is_planar(),
            is_bilateral: self.is_bilateral,
            least,
        }
    }
}
