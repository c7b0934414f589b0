//! Beats (sub-steps) of a ray at a convex body: the chord of a piece, the combined chord, and the answer.

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::ray::{Answer, Cast, Composition, Outcome, Phase, Piece};

use super::words::{OF_BODY, OF_PIECE, change_sentence, end_values, interval_clause, piece_name, piece_set};
use super::{ENTRY_CURVE, EXIT_CURVE, RayNarration, pictures};
use crate::recorded::narrated::Step;
use crate::{Beat, Card, Event, Row, Sentence, Table, say};

/// Beats of a step of the lesson on `card`.
pub(super) fn beats(step: &Step<'_, RayNarration>, card: &'static Card) -> Vec<Beat> {
    let mut beats = Vec::new();
    if let (Phase::Pieces, Some(before), Some(after)) =
        (step.before.phase, &step.before.composition, &step.after.composition)
        && let Some(piece) = &after.latest
    {
        beats.push(piece_beat(step, after, piece));
        beats.push(combined_beat(step, before, after));
    }
    if step.end.is_some() {
        beats.push(answer_beat(step, card));
    } else if step.after.phase != Phase::Pieces {
        beats.push(undecided_beat(step));
    }
    for beat in &mut beats {
        beat.add_stated_values(step.detail);
    }
    beats
}

/// Beat of the part of the line inside a piece.
fn piece_beat(step: &Step<'_, RayNarration>, composition: &Composition, piece: &Piece) -> Beat {
    let context = step.context;
    let interval = interval_clause(&piece.chord, &OF_PIECE, context);
    let say = say!("The line of the ray is inside {} {}.", piece_set(piece, context), interval);
    Beat {
        line: "piece",
        say,
        pictures: step.detail.full(|| pictures::piece(context, piece)),
        values: step.detail.full(|| end_values(&piece.chord, &OF_PIECE, context)),
        tables: step.detail.full(|| vec![table(composition)]),
        event: None,
        ..Beat::default()
    }
}

/// Beat of the chord of all pieces so far.
fn combined_beat(step: &Step<'_, RayNarration>, before: &Composition, after: &Composition) -> Beat {
    let context = step.context;
    let has_changed =
        before.chord.estimate != after.chord.estimate || before.chord.is_nonempty != after.chord.is_nonempty;
    let [entry, exit] = after.chord.estimate;
    let mut points = Vec::new();
    if !after.chord.is_empty() {
        points = vec![(ENTRY_CURVE, entry), (EXIT_CURVE, exit)];
        points.retain(|(_, t)| t.is_finite());
    }
    Beat {
        line: "combine",
        say: change_sentence(after.rule, &before.chord, &after.chord, context),
        pictures: step
            .detail
            .full(|| pictures::chord(context, &after.chord, after.latest.as_ref().filter(|_| has_changed))),
        values: step.detail.full(|| end_values(&after.chord, &OF_BODY, context)),
        tables: step.detail.full(|| vec![table(after)]),
        points,
        event: has_changed.then_some(Event::Bound),
        ..Beat::default()
    }
}

/// Line of the listing that a step of a phase executes last.
fn line_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Pieces => "bounds",
        Phase::Exact => "exact",
        Phase::Gjk => "gjk",
    }
}

/// Beat of the answer.
fn answer_beat(step: &Step<'_, RayNarration>, card: &'static Card) -> Beat {
    let context = step.context;
    Beat {
        line: line_of(step.before.phase),
        say: Sentence::answer(&step.verdict.say),
        pictures: step.detail.full(|| match (&step.after.answer, &step.after.composition) {
            (Some(Answer { outcome: Outcome::Grazing, .. }), Some(composition)) => {
                pictures::grazing(context, &composition.chord)
            }
            (answer, _) => pictures::answer(context, answer.as_ref()),
        }),
        tables: step.detail.full(|| tables(step.after)),
        event: Some(Event::Stop(card.ending_kind(step.verdict))),
        ..Beat::default()
    }
}

/// Beat of a method that does not decide.
fn undecided_beat(step: &Step<'_, RayNarration>) -> Beat {
    let body = step.context.body();
    let say = match step.after.phase {
        Phase::Pieces | Phase::Exact => {
            say!("The bounds of the chord do not decide whether the ray hits {}. Exact arithmetic is next.", body)
        }
        Phase::Gjk => say!(
            "Exact arithmetic decides only for flat faces, so the next step is a GJK cast of the ray's origin at {}.",
            body
        ),
    };
    Beat {
        line: line_of(step.before.phase),
        say,
        tables: step.detail.full(|| tables(step.after)),
        event: Some(Event::Warning),
        ..Beat::default()
    }
}

/// Tables of a state; none for a body without pieces.
fn tables(state: &Cast) -> Vec<Table> {
    state.composition.iter().map(table).collect()
}

/// Table of the latest piece and of the chord so far.
fn table(composition: &Composition) -> Table {
    let latest = composition.latest.as_ref().map(|piece| (piece_name(piece), &piece.chord, "piece"));
    let so_far = (format!("{} of {} pieces", composition.combined, composition.count), &composition.chord, "chord");
    let rows = latest.into_iter().chain([so_far]).map(|(name, chord, key)| {
        let [entry, exit] = chord.estimate;
        let ends = [entry, exit].map(|t| {
            let is_known = !chord.is_empty() && t.is_finite();
            if is_known { number(t) } else { "–".into() }
        });
        let [entry, exit] = ends;
        Row { cells: vec![name.into(), entry, exit], key: Some(key.into()), chosen: key == "chord" }
    });
    Table { title: "Chords", columns: vec!["piece", "enters at t", "leaves at t"], rows: rows.collect() }
}
