//! Effects of commands that the window runs itself.

use super::Window;
use super::layout::Layout;
use crate::background::effect::{Effect, perform};
use crate::background::file_reader;
use crate::banner::Cause;
use crate::command::WindowCommand;
use crate::figures::shot::Shot;

impl Window {
    /// Runs one effect, or keeps it for the shell.
    pub(super) fn run_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Ask(question) => {
                self.worker.ask(question);
                self.receive_answer(self.timeout);
            }
            Effect::AskSecondRun(question) => {
                self.second_run.ask(question);
                self.receive_second_run(self.timeout);
            }
            Effect::Cancel => self.worker.cancel(),
            Effect::CancelDrawing => self.animation_writer.cancel(),
            // An existing file needs a confirmation first.
            Effect::Figure { path, shot, overwrite } if Shot::is_animation(&path) && (overwrite || !path.exists()) => {
                self.animation_writer.begin(path, shot, self.state.open_query);
            }
            Effect::CancelReading => self.reader.cancel(),
            effect if file_reader::files_of(&effect).is_some() => {
                self.reader.read(effect, self.state.doc.edition);
                self.receive_file(self.timeout);
            }
            Effect::ResetLayout => self.layout = Layout::default(),
            Effect::Reveal(slot) => self.layout.reveal(slot),
            Effect::StoreEdits(_) | Effect::DeleteStoredEdits | Effect::DeleteFoundEdits(_) => {
                self.update_recovery(&effect)
            }
            effect => match perform(&effect, &self.state) {
                Some(next) => self.send(next),
                None => self.outbox.push(effect),
            },
        }
    }

    /// Stores or deletes recovery edits.
    fn update_recovery(&mut self, effect: &Effect) {
        let Some(recovery_folder) = &self.recovery_folder else { return };
        match effect {
            Effect::StoreEdits(edits) => {
                if let Err(error) = recovery_folder.store(edits) {
                    let text = format!("Unsaved edits cannot be stored for recovery: {error}");
                    self.send(WindowCommand::Failed(Cause::Recovery, text));
                }
            }
            Effect::DeleteStoredEdits => recovery_folder.clear(),
            Effect::DeleteFoundEdits(file) => recovery_folder.delete(file),
            _ => {}
        }
    }
}
