//! Handles [`ClipboardCommand`]s: copies texts and pictures, and opens pasted scenes.

use super::banner::show_banner;
use crate::actions::clipboard_text::{self, Pasted};
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::command::{ClipboardCommand, FileCommand};
use crate::state::State;

/// Applies a command about the clipboard, and returns its effects.
pub(super) fn handle(state: &mut State, command: ClipboardCommand) -> Vec<Effect> {
    match command {
        ClipboardCommand::CopyAnswer => {
            let text = clipboard_text::answer_text(state);
            copy(state, text, "the answer")
        }
        ClipboardCommand::CopyValues => {
            let text = state.beat().map(clipboard_text::values_text);
            copy(state, text, "the values of this sub-step")
        }
        ClipboardCommand::CopyTables => {
            let text = state.beat().map(clipboard_text::tables_text);
            copy(state, text, "the tables of this sub-step")
        }
        ClipboardCommand::CopyCommand => {
            let command = clipboard_text::command_line(state);
            let text = ok_or_report(state, command);
            copy(state, text, "the command")
        }
        ClipboardCommand::CopyQuery => {
            let scene = clipboard_text::scene_of_query(state);
            let text = scene.and_then(|scene| ok_or_report(state, scene));
            copy(state, text, "the query as a scene")
        }
        ClipboardCommand::Copy(text, description) => copy(state, Some(text), description),
        ClipboardCommand::CopyPicture => {
            state.current_figure().map(|shot| Effect::CopyPicture(Box::new(shot))).into_iter().collect()
        }
        ClipboardCommand::AskPaste => vec![Effect::AskPaste],
        ClipboardCommand::Paste(text) => paste(state, &text),
    }
}

/// Returns the text to copy; reports an error and returns `None`.
fn ok_or_report(state: &mut State, text: Result<String, String>) -> Option<String> {
    match text {
        Ok(text) => Some(text),
        Err(error) => {
            show_banner(state, Severity::Error, Cause::Clipboard, error);
            None
        }
    }
}

/// Copies a text and reports that it was copied, called `description`. `None` and an empty text copy nothing.
fn copy(state: &mut State, text: Option<String>, description: &str) -> Vec<Effect> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Vec::new() };
    show_banner(state, Severity::Note, Cause::Clipboard, format!("Copied {description}."));
    vec![Effect::Copy(text)]
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
