//! Lesson of conservative advancement: closest points, the gap between them, and the safe step that it allows.

use super::{CastContext, CastStep, ENDINGS, Motion, PLANE, ROLE_NAMES, SERIES, SPACE, TIME, choice, narrated, tell};
use crate::answer::number::{length, number};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Event, Lesson, Narration, Pictures, PlotAxis, Recording, SourceFile, StopTest, Verdict, WORLD,
};
use crate::picture::Role;
use crate::snapshot::cast::{Advance, Outcome, Phase};

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: conservative advancement",
    summary: "How long can the bodies move before the gap between them could be closed?",
    sources: &["Mirtich 1996: conservative advancement"],
    listing: include_str!("../../engine/dim3/cast/advance/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/cast/advance/stepper.rs",
            text: include_str!("../../engine/dim3/cast/advance/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/cast_state.rs",
            text: include_str!("../../engine/dim3/cast/cast_state.rs"),
        },
    ],
    views: SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Card in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: conservative advancement", views: PLANE, ..CARD };

/// Lesson of a recorded cast; `brackets` are the bounds of the time of first contact after each step, seconds.
pub fn lesson(
    recording: Box<dyn Recording<Advance>>,
    brackets: &[[f64; 2]],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    narrated(recording, brackets, motion, verdict, (Search::<false>, Search::<true>))
}

/// Narration of the search for first contact, in space or in the plane.
struct Search<const PLANAR: bool>;

impl<const PLANAR: bool> Narration for Search<PLANAR> {
    type State = Advance;
    type Context = CastContext;
    const CARD: &'static Card = if PLANAR { &IN_PLANE } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let step = CastStep { before: &before.flight, after: &after.flight, context, number, detail };
        if before.flight.phase != Phase::Search || end.is_some() {
            return tell(&step, end, verdict, Event::Stop(Self::CARD.ending_kind(verdict)));
        }
        vec![distance_beat(&step), went(&step, after)]
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, end, context, detail, .. } = *step;
        if before.flight.phase != Phase::Search || end.is_some() {
            return Vec::new();
        }
        let step = CastStep { before: &before.flight, after: &after.flight, context, number, detail };
        choice::leap(&step, after, beats).into_iter().collect()
    }
}

/// Beat of the distance query at B's position.
fn distance_beat(step: &CastStep<'_>) -> Beat {
    let t = step.before.t;
    let distance = step.after.full.and_then(|full| full.signed_distance).unwrap_or(0.0);
    let say = match distance.abs() <= step.after.rounding {
        true => format!("At {} the bodies touch, up to rounding.", step.time_text(t)),
        false if distance < 0.0 => format!("At {} the bodies overlap by {}.", step.time_text(t), &*length(-distance)),
        false => format!("At {} the bodies are {} apart.", step.time_text(t), &*length(distance)),
    };
    let mut beat = step.beat("judge", say, || {
        let mut pictures = near(step, t, false);
        *pictures.edit(TIME.id) = step.context.lanes.picture(step.number, Some(step.number));
        pictures
    });
    beat.values = step.detail.full(|| step.values(false));
    beat.event = Some(Event::Support);
    beat.points.clear();
    beat
}

/// Pictures of the bodies at `t`, with their closest points and the plane across the gap.
fn near(step: &CastStep<'_>, t: f64, moved: bool) -> Pictures {
    let context = step.context;
    let mut pictures = Pictures::default();
    let mut ray = step.ray(moved);
    context.at_and_between(pictures.edit(WORLD), t, ray.bracket);
    if let Some(full) = step.after.full {
        let shift = context.velocities[0] * step.before.t;
        let [a, b] = full.witness.map(|p| context.pair.space.world(p) + shift);
        let world = pictures.edit(WORLD);
        if !moved {
            if a.distance(b) > step.after.rounding {
                world.segment(Role::Upper, "gap", a, b);
            }
            world.point(Role::Witness, "a", a);
            world.point(Role::Witness, "b", b);
        }
        if let Some(n) = full.normal.map(|n| context.pair.space.cso(n)) {
            ray.plane = Some((n, context.r() * step.before.t - n * full.lower.max(0.0)));
        }
    }
    context.draw_ray(pictures.edit("cso"), &ray);
    pictures
}

/// Beat of the safe step that the gap allows B.
fn went(step: &CastStep<'_>, after: &Advance) -> Beat {
    let flight = &after.flight;
    let t = flight.t;
    let slope = flight.full.and_then(|full| full.closing).unwrap_or(0.0);
    let (line, say) = match (flight.phase, flight.ending) {
        (_, Some(Outcome::Overlapping | Outcome::Touching)) => {
            ("start", String::from("That is so at the start: contact at 0 s, even if the bodies move apart."))
        }
        (_, Some(Outcome::MovesApart | Outcome::PassesBy)) => (
            "miss",
            format!("B does not approach this plane (n·r = {} m/s), so the bodies never meet.", &*number(slope)),
        ),
        (_, Some(Outcome::TooLate)) => {
            ("clip", format!("They cannot meet before {}, and by then the motion has ended.", step.time_text(t)))
        }
        (_, Some(_)) => ("stop-limit", String::from("The limit on iterations is reached.")),
        (Phase::Search, _) => (
            "clip",
            format!(
                "Along n the gap closes at {} m/s, so there is no contact before {}: B moves on to there.",
                &*number(-slope),
                step.time_text(t)
            ),
        ),
        _ if after.by_gap.holds() => {
            ("stop-gap", String::from("The gap that is left is no more than rounding: the search ends."))
        }
        _ => ("stop-stalled", String::from("B moves no further: rounding is all that is left.")),
    };
    let mut beat = step.beat(line, say, || {
        let mut pictures = near(step, t, true);
        *pictures.edit(TIME.id) = step.context.lanes.picture(step.number + 1, Some(step.number));
        pictures
    });
    beat.stops = vec![
        StopTest::new("at the surface", "stop-gap", "d ≤ ρ", after.by_gap),
        StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", flight.by_limit),
    ];
    beat.event = Some(Event::Bound);
    beat
}
