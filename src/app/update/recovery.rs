//! Decides when unsaved edits are stored for recovery and when stored ones are deleted.

use super::banner::settled;
use super::files;
use crate::app::background::effect::{Effect, Reading};
use crate::app::banner::Cause;
use crate::app::command::RecoveryCommand;
use crate::app::files::document::Document;
use crate::app::files::recovery::{DELAY, Kept};
use crate::app::state::State;

/// Document whose edits are stored: the kept world's if it has unsaved ones, else the open one's.
fn at_stake(state: &State) -> &Document {
    state.doc.world.as_ref().map(|world| &world.doc).filter(|doc| doc.unsaved()).unwrap_or(&state.doc)
}

/// Starts the delay for storing new edits, or deletes stored ones that are saved. Runs after every command.
pub(super) fn attend(state: &mut State) -> Option<Effect> {
    let unsaved = at_stake(state).unsaved();
    let edition = at_stake(state).edition;
    if !unsaved {
        state.keeping.due = None;
        settled(state, Cause::Recovery);
        return state.keeping.edition.take().map(|_| Effect::Unkeep);
    }
    if state.keeping.edition == Some(edition) {
        state.keeping.due = None;
        return None;
    }
    let due = *state.keeping.due.get_or_insert(DELAY);
    (due <= 0.0).then(|| keep(state))
}

fn keep(state: &mut State) -> Effect {
    let Document { scene, path, stamp, edition, .. } = at_stake(state);
    let kept = Kept { path: path.clone(), stamp: *stamp, scene: scene.clone() };
    let edition = *edition;
    state.keeping.edition = Some(edition);
    state.keeping.due = None;
    Effect::Keep(Box::new(kept))
}

pub(super) fn found(state: &mut State, command: RecoveryCommand) -> Vec<Effect> {
    match command {
        RecoveryCommand::Found(found) => state.found = found,
        RecoveryCommand::Later => state.found.clear(),
        RecoveryCommand::Forget(index) if index < state.found.len() => {
            return vec![Effect::Forget(state.found.remove(index).file)];
        }
        RecoveryCommand::Restore(index) if index < state.found.len() => {
            let found = state.found.remove(index);
            // The other found edits are offered at the next start.
            state.found.clear();
            let mut effects = files::show(state, Document::restored(found.kept));
            // This window stores them before the other's file is deleted.
            effects.extend([keep(state), Effect::Forget(found.file)]);
            // Another program may have changed the file since.
            let file = state.doc.path.clone();
            effects.extend(file.map(|path| Effect::Read { path, how: Reading::Follow }));
            return effects;
        }
        RecoveryCommand::Forget(_) | RecoveryCommand::Restore(_) => {}
    }
    Vec::new()
}
