//! Handles [`ClipboardCommand`]s.

use super::banner::show_banner;
use crate::app::actions::clipboard_text::{self, Pasted};
use crate::app::background::effect::Effect;
use crate::app::banner::{Cause, Severity};
use crate::app::command::{ClipboardCommand, FileCommand};
use crate::app::state::State;

/// Applies a command about the clipboard, and returns its effects.
pub(super) fn handle(state: &mut State, command: ClipboardCommand) -> Vec<Effect> {
    // Text to copy, and what the message calls it.
    let copied = match command {
        ClipboardCommand::CopyAnswer => clipboard_text::answer_text(state).map(|text| (text, "the answer")),
        ClipboardCommand::CopyValues => {
            state.beat().map(|beat| (clipboard_text::values_text(beat), "the values of this sub-step"))
        }
        ClipboardCommand::CopyTables => {
            state.beat().map(|beat| (clipboard_text::tables_text(beat), "the tables of this sub-step"))
        }
        ClipboardCommand::CopyCommand => {
            let command = clipboard_text::command_line(state);
            ok_or_report(state, command).map(|text| (text, "the command"))
        }
        ClipboardCommand::CopyQuery => {
            let scene = clipboard_text::scene_of_query(state);
            scene.and_then(|scene| ok_or_report(state, scene)).map(|text| (text, "the query as a scene"))
        }
        ClipboardCommand::Copy(text, what) => Some((text, what)),
        ClipboardCommand::CopyPicture => {
            return state.current_figure().map(|shot| Effect::CopyPicture(Box::new(shot))).into_iter().collect();
        }
        ClipboardCommand::AskPaste => return vec![Effect::AskPaste],
        ClipboardCommand::Paste(text) => return paste(state, &text),
    };
    match copied {
        Some((text, what)) if !text.is_empty() => vec![copy(state, text, what)],
        _ => Vec::new(),
    }
}

/// Text to copy; an error is reported instead.
fn ok_or_report(state: &mut State, text: Result<String, String>) -> Option<String> {
    match text {
        Ok(text) => Some(text),
        Err(error) => {
            show_banner(state, Severity::Error, Cause::Clipboard, error);
            None
        }
    }
}

/// Copies a text and reports what was copied.
fn copy(state: &mut State, text: String, what: &str) -> Effect {
    show_banner(state, Severity::Note, Cause::Clipboard, format!("Copied {what}."));
    Effect::Copy(text)
}

/// Opens pasted text. Reports invalid text at once, before the confirmation about unsaved edits.
fn paste(state: &mut State, text: &str) -> Vec<Effect> {
    let command = match clipboard_text::parse_clipboard(text) {
        Ok(Pasted::Scene(scene)) => FileCommand::Show(scene),
        Ok(Pasted::Path(path)) => FileCommand::Open(path),
        Err(error) => {
            show_banner(state, Severity::Error, Cause::Clipboard, error);
            return Vec::new();
        }
    };
    super::confirm_or_handle(state, command.into())
}
