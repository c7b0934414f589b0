//! What keys do: the commands of the registry whose chords were pressed.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::command::{ClipboardCommand, Command, Jump, SceneCommand, TimeCommand};
use super::registry::{ACTIONS, Action};
use super::room::Room;
use super::state::State;

/// The commands whose keys were pressed. None while text is being typed, save Escape.
pub(super) fn pressed(
    ctx: &egui::Context,
    state: &State,
    digit: &dyn Fn(&egui::Context, &State) -> Option<Command>,
) -> Vec<Command> {
    let typing = ctx.text_edit_focused()
        || state.palette
        || state.browser
        || state.going
        || state.judge.open
        || state.why.is_some()
        || state.asks();
    let mut chords: Vec<(&Action, &KeyboardShortcut)> =
        ACTIONS.iter().flat_map(|action| action.chords.iter().map(move |chord| (action, chord))).collect();
    // Shift+F before F: egui lets an extra Shift pass.
    let weight = |m: &Modifiers| usize::from(m.shift) + usize::from(m.command) + usize::from(m.alt);
    chords.sort_by_key(|(_, chord)| std::cmp::Reverse(weight(&chord.modifiers)));
    let mut commands = if typing || state.browser { Vec::new() } else { clicker(ctx, state) };
    // The digits answer while a question is open.
    commands.extend(Some(()).filter(|()| !typing).and_then(|()| digit(ctx, state)));
    if !typing && state.doc.in_gesture() && escaped(ctx) {
        return vec![SceneCommand::CancelGesture.into()];
    }
    for (action, chord) in chords {
        let escape = chord.logical_key == Key::Escape;
        let over = state.palette || state.browser;
        if (typing && !(escape && over)) || (escape && !(over || closes(state))) {
            continue;
        }
        let count = ctx.input_mut(|input| input.count_and_consume_key(chord.modifiers, chord.logical_key));
        if count > 0 && (action.enabled)(state) {
            commands.extend(std::iter::repeat_with(|| (action.command)()).take(count));
        }
    }
    if !typing {
        commands.extend(clipboard(ctx, state));
    }
    commands
}

/// Whether something lies on top, or fills the window, that Escape ends.
fn closes(state: &State) -> bool {
    let lies = state.help.is_some() || state.beside.is_some() || !state.banners.is_empty();
    lies || state.room != Room::default()
}

/// Whether Escape was pressed while the pointer holds something.
fn escaped(ctx: &egui::Context) -> bool {
    ctx.input_mut(|input| input.pointer.any_down() && input.consume_key(Modifiers::NONE, Key::Escape))
}

/// The keys of a clicker step while somebody presents; at other times they turn frames.
fn clicker(ctx: &egui::Context, state: &State) -> Vec<Command> {
    if !state.room.presenting {
        return Vec::new();
    }
    let steps = [(Key::PageDown, Jump::Next), (Key::PageUp, Jump::Back)].map(|(key, jump)| {
        let count = ctx.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        std::iter::repeat_n(Command::from(TimeCommand::Jump(jump)), count)
    });
    steps.into_iter().flatten().collect()
}

/// egui turns the keys of the clipboard into events of their own.
fn clipboard(ctx: &egui::Context, state: &State) -> Vec<Command> {
    let events = ctx.input(|input| input.events.clone());
    // Words of a message that were marked with the pointer are copied by egui.
    let marked = ctx.plugin::<egui::text_selection::LabelSelectionState>().lock().has_selection();
    let command = |event| match event {
        egui::Event::Copy => {
            (state.recording.is_some() && !marked).then_some(Command::Clipboard(ClipboardCommand::CopyAnswer))
        }
        egui::Event::Paste(text) => Some(Command::Clipboard(ClipboardCommand::Paste(text))),
        _ => None,
    };
    events.into_iter().filter_map(command).collect()
}
