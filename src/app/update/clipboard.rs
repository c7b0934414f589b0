//! Copy and paste.

use super::banner::banner;
use crate::app::banner::{Cause, Severity};
use crate::app::clip::{self, Pasted};
use crate::app::command::Command;
use crate::app::effect::Effect;
use crate::app::shot::Shot;
use crate::app::state::State;

/// The commands about the clipboard; `None` for all others.
pub(super) fn clipboard(state: &mut State, command: &Command) -> Option<Vec<Effect>> {
    let text = match command {
        Command::CopyAnswer => clip::answer(state).map(|text| (text, "the answer")),
        Command::CopyValues => state.beat().map(|beat| (clip::values(beat), "the values of this beat")),
        Command::CopyTables => state.beat().map(|beat| (clip::tables(beat), "the tables of this beat")),
        Command::CopyQuery => match clip::query(state) {
            Some(Err(error)) => {
                banner(state, Severity::Error, Cause::Clipboard, error);
                None
            }
            text => text.and_then(Result::ok).map(|text| (text, "the query as a scene")),
        },
        Command::Copy(text, what) => Some((text.clone(), *what)),
        Command::CopyPicture => {
            return Some(Shot::take(state).map(|shot| Effect::CopyPicture(Box::new(shot))).into_iter().collect());
        }
        Command::AskPaste => return Some(vec![Effect::AskPaste]),
        Command::Paste(text) => return Some(paste(state, text)),
        _ => return None,
    };
    Some(text.filter(|(text, _)| !text.is_empty()).map(|(text, what)| copy(state, text, what)).into_iter().collect())
}

fn copy(state: &mut State, text: String, what: &str) -> Effect {
    banner(state, Severity::Note, Cause::Clipboard, format!("Copied {what}."));
    Effect::Copy(text)
}

/// Opens what was pasted. Text that is nothing to open is told at once, before anything is asked about edits.
fn paste(state: &mut State, text: &str) -> Vec<Effect> {
    let next = match clip::read(text) {
        Ok(Pasted::Scene(scene)) => Command::Show(scene),
        Ok(Pasted::Path(path)) => Command::Open(path),
        Err(error) => {
            banner(state, Severity::Error, Cause::Clipboard, error);
            return Vec::new();
        }
    };
    super::ask_or_react(state, next)
}
