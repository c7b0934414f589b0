//! Lesson of conservative advancement of bodies that do not rotate: each step queries the distance, and moves B as far
//! as the gap along the normal allows without contact.

use contact_lens_model::snapshot::cast::{Advance, Outcome, Phase};
use contact_lens_picture::Role;

use super::cast_step::{proves_no_contact_ever, speed};
use super::{
    CastContext, CastStep, ENDINGS, Motion, ROLE_NAMES, SERIES, TIME, VIEWS_IN_PLANE, VIEWS_IN_SPACE,
    beats_after_search, choice, role_names, rows_of_brackets, seconds,
};
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Event, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, SourceFile, StopTest,
    Symbol, Value, Verdict, say, symbol,
};

/// Card of conservative advancement in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: conservative advancement",
    summary: "How long can the bodies move before the gap between them can close?",
    sources: &["Mirtich 1996: conservative advancement"],
    listing: include_str!("../engine/dim3/cast/advance/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/cast/advance/stepper.rs",
            text: include_str!("../engine/dim3/cast/advance/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/cast_state.rs",
            text: include_str!("../engine/dim3/cast/cast_state.rs"),
        },
    ],
    views: VIEWS_IN_SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Card of conservative advancement in the plane.
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
    // The last steps, from the proof of a miss on, have empty rows in the time view.
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
    let time = step.at_this_time();
    let [a, b] = step.context.pair.body_names();
    let distance = step.distance().unwrap_or(0.0);
    let distance_value = step.distance_value();
    let say = if distance.abs() <= step.after.rounding {
        say!("{}, {} and {} touch: their distance is below rounding error.", time, a, b)
    } else if distance < 0.0 {
        say!("{}, {} and {} overlap by {}.", time, a, b, distance_value)
    } else {
        say!("{}, {} and {} are {} apart.", time, a, b, distance_value)
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

/// Speed `speed_along`, m/s, along the normal as a value, which refers to the normal's arrow if `is_drawn`.
fn speed_along_normal(symbol: Symbol, speed_along: f64, is_drawn: bool) -> Value {
    let text = speed(speed_along);
    if is_drawn { Value::of(symbol, text, "n") } else { Value::number(symbol, text) }
}

/// Rate `n·r` at which the gap of the last distance query changes, m/s: negative while B approaches A; 0 if the query
/// found no normal.
fn gap_rate(step: &CastStep<'_>) -> f64 {
    step.after.last_query.and_then(|query| query.closing).unwrap_or(0.0)
}

/// Line of the listing and sentence on the ending that the search finds in this step.
fn ending_sentence(step: &CastStep<'_>, ending: Outcome) -> (&'static str, Sentence) {
    let [a, b] = step.context.pair.body_names();
    let n = step.normal_name();
    match ending {
        Outcome::Overlapping | Outcome::Touching => {
            ("start", say!("{} and {} are in contact at the start, so the search ends.", a, b))
        }
        Outcome::MovesApart | Outcome::PassesBy => {
            let rate = speed_along_normal(symbol::SPEED_ALONG_N, gap_rate(step), step.draws_normal());
            ("miss", say!("{} does not approach {} along {} (n·r = {}), so the gap never closes.", b, a, n, rate))
        }
        Outcome::TooLate => (
            "clip",
            say!(
                "{} approaches {} along {} at {}: too slowly to close the gap of {} before the motion ends at {}.",
                b,
                a,
                n,
                closing_speed(step),
                step.distance_value(),
                Value::number(symbol::END_TIME, seconds(step.context.path.t_max))
            ),
        ),
        // Of these endings, a search step finds the iteration limit only.
        Outcome::Hit
        | Outcome::Grazing
        | Outcome::NoRelativeMotion
        | Outcome::Stalled
        | Outcome::IterationLimit
        | Outcome::NotFinite => {
            ("stop-limit", say!("{} and {} have not met yet, but the iteration limit is reached.", a, b))
        }
    }
}

/// Speed at which B approaches A along the normal of the last distance query, as a value.
fn closing_speed(step: &CastStep<'_>) -> Value {
    speed_along_normal(symbol::CLOSING_SPEED, -gap_rate(step), step.draws_normal())
}

/// Line of the listing and sentence on the step that B moves without contact, or on the reason why it cannot move.
fn advance_sentence(step: &CastStep<'_>, after: &Advance) -> (&'static str, Sentence) {
    let [a, b] = step.context.pair.body_names();
    if after.progress.phase == Phase::Search {
        let n = step.normal_name();
        let closing = closing_speed(step);
        let gap = step.distance_value();
        // A gap below rounding error has no mark, and its number would say nothing.
        let say = if gap.key.is_none() {
            say!("{} approaches {} along {} at {}: no contact before t₀ = {}.", b, a, n, closing, step.lower())
        } else {
            say!(
                "{} approaches {} along {} at {}, so the gap of {} cannot close before t₀ = {}.",
                b,
                a,
                n,
                closing,
                gap,
                step.lower()
            )
        };
        return ("clip", say);
    }
    if after.by_gap.holds() {
        ("stop-gap", say!("The gap of {} and {} is below rounding error, so {} cannot advance.", a, &b, &b))
    } else {
        ("stop-stalled", say!("{} cannot advance: its next step is below rounding error.", b))
    }
}

/// Beat of the step that B may move without contact, or of the end of the search.
fn advance_beat(step: &CastStep<'_>, after: &Advance) -> Beat {
    let (line, say) = match after.progress.ending {
        Some(ending) => ending_sentence(step, ending),
        None => advance_sentence(step, after),
    };
    let stops = vec![
        StopTest::new("surface reached", "stop-gap", "d ≤ ρ", after.by_gap),
        StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.progress.by_limit),
    ];
    Beat { stops, event: Some(Event::Bound), ..step.beat(line, say, || step.default_pictures()) }
}
