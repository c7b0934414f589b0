//! Verdict bar: the answer with its certificate, in numbers and words, and the agreement of both precisions.

mod progress;
mod sentence;
mod two_discs;

use std::cmp::Ordering;

use egui::{Align2, Color32, FontId, Painter, Rect, Response, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::step::menu_entry;
use crate::answer::number::with_noun;
use crate::answer::{FindingFacts as _, PairFinding, PairStatus, Proof, ProofExtent};
use crate::app::actions::clipboard_text;
use crate::app::command::{ClipboardCommand, Command, RunCommand};
use crate::app::panels::icons::{self, Icon};
use crate::app::panels::line_width;
use crate::app::run::progress::RunProgress;
use crate::app::state::State;
use crate::app::text::numbers::{ascii_number, four_digits, round_to_fit, six_digits};
use crate::app::text::typeset;
use crate::app::theme::Look;
use crate::lesson::{Card, EndingKind, Verdict};
use crate::picture::Role;
use crate::play::HullOfMesh;

/// Gap between cells, points.
const GAP: f32 = 16.0;

/// Font size of a number, points.
const NUMBER_SIZE: f32 = 16.0;

/// Font size of the name below a number, points.
const NAME_SIZE: f32 = 11.0;

/// Height of a cell, points: a line of numbers over a line of words.
const CELL_HEIGHT: f32 = 38.0;

/// Distance of the middle of the upper line from the top of a cell, points.
const UPPER_LINE: f32 = 12.0;

/// Distance of the middle of the lower line from the bottom of a cell, points.
const LOWER_LINE: f32 = 7.0;

/// Width and height of a symbol, points.
const ICON_SIZE: f32 = 13.0;

/// Width of the cell for the other precision with its gap, points.
const AGREEMENT_WIDTH: f32 = 130.0;

/// Width of a short fact, points. Longer facts are wider by multiples of half this width, so that cells do not move
/// when digits change.
const FACT_WIDTH: f32 = 104.0;

/// Width of the cell of the distance, points.
const DISTANCE_WIDTH: f32 = 112.0;

/// Width of the cell of the bracket, points.
const BRACKET_WIDTH: f32 = 220.0;

/// Width of the cell that compares the bracket with the tolerance, points.
const TOLERANCE_WIDTH: f32 = 178.0;

/// Width reserved for the status word, points, so that the other cells do not move when a usual word changes.
const STATUS_WIDTH: f32 = 92.0;

/// Width that the rounded frame and the symbol add to a status word, points.
const STATUS_FRAME: f32 = 44.0;

/// Maximum number of characters of a fact; the tooltip shows longer ones in full.
const MAX_FACT_LETTERS: usize = 25;

/// Width of the counts of iterations and steps, points.
const ITERATIONS_WIDTH: f32 = 112.0;

/// Draws the bar: the answer, or the progress of a run or file, or the reason why there is no answer.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
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
        match verdict.finding.pair() {
            Some(pair) => draw_pair_cells(ui, pair, look, &mut out),
            None => draw_facts(ui, verdict, look, &mut out),
        }
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

/// Draws the distance of a pair with its bracket, and whether the bracket meets the requested tolerance.
fn draw_pair_cells(ui: &mut Ui, pair: &PairFinding, look: Look, out: &mut Vec<Command>) {
    let number = draw_distance(ui, pair, look);
    if number.clicked() {
        out.push(ClipboardCommand::CopyAnswer.into());
    }
    let bracket = draw_bracket(ui, pair, look);
    for cell in [number, bracket] {
        cell.context_menu(|ui| {
            let digits = pair.signed_distance.map_or_else(|| String::from("unknown"), |d| format!("{d:?}"));
            let bounds = format!("[{:?}, {:?}]", pair.proof.lower, pair.proof.upper);
            menu_entry(ui, "Copy the number", || ClipboardCommand::Copy(digits, "the signed distance").into(), out);
            menu_entry(ui, "Copy the bounds", || ClipboardCommand::Copy(bounds, "the bounds").into(), out);
            menu_entry(ui, "Copy the answer", || ClipboardCommand::CopyAnswer.into(), out);
        });
    }
    draw_tolerance_check(ui, &pair.proof, look);
}

/// Draws the largest ratio of hull to mesh volume, or "unknown" if one is; the tooltip has the sentences of all hulls.
fn draw_hulls_of_meshes(ui: &mut Ui, hulls: &[HullOfMesh], look: Look) {
    let unknown = hulls.iter().find(|hull| hull.added.ratio().is_none());
    let largest = hulls.iter().max_by(|a, b| a.added.ratio().partial_cmp(&b.added.ratio()).unwrap_or(Ordering::Equal));
    let Some(worst) = unknown.or(largest) else { return };
    let sentences: Vec<String> = hulls.iter().map(HullOfMesh::say).collect();
    let (rect, _) = cell(ui, FACT_WIDTH, Sense::hover(), &sentences.join("\n"));
    let number = worst.added.ratio_text().map_or_else(|| String::from("unknown"), |ratio| format!("{ratio} ×"));
    draw_two_lines(ui.painter(), rect, &number, NUMBER_SIZE, look.warn, "hull by mesh volume", look.weak);
}

/// Draws the first facts of a finding that is not about the distance of a pair, as many as fit.
fn draw_facts(ui: &mut Ui, verdict: &Verdict, look: Look, out: &mut Vec<Command>) {
    let facts = verdict.finding.facts();
    let mut width_left = ui.available_width() - ITERATIONS_WIDTH - AGREEMENT_WIDTH;
    for fact in &facts {
        // Formatted lengths include their unit.
        let unit = if fact.value.contains(' ') { "" } else { fact.unit };
        let say = format!("{}: {} {unit}\nClick to copy the answer", fact.name, &*fact.value);
        let name = [fact.name, unit].join(if unit.is_empty() { "" } else { ", " });
        let value = round_to_fit(&fact.value, MAX_FACT_LETTERS);
        let value_width = line_width(ui, &value, &FontId::monospace(NUMBER_SIZE), look.strong);
        let name_width = line_width(ui, &name, &FontId::proportional(NAME_SIZE), look.strong);
        let text_width = value_width.max(name_width);
        let width = FACT_WIDTH.max((text_width / (0.5 * FACT_WIDTH)).ceil() * 0.5 * FACT_WIDTH);
        width_left -= width + GAP;
        if width_left < 0.0 {
            break;
        }
        let (rect, response) = cell(ui, width, Sense::click(), &say);
        draw_two_lines(ui.painter(), rect, &value, NUMBER_SIZE, look.strong, &name, look.weak);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            out.push(ClipboardCommand::CopyAnswer.into());
        }
    }
}

/// Draws the reason why there is no answer.
fn draw_refusal(ui: &mut Ui, state: &State, look: Look) {
    let text = match &state.refusal {
        Some(refusal) if refusal.field.is_empty() => refusal.message.clone(),
        Some(refusal) => format!("{}: {}", refusal.field, refusal.message),
        None => String::from("The scene has no query. Add one in the scene panel."),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    icons::draw(ui.painter(), Icon::Warning, rect, look.bad);
    ui.label(RichText::new("No answer").size(14.0).color(look.bad));
    ui.add(egui::Label::new(RichText::new(text).color(look.text)).wrap());
}

/// Allocates a cell of this width, points, with text for screen readers and the tooltip.
fn cell(ui: &mut Ui, width: f32, sense: Sense, say: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, CELL_HEIGHT), sense);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, say));
    (rect, response.on_hover_text(say))
}

/// Draws a number, in a font of `size` points and in `ink`, over its name, in `weak` ink, left-aligned in a cell.
fn draw_two_lines(painter: &Painter, rect: Rect, number: &str, size: f32, ink: Color32, name: &str, weak: Color32) {
    let number = painter.layout_job(typeset::line(number, &FontId::monospace(size), ink));
    painter.galley(pos2(rect.left(), rect.top() + UPPER_LINE - number.size().y / 2.0), number, ink);
    let name = painter.layout_job(typeset::line(name, &FontId::proportional(NAME_SIZE), weak));
    painter.galley(pos2(rect.left(), rect.bottom() - LOWER_LINE - name.size().y / 2.0), name, weak);
}

/// Draws the status `word` with a symbol, in the color of the status and of how the run ended.
fn draw_status(ui: &mut Ui, verdict: &Verdict, word: &str, card: Option<&Card>, look: Look) {
    let ending = card.map(|card| card.ending_kind(verdict));
    let pair = verdict.finding.pair_status();
    let ink = match (pair, verdict.finding.proof_extent()) {
        (Some(PairStatus::Separated), _) => look.accent,
        (Some(PairStatus::Penetrating), _) => look.ink(Role::Penetration),
        (None, _) if ending == Some(EndingKind::Failure) => look.bad,
        (None, ProofExtent::Proven) => look.good,
        _ => look.warn,
    };
    let galley = ui.painter().layout_no_wrap(word.to_owned(), FontId::proportional(14.0), ink);
    let say = card.map_or_else(String::new, |card| format!("{word}: {}", card.ending(verdict)));
    let (rect, _) = cell(ui, galley.size().x.max(STATUS_WIDTH) + STATUS_FRAME, Sense::hover(), &say);
    let pill = Rect::from_center_size(rect.center(), vec2(rect.width(), 28.0));
    let center = pos2(pill.left() + 19.0, pill.center().y);
    let painter = ui.painter();
    painter.rect(
        pill,
        14.0,
        ink.gamma_multiply(0.13),
        Stroke::new(1.0, ink.gamma_multiply(0.6)),
        egui::StrokeKind::Inside,
    );
    match pair {
        Some(status) => two_discs::draw(painter, center, status, ink),
        None => {
            let icon = match ending {
                Some(EndingKind::Failure) => Icon::Cross,
                Some(EndingKind::NoAnswer) => Icon::Warning,
                _ if verdict.finding.proof_extent().is_open() => Icon::Warning,
                _ => Icon::Check,
            };
            icons::draw(painter, icon, Rect::from_center_size(center, vec2(ICON_SIZE, ICON_SIZE)), ink);
        }
    }
    painter.galley(pos2(pill.left() + 35.0, pill.center().y - galley.size().y / 2.0), galley, ink);
}

/// Draws the signed distance; a click on it copies the answer.
fn draw_distance(ui: &mut Ui, pair: &PairFinding, look: Look) -> Response {
    let unknown = if pair.proof.tolerance.is_infinite() { "not requested" } else { "unknown" };
    let number = pair.signed_distance.map_or_else(|| unknown.to_owned(), six_digits);
    let exact = pair.signed_distance.map_or(String::new(), |d| format!("signed distance {d:?} m\n"));
    let (rect, response) = cell(ui, DISTANCE_WIDTH, Sense::click(), &format!("{exact}Click to copy the answer"));
    draw_two_lines(ui.painter(), rect, &number, 18.0, look.strong, "signed distance, m", look.weak);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Draws the bracket of lower and upper bound as a bar, with a dot at the signed distance; in the middle when that is
/// unknown.
fn draw_bracket(ui: &mut Ui, pair: &PairFinding, look: Look) -> Response {
    let proof = &pair.proof;
    let say = format!("The signed distance is proven to be in\n[{:?}, {:?}] m", proof.lower, proof.upper);
    let (rect, response) = cell(ui, BRACKET_WIDTH, Sense::click(), &say);
    let painter = ui.painter();
    let bar = Rect::from_min_max(pos2(rect.left(), rect.top() + 8.0), pos2(rect.right(), rect.top() + 16.0));
    let ink = if proof.holds() { look.good } else { look.warn };
    painter.rect_filled(bar.shrink2(vec2(0.0, 2.5)), 1.5, ink.gamma_multiply(0.4));
    // Each bound has the color it has in plots and pictures.
    let [low, high] = [Role::Lower, Role::Upper].map(|role| look.ink(role));
    for (x, inward, ink) in [(bar.left(), 3.0, low), (bar.right(), -3.0, high)] {
        let points = vec![
            pos2(x + inward, bar.top()),
            pos2(x, bar.top()),
            pos2(x, bar.bottom()),
            pos2(x + inward, bar.bottom()),
        ];
        painter.add(egui::Shape::line(points, Stroke::new(2.2, ink)));
    }
    let position = pair.signed_distance.map(|distance| (distance - proof.lower) / proof.width());
    let position = position.filter(|position| position.is_finite());
    let x = bar.left() + bar.width() * position.unwrap_or(0.5).clamp(0.0, 1.0) as f32;
    painter.circle_filled(pos2(x, bar.center().y), 4.0, look.strong);
    let mono = FontId::monospace(10.5);
    let y = rect.bottom() - LOWER_LINE;
    let [lower, upper] = distinguishable(proof.lower, proof.upper);
    // The numbers are set as an interval: brackets at the ends and an ellipsis between them.
    let lower = painter.layout_no_wrap(format!("[{lower}"), mono.clone(), low);
    let upper = painter.layout_no_wrap(format!("{upper}]"), mono, high);
    let left = bar.left() + lower.size().x;
    let right = bar.right() - upper.size().x;
    painter.galley(pos2(bar.left(), y - lower.size().y / 2.0), lower, low);
    painter.galley(pos2(right, y - upper.size().y / 2.0), upper, high);
    if right - left > 12.0 {
        painter.text(pos2(0.5 * (left + right), y), Align2::CENTER_CENTER, "…", FontId::proportional(10.5), look.weak);
    }
    response
}

/// Formats two numbers with the least number of digits, from six to nine, that distinguishes them. When nine digits do
/// not, formats the second number as its difference from the first.
fn distinguishable(lower: f64, upper: f64) -> [String; 2] {
    for digits in 6..=9 {
        let texts = [lower, upper].map(|bound| ascii_number(bound, digits).replace('-', "−"));
        if texts[0] != texts[1] || lower == upper {
            return texts;
        }
    }
    [ascii_number(lower, 8).replace('-', "−"), format!("+ {}", four_digits(upper - lower))]
}

/// Draws whether the bracket meets the requested tolerance.
fn draw_tolerance_check(ui: &mut Ui, proof: &Proof, look: Look) {
    let holds = proof.holds();
    let icon = if holds { Icon::Check } else { Icon::Warning };
    let word = if holds { "proven" } else { "wider than requested" };
    let relation = if holds { "≤" } else { ">" };
    let ink = if holds { look.good } else { look.warn };
    // Yes-or-no queries tolerate any width.
    let is_yes_or_no = proof.tolerance.is_infinite();
    let say = if is_yes_or_no {
        String::from("The query requested only an overlap test, so neither distance nor depth was computed")
    } else {
        format!("Width of the bracket {:?} m\nTolerance {:?} m", proof.width(), proof.tolerance)
    };
    let (rect, _) = cell(ui, TOLERANCE_WIDTH, Sense::hover(), &say);
    let painter = ui.painter();
    icons::draw(
        painter,
        icon,
        Rect::from_center_size(pos2(rect.left() + 7.0, rect.top() + UPPER_LINE), vec2(ICON_SIZE, ICON_SIZE)),
        ink,
    );
    painter.text(
        pos2(rect.left() + 20.0, rect.top() + UPPER_LINE),
        Align2::LEFT_CENTER,
        word,
        FontId::proportional(14.0),
        ink,
    );
    let width = if is_yes_or_no {
        String::from("overlap test only")
    } else {
        format!("width {} {relation} {}", four_digits(proof.width()), four_digits(proof.tolerance))
    };
    let below = pos2(rect.left(), rect.bottom() - LOWER_LINE);
    painter.text(below, Align2::LEFT_CENTER, width, FontId::monospace(10.5), look.weak);
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
    draw_two_lines(ui.painter(), rect, &count.to_string(), NUMBER_SIZE, look.strong, &name_and_steps, look.weak);
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
