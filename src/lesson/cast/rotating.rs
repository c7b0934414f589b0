//! Lesson of conservative advancement with rotation: the distance over time, and the earliest time at which it can be
//! 0.

mod beats;
mod choice;
mod pictures;
mod step_context;
mod surfaces;

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::{ending, verdict_in_world};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Backdrop, Beat, Card, Choice, Context, Lesson, Narrated, Narration, PairContext, PlotAxis, Recording, Series,
    SourceFile, Verdict, View, WORLD,
};
use crate::picture::Role;
use crate::snapshot::cast::{Answer, Outcome};
use crate::snapshot::rotating::{Course, DistanceAnswer, RotatingCast};

/// View of the distance over time.
pub const SEPARATION: View = View::chart("separation", "distance over time");

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: advancement with rotation",
    summary: "How long can two bodies move and rotate before the gap between them can close?",
    sources: &["Mirtich 1996: conservative advancement", "Ericson, Real-Time Collision Detection, 2005: 9.5"],
    listing: include_str!("../../engine/dim3/cast/rotating/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/cast/rotating/stepper.rs",
            text: include_str!("../../engine/dim3/cast/rotating/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/rotating/probe.rs",
            text: include_str!("../../engine/dim3/cast/rotating/probe.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/rotating/gap.rs",
            text: include_str!("../../engine/dim3/cast/rotating/gap.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/rotating/linear.rs",
            text: include_str!("../../engine/dim3/cast/rotating/linear.rs"),
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

/// Card in the plane.
pub const IN_PLANE: Card = Card { views: &[View::plane(WORLD, "world"), SEPARATION], ..CARD };

/// Card of bilateral advancement.
pub const BILATERAL: Card = Card {
    title: "Moving objects: bilateral advancement",
    summary: "How long does the gap stay open along a normal that moves with a body?",
    sources: &["Catto 2013: Continuous Collision", "Mirtich 1996: conservative advancement"],
    listing: include_str!("../../engine/dim3/cast/rotating/bilateral.txt"),
    code: &[
        CARD.code[0],
        SourceFile {
            path: "src/engine/dim3/cast/rotating/bilateral.rs",
            text: include_str!("../../engine/dim3/cast/rotating/bilateral.rs"),
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

const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Bound, "lower bound of distance"),
    (Role::Lower, "no contact before"),
    (Role::Upper, "contact by"),
    (Role::Closest, "distance"),
    (Role::Witness, "distance, witness points"),
    (Role::Penetration, "depth"),
    (Role::Normal, "normal n"),
    (Role::Ghost, "at the start"),
    (Role::First, "at t₀"),
    (Role::Last, "at t₁"),
];

const BILATERAL_ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Bound, "gap along moving normal"),
    (Role::Lower, "no contact before"),
    (Role::Upper, "contact by"),
    (Role::Closest, "distance"),
    (Role::Witness, "distance, witness points"),
    (Role::Penetration, "depth"),
    (Role::Normal, "normal n"),
    (Role::Ghost, "at the start"),
    (Role::First, "at t₀"),
    (Role::Last, "at t₁"),
];

/// Share of a body's radius below which its motion is invisible.
const SEEN: f64 = 0.01;

/// Context of a cast with rotation.
pub struct RotatingContext {
    /// Bodies at the start; positions from A's origin, world axes.
    pub pair: PairContext,
    /// Velocities and spins of the bodies.
    pub course: Course,
    /// Duration of the motion, seconds.
    pub t_max: f64,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl RotatingContext {
    /// Context of a pair with this motion of `t_max` seconds.
    pub fn new(pair: PairContext, course: Course, t_max: f64) -> Self {
        Self { pair, course, t_max, backdrop: OnceLock::new() }
    }

    /// Origin of a body at time `t`, world.
    fn origin(&self, body: usize, t: f64) -> DVec3 {
        let start = if body == 0 { DVec3::ZERO } else { self.course.between };
        self.pair.space.position + start + self.course.velocities[body] * t
    }

    /// Whether a body moves visibly within `time` seconds.
    fn moves(&self, time: f64) -> bool {
        (0..2).any(|body| {
            let radius = self.pair.radii[body];
            let speed = self.course.velocities[body].length();
            (speed + self.course.spins[body].length() * radius) * time.abs() > SEEN * radius
        })
    }
}

impl Context for RotatingContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| pictures::backdrop(self)))
    }
}

/// Lesson of a recorded search.
pub fn lesson(
    recording: Box<dyn Recording<RotatingCast>>,
    [planar, bilateral]: [bool; 2],
    context: RotatingContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let samples = recording.last().samples.clone();
    let least = least(&*recording);
    let card = match (planar, bilateral) {
        (false, false) => &CARD,
        (false, true) => &BILATERAL,
        (true, false) => &IN_PLANE,
        (true, true) => &BILATERAL_IN_PLANE,
    };
    Box::new(Narrated { recording, context, verdict, narration: Search { card, bilateral, samples, least } })
}

/// On a miss, the time of the smallest distance and the result of the query there.
fn least(recording: &dyn Recording<RotatingCast>) -> Option<(f64, DistanceAnswer)> {
    recording.last().gap?;
    let asked = (1..=recording.steps()).map(|step| recording.state(step));
    let found = asked.filter_map(|state| state.last_query.map(|found| (state.query_time, found)));
    found.min_by(|(_, a), (_, b)| a.d.unwrap_or(a.lower).total_cmp(&b.d.unwrap_or(b.lower)))
}

/// Verdict of `answer`, whose positions are from A's origin at the start, `home` (world).
pub fn verdict(answer: &Answer, home: DVec3, ended: &RotatingCast, names: &[String; 2]) -> Verdict {
    let witness = answer.witness.map(|points| points.map(|p| home + p));
    let verdict = verdict_in_world(&Answer { witness, ..*answer }, ended.t_max, names);
    let [a, b] = names;
    // The gap is the least distance of the queries, which the proven bound may be below.
    let least = crate::answer::number::length(answer.gap.unwrap_or_default());
    let say = match answer.outcome {
        Outcome::PassesBy | Outcome::MovesApart => {
            format!("{a} and {b} never meet; the least distance found is {least}.")
        }
        Outcome::TooLate => {
            let end = super::seconds(ended.t_max);
            format!("{a} and {b} do not meet before the motion ends at {end}; the least distance found is {least}.")
        }
        _ => verdict.say,
    };
    Verdict { say, ..verdict }
}

/// Narration of the search. All queried times determine the extent of the chart; the end of a miss shows the smallest
/// distance.
struct Search {
    card: &'static Card,
    bilateral: bool,
    samples: Vec<crate::snapshot::rotating::Sample>,
    least: Option<(f64, DistanceAnswer)>,
}

impl Narration for Search {
    type State = RotatingCast;
    type Context = RotatingContext;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn role_names(&self, _: &RotatingContext) -> Vec<(Role, String)> {
        let names = if self.bilateral { BILATERAL_ROLE_NAMES } else { ROLE_NAMES };
        names.iter().map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let mut beats = beats::beats(&self.step_context(&step));
        beats.iter_mut().for_each(|beat| beat.add_stated_values(step.detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(&self.step_context(step), beats)
    }
}

impl Search {
    fn step_context<'a>(&'a self, step: &Step<'a, Self>) -> step_context::StepContext<'a> {
        let Step { before, after, end, context, verdict, detail, .. } = *step;
        let worth = end.map(|_| self.card.ending_kind(verdict));
        // A step without a query on a miss reports the smallest distance, as the end does.
        let reports_least = after.gap.is_some() && after.samples.len() == before.samples.len();
        let least = self.least.filter(|_| worth.is_some() || reports_least);
        step_context::StepContext {
            before,
            after,
            context,
            verdict,
            detail,
            worth,
            all: &self.samples,
            planar: self.card.is_planar(),
            bilateral: self.bilateral,
            least,
        }
    }
}
