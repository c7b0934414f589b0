//! When edits are kept, and when what is kept is forgotten.

use super::banner::settled;
use super::files;
use crate::app::banner::Cause;
use crate::app::command::RecoveryCommand;
use crate::app::document::Document;
use crate::app::effect::{Effect, Reading};
use crate::app::recovery::{DELAY, Kept};
use crate::app::state::State;

/// The edits to keep: of a scene that was made of a world those of the world, where there are some.
fn at_stake(state: &State) -> &Document {
    state.doc.world.as_ref().map(|world| &world.doc).filter(|doc| doc.unsaved()).unwrap_or(&state.doc)
}

/// Looks after every command whether there are edits to keep, or kept ones that are not needed any more.
pub(super) fn attend(state: &mut State) -> Option<Effect> {
    let (unsaved, edition) = (at_stake(state).unsaved(), at_stake(state).edition);
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
    let (kept, edition) = (Kept { path: path.clone(), stamp: *stamp, scene: scene.clone() }, *edition);
    (state.keeping.edition, state.keeping.due) = (Some(edition), None);
    Effect::Keep(Box::new(kept))
}

/// The commands about edits of earlier windows.
pub(super) fn found(state: &mut State, command: RecoveryCommand) -> Vec<Effect> {
    match command {
        RecoveryCommand::Found(found) => state.found = found,
        RecoveryCommand::Later => state.found.clear(),
        RecoveryCommand::Forget(index) if index < state.found.len() => {
            return vec![Effect::Forget(state.found.remove(index).file)];
        }
        RecoveryCommand::Restore(index) if index < state.found.len() => {
            let found = state.found.remove(index);
            // What else was found is asked about again at the next start.
            state.found.clear();
            let mut effects = files::show(state, Document::restored(found.kept));
            // Kept by this window before the other's are forgotten.
            effects.extend([keep(state), Effect::Forget(found.file)]);
            // Somebody else may have written to the file since.
            let file = state.doc.path.clone();
            effects.extend(file.map(|path| Effect::Read { path, how: Reading::Follow }));
            return effects;
        }
        RecoveryCommand::Forget(_) | RecoveryCommand::Restore(_) => {}
    }
    Vec::new()
}
