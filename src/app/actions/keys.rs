//! Keyboard input: shortcuts of the registry's commands, digits that answer a prediction, the keys of a presenter's
//! remote, and the clipboard.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::clipboard_text::parse_clipboard;
use super::registry::{ACTIONS, Action};
use crate::command::{ClipboardCommand, Command, Jump, SceneCommand, TimeCommand, stays_on_first_screen};
use crate::pane_layout::PaneLayout;
use crate::state::State;

/// Returns the commands whose keys were pressed in this frame. While text is typed or an overlay is open, only Escape
/// counts, and only for the palette and the browser. The first screen has only the keys of the window and of files, and
/// a scene that is pasted over the browser opens. `digit` returns the command of a digit key that answers an open
/// prediction.
pub(crate) fn commands_of_pressed_keys(
    ctx: &egui::Context,
    state: &State,
    digit: &dyn Fn(&egui::Context, &State) -> Option<Command>,
) -> Vec<Command> {
    let is_typing_or_covered = ctx.text_edit_focused()
        || state.is_palette_open
        || state.is_browser_open
        || state.is_go_to_open
        || state.expectation_results.open
        || state.explanation.is_some()
        || state.has_open_dialog();
    let mut shortcuts: Vec<(&Action, &KeyboardShortcut)> =
        ACTIONS.iter().flat_map(|action| action.shortcuts.iter().map(move |shortcut| (action, shortcut))).collect();
    // Shift+F goes before F, since egui accepts an extra Shift.
    shortcuts.sort_by_key(|(_, shortcut)| std::cmp::Reverse(modifier_count(&shortcut.modifiers)));
    let mut commands = Vec::new();
    if state.is_browser_open && !state.has_open_dialog() {
        commands.extend(take_pasted_scene(ctx));
    }
    if !is_typing_or_covered && !state.is_first_screen_open {
        commands.extend(remote_keys(ctx, state));
        commands.extend(digit(ctx, state));
        if state.doc.in_gesture() && take_escape_during_drag(ctx) {
            return vec![SceneCommand::CancelGesture.into()];
        }
    }
    for (action, shortcut) in shortcuts {
        let is_escape = shortcut.logical_key == Key::Escape;
        let is_search_open = state.is_palette_open || state.is_browser_open;
        if is_typing_or_covered && !(is_escape && is_search_open) {
            continue;
        }
        if state.is_first_screen_open && !stays_on_first_screen(&(action.command)()) {
            continue;
        }
        // Without anything to close, Escape is left to egui.
        if is_escape && !is_search_open && !has_closable(state) {
            continue;
        }
        let count = ctx.input_mut(|input| input.count_and_consume_key(shortcut.modifiers, shortcut.logical_key));
        if count > 0 && (action.enabled)(state) {
            commands.extend(std::iter::repeat_with(|| (action.command)()).take(count));
        }
    }
    if !is_typing_or_covered {
        commands.extend(clipboard_commands(ctx, state));
    }
    commands
}

/// Number of modifier keys of a shortcut.
fn modifier_count(modifiers: &Modifiers) -> usize {
    usize::from(modifiers.shift) + usize::from(modifiers.command) + usize::from(modifiers.alt)
}

/// Whether Escape has anything to close outside of dialogs: the help, the first screen, the comparison, a message, a
/// filled pane or presentation mode.
fn has_closable(state: &State) -> bool {
    let has_overlay = state.help_page.is_some()
        || state.is_first_screen_open
        || state.comparison.is_some()
        || !state.banners.is_empty();
    has_overlay || state.pane_layout != PaneLayout::default()
}

/// Whether Escape was pressed while a mouse button is down. Consumes the key.
fn take_escape_during_drag(ctx: &egui::Context) -> bool {
    ctx.input_mut(|input| input.pointer.any_down() && input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Returns the jumps of Page Up and Page Down, the keys of a presenter's remote, in presentation mode. In other modes,
/// these keys change frames.
fn remote_keys(ctx: &egui::Context, state: &State) -> Vec<Command> {
    if !state.pane_layout.is_presenting {
        return Vec::new();
    }
    let steps = [(Key::PageDown, Jump::Next), (Key::PageUp, Jump::Previous)].map(|(key, jump)| {
        let count = ctx.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        std::iter::repeat_n(Command::from(TimeCommand::Jump(jump)), count)
    });
    steps.into_iter().flatten().collect()
}

/// Commands from egui's clipboard events.
fn clipboard_commands(ctx: &egui::Context, state: &State) -> Vec<Command> {
    let events = ctx.input(|input| input.events.clone());
    // Selected text of a message is copied by egui.
    let has_selected_text = ctx.plugin::<egui::text_selection::LabelSelectionState>().lock().has_selection();
    let copies_answer = state.recording.is_some() && !has_selected_text && !state.is_first_screen_open;
    events.into_iter().filter_map(|event| clipboard_command(event, copies_answer)).collect()
}

/// Command of a clipboard event; `None` for other events. Copying copies the answer if `copies_answer`.
fn clipboard_command(event: egui::Event, copies_answer: bool) -> Option<Command> {
    match event {
        egui::Event::Copy => copies_answer.then_some(Command::Clipboard(ClipboardCommand::CopyAnswer)),
        egui::Event::Paste(text) => Some(Command::Clipboard(ClipboardCommand::Paste(text))),
        _ => None,
    }
}

/// Takes pasted text that opens as a scene out of the events, so that a search field does not get it. Text of several
/// lines is never searched for: if it is no scene, the window reports why. Text of one line that is no scene stays.
fn take_pasted_scene(ctx: &egui::Context) -> Option<Command> {
    ctx.input_mut(|input| {
        let index = input.events.iter().position(|event| match event {
            egui::Event::Paste(text) => text.trim().lines().count() > 1 || parse_clipboard(text).is_ok(),
            _ => false,
        })?;
        match input.events.remove(index) {
            egui::Event::Paste(text) => Some(ClipboardCommand::Paste(text).into()),
            _ => None,
        }
    })
}
