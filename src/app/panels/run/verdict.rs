//! Verdict bar at the bottom of the window: the answer of the run with its certificate, in numbers and words, and
//! whether the answer in the other precision agrees.

mod captured_cell;
mod cells;
mod pair_cells;
mod progress;
mod sentence;
mod slots;
mod two_discs;

use std::cmp::Ordering;

use contact_lens_lesson::{Card, EndingKind, Verdict};
use contact_lens_model::answer::number::with_noun;
use contact_lens_model::answer::{FindingFacts as _, PairStatus, ProofExtent};
use contact_lens_picture::Role;
use contact_lens_play::HullOfMesh;
use egui::{Color32, FontId, Rect, Response, RichText, Sense, Stroke, Ui, pos2, vec2};

use self::cells::{FACT_WIDTH, ICON_SIZE, NUMBER_SIZE, NamedNumber, cell, draw_named_number};
use crate::actions::clipboard_text;
use crate::command::{Command, RunCommand};
use crate::panels::icons::{self, Icon};
use crate::panels::refusal_text;
use crate::run::progress::RunProgress;
use crate::state::State;
use crate::theme::Look;

/// Gap between cells, points.
const GAP: f32 = 16.0;

/// Width of the cell for the other precision with its gap, points.
const AGREEMENT_WIDTH: f32 = 130.0;

/// Width reserved for the status word, points, so that the other cells do not move when a usual word changes.
const STATUS_WIDTH: f32 = 92.0;

/// Height of the rounded frame of the status, points.
const STATUS_HEIGHT: f32 = 28.0;

/// Width that the rounded frame and the symbol add to a status word, points.
const STATUS_FRAME: f32 = 44.0;

/// Width of the counts of iterations and steps, points.
const ITERATIONS_WIDTH: f32 = 112.0;

/// Draws the bar: the answer, or the progress of a run or file, or the reason why there is no answer.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if let Some(reading) = state.reading_progress.as_ref().filter(|reading| reading.seconds > RunProgress::SHORT) {
            return progress::show_reading(ui, reading, look, &mut out);
        }
        let long = state.long_run_progress();
        let Some(verdict) = state.verdict() else {
            return match long {
                Some(run) => progress::show_run(ui, run, "Computing. The window stays usable.", look, &mut out),
                None if state.run_progress.is_some() && state.refusal.is_none() => {}
                None => draw_refusal(ui, state, look),
            };
        };
        let card = state.recording.as_ref().map(|recording| recording.lesson.card());
        let word = card.map_or_else(String::new, |card| card.word(verdict));
        draw_status(ui, verdict, &word, card, look);
        if let Some(recording) = &state.recording {
            draw_hulls_of_meshes(ui, &recording.hulls, look);
        }
        slots::show(ui, state, verdict, ITERATIONS_WIDTH + AGREEMENT_WIDTH, &mut out);
        // A long run shows its iterations in the same place, with a button to cancel it.
        if long.is_none() && ui.available_width() > ITERATIONS_WIDTH + AGREEMENT_WIDTH {
            draw_iterations(ui, verdict, state.recording.as_ref().map_or(0, |recording| recording.steps()), look);
        }
        // The last answer stays until the next one arrives.
        if let Some(run) = long {
            return progress::show_run(ui, run, "The previous answer is shown.", look, &mut out);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if draw_agreement(ui, state, look).clicked() {
                out.push(RunCommand::TogglePrecision.into());
            }
            sentence::show(ui, verdict, look);
        });
    });
    out
}

/// Draws the largest ratio of hull to mesh volume, or "unknown" if one is; the tooltip has the sentences of all hulls.
fn draw_hulls_of_meshes(ui: &mut Ui, hulls: &[HullOfMesh], look: Look) {
    // A hull whose added volume is unknown may be the worst.
    let unknown = hulls.iter().find(|hull| hull.added.ratio().is_none());
    let largest = hulls.iter().max_by(|a, b| a.added.ratio().partial_cmp(&b.added.ratio()).unwrap_or(Ordering::Equal));
    let Some(worst) = unknown.or(largest) else { return };
    let sentences: Vec<String> = hulls.iter().map(HullOfMesh::say).collect();
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), &sentences.join("\n"));
    let number = match worst.added.ratio_text() {
        Some(ratio) => format!("{ratio} ×"),
        None => String::from("unknown"),
    };
    let named = NamedNumber { number: &number, size: NUMBER_SIZE, ink: look.warn, name: "hull by mesh volume" };
    draw_named_number(ui.painter(), rect, named, look);
}

/// Draws the reason why there is no answer.
fn draw_refusal(ui: &mut Ui, state: &State, look: Look) {
    let text = match &state.refusal {
        Some(refusal) => refusal_text(refusal),
        None => String::from("The scene has no query. Add one in the scene panel."),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    icons::draw(ui.painter(), Icon::Warning, rect, look.bad);
    ui.label(RichText::new("No answer").size(14.0).color(look.bad));
    ui.add(egui::Label::new(RichText::new(text).color(look.text)).wrap());
}

/// Returns the color of the status of a pair, or of how sure an answer without a pair is.
fn status_ink(verdict: &Verdict, ending: Option<EndingKind>, look: Look) -> Color32 {
    match verdict.finding.pair_status() {
        Some(PairStatus::Separated) => look.accent,
        Some(PairStatus::Penetrating) => look.ink(Role::Penetration),
        Some(
            PairStatus::Touching | PairStatus::TouchingOrOverlapping | PairStatus::Undecided | PairStatus::NotConverged,
        ) => look.warn,
        None if ending == Some(EndingKind::Failure) => look.bad,
        None if verdict.finding.proof_extent() == ProofExtent::Proven => look.good,
        None => look.warn,
    }
}

/// Returns the symbol of an answer that is not about a pair: whether the run failed, ended without an answer, or ended
/// with an answer that is not fully proven.
fn ending_icon(verdict: &Verdict, ending: Option<EndingKind>) -> Icon {
    match ending {
        Some(EndingKind::Failure) => Icon::Cross,
        Some(EndingKind::NoAnswer) => Icon::Warning,
        Some(EndingKind::Success) | None if verdict.finding.proof_extent().is_open() => Icon::Warning,
        Some(EndingKind::Success) | None => Icon::Check,
    }
}

/// Draws the status `word` with a symbol, in a rounded frame in the color of the status.
fn draw_status(ui: &mut Ui, verdict: &Verdict, word: &str, card: Option<&Card>, look: Look) {
    let ending = card.map(|card| card.ending_kind(verdict));
    let ink = status_ink(verdict, ending, look);
    let galley = ui.painter().layout_no_wrap(word.to_owned(), FontId::proportional(14.0), ink);
    let say = card.map_or_else(String::new, |card| format!("{word}: {}", card.ending(verdict)));
    let (rect, _) = cell(ui, galley.size().x.max(STATUS_WIDTH) + STATUS_FRAME, Sense::hover(), &say);
    let frame = Rect::from_center_size(rect.center(), vec2(rect.width(), STATUS_HEIGHT));
    let painter = ui.painter();
    let fill = ink.gamma_multiply(0.13);
    let stroke = Stroke::new(1.0, ink.gamma_multiply(0.6));
    painter.rect(frame, 0.5 * STATUS_HEIGHT, fill, stroke, egui::StrokeKind::Inside);
    let symbol_center = pos2(frame.left() + 19.0, frame.center().y);
    match verdict.finding.pair_status() {
        Some(status) => two_discs::draw(painter, symbol_center, status, ink),
        None => {
            let square = Rect::from_center_size(symbol_center, vec2(ICON_SIZE, ICON_SIZE));
            icons::draw(painter, ending_icon(verdict, ending), square, ink);
        }
    }
    painter.galley(pos2(frame.left() + 35.0, frame.center().y - galley.size().y / 2.0), galley, ink);
}

/// Draws the iterations of the outer loops, and the number of steps when it differs.
fn draw_iterations(ui: &mut Ui, verdict: &Verdict, steps: usize, look: Look) {
    let count = verdict.iterations;
    let name = if count == 1 { "iteration" } else { "iterations" };
    let (name_and_steps, say) = if steps == count as usize {
        (name.to_owned(), format!("{count} {name} of the outer loop; each one is a step of the timeline"))
    } else {
        let why = "Some steps contain several iterations, such as axes tested together; steps of setup, proof and \
                   single rows contain none.";
        let steps = with_noun(steps as u64, "step");
        (
            format!("{name}, {steps}"),
            format!("{count} {name} of the outer loops in all; the timeline has {steps}:\n{why}"),
        )
    };
    let (rect, _) = cell(ui, ITERATIONS_WIDTH, Sense::hover(), &say);
    let number = count.to_string();
    let named = NamedNumber { number: &number, size: NUMBER_SIZE, ink: look.strong, name: &name_and_steps };
    draw_named_number(ui.painter(), rect, named, look);
}

/// Draws the agreement of the other precision, highlighted when it disagrees.
fn draw_agreement(ui: &mut Ui, state: &State, look: Look) -> Response {
    let other = state.focus.precision.other().name();
    let disagreement = state.disagreement();
    let fill = if disagreement.is_some() { look.bad } else { look.raised };
    let text;
    let hint;
    let mut ink = look.weak;
    match (disagreement, &state.other_precision) {
        (Some(why), _) => {
            text = format!("{other} disagrees");
            hint = why;
            ink = look.panel;
        }
        (None, Some(answer)) => {
            let headline = answer.verdict.finding.headline();
            let number = headline.map_or_else(
                || String::from("no number"),
                |fact| format!("{} {}", clipboard_text::number_text(&fact.value), fact.unit),
            );
            text = format!("{other} agrees");
            hint = format!("The answer in {other} is {number}; the proofs of both answers are consistent.");
        }
        (None, None) if state.request.shows_end_only => {
            text = format!("{other}: not run yet");
            hint = format!("{other} runs when playback stops.");
        }
        (None, None) => {
            text = format!("{other}: cannot be run");
            hint = format!("The query cannot be run in {other}.");
            ink = look.warn;
        }
    }
    let button = egui::Button::new(RichText::new(text).size(12.5).color(ink)).fill(fill);
    ui.add(button).on_hover_text(format!("{hint}\nClick to switch to {other}."))
}
