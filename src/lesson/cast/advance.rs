//! Lesson of conservative advancement of bodies that do not rotate: each step queries the distance, and moves B as far
//! as the gap along the normal allows without contact.

use super::cast_step::{proves_no_contact_ever, speed};
use super::{
    CastContext, CastStep, ENDINGS, Motion, ROLE_NAMES, SERIES, TIME, VIEWS_IN_PLANE, VIEWS_IN_SPACE,
    beats_after_search, choice, role_names, rows_of_brackets, seconds,
};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Event, Lesson, Narrated, Narration, PlotAxis, Recording, SourceFile, StopTest, Symbol, Value,
    Verdict, say, symbol,
};
use crate::picture::Role;
use crate::snapshot::cast::{Advance, Outcome, Phase};

/// Card of conservative advancement in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: conservative advancement",
    summary: "How long can the bodies move before the gap between them can close?",
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
    views: VIEWS_IN_SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Card in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: conservative advancement", views: VIEWS_IN_PLANE, ..CARD };

/// Lesson of a recorded cast; `brackets` are the bounds of the time of first contact after each step, seconds.
pub fn lesson(
    recording: Box<dyn Recording<Advance>>,
    brackets: &[[f64; 2]],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let steps = recording.steps();
    // The last steps know that the bodies never meet; they have empty rows in the time view.
    let misses = (1..=steps).rev().take_while(|step| proves_no_contact_ever(recording.state(*step).progress.ending));
    let rows = rows_of_brackets(brackets, steps - misses.count());
    let card = if motion.path.is_planar { &IN_PLANE } else { &CARD };
    let context = CastContext::new(motion, rows);
    Box::new(Narrated { recording, context, verdict, narration: AdvancementNarration { card } })
}

/// Narration of the search for first contact.
struct AdvancementNarration {
    card: &'static Card,
}

impl Narration for AdvancementNarration {
    type State = Advance;
    type Context = CastContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn role_names(&self, context: &CastContext) -> Vec<(Role, String)> {
        role_names(ROLE_NAMES, context)
    }

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let step = CastStep { before: &before.progress, after: &after.progress, context, number, detail };
        if before.progress.phase != Phase::Search || end.is_some() {
            return beats_after_search(&step, end, verdict, Event::Stop(self.card.ending_kind(verdict)));
        }
        let mut beats = vec![distance_beat(&step), advance_beat(&step, after)];
        beats.iter_mut().for_each(|beat| beat.add_stated_values(detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, end, context, detail, .. } = *step;
        if before.progress.phase != Phase::Search || end.is_some() {
            return Vec::new();
        }
        let step = CastStep { before: &before.progress, after: &after.progress, context, number, detail };
        choice::safe_step_question(&step, after, beats).into_iter().collect()
    }
}

/// Beat of the distance query at B's position.
fn distance_beat(step: &CastStep<'_>) -> Beat {
    let when = step.at_this_time();
    let [a, b] = step.context.pair.body_names();
    let distance = step.distance().unwrap_or(0.0);
    let distance_value = step.distance_value();
    let say = if distance.abs() <= step.after.rounding {
        say!("{}, {} and {} touch: their distance is below rounding error.", when, a, b)
    } else if distance < 0.0 {
        say!("{}, {} and {} overlap by {}.", when, a, b, distance_value)
    } else {
        say!("{}, {} and {} are {} apart.", when, a, b, distance_value)
    };
    let mut beat = step.beat("judge", say, || {
        let mut pictures = step.query_pictures(false);
        *pictures.edit(TIME.id) = step.context.time_rows.picture(step.number, Some(step.number));
        pictures
    });
    beat.values = step.detail.full(|| step.values(false));
    beat.event = Some(Event::Support);
    beat.points.clear();
    beat
}

/// Speed along the normal as a value, which refers to the normal if that is drawn.
fn speed_along_normal(symbol: Symbol, along: f64, is_drawn: bool) -> Value {
    if is_drawn { Value::of(symbol, speed(along), "n") } else { Value::number(symbol, speed(along)) }
}

/// Beat of the step that B may move without contact, or of the end of the search.
fn advance_beat(step: &CastStep<'_>, after: &Advance) -> Beat {
    let progress = after.progress;
    let [a, b] = step.context.pair.body_names();
    let slope = progress.last_query.and_then(|full| full.closing).unwrap_or(0.0);
    let has_normal = step.draws_normal();
    let n = step.normal_name();
    let closing = speed_along_normal(symbol::CLOSING_SPEED, -slope, has_normal);
    let gap = step.distance_value();
    let at_start = matches!(progress.ending, Some(Outcome::Overlapping | Outcome::Touching));
    let (line, say) = match (progress.phase, progress.ending) {
        _ if at_start => ("start", say!("{} and {} are in contact at the start, so the search ends.", a, b)),
        (_, Some(Outcome::MovesApart | Outcome::PassesBy)) => (
            "miss",
            say!(
                "{} does not approach {} along {} (n·r = {}), so the gap never closes.",
                b,
                a,
                n,
                speed_along_normal(symbol::SPEED_ALONG_N, slope, has_normal)
            ),
        ),
        (_, Some(Outcome::TooLate)) => (
            "clip",
            say!(
                "{} approaches {} along {} at {}: too slowly to close the gap of {} before the motion ends at {}.",
                b,
                a,
                n,
                closing,
                gap,
                Value::number(symbol::END_TIME, seconds(step.context.path.t_max))
            ),
        ),
        (_, Some(_)) => ("stop-limit", say!("{} and {} have not met yet, but the iteration limit is reached.", a, b)),
        (Phase::Search, _) if gap.key.is_none() => (
            "clip",
            say!("{} approaches {} along {} at {}: no contact before t₀ = {}.", b, a, n, closing, step.lower()),
        ),
        (Phase::Search, _) => (
            "clip",
            say!(
                "{} approaches {} along {} at {}, so the gap of {} cannot close before t₀ = {}.",
                b,
                a,
                n,
                closing,
                gap,
                step.lower()
            ),
        ),
        _ if after.by_gap.holds() => {
            ("stop-gap", say!("The gap of {} and {} is below rounding error, so {} cannot advance.", a, &b, &b))
        }
        _ => ("stop-stalled", say!("{} cannot advance: its next step is below rounding error.", b)),
    };
    let stops = vec![
        StopTest::new("surface reached", "stop-gap", "d ≤ ρ", after.by_gap),
        StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", progress.by_limit),
    ];
    Beat { stops, event: Some(Event::Bound), ..step.beat(line, say, || step.default_pictures()) }
}
