//! Panels of prediction mode: the candidates of the open question, the result of the last answer, the score.

use contact_lens_lesson::Candidate;
use contact_lens_picture::font::with_hard_spaces;
use egui::{Align, Button, Key, Label, Layout, Modifiers, RichText, ScrollArea, Sense, Ui, vec2};

use crate::actions::registry::tooltip;
use crate::command::{Command, PredictionCommand, SelectCommand};
use crate::panels::icons::{self, Icon};
use crate::run::prediction::{LastAnswer, OpenQuestion, Prediction};
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;
use crate::view::hover;

/// Digit keys that select a candidate; candidates beyond them are clicked.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Command of a pressed digit key, which answers the open question; `None` without a question or a digit of a
/// candidate.
pub(crate) fn command_of_digit_key(ctx: &egui::Context, state: &State) -> Option<Command> {
    let question = state.prediction.as_ref()?.open.as_ref()?;
    let mut digits = DIGITS.into_iter().take(question.choice.candidates.len());
    let candidate = digits.position(|key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)))?;
    Some(PredictionCommand::Answer(candidate).into())
}

/// Draws the open question in the step panel, and returns the commands of its buttons; `None` without an open question.
pub(crate) fn show_question(ui: &mut Ui, state: &State) -> Option<Vec<Command>> {
    let open = state.prediction.as_ref()?.open.as_ref()?;
    let mut out = Vec::new();
    let look = Look::get(ui);
    show_feedback(ui, state, open.position);
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let heading = format!("Step {} of {steps}, before it is shown: what will it choose?", open.step + 1);
    ui.label(RichText::new(heading).size(11.5).color(look.weak));
    ui.add_space(2.0);
    // The button is at the bottom of the panel, so that it stays visible with many candidates.
    let panel = egui::Panel::bottom("give up").frame(egui::Frame::NONE).resizable(false).show_separator_line(false);
    panel.show(ui, |ui| {
        let reveal = Command::from(PredictionCommand::Reveal);
        ui.add_space(6.0);
        if ui.button("Show the answer").on_hover_text(tooltip(ui.ctx(), &reveal)).clicked() {
            out.push(reveal);
        }
    });
    ScrollArea::vertical().id_salt("question").auto_shrink(false).show(ui, |ui| {
        let question = with_hard_spaces(&open.choice.question);
        let text = typeset::text(&question, &egui::FontId::proportional(14.5), look.strong);
        ui.label(text).accessible_name(question.as_str());
        let remark =
            if open.choice.has_several_answers() { "Several answers are right; any of them counts. " } else { "" };
        let place = if open.choice.has_marks() { "here or in the picture" } else { "here" };
        let instruction = format!("{remark}Press the digit of your answer, or click it {place}.");
        ui.label(RichText::new(instruction).size(11.5).color(look.weak));
        ui.add_space(6.0);
        draw_candidates(ui, state, open, look, &mut out);
    });
    Some(out)
}

/// Draws a button for each candidate.
fn draw_candidates(ui: &mut Ui, state: &State, open: &OpenQuestion, look: Look, out: &mut Vec<Command>) {
    for (index, candidate) in open.choice.candidates.iter().enumerate() {
        let key = Candidate::key(index);
        let is_highlighted = hover::is_highlighted(state.hover.as_ref(), &key);
        let words = format!("{}   {}", index + 1, candidate.name);
        let text = typeset::text(&words, &egui::FontId::proportional(13.0), look.strong);
        let fill = if is_highlighted { look.accent_fill } else { look.raised };
        let button = Button::new(text).wrap().fill(fill).min_size(vec2(ui.available_width(), 26.0));
        let button = ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| ui.add(button)).inner;
        let button = button.accessible_name(format!("Answer {}: {}", index + 1, candidate.name));
        if button.hovered() {
            out.push(SelectCommand::Hover(Some(key)).into());
        }
        if button.clicked() {
            out.push(PredictionCommand::Answer(index).into());
        }
    }
}

/// Draws the result of the last answer, if `shown` is the position of the beat that shows the right answer.
pub(crate) fn show_feedback(ui: &mut Ui, state: &State, shown: usize) {
    let last_answer = state.prediction.as_ref().and_then(|prediction| prediction.last.as_ref());
    let Some(LastAnswer { answered, .. }) = last_answer.filter(|answer| answer.position == shown) else { return };
    let look = Look::get(ui);
    let right_names: Vec<&str> = answered.right_names().collect();
    let right_names = right_names.join(", or ");
    let (icon, ink, word) = match (answered.correct, answered.answer) {
        (true, _) => (Icon::Check, look.good, String::from("Right")),
        (false, Some(_)) => (Icon::Cross, look.bad, String::from("Wrong answer")),
        (false, None) => (Icon::Warning, look.warn, String::from("The answer")),
    };
    let frame = egui::Frame::new().fill(ink.gamma_multiply(0.12)).corner_radius(4.0).inner_margin(8.0);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::hover());
            icons::draw(ui.painter(), icon, rect, ink);
            ui.label(RichText::new(word).size(14.0).strong().color(ink));
        });
        ui.label(
            RichText::new(format!("Right answer: {}.", with_hard_spaces(&right_names))).size(13.0).color(look.strong),
        );
        // The sentence of the beat is shown below anyway.
        let is_shown_below = state.beat().is_some_and(|beat| beat.say.text() == answered.why);
        if !is_shown_below {
            ui.label(RichText::new(with_hard_spaces(&answered.why)).size(12.0).color(look.text));
        }
    });
    ui.add_space(6.0);
}

/// Draws the bar of prediction mode, in the place of the verdict bar: the score, buttons, and once the end of the run
/// is revealed, the sentence of the verdict.
pub(crate) fn show_bar(ui: &mut Ui, state: &State, prediction: &Prediction) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let is_at_end = state.recording.as_ref().is_some_and(|recording| prediction.revealed >= recording.beats());
    let has_ended = is_at_end && prediction.open.is_none();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        let score = &prediction.score;
        let text = format!("{} of {} right", score.right, score.asked);
        ui.label(RichText::new(text).size(16.0).color(look.strong)).on_hover_text(score_by_kind(prediction));
        if let Some(seed) = prediction.seed {
            let tip = "Number that this exercise was made from; the same number gives the same exercise";
            ui.label(RichText::new(format!("seed {seed}")).monospace().color(look.weak)).on_hover_text(tip);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let actions = [
                ("Stop", Command::from(PredictionCommand::Toggle), true),
                ("Save the score…", PredictionCommand::AskScore.into(), score.asked > 0),
                ("Similar exercise", PredictionCommand::Another.into(), state.query().is_some()),
            ];
            for (title, command, enabled) in actions {
                let button = ui.add_enabled(enabled, Button::new(title)).on_hover_text(tooltip(ui.ctx(), &command));
                if button.clicked() {
                    out.push(command);
                }
            }
            let words = match state.verdict() {
                Some(verdict) if has_ended => with_hard_spaces(&verdict.say),
                _ => String::from("The answer is shown at the end of the run."),
            };
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(words).size(12.5).color(look.text)).truncate());
            });
        });
    });
    out
}

/// Score of each kind of question, one per line.
fn score_by_kind(prediction: &Prediction) -> String {
    let kinds = prediction.score.kinds.iter();
    let lines: Vec<String> = kinds.map(|tally| format!("{}: {} of {}", tally.kind, tally.right, tally.asked)).collect();
    if lines.is_empty() { String::from("No question has been answered yet.") } else { lines.join("\n") }
}
