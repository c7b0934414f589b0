//! Field that goes to a step, a beat (sub-step) or a frame by its number.

use contact_lens_lesson::BeatIndex;
use egui::{Align2, Id, Key, RichText, TextEdit, Ui, vec2};

use crate::command::{Command, Jump, TimeCommand, WindowCommand};
use crate::panels::overlay::dialog;
use crate::state::State;
use crate::theme::Look;

/// Target of the jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JumpTarget {
    /// Beat of a step.
    Beat(BeatIndex),
    /// Index of a frame, from 0.
    Frame(usize),
}

/// Parses `5` (the first beat of a step), `5.2` (a beat of a step) or `f 12` (a frame), with steps and beats counted
/// from 1 and frames from 0; `None` for other texts.
fn parse(text: &str) -> Option<JumpTarget> {
    let text = text.trim();
    // `f12`, `f 12` and `frame 12` are the same frame.
    if let Some(frame) = text.strip_prefix(['f', 'F']) {
        let number = frame.trim_start_matches("rame").trim();
        return number.parse().ok().map(JumpTarget::Frame);
    }
    let (step, beat) = text.split_once(['.', ' ', ':']).unwrap_or((text, "1"));
    Some(JumpTarget::Beat(BeatIndex { step: parse_index(step)?, beat: parse_index(beat)? }))
}

/// Index, from 0, of a number that is counted from 1; `None` for 0 and for other texts.
fn parse_index(number: &str) -> Option<usize> {
    number.trim().parse::<usize>().ok()?.checked_sub(1)
}

/// Draws the field, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(recording) = state.recording.as_ref().filter(|_| state.is_go_to_open) else { return out };
    let memory = Id::unique("go to");
    let mut text: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    let look = Look::get(ui);
    let area = egui::Modal::default_area(memory.with("area")).anchor(Align2::CENTER_TOP, vec2(0.0, 90.0));
    let modal = dialog(ui, "go to").area(area).show(ui.ctx(), |ui| {
        ui.set_width(330.0);
        ui.label(RichText::new("Go to").size(15.0).color(look.strong));
        let enter = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        let hint = format!("{} of {}", state.beat_index().step + 1, recording.steps());
        let field = TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY);
        ui.add(field).accessible_name("Go to step or frame").request_focus();
        let frames = match state.frames() {
            1 => String::new(),
            count => format!(" · f 0 … f {}: a frame", count - 1),
        };
        let words = format!("1 … {}: a step · 2.3: sub-step 3 of step 2{frames}", recording.steps());
        let target = parse(&text);
        let is_invalid = !text.trim().is_empty() && target.is_none();
        ui.label(RichText::new(words).size(11.5).color(if is_invalid { look.bad } else { look.weak }));
        if let Some(target) = target.filter(|_| enter) {
            out.push(Command::Time(match target {
                JumpTarget::Beat(index) => TimeCommand::Jump(Jump::Beat(index)),
                JumpTarget::Frame(frame) => TimeCommand::SetFrame(frame),
            }));
        }
    });
    if !out.is_empty() || modal.should_close() {
        out.insert(0, WindowCommand::ToggleGoTo.into());
        ui.data_mut(|data| data.remove::<String>(memory));
    } else {
        ui.data_mut(|data| data.insert_temp(memory, text));
    }
    out
}
