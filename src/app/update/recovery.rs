//! Decides when unsaved edits are stored for recovery and when stored ones are deleted, and handles
//! [`RecoveryCommand`]s about the edits of earlier windows.

use super::banner::remove_banners;
use super::files;
use crate::background::effect::{Effect, Reading};
use crate::banner::Cause;
use crate::command::RecoveryCommand;
use crate::files::document::Document;
use crate::files::recovery::{STORE_DELAY, StoredEdits};
use crate::state::State;

/// Document whose edits are stored: the kept world's if it has unsaved ones, else the open one's.
fn document_to_store(state: &State) -> &Document {
    match &state.doc.world {
        Some(world) if world.doc.unsaved() => &world.doc,
        _ => &state.doc,
    }
}

/// Starts the delay for storing new edits and stores them at its end, or deletes stored ones that are saved. Runs after
/// every command.
pub(super) fn store_or_delete(state: &mut State) -> Option<Effect> {
    let unsaved = document_to_store(state).unsaved();
    let edition = document_to_store(state).edition;
    if !unsaved {
        state.recovery_status.due = None;
        remove_banners(state, Cause::Recovery);
        return state.recovery_status.edition.take().map(|_| Effect::DeleteStoredEdits);
    }
    if state.recovery_status.edition == Some(edition) {
        state.recovery_status.due = None;
        return None;
    }
    let due = *state.recovery_status.due.get_or_insert(STORE_DELAY);
    if due <= 0.0 { Some(store_edits(state)) } else { None }
}

/// Returns the effect that stores the unsaved edits, and records their edition as stored.
fn store_edits(state: &mut State) -> Effect {
    let doc = document_to_store(state);
    let edition = doc.edition;
    let edits = StoredEdits { path: doc.path.clone(), stamp: doc.stamp, scene: doc.scene.clone() };
    state.recovery_status.edition = Some(edition);
    state.recovery_status.due = None;
    Effect::StoreEdits(Box::new(edits))
}

/// Applies a command about the unsaved edits of earlier windows, and returns its effects.
pub(super) fn handle(state: &mut State, command: RecoveryCommand) -> Vec<Effect> {
    match command {
        RecoveryCommand::Found(found) => state.found_edits = found,
        RecoveryCommand::Later => state.found_edits.clear(),
        RecoveryCommand::Delete(index) if index < state.found_edits.len() => {
            return vec![Effect::DeleteFoundEdits(state.found_edits.remove(index).file)];
        }
        RecoveryCommand::Restore(index) if index < state.found_edits.len() => {
            let found = state.found_edits.remove(index);
            // The other found edits are offered at the next start.
            state.found_edits.clear();
            let mut effects = files::show_document(state, Document::restored(found.edits));
            // This window stores the restored edits before the file of the earlier window is deleted.
            effects.extend([store_edits(state), Effect::DeleteFoundEdits(found.file)]);
            // Another program may have changed the file since these edits were made.
            let file = state.doc.path.clone();
            effects.extend(file.map(|path| Effect::Read { path, how: Reading::Follow }));
            return effects;
        }
        RecoveryCommand::Delete(_) | RecoveryCommand::Restore(_) => {}
    }
    Vec::new()
}
